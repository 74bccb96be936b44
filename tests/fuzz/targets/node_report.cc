// SPDX-License-Identifier: Apache-2.0

// The report of another machine's load test, as `load-test --collect` reads it.
#include "ask/driver/agreement.h"
#include "ask/driver/collect.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;
using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto report = parse_node_report(json, "input.json");
  if (!report) {
    require(!report.error().empty(), "a bad report says what is wrong");
    return 0;
  }
  Collection all;
  all.add(*report);
  require(!all.groups().empty() || !all.skipped().empty(),
          "a report is of a device, or says why of none");
  for (const auto& [key, of] : all.groups()) {
    require(of.nodes.size() == 1, "a report is of one node");
    require(load_rank(of.verdict()).has_value(), "a verdict is a word of ours");
  }
  return 0;
}
