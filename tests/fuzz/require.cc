// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "fuzz/checks.h"

namespace cudacompat::testing {

void require(bool promise, std::string_view text) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(text.size()),
               text.data());
  std::abort();
}

Bytes with_start(std::span<const std::byte> input, std::string_view text) {
  Bytes bytes(input.begin(), input.end());
  if (bytes.size() < text.size()) bytes.resize(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(),
                 [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

}  // namespace cudacompat::testing
