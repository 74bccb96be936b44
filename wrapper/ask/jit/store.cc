// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "ask/system/process.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& cache, Version release) {
  return fmt::format("{}/jit/{}", cache, to_string(release));
}

/// Held by whoever changes the compilers of one release; waits for others.
class Lock {
 public:
  explicit Lock(const std::string& path)
      : fd_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    while (fd_ >= 0 && flock(fd_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() {
    if (fd_ >= 0) close(fd_);
  }
  bool held() const { return fd_ >= 0; }

 private:
  int fd_;
};

Result<void> make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    return fail(Error::kNoOffset, "{} cannot be made: {}", path,
                error.message());
  }
  return {};
}

std::optional<JitCompiler> in_cache(const std::string& cache, Version release) {
  JitPlaces places;
  places.cache = cache;
  for (JitCompiler& compiler : find_jit_compilers(places))
    if (compiler.cuda == release) return std::move(compiler);
  return std::nullopt;
}

/// The libnvJitLink below a folder that pip has filled.
std::optional<std::string> library_below(const std::string& folder) {
  JitPlaces places;
  places.site_packages = {folder};
  const auto found = find_jit_compilers(places);
  if (found.empty()) return std::nullopt;
  return found.back().path;
}

}  // namespace

Result<JitCompiler> add_jit_compiler(const std::string& cache,
                                     const std::string& library) {
  const auto release = nvjitlink_release(library);
  if (!release) {
    return fail(Error::kNoOffset, "{}: {}", library, release.error().message);
  }
  const std::string folder = folder_of(cache, *release);
  if (auto made = make_folder(folder); !made) {
    return tl::unexpected(made.error());
  }
  std::error_code error;
  fs::path name = fs::canonical(library, error).filename();
  if (error) name = fs::path(library).filename();
  const std::string to = folder + "/" + name.string();
  const std::string part = fmt::format("{}.{}", folder, getpid());
  fs::copy_file(library, part, fs::copy_options::overwrite_existing, error);
  if (!error) fs::rename(part, to, error);
  if (error) {
    std::error_code ignored;
    fs::remove(part, ignored);
    return fail(Error::kNoOffset, "{} cannot be copied to {}: {}", library, to,
                error.message());
  }
  return JitCompiler{*release, to, "cache"};
}

Result<JitCompiler> fetch_jit_compiler(const std::string& cache,
                                       Version release) {
  const std::string folder = cache + "/jit";
  if (auto made = make_folder(folder); !made) {
    return tl::unexpected(made.error());
  }
  const std::string name = to_string(release);
  const Lock lock(fmt::format("{}/.{}.lock", folder, name));
  if (!lock.held()) {
    return fail(Error::kNoOffset, "{} cannot be written: {}", folder,
                std::strerror(errno));
  }
  if (auto there = in_cache(cache, release)) return std::move(*there);
  const std::string part = fmt::format("{}/.{}.part", folder, name);
  std::error_code error;
  fs::remove_all(part, error);
  ProcessRequest pip;
  pip.show = true;
  pip.time_limit = std::chrono::hours(1);
  pip.argv = {"/usr/bin/env",
              "python3",
              "-m",
              "pip",
              "install",
              "--no-deps",
              "--only-binary=:all:",
              "--disable-pip-version-check",
              "--no-input",
              "--no-compile",
              "--target",
              part,
              fmt::format("nvidia-nvjitlink{}=={}.*",
                          release.major < 13 ? "-cu12" : "", name)};
  const auto end = run_process(pip);
  if (!end) return tl::unexpected(end.error());
  Result<JitCompiler> added = tl::unexpected(
      Error{fmt::format("pip could not get the JIT compiler of CUDA {} ({}; "
                        "exit {}): see its output above, or get the wheel "
                        "elsewhere and name its library to `cudacompat jit "
                        "add`",
                        name, pip.argv.back(), end->exit_code)});
  if (end->exit_code == 0) {
    if (const auto library = library_below(part)) {
      added = add_jit_compiler(cache, *library);
    }
  }
  fs::remove_all(part, error);
  return added;
}

}  // namespace cudacompat
