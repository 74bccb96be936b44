// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>

#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"

namespace {

/// A file must never get the number of a standard stream that was closed. What
/// stands in for it fails when it is used, as the closed one would.
void hold_standard_streams() {
  for (int fd = 0; fd < 3; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1) continue;
    if (::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  hold_standard_streams();
  try {
    return cudacompat::run_program(argc, argv);
  } catch (const std::bad_alloc&) {
    cudacompat::say("internal error", "out of memory");
  } catch (const std::exception& error) {
    cudacompat::say("internal error", error.what());
  }
  return cudacompat::kInternal;
}
