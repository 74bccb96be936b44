// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json/json_writer.h"
#include "read/images/image.h"
#include "report/tool.h"

namespace cudacompat {

// As inspect_text.h: the parts of a file, as the scan finds them.

/// `inspect --format json`: templates/schemas/inspect.json.
class InspectJson {
 public:
  InspectJson(Sink sink, const Tool& tool);

  void begin_file(const std::string& path);
  void container(const Container& container);
  void problem(const Problem& problem);
  void end_file(const ScanSummary& summary);
  void unread(const std::string& path, const Error& error);
  void finish();
  bool wanted() const { return json_.wanted(); }

 private:
  JsonWriter json_;
  std::vector<Problem> problems_;
  std::uint64_t problem_count_ = 0;
};

// Shared with `check --format json`.
void write_container(JsonWriter& json, const Container& container);
void write_runtime(JsonWriter& json, const RuntimeFacts& runtime);
void write_problems(JsonWriter& json, const std::vector<Problem>& problems,
                    std::uint64_t count);

}  // namespace cudacompat
