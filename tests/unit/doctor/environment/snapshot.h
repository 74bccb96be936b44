// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "doctor/environment/diagnose.h"
#include "support/shapes.h"

namespace cudacompat::testing {

/// A machine to start from: no GPU, no driver, no variable, no toolkit.
inline Snapshot bare_machine() {
  Snapshot snapshot;
  snapshot.machine.silent = "no CUDA driver: libcuda.so.1: not there";
  snapshot.variables = [](const std::string&) { return std::nullopt; };
  return snapshot;
}

/// The group of a --target shorthand, judged as named by the user.
inline Snapshot on(const std::string& shorthand) {
  Snapshot snapshot = bare_machine();
  snapshot.here = false;
  snapshot.groups = resolve_all({target_group(shorthand)});
  return snapshot;
}

inline void set_variables(Snapshot& snapshot,
                          std::map<std::string, std::string> values) {
  snapshot.variables =
      [values = std::move(values)](
          const std::string& name) -> std::optional<std::string> {
    const auto at = values.find(name);
    if (at == values.end()) return std::nullopt;
    return at->second;
  };
}

inline void add_nvcc(Snapshot& snapshot, const std::string& release) {
  snapshot.tools.push_back({"nvcc", "/opt/cuda/bin/nvcc", release});
  snapshot.extension_nvcc = snapshot.tools.back();
}

/// A package with one library that holds a container of each shape.
inline Package package(const std::string& name, const std::string& framework,
                       const std::vector<std::string>& shapes) {
  Package out;
  out.name = name;
  out.version = "1.0";
  out.framework = framework;
  std::vector<ContainerShape> made;
  for (const std::string& words : shapes) made.push_back(shape(words));
  if (!made.empty()) out.files.push_back(product(made));
  return out;
}

inline void install(Snapshot& snapshot, Package package) {
  if (!snapshot.python) snapshot.python = PythonEnvironment{};
  snapshot.python->packages.push_back(std::move(package));
}

inline void give_log(Snapshot& snapshot, const std::string& text) {
  ByteSource source = ByteSource::from_view(
      std::as_bytes(std::span(text.data(), text.size())), "log");
  snapshot.log = read_log(source).value();
}

/// "CC201 error", in order.
inline std::vector<std::string> ids(const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  for (const Finding& finding : findings) {
    out.push_back(finding.id + " " + std::string(to_string(finding.severity)));
  }
  return out;
}

inline const Finding* primary(const Diagnosis& diagnosis) {
  if (!diagnosis.primary) return nullptr;
  return &diagnosis.findings[*diagnosis.primary];
}

}  // namespace cudacompat::testing
