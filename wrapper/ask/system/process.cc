// SPDX-License-Identifier: Apache-2.0
#include "ask/system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

extern char** environ;

namespace cudacompat {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

/// One output of the child, read up to a limit.
struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
  std::string text;

  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read_end = Descriptor(ends[0]);
    write_end = Descriptor(ends[1]);
    return true;
  }

  /// Takes what is there; closes at the end of the stream.
  void take(std::size_t limit) {
    std::array<char, 16384> buffer{};
    const ssize_t n = read(read_end.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) {
      read_end.reset();
      return;
    }
    text.append(buffer.data(), std::min(static_cast<std::size_t>(n),
                                        limit - std::min(limit, text.size())));
  }
};

std::vector<std::string> environment(const std::vector<std::string>& without) {
  std::vector<std::string> kept;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (name != "LC_ALL" && std::ranges::find(without, name) == without.end()) {
      kept.emplace_back(text);
    }
  }
  kept.emplace_back("LC_ALL=C");
  return kept;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

/// The child's exit code, or nullopt while it runs.
std::optional<int> exit_code_of(pid_t pid) {
  int status = 0;
  pid_t ended = 0;
  do {
    ended = waitpid(pid, &status, WNOHANG);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return std::nullopt;
  if (ended < 0) return 127;
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

void kill_group(pid_t pid) {
  kill(-pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
}

/// The spawn attributes and file actions, freed together.
struct SpawnSetup {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  SpawnSetup() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
  }
};

/// 0 and the child's id, or the error number.
int spawn(const ProcessRequest& request, const Pipe& out, const Pipe& err,
          pid_t& pid) {
  SpawnSetup setup;
  posix_spawn_file_actions_addopen(&setup.files, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(
      &setup.files, request.show ? STDERR_FILENO : out.write_end.get(),
      STDOUT_FILENO);
  if (!request.show) {
    posix_spawn_file_actions_adddup2(&setup.files, err.write_end.get(),
                                     STDERR_FILENO);
  }
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&setup.attributes, &none);
  posix_spawnattr_setsigdefault(&setup.attributes, &all);
  posix_spawnattr_setpgroup(&setup.attributes, 0);
  posix_spawnattr_setflags(
      &setup.attributes,
      static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                         POSIX_SPAWN_SETSIGDEF));
  std::vector<std::string> arguments = request.argv;
  std::vector<std::string> variables = environment(request.without);
  return posix_spawn(&pid, arguments.front().c_str(), &setup.files,
                     &setup.attributes, pointers(arguments).data(),
                     pointers(variables).data());
}

/// Waits for something to read, at most until the deadline. A short wait: a
/// child may end while a grandchild keeps its outputs open.
void wait_for_output(Pipe& out, Pipe& err, std::size_t limit,
                     milliseconds left) {
  std::array<pollfd, 2> polled{pollfd{out.read_end.get(), POLLIN, 0},
                               pollfd{err.read_end.get(), POLLIN, 0}};
  const bool open = out.read_end.get() >= 0 || err.read_end.get() >= 0;
  const milliseconds slice{open ? 50 : 1};
  const auto wait = std::min(left, slice).count();
  if (poll(polled.data(), polled.size(), static_cast<int>(wait)) <= 0) return;
  if (polled[0].revents != 0) out.take(limit);
  if (polled[1].revents != 0) err.take(limit);
}

/// What an ended child left in its pipes, without waiting for more.
void drain(Pipe& pipe, std::size_t limit) {
  while (pipe.read_end.get() >= 0) {
    pollfd polled{pipe.read_end.get(), POLLIN, 0};
    if (poll(&polled, 1, 0) <= 0 || pipe.text.size() >= limit) return;
    pipe.take(limit);
  }
}

}  // namespace

Result<ProcessOutput> run_process(const ProcessRequest& request) {
  if (request.argv.empty()) return fail(Error::kNoOffset, "no program to run");
  const std::string& program = request.argv.front();
  Pipe out;
  Pipe err;
  if (!out.open() || !err.open()) {
    return fail(Error::kNoOffset, "could not run {}: {}", program,
                std::strerror(errno));
  }
  pid_t pid = 0;
  if (const int number = spawn(request, out, err, pid); number != 0) {
    return fail(Error::kNoOffset, "could not run {}: {}", program,
                std::strerror(number));
  }
  out.write_end.reset();
  err.write_end.reset();
  const auto deadline = Clock::now() + request.time_limit;
  std::optional<int> code;
  while (!(code = exit_code_of(pid))) {
    const auto left =
        std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    if (left <= milliseconds::zero()) {
      kill_group(pid);
      return fail(Error::kNoOffset, "{} did not end within {} ms", program,
                  request.time_limit.count());
    }
    wait_for_output(out, err, request.output_limit, left);
  }
  drain(out, request.output_limit);
  drain(err, request.output_limit);
  return ProcessOutput{*code, std::move(out.text), std::move(err.text)};
}

std::string beside_this_program(const std::string& name) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / name).string();
}

}  // namespace cudacompat
