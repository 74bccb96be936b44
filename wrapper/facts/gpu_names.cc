#include <cstddef>

#include "facts/tables.h"

namespace cudacompat {
namespace {

/// Blanks, '-' and '_' are alike (Kubernetes labels have no blanks), and so
/// are upper and lower case.
char folded(char c) {
  if (c == '-' || c == '_') return ' ';
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool in_word(char c) {
  return (c >= '0' && c <= '9') || (folded(c) >= 'a' && folded(c) <= 'z');
}

bool matches_at(std::string_view product, std::size_t at,
                std::string_view name) {
  if (name.size() > product.size() - at) return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (folded(product[at + i]) != folded(name[i])) return false;
  const std::size_t end = at + name.size();
  // Whole words only: an A10 is no A100 and no RTX A1000.
  return (at == 0 || !in_word(product[at - 1])) &&
         (end == product.size() || !in_word(product[end]));
}

bool contains(std::string_view product, std::string_view name) {
  for (std::size_t at = 0; at < product.size(); ++at)
    if (matches_at(product, at, name)) return true;
  return false;
}

}  // namespace

std::optional<GpuNameRow> find_gpu_name(std::string_view product) {
  const GpuNameRow* best = nullptr;
  for (const GpuNameRow& row : gpu_name_table())
    if ((best == nullptr || row.name.size() > best->name.size()) &&
        contains(product, row.name))
      best = &row;
  if (best == nullptr || best->cc == 0) return std::nullopt;
  return *best;
}

}  // namespace cudacompat
