// SPDX-License-Identifier: Apache-2.0
#include "judge/facts/tables_print.h"

#include <algorithm>

#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

/// Collects the columns of a row, then the source as the last one.
class Lines {
 public:
  void heading(std::string_view name, std::string_view columns) {
    text_ +=
        fmt::format("{}{}: {}\n", text_.empty() ? "" : "\n", name, columns);
    name_ = name;
  }

  /// "releases  12.8  8.7  ...  [source]": grep finds table, fact and source.
  template <typename... Columns>
  void row(std::string_view source, const Columns&... columns) {
    text_ += name_;
    ((text_ += fmt::format("  {}", columns)), ...);
    text_ += fmt::format("  [{}]\n", source);
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::string_view name_;
};

std::string or_dash(bool known, std::string text) {
  return known ? std::move(text) : "-";
}

std::string driver_or_dash(const DriverVersion& driver) {
  return or_dash(driver.parts != 0, to_string(driver));
}

std::string number_or_dash(std::uint16_t number) {
  return or_dash(number != 0, std::to_string(number));
}

/// The elements with `one_to_text` of each, between commas.
template <typename Element, typename ToText>
std::string joined(std::span<const Element> elements, ToText one_to_text) {
  std::string text;
  for (const Element& element : elements)
    text += (text.empty() ? "" : ",") + one_to_text(element);
  return text.empty() ? "-" : text;
}

std::string_view brand_text(Brand brand) {
  switch (brand) {
    case Brand::data_center:
      return "data-center";
    case Brand::workstation:
      return "workstation";
    case Brand::geforce:
      return "geforce";
    case Brand::jetson:
      return "jetson";
    case Brand::unknown:
      break;
  }
  return "unknown";
}

void add_code(Lines& lines) {
  lines.heading("releases", "CUDA, PTX ISA, nvcc's default, SASS");
  for (const ReleaseRow& row : release_table())
    lines.row(row.source, to_string(row.cuda), to_string(row.ptx_isa),
              number_or_dash(row.default_arch),
              joined(row.archs, [](Arch arch) { return to_string(arch); }));
  lines.heading("older_ptx_isas", "PTX ISA");
  for (const OlderPtxRow& row : older_ptx_table())
    lines.row(row.source, to_string(row.isa));
  lines.heading("architectures",
                "number, least PTX ISA, first and last toolkit with SASS");
  for (const ArchRow& row : arch_table())
    lines.row(
        row.source, to_string(row.arch), to_string(row.min_ptx),
        to_string(row.first_toolkit),
        or_dash(row.last_toolkit != Version{}, to_string(row.last_toolkit)));
  lines.heading("families", "architecture, GPUs that its code runs on");
  for (const FamilyRow& row : family_table())
    lines.row(row.source, to_string(row.arch),
              joined(row.members, cc_to_string));
  lines.heading("aliases", "old number, new number, since toolkit");
  for (const AliasRow& row : alias_table())
    lines.row(row.source, row.from, row.to, to_string(row.since));
}

void add_drivers(Lines& lines) {
  lines.heading("driver_branches", "Linux branch, CUDA");
  for (const BranchRow& row : branch_table())
    lines.row(row.source, row.branch, to_string(row.cuda));
  lines.heading("windows_drivers", "from, to the newest of, CUDA");
  for (const WindowsDriverRow& row : windows_driver_table())
    lines.row(row.source, to_string(row.low), row.last, to_string(row.cuda));
  lines.heading("jetson_releases", "Jetson Linux, to minor, CUDA");
  for (const JetsonReleaseRow& row : jetson_release_table())
    lines.row(row.source, fmt::format("{}.{}", row.major, row.first), row.last,
              to_string(row.cuda));
  lines.heading("minimum_drivers",
                "CUDA major, Linux, Windows (\"<\": surely fails below)");
  for (const MinimumDriverRow& row : minimum_driver_table())
    lines.row(row.source, row.cuda_major, to_string(row.linux_),
              "<" + driver_or_dash(row.linux_fails_below),
              driver_or_dash(row.windows),
              "<" + driver_or_dash(row.windows_fails_below));
  lines.heading("release_drivers", "release, CUDA, Linux, Windows");
  for (const ReleaseDriverRow& row : release_driver_table())
    lines.row(row.source, row.release, to_string(row.cuda),
              to_string(row.linux_), driver_or_dash(row.windows));
  lines.heading("forward_compat", "package, its own branch, other branches");
  for (const ForwardCompatRow& row : forward_compat_table())
    lines.row(row.source, to_string(row.package),
              number_or_dash(row.same_branch),
              joined(row.branches,
                     [](std::uint16_t b) { return std::to_string(b); }));
}

void add_gpus(Lines& lines) {
  lines.heading("gpus",
                "compute capability, tegra, first branch (?: not confirmed), "
                "last branch, names");
  for (const GpuRow& row : gpu_table())
    lines.row(
        row.source, cc_to_string(row.cc), row.tegra ? "tegra" : "-",
        number_or_dash(row.first_branch) + (row.first_confirmed ? "" : "?"),
        number_or_dash(row.last_branch), row.names);
  lines.heading("gpu_names", "compute capability, brand, name");
  for (const GpuNameRow& row : gpu_name_table())
    lines.row(row.source, or_dash(row.cc != 0, cc_to_string(row.cc)),
              brand_text(row.brand), row.name);
}

void add_wheels(Lines& lines) {
  lines.heading("torch_wheels", "PyTorch, CUDA, system, packed as, SASS");
  for (const TorchWheelRow& row : torch_wheel_table())
    lines.row(row.source, row.torch, to_string(row.cuda), to_string(row.os),
              row.zstd ? "zstd" : "lz4",
              joined(row.archs, [](Arch arch) { return to_string(arch); }));
}

}  // namespace

std::string facts_text() {
  Lines lines;
  add_code(lines);
  add_drivers(lines);
  add_gpus(lines);
  add_wheels(lines);
  return lines.take();
}

}  // namespace cudacompat
