// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/load_test.h"

#include <algorithm>
#include <filesystem>

#include "ask/driver/spool.h"
#include "ask/system/work_folder.h"
#include "judge/facts/image_names.h"
#include "judge/verdict/verdict_words.h"
#include "read/containers/ar.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

/// Containers that wait for their turn lie in files.
constexpr std::size_t kMostWaiting = 64;
constexpr std::uint64_t kMostWaitingBytes = std::uint64_t{1} << 30;

/// A container that is alone in the driver's hands reaches it by its API.
ArtifactFacts as_given_to_the_api(ArtifactFacts facts) {
  for (ContainerShape& shape : facts.shapes) shape.bare = true;
  return facts;
}

/// Why a container cannot be loaded by itself; empty where it can.
std::string why_not_alone(const Container& container,
                          const ContainerShape& shape, const Choice& choice,
                          bool thin) {
  if (thin) return "it lies in a file of its own, beside the thin archive";
  if (container.role == ContainerRole::relocatable)
    return "it is the input of a device link: load what the link makes";
  if (shape.images.size() != container.images.size())
    return "the file has too many kinds of containers";
  if (group_of(choice.reason) == ReasonGroup::load_time_link)
    return "the CUDA runtime links it with the objects' PTX when it is loaded";
  return shape.empty() ? "it holds no code" : "";
}

class FileLoads {
 public:
  FileLoads(ByteSource& source, const LoadTest& test,
            std::vector<JudgedGroup> groups, ArtifactFacts facts)
      : source_(source),
        test_(test),
        groups_(std::move(groups)),
        facts_(std::move(facts)),
        verdict_(judge(facts_, groups_, test.policy)) {
    for (std::size_t d = 0; d < groups_.size(); ++d) {
      DeviceLoads& loads = loads_.emplace_back();
      loads.device = test.devices[d];
      loads.predicted = verdict_.targets[d].outcome;
      // Whether the machine can load anything at all is seen.
      const auto& whole = verdict_.targets[d].whole;
      if (whole && whole->reason != Reason::blocked) {
        loads.verdict = fails(whole->outcome) ? to_string(whole->outcome)
                                              : to_string(Outcome::unknown);
        loads.because = because(*whole, nullptr, machine(d));
      }
    }
  }

  Result<void> container(const Container& container, std::uint32_t index);
  Result<void> give_waiting();
  std::vector<DeviceLoads> take() { return std::move(loads_); }

 private:
  /// A container in a file, and where its runs go.
  struct Waiting {
    std::string file;
    std::uint32_t shape = 0;
    std::vector<std::size_t> devices;  // on which it counts, by loads_
    std::vector<std::size_t> places;   // in their containers
  };

  const DriverCase& machine(std::size_t d) const {
    return groups_[d].driver_cases.front();
  }
  Result<void> give(std::size_t d);
  void keep_reproducer(LoadedContainer& loaded, const Waiting& waiting);

  ByteSource& source_;
  const LoadTest& test_;
  std::vector<JudgedGroup> groups_;
  ArtifactFacts facts_;
  ArtifactVerdict verdict_;
  std::vector<DeviceLoads> loads_;
  std::vector<Waiting> waiting_;
  std::uint64_t waiting_bytes_ = 0;
  std::optional<WorkFolder> folder_;
  bool thin_ = is_thin_archive(source_);
};

Result<void> FileLoads::container(const Container& container,
                                  std::uint32_t index) {
  if (index >= facts_.containers.size()) return {};
  Waiting waiting;
  waiting.shape = facts_.containers[index].shape;
  const ContainerShape& shape = facts_.shapes[waiting.shape];
  for (std::size_t d = 0; d < loads_.size(); ++d) {
    const ShapeVerdict& judged = verdict_.targets[d].shapes[waiting.shape];
    if (!judged.counts) continue;
    DeviceLoads& device = loads_[d];
    LoadedContainer& loaded = device.containers.emplace_back();
    loaded.id = container_id(place_of(container), container.offset);
    loaded.unit = container.unit;
    loaded.offset = container.offset;
    loaded.predicted = judged.choice;
    loaded.because = because(judged.choice, &shape, machine(d));
    loaded.not_tried = why_not_alone(container, shape, judged.choice, thin_);
    if (loaded.not_tried.empty()) {
      waiting.devices.push_back(d);
      waiting.places.push_back(device.containers.size() - 1);
      continue;
    }
    const Outcome by_rule = judged.choice.outcome;
    device.verdict =
        worse_load(device.verdict,
                   std::string(fails(by_rule) ? to_string(by_rule)
                                              : to_string(Outcome::unknown)));
  }
  if (waiting.devices.empty()) return {};
  if (!folder_) folder_.emplace();
  waiting.file = folder_->file(std::to_string(waiting_.size()));
  auto spooled =
      spool_container(source_, container.offset, container.size, waiting.file);
  if (!spooled) return spooled;
  waiting_bytes_ += container.size;
  waiting_.push_back(std::move(waiting));
  if (waiting_.size() < kMostWaiting && waiting_bytes_ < kMostWaitingBytes)
    return {};
  return give_waiting();
}

Result<void> FileLoads::give_waiting() {
  for (std::size_t d = 0; d < loads_.size(); ++d)
    if (auto given = give(d); !given) return given;
  waiting_.clear();
  waiting_bytes_ = 0;
  folder_.reset();
  return {};
}

Result<void> FileLoads::give(std::size_t d) {
  std::vector<std::pair<const Waiting*, LoadedContainer*>> turn;
  std::vector<std::string> files;
  for (const Waiting& waiting : waiting_) {
    const auto at = std::ranges::find(waiting.devices, d);
    if (at == waiting.devices.end()) continue;
    const auto place =
        waiting.places[static_cast<std::size_t>(at - waiting.devices.begin())];
    turn.emplace_back(&waiting, &loads_[d].containers[place]);
    files.push_back(waiting.file);
  }
  if (turn.empty()) return {};
  const int ordinal = test_.machine.devices[loads_[d].device].ordinal;
  for (std::size_t m = 0; m < kLoadModes.size(); ++m) {
    auto ends = test_.driver.load(ordinal, kLoadModes[m], files);
    if (!ends)
      return fail(Error::kNoOffset, "device {} cannot be used: {}", ordinal,
                  ends.error().message);
    for (std::size_t i = 0; i < turn.size(); ++i) {
      const auto& [waiting, loaded] = turn[i];
      if (!loaded->runs) loaded->runs.emplace();
      LoadRun& run = (*loaded->runs)[m];
      run.end = std::move((*ends)[i]);
      run.expected = expected_load(kLoadModes[m], loaded->predicted.outcome,
                                   facts_.shapes[waiting->shape], machine(d));
      run.agreement = agreement_of(run.expected, run.end);
      if (kLoadModes[m] == LoadMode::as_is)
        loads_[d].verdict = worse_load(loads_[d].verdict, load_word(run.end));
    }
  }
  for (const auto& [waiting, loaded] : turn)
    if (loaded->disagrees()) keep_reproducer(*loaded, *waiting);
  return {};
}

void FileLoads::keep_reproducer(LoadedContainer& loaded,
                                const Waiting& waiting) {
  const fs::path file =
      fs::path(test_.keep) /
      fmt::format("disagreement-{}-{:#x}",
                  fs::path(facts_.path).filename().string(), loaded.offset);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  fs::copy_file(waiting.file, file, fs::copy_options::overwrite_existing,
                error);
  if (!error) loaded.reproducer = file.lexically_normal().string();
}

}  // namespace

bool LoadedContainer::disagrees() const {
  return runs && std::ranges::any_of(*runs, [](const LoadRun& run) {
           return run.agreement == Agreement::disagrees;
         });
}

std::uint64_t DeviceLoads::disagreements() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(containers, &LoadedContainer::disagrees));
}

Result<std::vector<DeviceLoads>> load_file(
    ByteSource& source, const std::string& path, const LoadTest& test,
    const std::function<void(std::uint64_t)>& progress) {
  std::vector<TargetGroup> devices;
  for (const std::size_t i : test.devices)
    devices.push_back(group_of(test.machine, test.machine.devices[i]));
  std::vector<JudgedGroup> groups = resolve_all(devices);
  const Depth depth = needed_depth(groups, test.policy);
  auto facts = collect_facts(source, depth, partial_tag(test.policy, path));
  if (!facts) return tl::unexpected(facts.error());
  facts->path = path;
  FileLoads loads(source, test, std::move(groups),
                  as_given_to_the_api(std::move(*facts)));
  std::uint32_t index = 0;
  Result<void> good;
  ScanSink sink;
  sink.container = [&](const Container& container) {
    if (good) good = loads.container(container, index++);
    progress(index);
  };
  sink.problem = [](const Problem&) {};  // collect_facts() reported them
  const auto walked = scan(source, depth, sink);
  if (!walked) return tl::unexpected(walked.error());
  if (good) good = loads.give_waiting();
  if (good) good = source.unchanged();
  if (!good) return tl::unexpected(good.error());
  return loads.take();
}

}  // namespace cudacompat
