// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>
#include <string>

#include "ask/fleet/readers.h"
#include "base/json/json_items.h"
#include "base/text/line_reader.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

/// Labels of one sample of dcgm-exporter (modelName, Hostname,
/// DCGM_FI_DRIVER_VERSION) or nvidia_gpu_exporter (nvidia_smi_gpu_info: name,
/// driver_version).
using Labels = std::map<std::string, std::string, std::less<>>;

std::string first_of(const Labels& labels,
                     std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto at = labels.find(name);
    if (at != labels.end() && !at->second.empty()) return at->second;
  }
  return {};
}

/// A machine has many samples, anywhere in the text.
class Hosts {
 public:
  explicit Hosts(Fleet& fleet) : fleet_(fleet) {}

  void sample(std::string_view metric, const Labels& labels) {
    const bool smi = metric == "nvidia_smi_gpu_info";
    if (!smi && !metric.starts_with("DCGM_")) return;
    std::string host =
        first_of(labels, {"Hostname", "node", "hostname", "instance"});
    FoundMachine& machine = hosts_[host];
    machine.node = std::move(host);
    const std::string model = first_of(
        labels, smi ? std::initializer_list<std::string_view>{"name"}
                    : std::initializer_list<std::string_view>{"modelName"});
    if (!model.empty()) add_gpu(machine, {model, {}});
    const std::string driver =
        first_of(labels, {"DCGM_FI_DRIVER_VERSION", "driver_version"});
    FoundMachine said;
    set_driver(said, driver);
    if (said.driver && machine.driver && said.driver != machine.driver) {
      conflicts_[machine.node] = true;
    }
    if (said.driver) machine.driver = said.driver;
    if (said.os) {  // a release of Jetson Linux
      machine.cuda = said.cuda;
      machine.os = said.os;
    }
  }

  Result<void> end() {
    std::size_t machines = 0;
    for (auto& [name, machine] : hosts_) {
      if (machine.gpus.empty()) {
        fleet_.remark(Remark::Kind::left_out,
                      "no sample names the GPU's model (label modelName)",
                      name);
        continue;
      }
      if (conflicts_.contains(name)) {
        machine.driver.reset();
        fleet_.remark(Remark::Kind::doubt,
                      "samples of one machine name several drivers; query one "
                      "point in time",
                      name);
      }
      fleet_.add(std::move(machine));
      ++machines;
    }
    if (machines != 0 || !hosts_.empty()) return {};
    return fail(Error::kNoOffset,
                "it has no metric of a GPU exporter (DCGM_..., "
                "nvidia_smi_gpu_info); query, say, DCGM_FI_DEV_GPU_TEMP");
  }

 private:
  Fleet& fleet_;
  std::map<std::string, FoundMachine> hosts_;
  std::map<std::string, bool> conflicts_;
};

/// `name{a="b",c="d"} 1` of the exposition format. False: it is not a sample.
bool parse_sample(std::string_view line, std::string& metric, Labels& labels) {
  const std::size_t brace = line.find('{');
  if (brace == std::string_view::npos) return false;
  metric = trimmed(line.substr(0, brace));
  std::string_view rest = trimmed(line.substr(brace + 1));
  while (!rest.starts_with('}')) {
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) return false;
    const std::string name(trimmed(rest.substr(0, equals)));
    rest = trimmed(rest.substr(equals + 1));
    if (!take_prefix(rest, "\"")) return false;
    std::string value;
    std::size_t at = 0;
    for (; at < rest.size() && rest[at] != '"'; ++at) {
      if (rest[at] == '\\' && at + 1 < rest.size()) ++at;
      value += rest[at];
    }
    if (at == rest.size()) return false;
    rest = trimmed(rest.substr(at + 1));
    labels[name] = std::move(value);
    if (take_prefix(rest, ",")) rest = trimmed(rest);
  }
  return !trimmed(rest.substr(1)).empty();  // its value
}

Result<void> read_prometheus_text(ByteSource& source, Fleet& fleet) {
  Hosts hosts(fleet);
  LineReader reader(source);
  std::string metric;
  while (reader.next()) {
    const std::string_view line = trimmed(reader.line());
    if (line.empty() || line.starts_with('#')) continue;
    Labels labels;
    const bool ours =
        line.starts_with("DCGM_") || line.starts_with("nvidia_smi_gpu_info");
    if (!ours) continue;
    if (!parse_sample(line, metric, labels)) {
      return fail(Error::kNoOffset,
                  "a sample has no labels or ends in the middle: the text was "
                  "cut off, or is not of the exposition format");
    }
    hosts.sample(metric, labels);
  }
  if (auto status = reader.status(); !status) return status;
  return hosts.end();
}

Result<void> read_prometheus_json(ByteSource& source, Fleet& fleet) {
  constexpr std::array<std::string_view, 2> kResult = {"data", "result"};
  Hosts hosts(fleet);
  const auto read = [&](const JsonItem& item) {
    const JsonItem* metric = json_member(item, "metric");
    if (metric == nullptr || !metric->IsObject()) return;
    Labels labels;
    for (const auto& member : metric->GetObject()) {
      if (!member.value.IsString()) continue;
      labels[std::string(json_string(member.name))] = json_string(member.value);
    }
    // A query that computes has no metric's name left.
    const std::string name = first_of(labels, {"__name__"});
    hosts.sample(name.empty() && labels.contains("modelName") ? "DCGM_" : name,
                 labels);
  };
  if (auto done = each_json_item(source, kResult, read); !done) return done;
  return hosts.end();
}

}  // namespace

Result<void> read_prometheus(ByteSource& source, Fleet& fleet) {
  const auto head = head_of(source);
  if (!head) return tl::unexpected(head.error());
  return is_json(*head) ? read_prometheus_json(source, fleet)
                        : read_prometheus_text(source, fleet);
}

}  // namespace cudacompat
