// SPDX-License-Identifier: Apache-2.0
#include "report/load_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text/printable.h"
#include "base/text/style.h"
#include "judge/facts/image_names.h"

namespace cudacompat {

namespace {

constexpr std::size_t kMostLines = 20;

/// "as it is: 2 loads, 1 fails-209"; empty: nothing was tried.
std::string counts_of(const DeviceLoads& device, std::size_t mode) {
  constexpr std::array<std::string_view, 3> kNames = {
      "as it is", "CUDA_FORCE_PTX_JIT=1", "CUDA_DISABLE_PTX_JIT=1"};
  std::map<std::string, std::uint64_t> words;
  for (const LoadedContainer& container : device.containers)
    if (container.runs) ++words[load_word((*container.runs)[mode].end)];
  if (words.empty()) return "";
  std::string out = fmt::format("{}:", kNames[mode]);
  for (auto word = words.rbegin(); word != words.rend(); ++word)
    out += fmt::format("{} {} {}", word == words.rbegin() ? "" : ",",
                       word->second, word->first);
  return out;
}

std::string counts_of(const DeviceLoads& device) {
  const std::string as_it_is = counts_of(device, 0);
  if (as_it_is.empty()) return "nothing could be tried";
  return fmt::format("{}; {}; {}", as_it_is, counts_of(device, 1),
                     counts_of(device, 2));
}

std::string place_of(const LoadedContainer& container) {
  return printable(container.unit.empty()
                       ? container.id
                       : fmt::format("{} ({})", container.id, container.unit));
}

/// The driver's own words about one run.
std::string answer_lines(const LoadRun& run, std::string_view blanks) {
  std::string out;
  const ImageAnswer& answer = run.end.answer;
  if (answer.module && answer.module->code != 0)
    out += fmt::format("{}cuModuleLoadDataEx: {}\n", blanks,
                       printable(answer.module->name));
  if (answer.library && answer.library->code != 0 &&
      (!answer.module || answer.library->code != answer.module->code))
    out += fmt::format("{}cuLibraryLoadData: {}\n", blanks,
                       printable(answer.library->name));
  if (answer.module && answer.module->code == 221)
    out += fmt::format(
        "{}fix: install the driver's JIT compiler "
        "(libnvidia-ptxjitcompiler.so.1); a container gets it with "
        "NVIDIA_DRIVER_CAPABILITIES=compute,utility\n",
        blanks);
  std::string_view said = answer.said;
  while (!said.empty()) {
    const std::size_t end = std::min(said.find('\n'), said.size());
    if (end != 0)
      out += fmt::format("{}the JIT compiler: {}\n", blanks,
                         printable(said.substr(0, end)));
    said.remove_prefix(std::min(end + 1, said.size()));
  }
  return out;
}

std::string disagreement_lines(const LoadedContainer& container, int ordinal,
                               TextStyle style) {
  std::string out;
  for (std::size_t m = 0; m < kLoadModes.size(); ++m) {
    const LoadRun& run = (*container.runs)[m];
    if (run.agreement != Agreement::disagrees) continue;
    out += fmt::format(
        "    {}: {} was predicted and the driver says {} ({}): {}; {}\n",
        colored("disagreement", Paint::bad, style.color),
        to_string(*run.expected), load_word(run.end), to_string(kLoadModes[m]),
        place_of(container), printable(container.because));
    out += answer_lines(run, "      ");
  }
  out += "      this is a bug in cudacompat: please report it with the file\n";
  out += container.reproducer.empty()
             ? "      that holds it (no copy could be written; see --keep)\n"
             : fmt::format("      {}: cudacompat load-test {} --device {}\n",
                           printable(container.reproducer),
                           printable(container.reproducer), ordinal);
  return out;
}

/// What to report of a container; empty: it loads, as was predicted.
std::string container_lines(const LoadedContainer& container, int ordinal,
                            TextStyle style) {
  if (!container.runs)
    return fmt::format("    not loaded alone: {}: {}; by rule: {}\n",
                       place_of(container), container.not_tried,
                       to_string(container.predicted.outcome));
  if (container.disagrees())
    return disagreement_lines(container, ordinal, style);
  const LoadRun& run = container.runs->front();
  const std::string word = load_word(run.end);
  if (word == "loads" && run.agreement == Agreement::agrees) return "";
  return fmt::format("    {}: {}: {}: {}\n",
                     colored(word, paint_of_load(word), style.color),
                     place_of(container),
                     run.agreement == Agreement::agrees ? "as predicted"
                                                        : "not predicted",
                     printable(container.because)) +
         answer_lines(run, "      ");
}

}  // namespace

Paint paint_of_load(std::string_view word) {
  const int rank = load_rank(word).value_or(0);
  return rank == kRankLoads     ? Paint::good
         : rank <= kRankUnknown ? Paint::doubt
                                : Paint::bad;
}

std::string driver_words(const std::optional<DriverVersion>& kernel,
                         const std::optional<Version>& cuda) {
  return fmt::format("driver {}, CUDA {}",
                     kernel ? to_string(*kernel) : "unknown",
                     cuda ? to_string(*cuda) : "unknown");
}

void LoadText::start(const std::string& node,
                     const std::vector<std::size_t>& devices,
                     const std::string& skipped) {
  if (!skipped.empty()) {
    sink_(fmt::format("skipped on {}: {}\n", printable(node),
                      printable(skipped)));
    return;
  }
  std::string out = fmt::format("{}: {} ({})\n", printable(node),
                                driver_words(machine_.kernel, machine_.cuda),
                                printable(machine_.libcuda));
  for (const std::size_t i : devices) {
    const Device& device = machine_.devices[i];
    out += fmt::format("  device {}  {}  {}\n", device.ordinal,
                       cc_to_string(device.cc), printable(device.name));
  }
  sink_(out);
}

void LoadText::file(const LoadedFile& file) {
  std::string verdict = "none";
  for (const DeviceLoads& device : file.devices)
    verdict = worse_load(verdict, device.verdict);
  std::string out = printable(file.path) + ": ";
  if (verdict == "none") {
    sink_(out + "no device code: nothing to load\n");
    return;
  }
  sink_(out + colored(verdict, paint_of_load(verdict), style_.color) + "\n");
  for (const DeviceLoads& device : file.devices) {
    const int ordinal = machine_.devices[device.device].ordinal;
    out = fmt::format(
        "  device {}  {}  {}\n", ordinal,
        padded(device.verdict, 9, paint_of_load(device.verdict), style_.color),
        counts_of(device));
    if (!device.because.empty())
      out += fmt::format("    {}\n", printable(device.because));
    std::uint64_t reported = 0;
    for (const LoadedContainer& container : device.containers) {
      const std::string lines = container_lines(container, ordinal, style_);
      if (lines.empty()) continue;
      if (++reported <= kMostLines || style_.verbose || container.disagrees())
        out += lines;
    }
    if (reported > kMostLines && !style_.verbose)
      out += fmt::format("    {} more are listed by --verbose\n",
                         reported - kMostLines);
    sink_(out);
  }
}

}  // namespace cudacompat
