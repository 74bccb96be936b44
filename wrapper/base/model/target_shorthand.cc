// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/model/profile.h"
#include "base/model/target_values.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

// <target>   ::= CC ["-tegra"] ["@" <driver>] ("+" <modifier>)*
// <driver>   ::= a driver or range as in a profile | "cuda" VERSION
// <modifier> ::= "cuda" VERSION | "compat" VERSION | "ptx" VERSION | <system>
// <system>   ::= "linux-x86_64" | "linux-aarch64" | "windows-x86_64" | "wsl"
//              | "windows" | "aarch64"

constexpr std::string_view kTegra = "-tegra";
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
                  quote(word))};
}

std::optional<Error> read_driver(std::string_view word, TargetSpec& target) {
  if (take(word, "cuda")) {
    return set_once(target.cuda, "cuda", word, read_cuda);
  }
  const Result<DriverRange> range = parse_driver_range(word);
  if (!range) return range.error();
  target.driver = *range;
  return std::nullopt;
}

Result<TargetSpec> read_target(std::string_view text) {
  const std::size_t plus = text.find('+');
  const std::string_view head = text.substr(0, plus);
  const std::size_t at = head.find('@');
  std::string_view gpu = head.substr(0, at);

  TargetSpec target;
  target.name = text;
  GpuSpec& spec = target.gpus.emplace_back();
  spec.tegra = gpu.ends_with(kTegra);
  if (spec.tegra) gpu.remove_suffix(kTegra.size());
  const Result<Cc> cc = read_cc(gpu);
  if (!cc) return tl::unexpected<Error>(cc.error());
  spec.cc = *cc;
  if (at != std::string_view::npos) {
    if (auto error = read_driver(head.substr(at + 1), target)) {
      return tl::unexpected<Error>(std::move(*error));
    }
  }
  for (std::size_t next = plus; next != std::string_view::npos;) {
    const std::size_t end = text.find('+', next + 1);
    const std::string_view word = text.substr(next + 1, end - next - 1);
    if (auto error = read_modifier(word, target)) {
      return tl::unexpected<Error>(std::move(*error));
    }
    next = end;
  }
  return target;
}

/// The text with the usual slips put right: sm_89 for 8.9, 12.2 for cuda12.2,
/// r535 for 535.
std::string corrected(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("@+"), text.size());
  std::string_view gpu = text.substr(0, end);
  std::string_view rest = text.substr(end);
  std::string out;
  const bool tegra = gpu.ends_with(kTegra);
  if (tegra) gpu.remove_suffix(kTegra.size());
  const std::optional<Cc> cc = meant_cc(gpu);
  out += cc ? cc_to_string(*cc) : std::string(gpu);
  if (tegra) out += kTegra;
  if (take(rest, "@")) {
    out += '@';
    const std::string_view driver = rest.substr(0, rest.find('+'));
    if (read_cuda(driver)) out += "cuda";
    if (driver.starts_with('r') || driver.starts_with('R')) {
      rest.remove_prefix(1);
    }
  }
  return out.append(rest);
}

}  // namespace

Result<TargetSpec> parse_target_shorthand(std::string_view text) {
  Result<TargetSpec> target = read_target(text);
  if (target) return target;
  if (text.empty()) {
    return fail(Error::kNoOffset, "\"\" is not a target; {}", kExamples);
  }
  const std::string meant = corrected(text);
  if (meant != text && read_target(meant)) {
    return fail(Error::kNoOffset, "{} is not a target; did you mean {}?",
                quote(text), quote(meant));
  }
  return fail(Error::kNoOffset, "{}: {}", quote(text), target.error().message);
}

}  // namespace cudacompat
