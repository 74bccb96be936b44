// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

namespace cudacompat {

/// One line on stderr, in one write: "cudacompat: error: TEXT".
void say(const std::string& word, const std::string& text);

template <typename... Args>
void print_error(fmt::format_string<Args...> text, Args&&... args) {
  say("error", fmt::format(text, std::forward<Args>(args)...));
}

template <typename... Args>
void warn(fmt::format_string<Args...> text, Args&&... args) {
  say("warning", fmt::format(text, std::forward<Args>(args)...));
}

template <typename... Args>
void note(fmt::format_string<Args...> text, Args&&... args) {
  say("note", fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace cudacompat
