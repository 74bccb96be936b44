// SPDX-License-Identifier: Apache-2.0
#include "report/load_json.h"

#include <fmt/format.h>

#include "report/load_text.h"
#include "report/tool.h"

namespace cudacompat {

void begin_load_json(JsonWriter& json) {
  json.begin_object();
  json.member("schema_version", kReportSchemaVersion);
  write_tool(json, this_tool());
}

void write_driver(JsonWriter& json, const DriverReport& driver) {
  json.key("driver");
  json.begin_object(JsonWriter::Layout::line);
  json.text_or_null("libcuda", driver.libcuda);
  json.value_or_null("cuda", driver.cuda);
  json.value_or_null("kernel", driver.kernel);
  json.end();
}

void LoadJson::start(const std::string& node,
                     const std::vector<std::size_t>& devices,
                     const std::string& skipped) {
  begin_load_json(json_);
  json_.member("node", node);
  write_driver(json_, machine_);
  json_.text_or_null("skipped", skipped);
  json_.key("devices");
  json_.begin_array();
  for (const std::size_t i : devices) {
    const Device& device = machine_.devices[i];
    json_.begin_object(JsonWriter::Layout::line);
    json_.member("ordinal", static_cast<std::uint64_t>(device.ordinal));
    json_.member("name", device.name);
    json_.member("uuid", device.uuid);
    json_.member("cc", cc_to_string(device.cc));
    json_.member("mig", device.mig());
    json_.member("memory", device.memory);
    json_.end();
  }
  json_.end();
  json_.key("artifacts");
  json_.begin_array();
}

void LoadJson::run(LoadMode mode, const LoadRun& run) {
  const ImageAnswer& answer = run.end.answer;
  json_.begin_object(JsonWriter::Layout::line);
  json_.member("mode", to_string(mode));
  json_.member("verdict", load_word(run.end));
  json_.text_or_null("module", answer.module ? answer.module->name : "");
  json_.text_or_null("library", answer.library ? answer.library->name : "");
  if (answer.module && answer.module->kernels) {
    json_.member("kernels", *answer.module->kernels);
  } else {
    json_.null_member("kernels");
  }
  json_.member("said", answer.said);
  json_.value_or_null("expected", run.expected);
  json_.member("agreement", to_string(run.agreement));
  json_.end();
}

void LoadJson::container(const LoadedContainer& container) {
  json_.begin_object();
  json_.member("id", container.id);
  json_.member("unit", container.unit);
  json_.member("predicted", to_string(container.predicted.outcome));
  json_.member("because", container.because);
  json_.text_or_null("not_tried", container.not_tried);
  json_.text_or_null("reproducer", container.reproducer);
  json_.key("runs");
  json_.begin_array();
  if (container.runs)
    for (std::size_t m = 0; m < kLoadModes.size(); ++m)
      run(kLoadModes[m], (*container.runs)[m]);
  json_.end();
  json_.end();
}

void LoadJson::begin_artifact(const std::string& path,
                              const std::string& error) {
  json_.begin_object();
  json_.member("path", path);
  json_.text_or_null("error", error);
  json_.key("devices");
  json_.begin_array();
}

void LoadJson::file(const LoadedFile& file) {
  begin_artifact(file.path, "");
  for (const DeviceLoads& device : file.devices) {
    json_.begin_object();
    json_.member("ordinal", static_cast<std::uint64_t>(
                                machine_.devices[device.device].ordinal));
    json_.member("verdict", device.verdict);
    json_.member("predicted", to_string(device.predicted));
    json_.text_or_null("because", device.because);
    json_.member("disagreements", device.disagreements());
    json_.key("containers");
    json_.begin_array();
    for (const LoadedContainer& one : device.containers) container(one);
    json_.end();
    json_.end();
  }
  json_.end();
  json_.end();
}

void LoadJson::unread(const std::string& path, const Error& error) {
  begin_artifact(path, error.message);
  json_.end();
  json_.end();
}

void LoadJson::finish() {
  json_.end();
  json_.end();
}

}  // namespace cudacompat
