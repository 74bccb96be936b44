// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "doctor/log/log_symptoms.h"

namespace cudacompat {

/// A row that a line fits, and where in it.
struct RowMatch {
  const SymptomRow* row = nullptr;
  std::size_t at = 0;
};

/// Finds the rows of symptom_table() in lines. A line costs one look at each
/// of its bytes, for nearly none fits anything.
class SymptomFinder {
 public:
  SymptomFinder();

  /// In lower case as long as `text`; valid until the next call.
  std::string_view lowercased(std::string_view text);
  /// The rows, the most specific first, each once. `lower` is
  /// lowercased(text).
  const std::vector<RowMatch>& find(std::string_view text,
                                    std::string_view lower);

 private:
  struct Needle {
    std::string_view head;  // up to the first gap
    std::string_view rest;
    std::size_t row;
    bool of_c;  // a word of C
  };
  void add(std::string_view text, std::size_t row);

  std::vector<Needle> needles_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> by_start_;
  std::bitset<1u << 16> starts_;
  std::string lower_;
  std::vector<RowMatch> found_;
};

}  // namespace cudacompat
