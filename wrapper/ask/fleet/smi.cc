// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/readers.h"
#include "ask/fleet/smi_errors.h"
#include "base/text/line_reader.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

bool is_smi_text(std::string_view head) {
  if (has(head, "driver_version") || has(head, "compute_cap")) return true;
  for (const std::string_view line : split(head, '\n')) {
    if (smi_error(line) || is_lost_gpu(line)) return true;
    if (!has(line, ",")) continue;
    for (const std::string_view cell : split(line, ',')) {
      FoundMachine found;
      set_driver(found, cell);
      if (found.driver && found.driver->low.parts > 1) return true;
    }
  }
  return false;
}

Result<void> read_nvidia_smi(ByteSource& source, Fleet& fleet) {
  const auto head = head_of(source);
  if (!head) return tl::unexpected(head.error());
  if (has(*head, "<nvidia_smi_log") || has(*head, "<?xml")) {
    return read_smi_xml(source, fleet);
  }
  const auto lines = lines_of(source);
  if (!lines) return tl::unexpected(lines.error());
  if (has(*head, "NVSMI LOG")) return read_smi_query(*lines, fleet);
  if (has(*head, "(UUID: GPU-")) return read_smi_list(*lines, fleet);
  if (has(*head, "|")) return read_smi_table(*lines, fleet);
  return read_smi_csv(*lines, fleet);
}

}  // namespace cudacompat
