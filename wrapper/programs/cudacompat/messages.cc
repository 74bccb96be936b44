// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/messages.h"

#include <unistd.h>

#include "programs/cudacompat/progress.h"

namespace cudacompat {

void say(const std::string& word, const std::string& text) {
  clear_progress_line();
  const std::string line = fmt::format("cudacompat: {}: {}\n", word, text);
  // Nothing can be done where stderr is closed or full.
  [[maybe_unused]] const auto written =
      ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace cudacompat
