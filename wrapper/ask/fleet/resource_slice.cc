// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include "ask/fleet/readers.h"
#include "ask/fleet/yaml_items.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

/// An attribute's value: {"string": ...} or {"version": ...}. Its name may
/// carry its domain ("gpu.nvidia.com/productName").
std::string_view attribute(const JsonItem& attributes, std::string_view name) {
  if (!attributes.IsObject()) return {};
  for (const auto& member : attributes.GetObject()) {
    std::string_view key = json_string(member.name);
    key = key.substr(key.rfind('/') + 1);
    if (key != name) continue;
    if (const auto text = json_text(member.value, "string")) return *text;
    return json_text(member.value, "version").value_or("");
  }
  return {};
}

/// A device of a slice: attributes lie under "basic" up to v1beta1.
void read_device(const JsonItem& device, FoundMachine& machine, Fleet& fleet) {
  const JsonItem* basic = json_member(device, "basic");
  const JsonItem* attributes =
      json_member(basic == nullptr ? device : *basic, "attributes");
  static const JsonItem kNone;
  if (attributes == nullptr) attributes = &kNone;
  if (attribute(*attributes, "type") == "vfio") {
    fleet.remark(Remark::Kind::note,
                 "a GPU is handed to virtual machines, whose driver is theirs; "
                 "it is left out",
                 machine.node);
    return;
  }
  add_gpu(machine, {std::string(attribute(*attributes, "productName")),
                    found_cc(attribute(*attributes, "cudaComputeCapability"))});
  set_driver(machine, attribute(*attributes, "driverVersion"));
  set_cuda(machine, attribute(*attributes, "cudaDriverVersion"));
}

/// A node's devices may be in several slices of one pool: they are held until
/// the last has come.
struct Pool {
  FoundMachine machine;
  std::uint64_t generation = 0;
  std::uint64_t slices = 0;
  std::uint64_t wanted = 1;
};

std::uint64_t number(const JsonItem& object, std::string_view key,
                     std::uint64_t otherwise) {
  return number_or(json_text(object, key).value_or(""), otherwise);
}

class Slices {
 public:
  explicit Slices(Fleet& fleet) : fleet_(fleet) {}

  void read(const JsonItem& slice) {
    const JsonItem* spec = json_member(slice, "spec");
    if (spec == nullptr) {
      fleet_.remark(Remark::Kind::left_out,
                    "an element of the list is not a ResourceSlice", "");
      return;
    }
    const std::string_view driver = json_text(*spec, "driver").value_or("");
    if (driver != "gpu.nvidia.com") {
      ++others_;
      return;
    }
    ++ours_;
    static const JsonItem kNone;
    const JsonItem* said = json_member(*spec, "pool");
    const JsonItem& pool_said = said == nullptr ? kNone : *said;
    const std::string name(json_text(pool_said, "name").value_or(""));
    Pool& pool = pools_[name];
    const std::uint64_t generation = number(pool_said, "generation", 0);
    if (pool.slices != 0 && generation < pool.generation) return;
    if (generation > pool.generation) pool = {};
    pool.generation = generation;
    pool.wanted = number(pool_said, "resourceSliceCount", 1);
    pool.machine.node = json_text(*spec, "nodeName").value_or(name);
    pool.machine.cuda_of_container = true;
    const JsonItem* devices = json_member(*spec, "devices");
    if (devices != nullptr && devices->IsArray()) {
      for (const JsonItem& device : devices->GetArray()) {
        read_device(device, pool.machine, fleet_);
      }
    }
    if (++pool.slices < pool.wanted) return;
    finish(pool);
    pools_.erase(name);
  }

  Result<void> end() {
    for (auto& [name, pool] : pools_) {
      fleet_.remark(Remark::Kind::doubt,
                    "some ResourceSlices of the node are missing, so that "
                    "GPUs may be too",
                    pool.machine.node);
      finish(pool);
    }
    if (others_ == 0 || ours_ != 0) return {};
    return fail(Error::kNoOffset,
                "none of the {} ResourceSlices is of the driver gpu.nvidia.com",
                others_);
  }

 private:
  void finish(Pool& pool) {
    if (pool.machine.gpus.empty()) {
      fleet_.remark(Remark::Kind::passed_over, "no NVIDIA GPU",
                    pool.machine.node);
    } else {
      fleet_.add(std::move(pool.machine));
    }
  }

  Fleet& fleet_;
  std::map<std::string, Pool> pools_;  // those with slices still to come
  std::uint64_t ours_ = 0;
  std::uint64_t others_ = 0;
};

}  // namespace

Result<void> read_resource_slices(ByteSource& source, Fleet& fleet) {
  Slices slices(fleet);
  const Result<void> done = each_item(
      source, "items", [&](const JsonItem& slice) { slices.read(slice); });
  return done ? slices.end() : done;
}

}  // namespace cudacompat
