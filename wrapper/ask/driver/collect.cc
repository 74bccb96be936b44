// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/collect.h"

#include <algorithm>

#include "ask/driver/agreement.h"

namespace cudacompat {
namespace {

auto order_of(const std::optional<DriverVersion>& driver) {
  const DriverVersion v = driver.value_or(DriverVersion{});
  return std::tuple(v.branch, v.minor, v.patch, v.parts);
}

}  // namespace

bool Collection::Key::operator<(const Key& other) const {
  return std::tuple(cc, order_of(driver), cuda) <
         std::tuple(other.cc, order_of(other.driver), other.cuda);
}

void Collection::add(const NodeReport& report) {
  if (!report.skipped.empty()) {
    skipped_.emplace(report.node, report.skipped);
    return;
  }
  for (const NodeReport::Artifact& artifact : report.artifacts)
    if (!artifact.error.empty())
      unread_.emplace(fmt::format("{}: {}", report.node, artifact.path),
                      artifact.error);
  for (const NodeReport::Device& device : report.devices) {
    CollectedGroup& of = groups_[{device.cc, report.driver, report.cuda}];
    of.gpus.insert(device.name);
    of.nodes.insert(report.node);
    for (const NodeReport::Artifact& artifact : report.artifacts) {
      CollectedGroup::Artifact& merged = of.artifacts[artifact.path];
      std::string verdict = artifact.error.empty() ? "none" : "unknown";
      const auto result = artifact.results.find(device.ordinal);
      if (result != artifact.results.end()) {
        verdict = worse_load(verdict, result->second.verdict);
        merged.disagreements += result->second.disagreements;
      }
      // Among failures with several errors the least word stands for all, so
      // that the order of the reports does not matter.
      const auto place = [](const std::string& word) {
        return std::pair(-load_rank(word).value_or(0), word);
      };
      if (place(verdict) < place(merged.verdict)) {
        merged.verdict = verdict;
        merged.nodes.clear();
      }
      if (verdict == merged.verdict) merged.nodes.insert(report.node);
    }
  }
}

std::string CollectedGroup::verdict() const {
  std::string worst = "none";
  for (const auto& [path, artifact] : artifacts)
    worst = worse_load(worst, artifact.verdict);
  return worst;
}

std::uint64_t CollectedGroup::disagreements() const {
  std::uint64_t all = 0;
  for (const auto& [path, artifact] : artifacts) all += artifact.disagreements;
  return all;
}

}  // namespace cudacompat
