// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/model/arch_list_parts.h"
#include "base/text/message_text.h"

// nvcc --help and what nvcc 13.0.88 does:
//   -arch=sm_90                     SASS and PTX of 90
//   -arch=compute_90                PTX of 90 only
//   -arch=compute_80 -code=sm_86    what the code list says; lists add up
//   -gencode arch=compute_80,code=[sm_80,compute_80]
// The last -arch wins; -arch without -code and -gencode add up. A code
// compute_NN must be the virtual architecture itself. SASS made from a family
// PTX (compute_100f) is family SASS.

namespace cudacompat {
namespace {

constexpr std::string_view kAllowed =
    "write sm_90 for SASS or compute_90 for PTX";

// Their values are for other programs and are never searched.
constexpr std::array<std::string_view, 26> kWithValue = {"-Xcompiler",
                                                         "--compiler-options",
                                                         "-Xptxas",
                                                         "--ptxas-options",
                                                         "-Xlinker",
                                                         "--linker-options",
                                                         "-Xnvlink",
                                                         "--nvlink-options",
                                                         "-Xfatbin",
                                                         "--fatbin-options",
                                                         "-Xcudafe",
                                                         "-Xarchive",
                                                         "--archive-options",
                                                         "-Xnvprune",
                                                         "-ccbin",
                                                         "--compiler-bindir",
                                                         "-o",
                                                         "--output-file",
                                                         "-I",
                                                         "-isystem",
                                                         "-include",
                                                         "-D",
                                                         "-MF",
                                                         "-MT",
                                                         "-optf",
                                                         "--options-file"};

/// Words as a shell would make them: quotes group and vanish, also where a
/// build log shows them escaped (\").
std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool started = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size() && text[i + 1] == '"') c = text[++i];
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
      started = true;
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n' || c == ';')) {
      if (started) words.push_back(std::exchange(word, {}));
      started = false;
    } else {
      word += c;
      started = true;
    }
  }
  if (started) words.push_back(word);
  return words;
}

struct Code {
  bool virtual_ = false;
  Arch arch;
};

Result<Code> read_code(std::string_view text) {
  Code code;
  code.virtual_ = text.starts_with("compute_");
  if (text.starts_with("lto_")) {
    return fail(Error::kNoOffset,
                "{} asks for LTO-IR, which becomes code at the device link "
                "only; judge the linked product",
                quote(text));
  }
  const Result<Arch> arch = parse_arch(text);
  if (arch && (code.virtual_ || text.starts_with("sm_"))) {
    code.arch = *arch;
    return code;
  }
  std::string meant;
  std::string_view inner = text;
  if (inner.starts_with('[') && inner.ends_with(']')) {  // in code= only
    inner = inner.substr(1, inner.size() - 2);
  }
  const auto loose = read_loosely(inner);
  if (loose && loose->size() == 1) meant = "sm_" + to_string((*loose)[0].arch);
  return refuse_entry(text, meant, kAllowed);
}

bool can_make(Arch from, Arch sass) {
  switch (from.scope) {
    case ArchScope::exact:
      return sass == from;
    case ArchScope::family:
      return sass.scope != ArchScope::exact && sass.number >= from.number &&
             cc_major(sass.number) == cc_major(from.number);
    case ArchScope::base:
      break;
  }
  return sass.number >= from.number;
}

/// A virtual architecture with its code list.
Result<ArchRequest> make_request(std::string_view from,
                                 const std::vector<std::string_view>& codes) {
  const Result<Code> base = read_code(from);
  if (!base) return tl::unexpected<Error>(base.error());
  if (!base->virtual_) {
    return fail(Error::kNoOffset,
                "{} beside a code list is refused by nvcc; write compute_{}",
                quote(from), to_string(base->arch));
  }
  ArchRequest request;
  request.virtual_arch = base->arch;
  for (const std::string_view text : codes) {
    Result<Code> code = read_code(text);
    if (!code) return tl::unexpected<Error>(code.error());
    const bool possible = code->virtual_ ? code->arch == base->arch
                                         : can_make(base->arch, code->arch);
    if (!possible) {
      return fail(Error::kNoOffset, "nvcc cannot make {} from {}", quote(text),
                  quote(from));
    }
    if (code->virtual_) {
      request.ptx = true;
      continue;
    }
    if (base->arch.scope == ArchScope::family) {
      code->arch.scope = ArchScope::family;
    }
    request.sass.push_back(code->arch);
  }
  return request;
}

std::vector<std::string_view> read_code_list(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) {
    text = text.substr(1, text.size() - 2);
  }
  std::vector<std::string_view> codes = split(text, ",");
  if (codes.empty()) codes.push_back({});
  return codes;
}

/// The value of a key in "arch=compute_80,code=[sm_80,compute_80]", up to the
/// other key.
std::optional<std::string_view> value_of(std::string_view gencode,
                                         std::string_view key,
                                         std::string_view other) {
  const std::size_t at = gencode.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view value = gencode.substr(at + key.size());
  value = value.substr(0, value.find(other));
  if (value.ends_with(',')) value.remove_suffix(1);
  return value;
}

Result<ArchRequest> read_gencode(std::string_view value) {
  const auto from = value_of(value, "arch=", "code=");
  const auto codes = value_of(value, "code=", "arch=");
  if (from && codes) return make_request(*from, read_code_list(*codes));
  if (from) {
    // Cut short where the output of a failed query had blanks in it.
    const Result<Code> code = read_code(*from);
    if (!code) return tl::unexpected<Error>(code.error());
  }
  return fail(Error::kNoOffset,
              "-gencode {} names no {}; write arch=compute_NN,code=[...]",
              quote(value), from ? "code" : "arch");
}

/// The arch options of a command line, gathered before they are judged.
struct Options {
  std::vector<std::string> gencode;
  std::vector<std::string> code;
  std::optional<std::string> arch;
};

Options gather(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const auto value = [&]() -> std::string {
      if (equals != std::string_view::npos) {
        return std::string(word.substr(equals + 1));
      }
      return i + 1 < words.size() ? words[++i] : std::string();
    };
    if (name == "-gencode" || name == "--generate-code") {
      options.gencode.push_back(value());
    } else if (name == "-arch" || name == "--gpu-architecture") {
      options.arch = value();
    } else if (name == "-code" || name == "--gpu-code") {
      options.code.push_back(value());
    } else if (equals == std::string_view::npos &&
               std::find(kWithValue.begin(), kWithValue.end(), name) !=
                   kWithValue.end()) {
      ++i;
    }
  }
  return options;
}

Result<ArchRequest> read_arch_option(const Options& options) {
  if (!options.code.empty()) {
    std::vector<std::string_view> codes;
    for (const std::string& list : options.code) {
      for (const std::string_view code : read_code_list(list)) {
        codes.push_back(code);
      }
    }
    if (!options.arch) {
      return fail(Error::kNoOffset,
                  "-code without -arch is refused by nvcc; write -gencode "
                  "arch=compute_NN,code=...");
    }
    return make_request(*options.arch, codes);
  }
  // nvcc's own words have been explained where they are a list of their own.
  if (*options.arch == "all" || *options.arch == "all-major" ||
      *options.arch == "native") {
    return tl::unexpected<Error>(
        parse_arch_list(*options.arch, ArchDialect::nvcc).error());
  }
  const Result<Code> code = read_code(*options.arch);
  if (!code) return tl::unexpected<Error>(code.error());
  return request_of(code->arch, !code->virtual_, true);
}

}  // namespace

ArchRequests parse_nvcc_archs(std::string_view text) {
  Options options;
  if (text.find('-') == std::string_view::npos) {
    options.arch = text;
  } else {
    options = gather(split_words(text));
  }
  std::vector<ArchRequest> requests;
  if (options.arch || !options.code.empty()) {
    Result<ArchRequest> request = read_arch_option(options);
    if (!request) return tl::unexpected<Error>(request.error());
    add_request(requests, std::move(*request));
  }
  for (const std::string& value : options.gencode) {
    Result<ArchRequest> request = read_gencode(value);
    if (!request) return tl::unexpected<Error>(request.error());
    add_request(requests, std::move(*request));
  }
  if (requests.empty()) {
    return fail(Error::kNoOffset,
                "{} names no architecture; nvcc would build for its default, "
                "which changes with the toolkit",
                quote(text));
  }
  return requests;
}

}  // namespace cudacompat
