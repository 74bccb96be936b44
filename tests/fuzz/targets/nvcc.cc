// SPDX-License-Identifier: Apache-2.0

// An nvcc command: the lines are NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS, then
// one word each. Every options file holds the whole input, and so names itself.
#include <string>
#include <vector>

#include "fuzz/checks.h"
#include "fuzz/targets/target.h"
#include "programs/launch/invocation.h"
#include "programs/launch/requested_code.h"
#include "programs/launch/settings.h"

using namespace cudacompat;
using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string_view> lines;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    lines.push_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
  if (lines.size() < 2) return 0;
  const auto words = std::span(lines).subspan(2);
  require(find_compiler(words) <= words.size(),
          "a compiler is one of the words");
  const Invocation invocation = parse_nvcc(
      words, lines[0], lines[1],
      [&](const std::string&) -> std::optional<std::string> { return text; });
  for (const NvccProduct& product : invocation.products) {
    require(!product.path.empty(), "a product has a path");
  }
  for (const ReleaseRow& release : release_table()) {
    const auto asked = requested_code(invocation.arch, &release);
    require(asked || !asked.error().message.empty(),
            "requested_code() says why not");
  }
  (void)failed_query_in(invocation.arch);
  (void)parse_settings(words, [](const char*) { return std::string_view(); });
  return 0;
}
