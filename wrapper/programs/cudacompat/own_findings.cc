// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/own_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "ask/jit/rehearsal_findings.h"
#include "doctor/build/build_findings.h"
#include "doctor/environment/doctor_findings.h"
#include "doctor/log/log_findings.h"

namespace cudacompat {

namespace {

/// One piece of code as --expect spells it: "80-real", "80-virtual".
std::string piece(Arch arch, bool sass) {
  return to_string(arch) + (sass ? "-real" : "-virtual");
}

/// "80-real" before "80-virtual" before "90-real".
struct ByArch {
  bool operator()(const std::pair<Arch, bool>& a,
                  const std::pair<Arch, bool>& b) const {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  }
};
using Pieces = std::set<std::pair<Arch, bool>, ByArch>;
using Counted = std::map<std::pair<Arch, bool>, std::uint64_t, ByArch>;

Pieces pieces_of(const ContainerShape& shape) {
  Pieces found;
  for (const ImageFacts& image : shape.images) {
    if (image.kind == ImageKind::sass) found.emplace(image.arch, true);
    if (image.kind == ImageKind::ptx) found.emplace(image.arch, false);
  }
  return found;
}

Pieces pieces_of(const std::vector<ArchRequest>& expected) {
  Pieces wanted;
  for (const ArchRequest& request : expected) {
    for (const Arch arch : request.sass) wanted.emplace(arch, true);
    if (request.ptx) wanted.emplace(request.virtual_arch, false);
  }
  return wanted;
}

std::string listed(const Counted& pieces, std::uint64_t containers) {
  std::string out;
  for (const auto& [code, n] : pieces) {
    if (!out.empty()) out += ", ";
    out += piece(code.first, code.second);
    if (n != containers) {
      out += fmt::format(" (in {} of {} containers)", n, containers);
    }
  }
  return out;
}

}  // namespace

std::vector<Finding> advertised_findings(
    const ArtifactFacts& artifact, const std::vector<ArchRequest>& expected) {
  const Pieces wanted = pieces_of(expected);
  Counted missing;
  Counted extra;
  std::uint64_t containers = 0;
  std::uint64_t differing = 0;
  std::vector<Pieces> found;
  found.reserve(artifact.shapes.size());
  for (const ContainerShape& shape : artifact.shapes) {
    found.push_back(pieces_of(shape));
  }
  std::optional<std::uint32_t> first;
  for (std::uint32_t i = 0; i < artifact.containers.size(); ++i) {
    const std::uint32_t shape = artifact.containers[i].shape;
    if (!is_shipped(artifact.shapes[shape], artifact.file)) continue;
    ++containers;
    if (found[shape] != wanted) {
      if (!first) first = i;
      ++differing;
    }
    for (const auto& code : wanted) {
      if (!found[shape].contains(code)) ++missing[code];
    }
    for (const auto& code : found[shape]) {
      if (!wanted.contains(code)) ++extra[code];
    }
  }
  if (containers == 0) {
    for (const auto& code : wanted) missing[code] = 0;
  }
  if (missing.empty() && extra.empty()) return {};
  Finding finding;
  finding.id = kAdvertisedId;
  finding.container = first;
  finding.containers = differing;
  finding.message = "users find other code than was advertised:";
  if (!missing.empty()) {
    finding.message += " missing " + listed(missing, containers);
  }
  if (!extra.empty()) {
    finding.message +=
        fmt::format("{} not advertised {}", missing.empty() ? "" : ";",
                    listed(extra, containers));
  }
  finding.fix = "build for what is advertised, or advertise what is built";
  return {finding};
}

Finding no_device_code_finding() {
  Finding finding;
  finding.id = kNoDeviceCodeId;
  finding.message =
      "no kernel of this file can start anywhere: it holds no SASS and no PTX";
  finding.fix = "link the objects that hold device code, or leave the file out";
  return finding;
}

}  // namespace cudacompat
