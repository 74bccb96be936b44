// SPDX-License-Identifier: Apache-2.0

// Lines of files that CMake has written, in a folder that anybody may have
// made.
#include "doctor/build/cmake_text.h"

#include "base/text/split.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;
using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const std::string_view line : split(text, '\n')) {
    if (const auto entry = parse_cache_line(line)) {
      require(entry->type.find('=') == std::string::npos,
              "a type ends at the first '='");
      const auto again = parse_cache_line(
          "\"" + entry->name + "\":" + entry->type + "='" + entry->value + "'");
      require(entry->name.find('"') != std::string::npos || again == entry,
              "an entry in quotes reads back");
    }
    if (const auto entry = parse_set_line(line)) {
      require(entry->name.find(' ') == std::string::npos,
              "a name ends at the first blank");
      require(entry->value.size() < line.size(), "a value is of its line");
    }
  }
  return 0;
}
