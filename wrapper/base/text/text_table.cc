// SPDX-License-Identifier: Apache-2.0
#include "base/text/text_table.h"

#include <algorithm>

#include "base/text/printable.h"
#include "base/text/style.h"

namespace cudacompat {

void write_table(const Sink& sink,
                 const std::vector<std::vector<std::string>>& rows,
                 TextStyle style) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::size_t wanted = columns(printable(row[i]));
      widths[i] = std::max(widths[i], std::min(wanted, kMaxNameColumn));
    }
  }
  for (const std::vector<std::string>& row : rows) {
    const Paint paint = &row == &rows.front() ? Paint::strong : Paint::plain;
    std::string out;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      out +=
          padded(printable(row[i]), last ? 0 : widths[i], paint, style.color);
      out += last ? "\n" : "  ";
    }
    sink(out);
  }
}

}  // namespace cudacompat
