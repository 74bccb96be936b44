#include "model/profile.h"

#include "model/message_text.h"
#include "model/target_values.h"

namespace cudacompat {
namespace {

// <target>   ::= CC ["-tegra"] ["@" <driver>] ("+" <modifier>)*
// <driver>   ::= a driver or range as in a profile | "cuda" VERSION
// <modifier> ::= "cuda" VERSION | "compat" VERSION | "ptx" VERSION | <system>
// <system>   ::= "linux-x86_64" | "linux-aarch64" | "windows-x86_64" | "wsl"
//              | "windows" | "aarch64"

constexpr std::string_view kExamples =
    "write CC@DRIVER or CC@cudaVERSION, as in 8.9@535.183.06 or 9.0@cuda12.2";

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Sets a version that may stand once.
std::optional<Error> set_once(std::optional<Version>& slot,
                              std::string_view name, std::string_view text,
                              Result<Version> (*read)(std::string_view)) {
  if (slot) return Error{fmt::format("{} stands twice", name)};
  const Result<Version> version = read(text);
  if (!version) return version.error();
  slot = *version;
  return std::nullopt;
}

std::optional<Error> read_modifier(std::string_view word, TargetSpec& target) {
  if (take(word, "compat")) {
    return set_once(target.cuda_compat, "compat", word, read_cuda);
  }
  if (take(word, "cuda")) {
    return set_once(target.cuda, "cuda", word, read_cuda);
  }
  if (take(word, "ptx")) {
    return set_once(target.max_ptx, "ptx", word, read_ptx_isa);
  }
  if (word == "windows") word = "windows-x86_64";
  if (word == "aarch64") word = "linux-aarch64";
  if (const std::optional<Os> os = parse_os(word)) {
    target.os = *os;
    return std::nullopt;
  }
  return Error{
      fmt::format("+{} is not known; write +compat12.9, +ptx8.2, "
                  "+cuda12.2, +windows, +wsl or +aarch64",
                  shown(word))};
}

std::optional<Error> read_driver(std::string_view word, TargetSpec& target) {
  if (take(word, "cuda")) {
    return set_once(target.cuda, "cuda", word, read_cuda);
  }
  const Result<DriverRange> range = parse_driver_range(word);
  if (range) {
    target.driver = *range;
    return std::nullopt;
  }
  if (read_cuda(word)) {
    return Error{fmt::format("{} is not a driver version; did you mean cuda{}?",
                             shown(word), word)};
  }
  return range.error();
}

}  // namespace

Result<TargetSpec> parse_target_shorthand(std::string_view text) {
  const auto refuse = [&](const Error& error) {
    return fail(Error::kNoOffset, "target {}: {}", shown(text), error.message);
  };
  const std::size_t plus = text.find('+');
  const std::string_view head = text.substr(0, plus);
  const std::size_t at = head.find('@');
  std::string_view gpu = head.substr(0, at);

  TargetSpec target;
  target.name = text;
  GpuSpec& spec = target.gpus.emplace_back();
  if (gpu.ends_with("-tegra")) {
    gpu.remove_suffix(std::string_view("-tegra").size());
    spec.tegra = true;
  }
  if (gpu.empty()) return refuse(Error{std::string(kExamples)});
  const Result<Cc> cc = read_cc(gpu);
  if (!cc) return refuse(cc.error());
  spec.cc = *cc;
  if (at != std::string_view::npos) {
    if (auto error = read_driver(head.substr(at + 1), target)) {
      return refuse(*error);
    }
  }
  std::size_t next = plus;
  while (next != std::string_view::npos) {
    const std::size_t end = text.find('+', next + 1);
    if (auto error =
            read_modifier(text.substr(next + 1, end - next - 1), target)) {
      return refuse(*error);
    }
    next = end;
  }
  return target;
}

}  // namespace cudacompat
