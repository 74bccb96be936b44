// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ask/fleet/readers.h"
#include "ask/fleet/smi_errors.h"
#include "base/text/message_text.h"
#include "base/text/split.h"
#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

enum class Column : std::uint8_t { other, name, driver, cc, unclear };

Column column_of_header(std::string_view word) {
  if (word == "name" || word == "gpu_name") return Column::name;
  if (word == "driver_version") return Column::driver;
  if (word == "compute_cap") return Column::cc;
  return Column::other;
}

/// Index, UUID, bus id, "23034 MiB", "[N/A]": what is surely none of the three.
bool is_of_no_use(std::string_view cell) {
  constexpr std::size_t kMostDigits = 3;
  return (is_number(cell) && cell.size() <= kMostDigits) ||
         cell.starts_with("GPU-") || cell.starts_with('[') ||
         cell.find(':') != std::string_view::npos || cell.ends_with(" MiB");
}

/// Without a header a cell tells by its form what it is.
Column column_of_value(std::string_view cell) {
  if (is_of_no_use(cell)) return Column::other;
  constexpr Cc kLeastCc = 30;
  if (const auto cc = found_cc(cell)) {
    return *cc >= kLeastCc ? Column::cc : Column::unclear;
  }
  FoundMachine said;
  set_driver(said, cell);
  if (said.driver) {
    return said.driver->low.parts > 1 ? Column::driver : Column::unclear;
  }
  const bool power_state =
      cell.starts_with('P') && is_number(cell.substr(1));  // a P4 is a GPU too
  const bool name = find_gpu_name(cell) || cell.starts_with("NVIDIA ");
  return name && !power_state ? Column::name : Column::unclear;
}

/// The columns of a row without a header, or none where a cell may be
/// something else (a power limit of 350.00 looks like a driver) or two cells
/// look alike.
std::optional<std::vector<Column>> columns_of_row(
    const std::vector<std::string_view>& cells) {
  std::vector<Column> columns;
  for (const std::string_view cell : cells) {
    const Column column = column_of_value(cell);
    const bool again =
        column != Column::other &&
        std::find(columns.begin(), columns.end(), column) != columns.end();
    if (column == Column::unclear || again) return std::nullopt;
    columns.push_back(column);
  }
  return columns;
}

}  // namespace

/// `nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv`, in
/// any order, with or without header.
Result<void> read_smi_csv(const Lines& lines, Fleet& fleet) {
  FoundMachine machine;
  std::vector<Column> header;
  for (const std::string& line : lines) {
    if (trimmed(line).empty() || smi_error(line) || is_lost_gpu(line)) continue;
    const std::vector<std::string_view> cells = split(line, ',');
    std::vector<Column> columns;
    columns.reserve(cells.size());
    for (const std::string_view cell : cells) {
      columns.push_back(column_of_header(cell));
    }
    const bool names = std::any_of(columns.begin(), columns.end(),
                                   [](Column c) { return c != Column::other; });
    if (names) {
      header = std::move(columns);
      continue;
    }
    if (!header.empty() && cells.size() != header.size()) {
      return fail(Error::kNoOffset,
                  "a row of the CSV has {} cells, its header {}: it was cut "
                  "off",
                  cells.size(), header.size());
    }
    const std::optional<std::vector<Column>> said =
        header.empty() ? columns_of_row(cells) : header;
    if (!said) {
      return fail(Error::kNoOffset,
                  "which cell of {} is which is unclear without the "
                  "header; leave noheader out, or query "
                  "name,driver_version,compute_cap",
                  quote(line));
    }
    FoundGpu gpu;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Column column = (*said)[i];
      if (column == Column::name) gpu.name = cells[i];
      if (column == Column::cc) gpu.cc = found_cc(cells[i]);
      if (column == Column::driver) set_driver(machine, cells[i]);
    }
    if (gpu.name.starts_with('[') || gpu.name == "N/A") gpu.name.clear();
    if (gpu.name.empty() && !gpu.cc && header.empty()) continue;
    add_gpu(machine, std::move(gpu));
  }
  return add_smi_machine(
      lines, std::move(machine),
      "no row with a GPU's name; query name,driver_version,compute_cap", fleet);
}

}  // namespace cudacompat
