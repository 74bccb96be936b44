// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/environment.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "ask/frameworks/device_files.h"
#include "ask/frameworks/distribution.h"
#include "ask/frameworks/known.h"
#include "ask/system/site_packages.h"
#include "base/text/line_reader.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

/// A site-packages folder, and what its files must lie inside.
struct SitePackages {
  std::string folder, root;
  bool windows = false;
};

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// Entries of a folder that `wanted` takes, by name.
template <typename Wanted>
std::vector<fs::path> entries(const fs::path& folder, const Wanted& wanted) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    if (wanted(at->path().filename().string())) found.push_back(at->path());
  }
  std::ranges::sort(found);
  return found;
}

std::vector<SitePackages> folders_of(const std::string& root,
                                     std::string_view only = {}) {
  std::vector<SitePackages> out;
  for (const std::string& folder : site_packages_of(root, only))
    out.push_back({folder, root, folder.ends_with("/Lib/site-packages")});
  return out;
}

/// What a venv's pyvenv.cfg says of the Python that it was made from.
std::vector<SitePackages> system_folders(const fs::path& prefix,
                                         std::vector<std::string>& problems) {
  const fs::path config = prefix / "pyvenv.cfg";
  std::error_code error;
  if (!fs::exists(fs::symlink_status(config, error))) return {};
  std::string home, version;
  bool wanted = false;
  auto source = ByteSource::open(config.string());
  Result<void> status;
  if (source) {
    LineReader lines(*source);
    while (lines.next()) {
      const auto parts = split(lines.line(), '=');
      if (parts.size() < 2) continue;
      if (parts[0] == "home") home = parts[1];
      if (parts[0] == "version" || parts[0] == "version_info")
        version = parts[1];
      if (parts[0] == "include-system-site-packages")
        wanted = parts[1] == "true";
    }
    status = lines.status();
  } else {
    status = tl::unexpected(source.error());
  }
  if (!status) {
    problems.push_back(
        fmt::format("packages of the system's Python are not known: {} {}",
                    config.string(), status.error().message));
  }
  if (!wanted) return {};
  if (home.empty()) {
    problems.push_back(fmt::format(
        "packages of the system's Python are not known: {} names no home",
        config.string()));
    return {};
  }
  const auto numbers = split(version, '.');
  return folders_of(fs::path(home).parent_path().string(),
                    numbers.size() < 2
                        ? ""
                        : fmt::format("python{}.{}", numbers[0], numbers[1]));
}

bool holds_distributions(const fs::path& folder) {
  return !entries(folder, [](const std::string& name) {
            return name.ends_with(".dist-info") || name.ends_with(".egg-info");
          }).empty();
}

/// Why the files of a framework cannot be all that there is of it.
std::string why_doubtful(const Package& package, bool whole) {
  if (package.framework.empty()) return "";
  if (!whole) {
    return "it is an editable install, whose files lie elsewhere; check them: "
           "cudacompat check FILE";
  }
  const bool says =
      package.framework == "torch" || package.framework == "tensorflow";
  if (says && package.platform.empty()) {
    return "no file of it says what it was built for; reinstall it: pip "
           "install --force-reinstall " +
           package.name;
  }
  if (package.platform == "cuda" && package.files.empty()) {
    return "it was built for CUDA, and no file of it holds such code; "
           "reinstall it: pip install --force-reinstall " +
           package.name;
  }
  return "";
}

class Reader {
 public:
  Reader(PythonEnvironment& environment, Depth depth)
      : environment_(environment), depth_(depth) {}

  void find(const SitePackages& site);
  void read_all(const EnvironmentProgress& progress);
  /// What conda knows of packages that have no files in site-packages.
  void conda();

 private:
  struct Found {
    Distribution distribution;
    const SitePackages* site;
  };
  void read(const Found& found);
  void look(Package& package, const std::string& path, DeviceFiles& files) {
    if (auto facts = files.read(path))
      package.files.push_back(std::move(*facts));
  }
  void runtime(std::string_view version) {
    const auto release = cuda_release(version);
    if (release && (!environment_.runtime || *environment_.runtime < *release))
      environment_.runtime = release;
  }
  ProblemSink problem() {
    return [this](std::string text) {
      environment_.problems.push_back(std::move(text));
    };
  }

  PythonEnvironment& environment_;
  Depth depth_;
  std::vector<Found> found_;
  std::set<std::string, std::less<>> names_;
};

void Reader::find(const SitePackages& site) {
  for (const fs::path& link : entries(site.folder, [](const std::string& name) {
         return name.ends_with(".egg-link") &&
                !framework_of(normalized_name(name.substr(0, name.rfind('.'))))
                     .empty();
       })) {
    problem()(
        fmt::format("what {} leads to is not known: links of setup.py "
                    "develop are not followed; check its files: "
                    "cudacompat check FILE",
                    link.string()));
  }
  std::set<std::string> here;
  for (Distribution& one : find_distributions(site.folder, problem())) {
    if (names_.contains(one.name)) continue;  // a folder before this has it
    if (!here.insert(one.name).second && !framework_of(one.name).empty()) {
      problem()(fmt::format(
          "which {0} runs is not known: {1} has two; remove both: pip "
          "uninstall {0}, twice, and install the one that is meant",
          one.name, site.folder));
    }
    found_.push_back({std::move(one), &site});
  }
  names_.merge(here);
}

void Reader::read_all(const EnvironmentProgress& progress) {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (progress) progress(i, found_.size(), found_[i].distribution.name);
    read(found_[i]);
  }
}

void Reader::read(const Found& found) {
  const Distribution& one = found.distribution;
  if (one.name.starts_with("nvidia-")) {
    if (one.name.starts_with("nvidia-cuda-runtime")) runtime(one.version);
    return;
  }
  Package package;
  package.name = one.name;
  package.version = one.version;
  package.framework = framework_of(one.name);
  BuildFacts build(package);
  DeviceFiles files(depth_, found.site->windows);
  const bool whole = each_file(
      one, found.site->root,
      [&](const std::string& path) {
        build.file(path);
        look(package, path, files);
      },
      problem());
  // conda's packages of the C++ libraries put them here.
  if (package.framework == "torch" || package.framework == "tensorflow") {
    const fs::path root = found.site->root;
    if (is_folder(root / "conda-meta")) {
      for (const fs::path& library :
           entries(root / "lib", [&](const std::string& name) {
             return name.starts_with("lib" + package.framework);
           })) {
        look(package, library.string(), files);
      }
    }
  }
  build.finish();
  if (const std::string why = why_doubtful(package, whole); !why.empty())
    problem()(fmt::format("device code of {} is not known: {}", one.name, why));
  if (!package.framework.empty() || !package.files.empty())
    environment_.packages.push_back(std::move(package));
}

void Reader::conda() {
  constexpr std::string_view kRuntime = "cuda-cudart-";
  for (const fs::path& record :
       entries(fs::path(environment_.prefix) / "conda-meta",
               [&](const std::string& name) {
                 return name.starts_with(kRuntime) &&
                        name.find_first_of("0123456789") == kRuntime.size();
               })) {
    runtime(record.filename().string().substr(kRuntime.size()));
  }
}

}  // namespace

Result<PythonEnvironment> read_python_environment(
    const std::string& prefix, Depth depth,
    const EnvironmentProgress& progress) {
  PythonEnvironment environment;
  environment.prefix = prefix;
  if (!is_folder(prefix)) {
    return fail(Error::kNoOffset,
                "it is not a folder; name a venv, a conda environment or a "
                "site-packages folder: cudacompat probe --env .venv");
  }
  std::vector<SitePackages> sites = folders_of(prefix);
  if (sites.empty() && holds_distributions(prefix))
    sites.push_back({prefix, prefix, false});
  if (sites.empty()) {
    return fail(Error::kNoOffset,
                "no Python packages are in it: it has no "
                "lib/python3.*/site-packages, and no *.dist-info of its own; "
                "name a venv, a conda environment or a site-packages folder");
  }
  for (SitePackages& site : system_folders(prefix, environment.problems))
    sites.push_back(std::move(site));
  Reader reader(environment, depth);
  for (const SitePackages& site : sites) {
    environment.folders.push_back(site.folder);
    reader.find(site);
  }
  reader.read_all(progress);
  reader.conda();
  std::ranges::stable_sort(environment.packages, {}, &Package::name);
  return environment;
}

std::optional<Version> python_of(const PythonEnvironment& environment) {
  constexpr std::string_view kName = "/python";
  for (const std::string& folder : environment.folders) {
    const std::size_t at = folder.rfind(kName);
    if (at == std::string::npos) continue;
    const std::string rest = folder.substr(at + kName.size());
    const auto version = parse_version(rest.substr(0, rest.find('/')));
    if (version && version->minor != 0) return *version;
  }
  return std::nullopt;
}

std::vector<std::string> nvidia_library_folders(
    const PythonEnvironment& environment) {
  std::vector<std::string> out = {environment.prefix + "/lib"};
  for (const std::string& folder : environment.folders) {
    std::error_code error;
    fs::directory_iterator at(folder + "/nvidia", error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
      out.push_back((at->path() / "lib").string());
    }
  }
  return out;
}

std::optional<std::string> active_python_environment(
    const Environment& environment) {
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    auto value = environment(name);
    if (value && !value->empty()) return value;
  }
  return std::nullopt;
}

}  // namespace cudacompat
