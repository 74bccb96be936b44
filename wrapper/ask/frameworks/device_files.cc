// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/device_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "read/containers/elf.h"
#include "read/images/file_form.h"
#include "read/images/unsupported_format.h"

namespace cudacompat {
namespace {

ArtifactFacts unread(const std::string& path, std::string why) {
  ArtifactFacts facts;
  facts.path = path;
  facts.problems.push_back({std::move(why), 0, {}});
  facts.problem_count = 1;
  return facts;
}

}  // namespace

bool is_named_as_library(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.ends_with(".so") || name.find(".so.") != std::string_view::npos ||
         name.ends_with(".dll") || name.ends_with(".pyd") ||
         is_named_as_code(name);
}

/// By its first bytes, for a framework has ten thousand files of text.
Result<bool> DeviceFiles::wanted(ByteSource& source,
                                 const std::string& path) const {
  std::array<std::byte, kElfHeaderSize> bytes{};
  const auto size = std::min<std::uint64_t>(bytes.size(), source.size());
  const auto head = std::span(bytes).first(static_cast<std::size_t>(size));
  if (const auto read = source.read(0, head, "file"); !read)
    return tl::unexpected(read.error());
  const FileForm form = form_of(head);
  if (form == FileForm::archive) return false;
  if (form == FileForm::elf) {
    const auto header = parse_elf_header(head, 0);
    return !header || header->type != kElfRelocatable ||
           header->machine == kElfMachineCuda;
  }
  if (form != FileForm::other) return true;
  return is_windows_file(head) ? windows_ && is_named_as_library(path)
                               : is_named_as_code(path);
}

std::optional<ArtifactFacts> DeviceFiles::read(const std::string& path) {
  struct stat status = {};
  const bool there = ::stat(path.c_str(), &status) == 0;
  if (there &&
      !seen_.emplace(std::uint64_t{status.st_dev}, std::uint64_t{status.st_ino})
           .second) {
    return std::nullopt;
  }
  const auto refused = [&](const Error& why) -> std::optional<ArtifactFacts> {
    if (!is_named_as_library(path)) return std::nullopt;
    return unread(path, why.message);
  };
  auto source = ByteSource::open(path);
  if (!source) return refused(source.error());
  const auto look = wanted(*source, path);
  if (!look) return refused(look.error());
  if (!*look) return std::nullopt;
  auto facts = collect_facts(*source, depth_);
  if (!facts) return refused(facts.error());
  facts->path = path;
  // What a link step leaves behind is not device code.
  const bool code = !std::ranges::all_of(facts->shapes, &ContainerShape::empty);
  if (!code && facts->problem_count == 0) return std::nullopt;
  return std::move(*facts);
}

}  // namespace cudacompat
