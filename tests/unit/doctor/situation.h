#pragma once

#include <map>
#include <string>
#include <vector>

#include "doctor/diagnose.h"
#include "support/shapes.h"

namespace cudacompat::testing {

/// A machine to start from: no GPU, no driver, no variable, no toolkit.
inline Situation bare_machine() {
  Situation situation;
  situation.machine.silent = "no CUDA driver: libcuda.so.1: not there";
  situation.variables = [](const std::string&) { return std::nullopt; };
  return situation;
}

/// The class of a --target shorthand, judged as named by the user.
inline Situation on(const std::string& shorthand) {
  Situation situation = bare_machine();
  situation.here = false;
  situation.classes = resolve_all({machine_class(shorthand)});
  return situation;
}

inline void set_variables(Situation& situation,
                          std::map<std::string, std::string> values) {
  situation.variables =
      [values = std::move(values)](
          const std::string& name) -> std::optional<std::string> {
    const auto at = values.find(name);
    if (at == values.end()) return std::nullopt;
    return at->second;
  };
}

inline void add_nvcc(Situation& situation, const std::string& release) {
  situation.tools.push_back({"nvcc", "/opt/cuda/bin/nvcc", release});
  situation.extension_nvcc = situation.tools.back();
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

inline void install(Situation& situation, Package package) {
  if (!situation.python) situation.python = PythonEnvironment{};
  situation.python->packages.push_back(std::move(package));
}

inline void give_log(Situation& situation, const std::string& text) {
  ByteSource source = ByteSource::from_view(
      std::as_bytes(std::span(text.data(), text.size())), "log");
  situation.log = read_log(source).value();
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
