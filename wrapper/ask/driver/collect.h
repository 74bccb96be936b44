// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/model/arch.h"
#include "base/model/profile.h"
#include "base/model/version.h"

namespace cudacompat {

/// What is read of one machine's report (`load-test --format json`).
struct NodeReport {
  struct Device {
    std::uint64_t ordinal = 0;
    Cc cc = 0;
    std::string name;
  };
  struct Result {
    std::string verdict;
    std::uint64_t disagreements = 0;
  };
  struct Artifact {
    std::string path;
    std::string error;                        // why it could not be read
    std::map<std::uint64_t, Result> results;  // by the device's ordinal
  };
  std::string node;
  std::optional<DriverVersion> driver;
  std::optional<Version> cuda;
  std::string skipped;  // why nothing was loaded
  std::vector<Device> devices;
  std::vector<Artifact> artifacts;
};

/// Any error is located in the text, as of a profile.
tl::expected<NodeReport, ProfileErrors> parse_node_report(
    std::string_view json, const std::string& file);

/// Machines with GPUs of one compute capability under one driver.
struct CollectedGroup {
  struct Artifact {
    std::string verdict = "none";  // the worst
    std::set<std::string> nodes;   // that have it
    std::uint64_t disagreements = 0;
  };
  std::set<std::string> gpus, nodes;
  std::map<std::string, Artifact> artifacts;  // by path
  std::string verdict() const;
  std::uint64_t disagreements() const;
};

/// The reports of many machines as one, in an order that does not hang on that
/// in which they are added.
class Collection {
 public:
  void add(const NodeReport& report);
  void add_unread(std::string file, std::string error) {
    unread_.emplace(std::move(file), std::move(error));
  }

  /// By compute capability, kernel driver (0: unknown) and CUDA version.
  struct Key {
    Cc cc = 0;
    std::optional<DriverVersion> driver;
    std::optional<Version> cuda;
    bool operator<(const Key& other) const;
  };
  const std::map<Key, CollectedGroup>& groups() const { return groups_; }
  /// Node and reason.
  const std::set<std::pair<std::string, std::string>>& skipped() const {
    return skipped_;
  }
  /// File, or node and file, and error.
  const std::set<std::pair<std::string, std::string>>& unread() const {
    return unread_;
  }

 private:
  std::map<Key, CollectedGroup> groups_;
  std::set<std::pair<std::string, std::string>> skipped_, unread_;
};

}  // namespace cudacompat
