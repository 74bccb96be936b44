// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/distribution.h"

#include <algorithm>
#include <filesystem>

#include "ask/frameworks/device_files.h"
#include "base/text/line_reader.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

// The largest wheels have some ten thousand files.
constexpr std::size_t kMostFiles = std::size_t{1} << 20;
// Name and Version stand at the top of a METADATA.
constexpr int kHeaderLines = 1000;

/// "torch-2.9.1.dist-info": what the folder's own name tells.
NameAndVersion from_file_name(const fs::path& info) {
  const std::string stem = info.stem().string();
  const std::size_t dash = stem.find('-');
  if (dash == std::string::npos) return {stem, ""};
  const std::string rest = stem.substr(dash + 1);  // an egg adds "-py3.11"
  return {stem.substr(0, dash), rest.substr(0, rest.find('-'))};
}

Result<NameAndVersion> metadata_of(const fs::path& info) {
  std::error_code error;
  fs::path file = info;
  if (fs::is_directory(info, error)) {
    file /= info.extension() == ".dist-info" ? "METADATA" : "PKG-INFO";
  }
  auto source = ByteSource::open(file.string());
  if (!source) return tl::unexpected(source.error());
  return read_metadata(*source);
}

/// By their names alone: a link inside leads where Python would be led too.
bool is_inside(const fs::path& path, const fs::path& root) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  const fs::path top = fs::absolute(root / "").lexically_normal().parent_path();
  return std::mismatch(top.begin(), top.end(), whole.begin(), whole.end())
             .first == top.end();
}

/// Walks one distribution's files.
class Files {
 public:
  Files(const Distribution& distribution, const std::string& root,
        const std::function<void(const std::string&)>& file,
        const ProblemSink& problem)
      : distribution_(distribution),
        root_(root),
        file_(file),
        problem_(problem) {}

  bool record();
  void top_level();
  bool editable() const { return editable_; }

 private:
  bool more(std::string_view from) {
    if (++count_ <= kMostFiles) return true;
    problem_(fmt::format(
        "device code of {} is not known: {} names more than {} files",
        distribution_.name, from, kMostFiles));
    return false;
  }
  void row(const std::string& path);
  void walk(const fs::path& top);

  const Distribution& distribution_;
  fs::path root_;
  const std::function<void(const std::string&)>& file_;
  const ProblemSink& problem_;
  std::size_t count_ = 0;
  bool editable_ = false;
};

void Files::row(const std::string& path) {
  if (path.starts_with("__editable__") && path.ends_with(".pth"))
    editable_ = true;
  // A path that starts with '/' replaces the folder.
  const fs::path full =
      (fs::path(distribution_.folder) / path).lexically_normal();
  if (is_inside(full, root_)) return file_(full.string());
  // Scripts may lie elsewhere; a library does not.
  if (is_named_as_library(path)) {
    problem_(fmt::format(
        "device code of {} is not known: its RECORD names {}, which lies "
        "outside {} and is not read",
        distribution_.name, path, root_.string()));
  }
}

/// False where there is no RECORD, or nothing in it.
bool Files::record() {
  const fs::path path = fs::path(distribution_.info) / "RECORD";
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return false;
  auto source = ByteSource::open(path.string());
  const auto unread = [&](const Error& why) {
    problem_(fmt::format("device code of {} is not known: {} {}",
                         distribution_.name, path.string(), why.message));
    return true;
  };
  if (!source) return unread(source.error());
  LineReader lines(*source);
  while (lines.next()) {
    const std::string file = record_path(lines.line());
    if (!file.empty()) row(file);
    if (!more("RECORD")) return true;
  }
  if (const auto status = lines.status(); !status)
    return unread(status.error());
  return count_ != 0;
}

void Files::walk(const fs::path& top) {
  std::error_code error;
  // Links to folders are not followed, so that there is an end.
  fs::recursive_directory_iterator at(top, error);
  for (; !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored)) continue;
    if (!more(top.string())) return;
    file_(at->path().string());
  }
  if (error) {
    problem_(
        fmt::format("device code of {} is not known: {} cannot be read: {}",
                    distribution_.name, top.string(), error.message()));
  }
}

/// What top_level.txt names, or else the folder of the distribution's name.
void Files::top_level() {
  std::vector<std::string> names;
  const fs::path list = fs::path(distribution_.info) / "top_level.txt";
  if (auto source = ByteSource::open(list.string())) {
    LineReader lines(*source);
    while (lines.next() && more("top_level.txt"))
      names.emplace_back(trimmed(lines.line()));
  }
  if (names.empty()) {
    names.push_back(distribution_.name);
    std::ranges::replace(names.back(), '-', '_');
  }
  for (const std::string& name : names) {
    const fs::path top =
        (fs::path(distribution_.folder) / name).lexically_normal();
    std::error_code error;
    if (!name.empty() && is_inside(top, root_) && fs::is_directory(top, error))
      walk(top);
  }
}

bool says_editable(const std::string& info) {
  auto source = ByteSource::open(info + "/direct_url.json");
  if (!source || source->size() > ByteSource::kMaxWindow) return false;
  const auto text = source->window_up_to(0, source->size(), "direct_url.json");
  if (!text) return false;
  std::string packed;
  for (const std::byte one : *text) {
    if (const char c = static_cast<char>(one); c != ' ' && c != '\n')
      packed += c;
  }
  return packed.find("\"editable\":true") != std::string::npos;
}

}  // namespace

std::string normalized_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool separator = c == '-' || c == '_' || c == '.';
    if (separator && out.ends_with('-')) continue;
    out += separator              ? '-'
           : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
                                  : c;
  }
  return out;
}

Result<NameAndVersion> read_metadata(ByteSource& source) {
  NameAndVersion out;
  LineReader lines(source);
  for (int i = 0; i < kHeaderLines && lines.next(); ++i) {
    std::string_view line = lines.line();
    if (trimmed(line).empty()) break;
    if (take_prefix(line, "Name:") && out.name.empty())
      out.name = trimmed(line);
    if (take_prefix(line, "Version:") && out.version.empty())
      out.version = trimmed(line);
    if (!out.name.empty() && !out.version.empty()) return out;
  }
  if (const auto status = lines.status(); !status)
    return tl::unexpected(status.error());
  return fail(0, "it has no Name and Version at its top");
}

std::string record_path(std::string_view row) {
  if (!row.starts_with('"')) return std::string(row.substr(0, row.find(',')));
  std::string path;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '"' && (i + 1 == row.size() || row[++i] != '"')) return path;
    path += row[i];
  }
  return {};  // the quote is not closed
}

std::vector<Distribution> find_distributions(const std::string& folder,
                                             const ProblemSink& problem) {
  std::vector<Distribution> found;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    const fs::path info = at->path();
    if (info.extension() != ".dist-info" && info.extension() != ".egg-info")
      continue;
    // What pip moved aside and could not remove; Python ignores it too.
    if (info.filename().string().starts_with('~')) continue;
    NameAndVersion reported = from_file_name(info);
    if (auto metadata = metadata_of(info)) {
      reported = *metadata;
    } else {
      problem(fmt::format(
          "name and version of {} are taken from its folder's name: its "
          "metadata {}",
          info.string(), metadata.error().message));
    }
    found.push_back({folder, info.string(), normalized_name(reported.name),
                     reported.version});
  }
  if (error) {
    problem(fmt::format("packages of {} are not known: it cannot be read: {}",
                        folder, error.message()));
  }
  std::ranges::sort(found, [](const Distribution& a, const Distribution& b) {
    return std::tie(a.name, a.info) < std::tie(b.name, b.info);
  });
  return found;
}

bool each_file(const Distribution& distribution, const std::string& root,
               const std::function<void(const std::string&)>& file,
               const ProblemSink& problem) {
  Files files(distribution, root, file, problem);
  if (!files.record()) files.top_level();
  return !files.editable() && !says_editable(distribution.info);
}

}  // namespace cudacompat
