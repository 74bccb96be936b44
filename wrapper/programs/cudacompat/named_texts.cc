// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/named_texts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/message_text.h"
#include "programs/cudacompat/messages.h"

namespace cudacompat {

std::string listed_names(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

bool is_known_name(std::string_view what, std::string_view name,
                   std::span<const std::string_view> names) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return true;
  const std::string_view meant = nearest(name, names);
  print_error("there is no {} {}; {}", what, quote(name),
              meant.empty() ? "there is " + listed_names(names)
                            : fmt::format("did you mean {}?", meant));
  return false;
}

}  // namespace cudacompat
