#include <charconv>

#include "base/model/compiled_profile_reader.h"
#include "base/model/compiled_profile_text.h"
#include "base/model/profile.h"

namespace cudacompat {
namespace {

constexpr std::string_view kVersion = "a version such as 12.2";

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, count);
  if (problem != std::errc() || stop != end) return std::nullopt;
  return count;
}

std::optional<bool> parse_yes_no(std::string_view text) {
  if (text == "yes") return true;
  if (text == "no") return false;
  return std::nullopt;
}

std::optional<bool> parse_tegra(std::string_view text) {
  if (text == "tegra") return true;
  if (text == "-") return false;
  return std::nullopt;
}

/// "9.0,10.0", or "-" for none.
std::optional<std::vector<Cc>> parse_gpus(std::string_view text) {
  std::vector<Cc> gpus;
  if (text == "-") return gpus;
  while (true) {
    const std::size_t comma = text.find(',');
    const Result<Cc> cc = parse_cc(text.substr(0, comma));
    if (!cc) return std::nullopt;
    gpus.push_back(*cc);
    if (comma == std::string_view::npos) return gpus;
    text.remove_prefix(comma + 1);
  }
}

PartialRow read_partial(PlanReader& reader) {
  PartialRow row;
  row.path = reader.text("a path pattern in quotes");
  row.unit = reader.text("a unit pattern in quotes");
  row.kernel = reader.text("a kernel pattern in quotes");
  row.gpus = reader.value("GPUs such as 9.0,10.0", parse_gpus);
  row.reason = reader.text("a reason in quotes");
  reader.end_line();
  return row;
}

SuppressRow read_suppress(PlanReader& reader) {
  SuppressRow row;
  row.id = reader.text("a finding's id in quotes");
  row.path = reader.text("a path pattern in quotes");
  row.reason = reader.text("a reason in quotes");
  reader.end_line();
  return row;
}

Policy read_policy(PlanReader& reader) {
  Policy policy;
  policy.accept.clear();
  reader.expect("accept");
  while (reader.more_fields()) {
    policy.accept.push_back(reader.value("a verdict", parse_outcome));
  }
  reader.end_line();
  reader.expect("downgrade-ptx");
  policy.downgrade_ptx = reader.value("yes or no", parse_yes_no);
  reader.end_line();
  reader.expect("future-gpus");
  policy.future_gpus = reader.value("yes or no", parse_yes_no);
  reader.end_line();
  while (reader.begins("partial")) {
    policy.partial.push_back(read_partial(reader));
  }
  while (reader.begins("suppress")) {
    policy.suppress.push_back(read_suppress(reader));
  }
  return policy;
}

std::optional<Version> read_version_line(PlanReader& reader,
                                         std::string_view key) {
  if (!reader.begins(key)) return std::nullopt;
  const Version version = reader.value(kVersion, parse_version);
  reader.end_line();
  return version;
}

FrameworkSpec read_framework(PlanReader& reader) {
  FrameworkSpec framework;
  framework.name = reader.text("a framework's name in quotes");
  framework.version = reader.text("a framework's version in quotes");
  const std::string_view cuda = reader.word(kVersion);
  if (reader.ok() && cuda != "-") {
    const Result<Version> version = parse_version(cuda);
    if (version) {
      framework.cuda = *version;
    } else {
      reader.refuse(cuda, kVersion);
    }
  }
  while (reader.more_fields()) {
    const std::string_view word = reader.word("an architecture");
    const Result<Arch> arch = parse_arch(word);
    if (arch && word.starts_with("sm_")) {
      framework.sass.push_back(*arch);
    } else if (arch && word.starts_with("compute_")) {
      framework.ptx.push_back(*arch);
    } else {
      reader.refuse(word, "sm_NN or compute_NN");
    }
  }
  reader.end_line();
  return framework;
}

DriverRange read_driver(PlanReader& reader) {
  const std::string text = reader.text("a driver in quotes");
  const Result<DriverRange> range = parse_driver_range(text);
  if (!range) reader.refuse(text, "a driver such as >=535");
  reader.end_line();
  return range.value_or(DriverRange());
}

TargetGroup read_group(PlanReader& reader) {
  TargetGroup machine;
  machine.count = reader.value("a number of machines", parse_count);
  machine.name = reader.text("a class's name in quotes");
  reader.end_line();
  reader.expect("gpu");
  machine.gpu.cc = reader.value("a GPU such as 8.9", parse_cc);
  machine.gpu.tegra = reader.value("tegra or -", parse_tegra);
  machine.gpu.name = reader.text("a GPU's name in quotes");
  reader.end_line();
  if (reader.begins("driver")) machine.driver = read_driver(reader);
  machine.cuda = read_version_line(reader, "cuda");
  machine.cuda_compat = read_version_line(reader, "cuda-compat");
  machine.max_ptx = read_version_line(reader, "max-ptx");
  reader.expect("os");
  machine.os = reader.value("a system", parse_os);
  reader.end_line();
  while (reader.begins("framework")) {
    machine.frameworks.push_back(read_framework(reader));
  }
  return machine;
}

}  // namespace

Result<CompiledProfile> parse_compiled_profile(std::string_view text,
                                               const std::string& file) {
  PlanReader reader(text, file);
  reader.expect(kCompiledProfileVersionLine);
  reader.end_line();
  CompiledProfile plan;
  reader.expect("profile");
  plan.profile = reader.text("the profile's name in quotes");
  reader.end_line();
  plan.policy = read_policy(reader);
  while (reader.begins("class")) plan.groups.push_back(read_group(reader));
  reader.expect("end");
  reader.end_file();
  if (!reader.ok()) return tl::unexpected<Error>(reader.error());
  return plan;
}

}  // namespace cudacompat
