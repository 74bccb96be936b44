// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/requested_code.h"

#include <algorithm>

#include "base/model/arch_list_parts.h"

namespace cudacompat {
namespace {

ArchRequest request(Arch arch, bool ptx) {
  ArchRequest out;
  out.virtual_arch = arch;
  out.sass = {arch};
  out.ptx = ptx;
  return out;
}

bool is_major(Arch arch) { return arch.number % 10 == 0; }

/// -arch=all and -arch=all-major (nvcc --help): SASS for all, or for each
/// major and the earliest; PTX for the highest major.
std::vector<ArchRequest> all_of(const ReleaseRow& toolkit, bool major_only) {
  std::vector<Arch> archs;
  for (const Arch arch : toolkit.archs)
    if (arch.scope == ArchScope::base) archs.push_back(arch);
  std::ranges::sort(archs);
  const auto highest =
      std::ranges::find_if(archs.rbegin(), archs.rend(), is_major);
  std::vector<ArchRequest> out;
  for (const Arch arch : archs) {
    if (major_only && !is_major(arch) && arch != archs.front()) continue;
    out.push_back(request(arch, highest != archs.rend() && arch == *highest));
  }
  return out;
}

Result<std::vector<ArchRequest>> named(const ArchFlags& flags) {
  std::string text;
  const auto add = [&](std::string_view option, std::string_view value) {
    text += std::string(option) + " \"" + std::string(value) + "\" ";
  };
  if (arch_choice(flags) == ArchChoice::named && !flags.arch.empty())
    add("-arch", flags.arch);
  if (!flags.code.empty()) add("-code", flags.code);
  for (const std::string& value : flags.gencode) add("-gencode", value);
  return parse_arch_list(text, ArchDialect::nvcc);
}

}  // namespace

ArchChoice arch_choice(const ArchFlags& flags) {
  if (flags.arch == "native") return ArchChoice::native;
  if (flags.arch == "all") return ArchChoice::all;
  if (flags.arch == "all-major") return ArchChoice::all_major;
  return flags.none() ? ArchChoice::none : ArchChoice::named;
}

Result<std::vector<ArchRequest>> requested_code(const ArchFlags& flags,
                                                const ReleaseRow* toolkit) {
  const ArchChoice choice = arch_choice(flags);
  if (choice == ArchChoice::named) return named(flags);
  if (choice == ArchChoice::native)
    return fail(Error::kNoOffset, "native: the build machine's own GPU");
  if (choice == ArchChoice::none) {
    if (toolkit == nullptr || toolkit->default_arch == 0)
      return fail(Error::kNoOffset, "nvcc's default");
    return std::vector{request({toolkit->default_arch, ArchScope::base}, true)};
  }
  if (toolkit == nullptr || toolkit->archs.empty())
    return fail(Error::kNoOffset, "all that the toolkit knows");
  std::vector<ArchRequest> out =
      all_of(*toolkit, choice == ArchChoice::all_major);
  if (flags.gencode.empty()) return out;
  Result<std::vector<ArchRequest>> more = named(flags);
  if (!more) return more;
  out.insert(out.end(), more->begin(), more->end());
  return out;
}

std::string requested_code_text(const ArchFlags& flags,
                                const ReleaseRow* toolkit) {
  const Result<std::vector<ArchRequest>> asked = requested_code(flags, toolkit);
  if (!asked) return asked.error().message;
  std::string text;
  const auto add = [&](std::string_view prefix, Arch arch) {
    text += (text.empty() ? "" : " ") + std::string(prefix) + to_string(arch);
  };
  for (const ArchRequest& one : *asked) {
    for (const Arch arch : one.sass) add("sm_", arch);
    if (one.ptx) add("compute_", one.virtual_arch);
  }
  return text;
}

std::optional<std::string> failed_query_in(const ArchFlags& flags) {
  std::vector<std::string_view> values = {flags.arch, flags.code};
  values.insert(values.end(), flags.gencode.begin(), flags.gencode.end());
  for (const std::string_view value : values)
    for (const std::string_view word : split(value, ",=[]"))
      if ((word.starts_with("sm_") || word.starts_with("compute_")) &&
          looks_like_failed_query(word))
        return std::string(word);
  return std::nullopt;
}

}  // namespace cudacompat
