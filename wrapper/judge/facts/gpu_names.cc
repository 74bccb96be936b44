// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>

#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

/// Every byte as it is compared: upper and lower case are alike, and so are
/// blanks, '-' and '_' (Kubernetes labels have no blanks).
constexpr std::array<char, 256> kFolded = [] {
  std::array<char, 256> folded{};
  for (std::size_t i = 0; i < folded.size(); ++i) {
    const char c = static_cast<char>(i);
    folded[i] = c >= 'A' && c <= 'Z'   ? static_cast<char>(c - 'A' + 'a')
                : c == '-' || c == '_' ? ' '
                                       : c;
  }
  return folded;
}();

char folded(char c) { return kFolded[static_cast<unsigned char>(c)]; }

bool in_word(char c) {
  return (c >= '0' && c <= '9') || (folded(c) >= 'a' && folded(c) <= 'z');
}

/// Whole words only: an A10 is no A100, and an H200 no GH200.
bool starts_word(std::string_view text, std::size_t at) {
  return in_word(text[at]) && (at == 0 || !in_word(text[at - 1]));
}

bool starts_with(std::string_view text, std::string_view name) {
  if (name.size() > text.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (folded(text[i]) != folded(name[i])) return false;
  return text.size() == name.size() || !in_word(text[name.size()]);
}

}  // namespace

std::optional<GpuNameRow> find_gpu_name(std::string_view product) {
  const GpuNameRow* best = nullptr;
  for (std::size_t at = 0; at < product.size(); ++at) {
    if (!starts_word(product, at)) continue;
    const std::string_view rest = product.substr(at);
    for (const GpuNameRow& row : gpu_name_table())
      if (folded(row.name.front()) == folded(rest.front()) &&
          starts_with(rest, row.name) &&
          (best == nullptr || row.name.size() > best->name.size()))
        best = &row;
  }
  if (best == nullptr || best->cc == 0) return std::nullopt;
  return *best;
}

}  // namespace cudacompat
