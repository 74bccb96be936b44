// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "ask/driver/driver.h"
#include "ask/system/process.h"
#include "base/json/json_writer.h"
#include "base/text/printable.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"

namespace cudacompat {

namespace {

/// ctest(1), Resource Specification File, version 1.0. Each device has one
/// slot, as one of "gpus" and as one of its own kind.
void write_spec(const Sink& sink, const std::vector<Device>& devices) {
  std::map<std::string, std::vector<int>> types;
  for (const Device& device : devices) {
    types["gpus"].push_back(device.ordinal);
    types[fmt::format("sm_{}", device.cc)].push_back(device.ordinal);
  }
  JsonWriter json(sink);
  json.begin_object();
  json.key("version");
  json.begin_object(JsonWriter::Layout::line);
  json.member("major", std::uint64_t{1});
  json.member("minor", std::uint64_t{0});
  json.end();
  json.key("local");
  json.begin_array();
  json.begin_object();
  for (const auto& [type, ordinals] : types) {
    json.key(type);
    json.begin_array();
    for (const int ordinal : ordinals) {
      json.begin_object(JsonWriter::Layout::line);
      json.member("id", std::to_string(ordinal));
      json.member("slots", std::uint64_t{1});
      json.end();
    }
    json.end();
  }
  json.end();
  json.end();
  json.end();
}

}  // namespace

int run_ctest_spec(int argc, char** argv) {
  Options options(
      "ctest-spec",
      "This machine's GPUs as a resource specification file of CTest, for\n"
      "`ctest --resource-spec-file FILE`: each as one of \"gpus\" and as one "
      "of\n"
      "\"sm_90\" and the like. A test should ask for one of these types only.",
      {"json"});
  options.footer("exit: 0, 2 usage, 3 the driver cannot be asked, 77 no GPU");
  if (const auto status = options.parse(argc, argv)) return *status;
  const auto machine = Driver(beside_this_program("cudacompat-load")).devices();
  if (!machine) {
    print_error("this machine's driver cannot be asked: {}",
                printable(machine.error().message));
    return kUnread;
  }
  if (const std::string why = why_no_device(*machine); !why.empty()) {
    print_error("there is no GPU to specify: {}", printable(why));
    return kNoGpu;
  }
  Output output;
  if (!options.open(output)) return kUsage;
  write_spec(output.sink(), machine->devices);
  return finish(output, kGood);
}

}  // namespace cudacompat
