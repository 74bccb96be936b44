// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/log_details.h"

#include <algorithm>
#include <cctype>

#include "base/text/split.h"
#include "doctor/log/symptom_kinds.h"
#include "judge/verdict/finding.h"

namespace cudacompat {
namespace {

/// What stands behind the first `key`; empty: it is not there.
std::string_view behind(std::string_view text, std::string_view key,
                        std::size_t from = 0) {
  const std::size_t at = text.find(key, from);
  return at == std::string_view::npos ? std::string_view()
                                      : text.substr(at + key.size());
}

/// "8.5" at the start, "8.5." too; "8" is none.
std::optional<Version> leading_version(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" '\"(=:v");
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first);
  text = text.substr(0, text.find_first_not_of("0123456789."));
  while (text.ends_with('.')) text.remove_suffix(1);
  if (text.find('.') == std::string_view::npos) return std::nullopt;  // cut
  // A release may come with its update: 12.4.1.
  if (std::count(text.begin(), text.end(), '.') == 2) {
    text = text.substr(0, text.rfind('.'));
  }
  const auto version = parse_version(text);
  return version ? std::optional(*version) : std::nullopt;
}

/// What stands between the first two quotes.
std::string quote(std::string_view text) {
  const std::size_t open = text.find_first_of("'\"");
  if (open == std::string_view::npos) return {};
  text = text.substr(open + 1);
  return std::string(text.substr(0, text.find_first_of("'\"")).substr(0, 120));
}

/// "sm_120" of "12.0".
std::string sm_of_capability(std::string_view text) {
  const auto version = leading_version(text);
  return version && version->minor < 10
             ? fmt::format("sm_{}{}", version->major, version->minor)
             : std::string();
}

/// "sm_50", "sm_90a", "compute_37": all such words.
std::vector<std::string> architectures(std::string_view text) {
  std::vector<std::string> out;
  for (std::string_view word : words_of(text)) {
    word = word.substr(0, word.find_last_not_of(".,;:'\"])") + 1);
    word.remove_prefix(std::min(word.find_first_not_of("'\"[("), word.size()));
    const bool named = word.starts_with("sm_") || word.starts_with("compute_");
    if (named && parse_arch(word) && out.size() < 64) out.emplace_back(word);
  }
  return out;
}

/// What ptxas was given: "ptxas FILE, line 9; fatal   : ...".
std::string ptxas_input(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t end = before.rfind(", line ");
  const std::size_t ptxas = before.rfind("ptxas", end);
  if (end == std::string_view::npos || ptxas == std::string_view::npos) {
    return {};
  }
  std::string_view word = before.substr(ptxas, end - ptxas);
  word.remove_prefix(std::min(word.find(' '), word.size()));
  return std::string(trimmed(word));
}

/// Who refused: only a ptxas that is run as a program names a file.
void name_speaker(std::string_view lower, Symptom& symptom) {
  if (symptom.file == "application ptx input") symptom.file.clear();
  const bool linker = lower.find("nvjitlink_error") != std::string_view::npos ||
                      lower.find(": ptxjit:") != std::string_view::npos;
  if (linker) {
    refused_by_linker(symptom);
  } else if (!symptom.file.empty()) {
    symptom.kind = symptom.kind == SymptomKind::ptx_version
                       ? SymptomKind::ptx_version_of_ptxas
                       : SymptomKind::ptx_target_of_ptxas;
  }
}

/// Libraries of a CUDA toolkit, and what else frameworks bring of NVIDIA's.
bool is_cuda_library(std::string_view name) {
  for (const std::string_view start :
       {"libcudart", "libcublas", "libcusparse", "libcufft", "libcusolver",
        "libcudnn", "libcurand", "libcupti", "libnvrtc", "libnvJitLink",
        "libnccl", "libnvToolsExt", "libcufile", "libNVVM"}) {
    if (name.starts_with(start)) return true;
  }
  return false;
}

/// The library that is missing: before the match ("libcudart.so.12: cannot
/// open"), or behind it.
bool read_library(std::string_view text, std::size_t at, Symptom& symptom) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  std::string_view name = text.substr(at);
  if (name.starts_with("cannot")) {
    name = text.substr(0, at);
    while (name.ends_with(' ') || name.ends_with(':')) name.remove_suffix(1);
    name.remove_prefix(name.find_last_of(" :'\"(/") + 1);
  } else if (!take_prefix(name, "Unable to load ")) {
    name.remove_prefix(std::min(name.find("lib"), name.size()));
    if (name.starts_with("library ")) {
      name.remove_prefix(std::min(name.find("lib", 1), name.size()));
    }
  }
  name = name.substr(0, name.find_first_not_of(kLetters));
  while (name.ends_with('.')) name.remove_suffix(1);
  if (!name.starts_with("cu") && !is_cuda_library(name)) return false;
  symptom.file = name.substr(0, 80);
  return true;
}

bool read_own(std::string_view text, std::size_t at, Symptom& symptom) {
  std::string_view rest = text.substr(at);
  rest.remove_prefix(rest.find('[') + 1);
  const std::string_view id = rest.substr(0, rest.find(']'));
  const bool right =
      id.size() == 5 && id.starts_with("CC") && is_number(id.substr(2));
  if (!right) return false;
  symptom.id = id;
  const bool warning = text.substr(0, at).ends_with("warning: ") ||
                       text.substr(at).starts_with("warning[");
  if (warning) symptom.severity = Severity::warning;
  if (text.substr(0, at).ends_with("note: ")) {
    symptom.severity = Severity::note;
  }
  return true;
}

/// The numbers of "(11.8) mismatches the version ... (12.1)".
void read_releases(std::string_view lower, Symptom& symptom) {
  symptom.had = leading_version(behind(lower, "detected cuda version"));
  symptom.wanted = leading_version(behind(lower, "used to compile pytorch"));
}

void read_torch_gpu(std::string_view text, Symptom& symptom) {
  for (const std::string_view key :
       {"cuda capability ", "compute capability (CC) "}) {
    if (const auto rest = behind(text, key); !rest.empty()) {
      symptom.arch = sm_of_capability(rest);
    }
  }
  const std::string_view named = behind(text, "CUDA capability ");
  if (const auto first = architectures(named.substr(0, named.find(" is ")));
      !first.empty()) {
    symptom.arch = first.front();
  }
  symptom.archs = architectures(behind(text, "supports CUDA capabilities"));
  symptom.range = read_range(text);
}

/// "sm_52" of "520", as __CUDA_ARCH__ has it.
std::string sm_of_macro(std::string_view text) {
  text = text.substr(0, text.find_first_not_of("0123456789"));
  const std::uint64_t number = number_or(text, 0);
  return number >= 300 && number < 10000 ? fmt::format("sm_{}", number / 10)
                                         : std::string();
}

void read_ggml(std::string_view text, Symptom& symptom) {
  symptom.arch = sm_of_macro(behind(text, "CUDA arch "));
  std::string_view list = behind(text, "was compiled for: ");
  while (!list.empty() && symptom.archs.size() < 64) {
    std::string arch = sm_of_macro(list);
    if (arch.empty()) break;
    symptom.archs.push_back(std::move(arch));
    list.remove_prefix(std::min(list.find(','), list.size() - 1) + 1);
  }
}

/// Functions of the driver: "cuCtxCreate_v3", not "cublasCreate_v2".
bool read_driver_call(std::string_view text, std::size_t at, Symptom& symptom) {
  std::string_view name = behind(text.substr(at), ": ");
  if (name.size() < 3 || name[2] < 'A' || name[2] > 'Z') return false;
  const auto end = std::find_if_not(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
  name = name.substr(0, static_cast<std::size_t>(end - name.begin()));
  symptom.file = name.substr(0, 80);
  return true;
}

}  // namespace

void refused_by_linker(Symptom& symptom) {
  const bool version = symptom.kind == SymptomKind::ptx_version;
  symptom.kind = version ? SymptomKind::ptx_version_of_nvjitlink
                         : SymptomKind::ptx_target_of_nvjitlink;
  symptom.id = kind_row(symptom.kind).id;
}

std::optional<std::pair<Cc, Cc>> read_range(std::string_view text) {
  const std::size_t gap = text.find(") - (");
  if (gap == std::string_view::npos) return std::nullopt;
  const std::size_t open = text.rfind('(', gap);
  if (open == std::string_view::npos) return std::nullopt;
  const auto low = parse_cc(text.substr(open + 1, gap - open - 1));
  std::string_view end = text.substr(gap + 5);
  const auto high = parse_cc(end.substr(0, end.find(')')));
  if (!low || !high) return std::nullopt;
  return std::pair(*low, *high);
}

bool read_details(const RowMatch& match, std::string_view text,
                  std::string_view lower, Symptom& symptom) {
  const std::size_t at = match.at;
  switch (match.row->detail) {
    case Detail::none:
      return true;
    case Detail::ptx_version:
      symptom.ptx = leading_version(behind(text, "Unsupported .version "));
      symptom.reader = leading_version(behind(text, "current version is "));
      symptom.file = ptxas_input(text, at);
      name_speaker(lower, symptom);
      return true;
    case Detail::linker:
      symptom.reader = leading_version(behind(text, "current version is "));
      if (symptom.reader) {
        symptom.kind = SymptomKind::ptx_version;
        refused_by_linker(symptom);
      }
      return true;
    case Detail::ptx_target:
      symptom.arch = quote(text.substr(at));
      symptom.file = ptxas_input(text, at);
      name_speaker(lower, symptom);
      return true;
    case Detail::refused_arch:
      symptom.arch = quote(text.substr(at));
      if (!parse_arch(symptom.arch)) {
        symptom.kind = SymptomKind::nvcc_no_gpu;
      }
      return true;
    case Detail::torch_arch: {
      std::string_view name = behind(text.substr(at), "Name ");
      if (name.empty()) name = behind(text.substr(at), "(");
      symptom.arch = name.substr(0, name.find_first_of(" )'\""));
      symptom.arch.resize(std::min<std::size_t>(symptom.arch.size(), 40));
      return true;
    }
    case Detail::torch_gpu:
      read_torch_gpu(text, symptom);
      return true;
    case Detail::torch_list:
      symptom.archs = architectures(text.substr(at));
      return true;
    case Detail::torch_range:
      symptom.range = read_range(text);
      return true;
    case Detail::torch_built:
      if (const std::size_t dash = text.find("- ");
          dash != std::string_view::npos) {
        const std::string arch = sm_of_capability(text.substr(dash + 2));
        if (!arch.empty()) symptom.archs = {arch};
      }
      return !symptom.archs.empty();
    case Detail::capability:
      symptom.arch = sm_of_capability(behind(text, "compute capability "));
      if (symptom.arch.empty()) {
        symptom.arch = sm_of_capability(behind(text, "support CC "));
      }
      return true;
    case Detail::option_arch:
      if (const auto all = architectures(behind(text, "-arch=", at));
          !all.empty()) {
        symptom.arch = all.front();
      }
      return !symptom.arch.empty();
    case Detail::needed_target:
      symptom.archs = architectures(behind(text, "requires .target ", at));
      symptom.arch = quote(behind(text, "not supported on .target ", at));
      return true;
    case Detail::ggml_arch:
      read_ggml(text, symptom);
      return true;
    case Detail::least_capability:
      symptom.arch = sm_of_capability(behind(text, "compute capability "));
      if (const std::string least =
              sm_of_capability(behind(text, "Cuda capability is "));
          !least.empty()) {
        symptom.archs = {least};
      }
      return true;
    case Detail::driver_call:
      return read_driver_call(text, at, symptom);
    case Detail::driver_and_ptxas:
      symptom.had = leading_version(behind(text, "CUDA version is "));
      symptom.wanted =
          leading_version(behind(behind(text, "older than the"), "version "));
      return true;
    case Detail::found_driver: {
      const std::string_view found = behind(text, "(found version ");
      const std::uint64_t number =
          number_or(found.substr(0, found.find(')')), 0);
      if (number >= 1000 && number < 1000000) {
        symptom.had = Version{static_cast<std::uint16_t>(number / 1000),
                              static_cast<std::uint16_t>(number % 1000 / 10)};
      }
      return true;
    }
    case Detail::two_releases:
      read_releases(lower, symptom);
      return true;
    case Detail::asked_cuda:
      symptom.wanted = leading_version(behind(text.substr(at), ">="));
      return true;
    case Detail::library:
      return read_library(text, at, symptom);
    case Detail::whole_line:
      return trimmed(lower).size() <= match.row->texts[0].size() + 1;
    case Detail::own:
      return read_own(text, at, symptom);
  }
  return true;
}

}  // namespace cudacompat
