// SPDX-License-Identifier: Apache-2.0
#include "report/probe_report.h"

#include <fmt/format.h>

#include "base/text/printable.h"
#include "base/text/sink.h"
#include "report/load_json.h"
#include "report/load_text.h"
#include "report/python_report.h"

namespace cudacompat {
namespace {

class Table {
 public:
  explicit Table(const Sink& sink) : sink_(sink) {}
  void row(std::string_view name, std::string_view text) {
    sink_(fmt::format("{:<10} {}\n", name == last_ ? "" : name, text));
    last_ = name;
  }

 private:
  const Sink& sink_;
  std::string last_;
};

}  // namespace

void write_probe_text(const Sink& sink, const ProbeFacts& facts) {
  const ThisMachine& machine = facts.machine;
  Table table(sink);
  const DriverReport& driver = machine.driver;
  table.row("driver", driver.kernel || driver.cuda
                          ? driver_words(driver.kernel, driver.cuda)
                          : "none");
  for (const LibcudaFile& file : facts.libcudas) {
    table.row(
        "libcuda",
        fmt::format("{}  {}{}", printable(file.path), to_string(file.kind),
                    file.path == driver.libcuda ? ", loaded" : ""));
  }
  const std::vector<ProbedGpu> gpus = gpus_of(machine);
  if (gpus.empty()) table.row("GPU", "none");
  for (const ProbedGpu& gpu : gpus) {
    table.row("GPU", fmt::format("{:<5} {}", cc_to_string(gpu.cc),
                                 printable(gpu.name)));
  }
  if (facts.tools.empty()) table.row("nvcc", "none");
  for (const BuildTool& tool : facts.tools) {
    table.row(tool.name,
              fmt::format("{:<9} {}", tool.release.empty() ? "?" : tool.release,
                          printable(tool.path)));
  }
  if (facts.compilers.empty()) table.row("nvJitLink", "none");
  for (const JitCompiler& compiler : facts.compilers) {
    table.row("nvJitLink", fmt::format("{:<9} {}", to_string(compiler.cuda),
                                       printable(compiler.path)));
  }
  if (!facts.python) return;
  table.row("python", printable(facts.python->prefix));
  if (facts.python->packages.empty())
    table.row("package", "none with GPU code");
  for (const Package& package : facts.python->packages)
    table.row("package", printable(package_line(package)));
  if (facts.python->runtime)
    table.row("package", "CUDA runtime " + to_string(*facts.python->runtime));
}

void write_probe_json(const Sink& sink, const ProbeFacts& facts) {
  constexpr auto kLine = JsonWriter::Layout::line;
  const ThisMachine& machine = facts.machine;
  JsonWriter json(sink);
  begin_load_json(json);
  json.text_or_null("from", machine.from);
  json.text_or_null("silent", machine.silent);
  write_driver(json, machine.driver);
  json.key("gpus");
  json.begin_array();
  for (const ProbedGpu& gpu : gpus_of(machine)) {
    json.begin_object(kLine);
    json.member("cc", cc_to_string(gpu.cc));
    json.member("name", gpu.name);
    json.member("mig", gpu.mig);
    json.end();
  }
  json.end();
  json.key("libcuda_files");
  json.begin_array();
  for (const LibcudaFile& file : facts.libcudas) {
    json.begin_object(kLine);
    json.member("kind", to_string(file.kind));
    json.member("path", file.path);
    json.end();
  }
  json.end();
  json.key("tools");
  json.begin_array();
  for (const BuildTool& tool : facts.tools) {
    json.begin_object(kLine);
    json.member("name", tool.name);
    json.text_or_null("release", tool.release);
    json.member("path", tool.path);
    json.end();
  }
  json.end();
  json.key("jit_compilers");
  json.begin_array();
  for (const JitCompiler& compiler : facts.compilers) {
    json.begin_object(kLine);
    json.member("cuda", to_string(compiler.cuda));
    json.member("path", compiler.path);
    json.end();
  }
  json.end();
  write_python(json, facts.python ? &*facts.python : nullptr);
  json.end();
}

}  // namespace cudacompat
