// SPDX-License-Identifier: Apache-2.0
#include <pugixml.hpp>
#include <string>

#include "ask/fleet/readers.h"
#include "ask/fleet/smi_errors.h"
#include "base/text/line_reader.h"

namespace cudacompat {

/// `nvidia-smi -q -x`. Names of elements as in -q, in small letters.
Result<void> read_smi_xml(ByteSource& source, Fleet& fleet) {
  auto lines = lines_of(source);
  if (!lines) return tl::unexpected(lines.error());
  std::string text;
  for (const std::string& line : *lines) text.append(line).append("\n");
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size());
  if (!parsed) {
    return fail(
        static_cast<std::uint64_t>(parsed.offset),
        "the XML of nvidia-smi cannot be read: {}",
        parsed.status == pugi::status_end_element_mismatch ||
                parsed.offset + 1 >= static_cast<std::ptrdiff_t>(text.size())
            ? "it was cut off"
            : parsed.description());
  }
  const pugi::xml_node log = document.child("nvidia_smi_log");
  FoundMachine machine;
  for (const char* key : {"driver_version", "kmd_version"}) {
    set_driver(machine, log.child_value(key));
  }
  for (const char* key : {"cuda_version", "cuda_umd_version"}) {
    set_cuda(machine, log.child_value(key));
  }
  for (const pugi::xml_node gpu : log.children("gpu")) {
    add_gpu(machine, {gpu.child_value("product_name"), {}});
    if (is_windows_driver_model(
            gpu.child("driver_model").child_value("current_dm"))) {
      machine.os = Os::windows_x86_64;
    }
  }
  if (machine.gpus.empty()) {
    return fail(Error::kNoOffset, "it has no <nvidia_smi_log> with a <gpu>");
  }
  return add_single(std::move(machine), fleet);
}

}  // namespace cudacompat
