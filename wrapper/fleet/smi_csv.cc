#include <algorithm>

#include "facts/tables.h"
#include "fleet/readers.h"
#include "fleet/smi_errors.h"
#include "fleet/text.h"

namespace cudacompat {
namespace {

enum class Column : std::uint8_t { other, name, driver, cc };

Column column_of_header(std::string_view word) {
  if (word == "name" || word == "gpu_name") return Column::name;
  if (word == "driver_version") return Column::driver;
  if (word == "compute_cap") return Column::cc;
  return Column::other;
}

/// Without a header a cell tells by its form what it is; the name is the one
/// text that no other field of the query has.
Column column_of_value(std::string_view cell) {
  if (found_cc(cell)) return Column::cc;
  FoundMachine said;
  set_driver(said, cell);
  if (said.driver && cell.find('.') != std::string_view::npos) {
    return Column::driver;
  }
  return find_gpu_name(cell) || cell.starts_with("NVIDIA ") ? Column::name
                                                            : Column::other;
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
    FoundGpu gpu;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Column column =
          header.empty() ? column_of_value(cells[i]) : header[i];
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
