#pragma once

#include <string_view>
#include <vector>

#include "ask/fleet/found.h"
#include "base/bytes/byte_source.h"

namespace cudacompat {

// One reader a source format; see import.h for what each promises.

Result<void> read_kubernetes(ByteSource& source, Fleet& fleet);
Result<void> read_node_features(ByteSource& source, Fleet& fleet);
Result<void> read_resource_slices(ByteSource& source, Fleet& fleet);
Result<void> read_slurm_nodes(ByteSource& source, Fleet& fleet);
Result<void> read_slurm_rows(ByteSource& source, Fleet& fleet);
Result<void> read_slurm_text(ByteSource& source, Fleet& fleet);
Result<void> read_prometheus_json(ByteSource& source, Fleet& fleet);
Result<void> read_prometheus_text(ByteSource& source, Fleet& fleet);
Result<void> read_smi_xml(ByteSource& source, Fleet& fleet);

// Descriptions of one machine, in lines.

using Lines = std::vector<std::string>;
Result<void> read_smi_table(const Lines& lines, Fleet& fleet);
Result<void> read_smi_query(const Lines& lines, Fleet& fleet);
Result<void> read_smi_list(const Lines& lines, Fleet& fleet);
Result<void> read_smi_csv(const Lines& lines, Fleet& fleet);
Result<void> read_device_query(const Lines& lines, Fleet& fleet);
Result<void> read_torch_env(const Lines& lines, Fleet& fleet);
Result<void> read_conda(const Lines& lines, Fleet& fleet);
Result<void> read_container(const Lines& lines, Fleet& fleet);
Result<void> read_jetson(const Lines& lines, Fleet& fleet);

/// Adds a machine that a text of its own described; an error where it names no
/// GPU and no default stands in.
Result<void> add_single(FoundMachine machine, Fleet& fleet);

/// The driver of a line "NVRM version: NVIDIA UNIX x86_64 Kernel Module
/// 470.86  Tue ..." in /proc/driver/nvidia/version; false: it is another line.
bool read_nvrm_line(std::string_view line, FoundMachine& machine);

}  // namespace cudacompat
