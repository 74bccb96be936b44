// SPDX-License-Identifier: Apache-2.0
#include "doctor/build/build_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "judge/facts/artifact.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostEntries = 1'000'000;  // of all folders
constexpr std::size_t kMostMixed = 20;
/// A compressed cubin of before sm_100 names its toolkit far inside. Over this
/// size the headers have to do, which tell it of other cubins.
constexpr std::uint64_t kLargestDecoded = 256u << 20;

struct Listing {
  std::vector<fs::path> folders, files;
};

/// Sorted; at most `left` entries, of which it takes off what it lists. Links
/// are neither: one to a folder may lead back here, one to a file to a file of
/// this tree.
Listing list(const fs::path& folder, BuildTree& tree, std::uint64_t& left) {
  Listing out;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (left == 0) break;
    --left;
    std::error_code unread;
    const fs::file_type type = at->symlink_status(unread).type();
    if (type == fs::file_type::directory) out.folders.push_back(at->path());
    if (type == fs::file_type::regular) out.files.push_back(at->path());
  }
  if (error) {
    tree.problem(
        fmt::format("{} is not read: {}", folder.string(), error.message()));
  }
  std::ranges::sort(out.folders);
  std::ranges::sort(out.files);
  return out;
}

/// CMake's own trials of a compiler, and builds inside the build.
bool is_of_others(const fs::path& folder) {
  std::error_code error;
  return folder.filename().string().starts_with("CompilerId") ||
         fs::exists(folder / "CMakeCache.txt", error);
}

/// ELF, an archive (thin ones too), a fatbin.
bool may_hold_code(ByteSource& source) {
  const auto head = source.window_up_to(0, 8, "file");
  if (!head) return false;
  const std::string_view start(reinterpret_cast<const char*>(head->data()),
                               head->size());
  for (const std::string_view magic :
       {"\177ELF", "!<arch>\n", "!<thin>\n", "\x50\xed\x55\xba"}) {
    if (start.starts_with(magic)) return true;
  }
  return false;
}

/// What an empty leftover of a link step says of its toolkit says nothing of
/// the code.
void take_images(const ArtifactFacts& facts, BuildTree& tree, BuiltFile& file) {
  const bool object = facts.file == FileKind::relocatable_object;
  for (const ContainerShape& shape : facts.shapes) {
    for (const ImageFacts& image : shape.images) {
      if (image.empty) continue;
      if (image.toolkit) file.toolkits.insert(*image.toolkit);
      if (!object) continue;
      if (image.kind == ImageKind::sass) tree.sass.insert(image.arch);
      if (image.kind == ImageKind::ptx) tree.ptx.insert(image.arch);
    }
  }
}

void read_file(const fs::path& path, BuildTree& tree) {
  auto source = ByteSource::open(path.string());
  if (!source) {
    tree.problem(fmt::format("{} is not read: {}", path.string(),
                             source.error().message));
    return;
  }
  if (!may_hold_code(*source)) return;
  ++tree.files;
  const Depth depth =
      source->size() <= kLargestDecoded ? Depth::all : Depth::cubin_headers;
  const auto facts = collect_facts(*source, depth);
  if (!facts || facts->problem_count != 0) {
    tree.problem(fmt::format(
        "{} is only partly read: {}", path.string(),
        facts ? facts->problems.front().message : facts.error().message));
  }
  if (!facts) return;
  BuiltFile file{path.string(), {}};
  take_images(*facts, tree, file);
  if (facts->file == FileKind::relocatable_object) {
    for (const Version& toolkit : file.toolkits) {
      BuildTree::Made& made = tree.objects[toolkit];
      if (made.count++ == 0) made.first = file.path;
    }
  } else if (file.toolkits.size() > 1 && tree.mixed.size() < kMostMixed) {
    tree.mixed.push_back(std::move(file));
  }
}

}  // namespace

void read_built_files(BuildTree& tree) {
  std::vector<fs::path> todo = {tree.folder};
  std::uint64_t left = kMostEntries;
  while (!todo.empty() && left != 0) {
    const fs::path folder = std::move(todo.back());
    todo.pop_back();
    Listing listing = list(folder, tree, left);
    for (const fs::path& file : listing.files) read_file(file, tree);
    std::erase_if(listing.folders, is_of_others);
    todo.insert(todo.end(), listing.folders.rbegin(), listing.folders.rend());
  }
  if (left == 0) {
    tree.problem(fmt::format("only the first {} files and folders are read",
                             kMostEntries));
  }
}

}  // namespace cudacompat
