// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/invocation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "programs/launch/nvcc_options.h"

namespace cudacompat {
namespace {

/// nvcc itself stops at "too many options files".
constexpr std::size_t kMaxOptionsFiles = 64;
constexpr std::size_t kMaxWords = 1u << 20;

std::string_view suffix(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  const std::size_t dot = path.find_last_of('.');
  if (dot == std::string_view::npos) return {};
  if (slash != std::string_view::npos && dot < slash) return {};
  return path.substr(dot);
}

std::string_view stem(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  return name.substr(0, name.find_last_of('.'));
}

/// Inputs that go into a link or an archive as they are.
bool is_binary_input(std::string_view path) {
  constexpr std::array<std::string_view, 5> kBinary = {".a", ".lib", ".o",
                                                       ".obj", ".so"};
  return std::ranges::find(kBinary, suffix(path)) != kBinary.end() ||
         path.find(".so.") != std::string_view::npos;
}

class Parser {
 public:
  explicit Parser(const OptionsFileReader& read) : read_(read) {}

  void words(std::span<const std::string> list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (++words_read_ > kMaxWords) return;
      const std::string& word = list[i];
      if (word.size() < 2 || word[0] != '-') {
        out_.inputs.push_back(word);
        continue;
      }
      const FoundOption found = find_nvcc_option(word);
      if (!found.option) {
        out_.unknown.push_back(word);
        continue;
      }
      std::string_view value = found.value;
      if (found.option->value != NvccValue::none && !found.has_value) {
        if (i + 1 == list.size()) continue;  // nvcc: argument expected
        value = list[++i];
      }
      option(*found.option, value);
    }
  }

  Invocation finish() {
    out_.phase = phase();
    products();
    return std::move(out_);
  }

 private:
  void option(const NvccOption& option, std::string_view value) {
    using enum NvccMeaning;
    switch (option.meaning) {
      case output:
        output_ = value;
        has_output_ = true;
        break;
      case output_directory:
        directory_ = value;
        break;
      case options_file:
        options_files(value);
        break;
      case arch:
        out_.arch.arch = value;
        break;
      case code:
        if (!out_.arch.code.empty()) out_.arch.code += ',';
        out_.arch.code += value;
        break;
      case gencode:
        out_.arch.gencode.emplace_back(value);
        break;
      case language:
        language_ = true;
        break;
      case lto:
        out_.arch.lto = true;
        break;
      case other:
        break;
      default:
        asked_[static_cast<std::size_t>(option.meaning)] = true;
    }
  }

  void options_files(std::string_view list) {
    while (!list.empty()) {
      const std::size_t comma = list.find(',');
      const std::string path(list.substr(0, comma));
      list = comma == std::string_view::npos ? std::string_view{}
                                             : list.substr(comma + 1);
      if (++files_read_ > kMaxOptionsFiles) return;
      if (const std::optional<std::string> text = read_(path))
        words(split_options_file(*text));
      else
        out_.unread.push_back(path);
    }
  }

  bool asked(NvccMeaning meaning) const {
    return asked_[static_cast<std::size_t>(meaning)];
  }

  // The order is nvcc 13.0's, measured with --dryrun on each pair.
  NvccPhase phase() const {
    using enum NvccMeaning;
    if (asked(no_product)) return NvccPhase::no_product;
    const bool bare = asked(ptx) || asked(cubin) || asked(fatbin);
    if (bare && asked(device_link)) return NvccPhase::device_link;
    if (asked(ptx)) return NvccPhase::ptx;
    if (asked(cubin)) return NvccPhase::cubin;
    if (asked(fatbin)) return NvccPhase::fatbin;
    if (asked(compile) || asked(device_c) || asked(device_w))
      return NvccPhase::compile;
    if (asked(device_link)) return NvccPhase::device_link;
    if (asked(lib)) return NvccPhase::lib;
    return NvccPhase::link;
  }

  /// The name that nvcc gives to the product of one input, or of all.
  std::string default_name(std::string_view input) const {
    using enum NvccMeaning;
    switch (out_.phase) {
      case NvccPhase::compile:
        return std::string(stem(input)) + ".o";
      case NvccPhase::ptx:
        return std::string(stem(input)) + ".ptx";
      case NvccPhase::cubin:
        return std::string(stem(input)) + ".cubin";
      case NvccPhase::fatbin:
        return std::string(stem(input)) + ".fatbin";
      case NvccPhase::device_link:
        return asked(ptx)      ? "a_dlink.lto.ptx"
               : asked(cubin)  ? "a_dlink.cubin"
               : asked(fatbin) ? "a_dlink.fatbin"
                               : "a_dlink.o";
      case NvccPhase::lib:
        return "a.a";
      default:
        return "a.out";
    }
  }

  std::string in_directory(std::string name) const {
    return directory_.empty() ? name : directory_ + "/" + name;
  }

  void products() {
    if (!has_judged_product(out_.phase)) return;
    std::vector<std::string> sources;
    for (const std::string& input : out_.inputs)
      if (language_ || !is_binary_input(input)) sources.push_back(input);
    const std::string unit = sources.size() == 1 ? sources[0] : "";
    if (has_output_) {
      if (!output_.empty()) out_.products = {{output_, unit}};
    } else if (out_.phase == NvccPhase::device_link ||
               out_.phase == NvccPhase::lib) {
      out_.products = {{in_directory(default_name({})), unit}};
    } else {
      for (std::string& source : sources)
        out_.products.push_back(
            {in_directory(default_name(source)), std::move(source)});
    }
  }

  const OptionsFileReader& read_;
  Invocation out_;
  std::array<bool, static_cast<std::size_t>(NvccMeaning::no_product) + 1>
      asked_{};
  std::string output_;
  std::string directory_;
  bool has_output_ = false;
  bool language_ = false;
  std::size_t files_read_ = 0;
  std::size_t words_read_ = 0;
};

}  // namespace

bool has_judged_product(NvccPhase phase) {
  return phase != NvccPhase::link && phase != NvccPhase::no_product;
}

Invocation parse_nvcc(std::span<const std::string_view> command,
                      std::string_view prepend, std::string_view append,
                      const OptionsFileReader& read) {
  const std::size_t compiler = find_compiler(command);
  for (const std::string_view word : command.first(compiler)) {
    constexpr std::string_view kPrepend = "NVCC_PREPEND_FLAGS=";
    constexpr std::string_view kAppend = "NVCC_APPEND_FLAGS=";
    if (word.starts_with(kPrepend)) prepend = word.substr(kPrepend.size());
    if (word.starts_with(kAppend)) append = word.substr(kAppend.size());
  }
  Parser parser(read);
  parser.words(split_environment_flags(prepend));
  if (compiler < command.size()) {
    const auto arguments = command.subspan(compiler + 1);
    parser.words(std::vector<std::string>(arguments.begin(), arguments.end()));
  }
  parser.words(split_environment_flags(append));
  Invocation out = parser.finish();
  out.nvcc = compiler < command.size() && is_nvcc_name(command[compiler]);
  return out;
}

}  // namespace cudacompat
