#include <array>

#include "fleet/json_items.h"
#include "fleet/readers.h"
#include "fleet/slurm_gres.h"

namespace cudacompat {

/// `scontrol show node --json`: "nodes" with "gres" as the text form has it, in
/// all schema versions (openapi/v0.0.37 of Slurm 21.08 to data_parser/v0.0.43).
Result<void> read_slurm_json(ByteSource& source, Fleet& fleet) {
  constexpr std::array<std::string_view, 1> kNodes = {"nodes"};
  return each_json_item(source, kNodes, [&](const JsonItem& node) {
    FoundMachine machine;
    machine.node = json_text(node, "name").value_or("");
    const auto gres = json_text(node, "gres");
    if (!gres) {
      fleet.remark(Remark::Kind::left_out,
                   "no \"gres\" of a node; import the output of `scontrol show "
                   "node --json`",
                   machine.node);
      return;
    }
    machine.os =
        found_os("linux", json_text(node, "architecture").value_or(""));
    add_slurm_node(std::move(machine), gres_gpu_types(*gres), fleet);
  });
}

}  // namespace cudacompat
