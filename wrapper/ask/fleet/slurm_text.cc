// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "ask/fleet/readers.h"
#include "ask/fleet/slurm_gres.h"
#include "base/text/line_reader.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

bool same_key(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) {
                      return std::tolower(x) == std::tolower(y);
                    });
}

/// A node of `scontrol show node`, or a line of slurm.conf or gres.conf.
struct Record {
  std::string nodes;  // host list; empty: every node that reads the file
  std::optional<std::string> gres;  // of a node
  std::string arch;
  bool of_gres_conf = false;  // "Name=gpu"
  std::string type;           // "Type=t4"
  bool detected = false;      // "AutoDetect=nvml"
};

class SlurmText {
 public:
  explicit SlurmText(Fleet& fleet) : fleet_(fleet) {}

  /// `scontrol show node` has a node's fields on several lines, the files have
  /// one line a record. A node begins with its name.
  Result<void> line(std::string_view line) {
    const std::vector<std::string_view> words = words_of(line);
    const bool own_line = !words.empty() && !line.starts_with(' ');
    if (own_line) {
      if (auto ended = end_record(); !ended) return ended;
    }
    for (std::string_view word : words) {
      if (word.starts_with('#')) break;
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos) continue;
      const std::string_view key = word.substr(0, equals);
      const std::string value(word.substr(equals + 1));
      if (same_key(key, "NodeName")) record_.nodes = value;
      if (same_key(key, "Gres")) record_.gres = value;
      if (same_key(key, "Arch")) record_.arch = value;
      if (same_key(key, "Type")) record_.type = value == "(null)" ? "" : value;
      if (same_key(key, "AutoDetect")) record_.detected = value != "off";
      if (same_key(key, "Name")) record_.of_gres_conf = value == "gpu";
      any_ |= same_key(key, "NodeName") || record_.of_gres_conf;
      of_scontrol_ |= key == "Arch" || key == "CPUAlloc";
    }
    return {};
  }

  Result<void> end_record() {
    const Record record = std::exchange(record_, {});
    if (record.detected) {
      fleet_.remark(
          Remark::Kind::note,
          "AutoDetect finds GPUs when slurmd starts; import `scontrol "
          "show node` for those that are not written here",
          "");
    }
    if (record.of_gres_conf) return gres_line(record);
    if (record.nodes.empty()) return {};
    if (record.nodes == "DEFAULT") {
      default_gres_ = record.gres;
      return {};
    }
    auto names = expand_hosts(record.nodes);
    if (!names) return tl::unexpected(names.error());
    if (names->empty()) return {};
    if (of_scontrol_ && !record.gres) {
      return fail(Error::kNoOffset,
                  "node {} has no Gres, which scontrol always shows: the text "
                  "was cut off",
                  names->front());
    }
    if (auto fits = count_names(names->size()); !fits) return fits;
    const std::vector<std::string> types = gres_gpu_types(
        record.gres.value_or(default_gres_.value_or(std::string())));
    for (const std::string& name : *names) {
      FoundMachine machine;
      machine.node = name;
      machine.os = found_os("linux", record.arch);
      add_slurm_node(std::move(machine), types, fleet_);
    }
    return {};
  }

  Result<void> end() {
    if (auto ended = end_record(); !ended) return ended;
    for (auto& [name, machine] : of_gres_conf_) fleet_.add(std::move(machine));
    if (any_) return {};
    return fail(Error::kNoOffset,
                "it has neither NodeName= nor Name=gpu, so it is not output of "
                "`scontrol show node` and no slurm.conf or gres.conf");
  }

 private:
  /// A node may have a line for each of its types.
  Result<void> gres_line(const Record& record) {
    if (record.nodes.empty()) {
      fleet_.remark(Remark::Kind::note,
                    "a line of gres.conf without NodeName is for every node "
                    "that reads the file; it is counted once",
                    "");
      add_gpu(of_gres_conf_[""], {record.type, {}});
      return {};
    }
    auto names = expand_hosts(record.nodes);
    if (!names) return tl::unexpected(names.error());
    if (auto fits = count_names(names->size()); !fits) return fits;
    for (const std::string& name : *names) {
      FoundMachine& machine = of_gres_conf_[name];
      machine.node = name;
      add_gpu(machine, {record.type, {}});
    }
    return {};
  }

  /// A short list can stand for any number of nodes.
  Result<void> count_names(std::size_t names) {
    if (names > 1) listed_ += names;
    if (listed_ <= kMaxHosts) return {};
    return fail(Error::kNoOffset, "the file names over {} nodes", kMaxHosts);
  }

  Fleet& fleet_;
  Record record_;
  std::size_t listed_ = 0;  // names of lists
  std::optional<std::string> default_gres_;
  std::map<std::string, FoundMachine> of_gres_conf_;
  bool any_ = false;
  bool of_scontrol_ = false;  // no file of the configuration
};

}  // namespace

Result<void> read_slurm_text(ByteSource& source, Fleet& fleet) {
  SlurmText text(fleet);
  LineReader reader(source);
  std::string joined;  // '\' at the end of a line continues it
  while (reader.next()) {
    std::string_view line = reader.line();
    const bool goes_on = line.ends_with('\\');
    if (goes_on) line.remove_suffix(1);
    joined.append(line);
    if (goes_on && joined.size() < ByteSource::kMaxWindow) continue;
    if (auto read = text.line(joined); !read) return read;
    joined.clear();
  }
  if (auto status = reader.status(); !status) return status;
  if (auto read = text.line(joined); !read) return read;
  return text.end();
}

}  // namespace cudacompat
