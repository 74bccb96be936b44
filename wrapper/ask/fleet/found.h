// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/fleet/node_names.h"
#include "base/model/profile.h"

namespace cudacompat {

/// A GPU as some tool described it.
struct FoundGpu {
  std::string name;      // as printed, "NVIDIA A100-SXM4-40GB"; or empty
  std::optional<Cc> cc;  // where the tool reports it
};

/// A machine, or several that are alike, as some tool described it: only what
/// was found, nothing derived.
struct FoundMachine {
  std::string node;  // its name, or empty
  std::uint64_t count = 1;
  std::vector<FoundGpu> gpus;
  std::optional<DriverRange> driver;
  std::optional<Version> cuda;  // of the libcuda that the tool loaded
  /// The tool ran in a container of its own (GPU feature discovery, the DRA
  /// driver): a `cuda` above the driver's is that container's cuda-compat.
  bool cuda_of_container = false;
  std::optional<Version> cuda_compat;
  std::optional<Os> os;  // nullopt: unknown, Linux on x86-64
  std::vector<FrameworkSpec> frameworks;
};

/// Models in one machine. One more is kept, so that it is seen.
inline constexpr std::size_t kMostGpus = 1000;
/// Adds a GPU unless one of that name and compute capability is there.
void add_gpu(FoundMachine& machine, FoundGpu gpu);
/// "535.183.06" as the driver. A number below 100 is the release of Jetson
/// Linux (L4T), which stands for a CUDA release by table. Anything else ("N/A",
/// "[Deprecated; ...]") is not a driver.
void set_driver(FoundMachine& machine, std::string_view text);
/// "12.2", "12.2.140" as `cuda`; anything else is none.
void set_cuda(FoundMachine& machine, std::string_view text);
/// A dotted compute capability, "9.0" or "9.0.0".
std::optional<Cc> found_cc(std::string_view text);
/// "x86_64", "amd64", "aarch64", "arm64", with "linux" or "windows".
std::optional<Os> found_os(std::string_view system, std::string_view machine);

/// What a user adds where a source does not tell.
struct FoundDefaults {
  std::optional<DriverRange> driver;
  std::optional<Version> cuda;
  std::optional<Cc> cc;                  // of a GPU without any name
  std::map<std::string, Cc> cc_of_name;  // names as the source spells them
  std::optional<Os> os;
};

/// Something to tell about machines of a source.
struct Remark {
  enum class Kind : std::uint8_t {
    note,         // they are in the profile as they are
    passed_over,  // they have no GPU
    doubt,        // they are in the profile, but not all about them is known
    left_out,     // they have a GPU and are not in the profile
  };
  Kind kind = Kind::note;
  std::string text;
  std::uint64_t count = 0;
  std::vector<std::string> nodes;  // the first few
};

/// Gathers machines into targets: those that are alike are one target with a
/// count, so that memory does not grow with their number. Names of machines
/// stay out of the profile, and are kept where that is asked for.
class Fleet {
 public:
  enum class Names : std::uint8_t { dropped, kept };
  explicit Fleet(FoundDefaults defaults = {}, Names names = Names::dropped);

  void add(FoundMachine machine);
  void remark(Remark::Kind kind, std::string text, const std::string& node,
              std::uint64_t count = 1);
  const FoundDefaults& defaults() const { return defaults_; }

  /// Machines added since the last call, and what to report of them.
  struct Tally {
    std::uint64_t machines = 0;
    std::vector<Remark> remarks;
  };
  Tally take_statistics();

  /// By compute capability, then name. The names are made of what a target
  /// holds ("NVIDIA L4@535.183.06"), so that they do not depend on the order
  /// or number of machines.
  std::vector<TargetSpec> targets() const;
  /// Of each of targets(), in that order: its machines that have a name.
  std::vector<std::string> node_lists() const;

 private:
  struct Entry {
    TargetSpec target;
    NodeNames names;
  };
  struct Named {
    TargetSpec target;
    const NodeNames* names;
  };
  std::vector<Named> ordered() const;
  std::optional<GpuSpec> known_gpu(const FoundMachine& machine,
                                   const FoundGpu& gpu);
  void settle_versions(const FoundMachine& machine, TargetSpec& target);

  FoundDefaults defaults_;
  Names names_;
  std::map<std::string, Entry> targets_;  // by all but name and count
  Tally tally_;
};

}  // namespace cudacompat
