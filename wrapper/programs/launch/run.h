// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cudacompat {

/// How a command ended.
struct CommandEnd {
  enum class How { exited, killed, not_started };
  How how = How::exited;
  int value = 0;  // exit status, signal, or errno
  bool succeeded() const { return how == How::exited && value == 0; }
};

/// Runs a command and waits for it. The child gets all we got: arguments,
/// environment, descriptors, signal mask and dispositions; it stays in our
/// process group. While it runs, TERM, HUP, USR1 and USR2 are passed on to it,
/// INT and QUIT (which a terminal sends to both of us) only wait. Call it
/// before anything else that takes memory.
CommandEnd run_command(char* const* argv);

/// Becomes the command. Where it cannot be started, says so as a shell does and
/// exits with 127 (not found) or 126.
[[noreturn]] void become_command(char* const* argv);

/// Ends as the command did: its exit status, its signal, or as a shell that
/// could not start it.
[[noreturn]] void end_as(const CommandEnd& end, const char* command);

}  // namespace cudacompat
