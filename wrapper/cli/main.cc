#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/messages.h"

namespace {

/// A file must never get the number of a standard stream that was closed.
void hold_standard_streams() {
  for (int fd = 0; fd < 3; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1) continue;
    if (::open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) < 0) return;
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
