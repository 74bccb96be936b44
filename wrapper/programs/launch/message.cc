// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/message.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>

namespace cudacompat {

void say(std::string_view text) {
  struct sigaction ignore = {};
  struct sigaction original;
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &original);
  while (!text.empty()) {
    const ssize_t n = write(STDERR_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  sigaction(SIGPIPE, &original, nullptr);
}

}  // namespace cudacompat
