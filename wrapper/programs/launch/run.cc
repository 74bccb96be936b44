// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/run.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "programs/launch/message.h"

namespace cudacompat {
namespace {

/// The signals that we answer ourselves while the child runs.
sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal :
       {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2})
    sigaddset(&set, signal);
  return set;
}

/// INT and QUIT come from a terminal, which sends them to the child as well.
bool passes_on(int signal) {
  return signal == SIGHUP || signal == SIGTERM || signal == SIGUSR1 ||
         signal == SIGUSR2;
}

CommandEnd end_of(int status) {
  if (WIFSIGNALED(status)) return {CommandEnd::How::killed, WTERMSIG(status)};
  return {CommandEnd::How::exited, WEXITSTATUS(status)};
}

CommandEnd wait_for(pid_t child, const sigset_t& watched) {
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return end_of(status);
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) return {CommandEnd::How::not_started, errno};
    const int signal = sigwaitinfo(&watched, nullptr);
    if (passes_on(signal)) kill(child, signal);
  }
}

}  // namespace

CommandEnd run_command(char* const* argv) {
  const sigset_t watched = watched_signals();
  sigset_t original;
  sigprocmask(SIG_BLOCK, &watched, &original);
  // A child of a parent that ignores SIGCHLD leaves no exit status.
  struct sigaction original_chld;
  struct sigaction default_chld = {};
  default_chld.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &default_chld, &original_chld);

  // posix_spawn cannot give the child an ignored SIGCHLD back. vfork costs the
  // same; its child touches nothing but its own mask and dispositions.
  volatile int error = 0;
  const pid_t child = vfork();
  if (child == 0) {
    sigaction(SIGCHLD, &original_chld, nullptr);
    sigprocmask(SIG_SETMASK, &original, nullptr);
    execvp(argv[0], argv);
    error = errno;
    _exit(127);
  }
  CommandEnd end = {CommandEnd::How::not_started, errno};
  if (child > 0) {
    end = wait_for(child, watched);
    if (error != 0) end = {CommandEnd::How::not_started, error};
  }
  sigprocmask(SIG_SETMASK, &original, nullptr);
  return end;
}

void become_command(char* const* argv) {
  execvp(argv[0], argv);
  end_as({CommandEnd::How::not_started, errno}, argv[0]);
}

void end_as(const CommandEnd& end, const char* command) {
  switch (end.how) {
    case CommandEnd::How::exited:
      _exit(end.value);
    case CommandEnd::How::killed: {
      // The core file, if any, is the child's; ours must not replace it.
      const struct rlimit no_core = {0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      struct sigaction action = {};
      action.sa_handler = SIG_DFL;
      sigaction(end.value, &action, nullptr);
      sigset_t set;
      sigemptyset(&set);
      sigaddset(&set, end.value);
      sigprocmask(SIG_UNBLOCK, &set, nullptr);
      raise(end.value);
      _exit(128 + end.value);
    }
    case CommandEnd::How::not_started:
      break;
  }
  say(std::string("cudacompat-launch: ") + command + ": " +
      (end.value == ENOENT ? "command not found" : std::strerror(end.value)) +
      "\n");
  _exit(end.value == ENOENT ? 127 : 126);
}

}  // namespace cudacompat
