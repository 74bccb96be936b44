#include "cli/probe_report.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/load_report.h"
#include "report/words.h"

namespace cudacompat {
namespace {

struct Gpu {
  Cc cc = 0;
  std::string name;
  bool mig = false;
};

/// The driver's own list, or what else told of GPUs.
std::vector<Gpu> gpus_of(const ThisMachine& machine) {
  std::vector<Gpu> out;
  if (machine.from == "libcuda") {
    for (const Device& device : machine.driver.devices) {
      out.push_back({device.cc, device.name, device.mig()});
    }
    return out;
  }
  for (const TargetSpec& target : machine.targets) {
    for (const GpuSpec& gpu : target.gpus) out.push_back({gpu.cc, gpu.name});
  }
  return out;
}

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
  const std::vector<Gpu> gpus = gpus_of(machine);
  if (gpus.empty()) table.row("GPU", "none");
  for (const Gpu& gpu : gpus) {
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
  for (const Gpu& gpu : gpus_of(machine)) {
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
  json.end();
}

}  // namespace cudacompat
