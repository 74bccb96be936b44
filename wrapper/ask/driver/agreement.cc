// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/agreement.h"

#include <algorithm>
#include <csignal>

namespace cudacompat {
namespace {

std::string word_of(int code) {
  return code == 0 ? "loads" : fmt::format("fails-{}", code);
}

/// Errors that speak of the machine, not of the code: out of memory, not or no
/// longer ready, devices taken, and no JIT compiler installed.
bool of_the_machine(int code) {
  switch (code) {
    case 2:    // CUDA_ERROR_OUT_OF_MEMORY
    case 3:    // CUDA_ERROR_NOT_INITIALIZED
    case 4:    // CUDA_ERROR_DEINITIALIZED
    case 46:   // CUDA_ERROR_DEVICE_UNAVAILABLE
    case 221:  // CUDA_ERROR_JIT_COMPILER_NOT_FOUND
    case 304:  // CUDA_ERROR_OPERATING_SYSTEM
    case 802:  // CUDA_ERROR_SYSTEM_NOT_READY
      return true;
    default:
      return false;
  }
}

Agreement agreement_of(Outcome expected, const LoadAnswer& answer) {
  if (of_the_machine(answer.code)) return Agreement::undecided;
  // The body of a PTX text is judged by no rule: only a compiler can tell.
  constexpr int kInvalidPtx = 218;
  if (expected == Outcome::loads_jit && answer.code == kInvalidPtx)
    return Agreement::undecided;
  const bool as_predicted = fails(expected)
                                ? word_of(answer.code) == to_string(expected)
                                : answer.code == 0;
  return as_predicted ? Agreement::agrees : Agreement::disagrees;
}

}  // namespace

std::string_view to_string(Agreement agreement) {
  switch (agreement) {
    case Agreement::agrees:
      return "agrees";
    case Agreement::undecided:
      return "undecided";
    case Agreement::disagrees:
      return "disagrees";
  }
  return "";
}

std::optional<Outcome> expected_load(LoadMode mode, Outcome as_is,
                                     const ContainerShape& shape,
                                     const DriverCase& machine) {
  if (mode == LoadMode::as_is) return as_is;
  Outcome outcome = Outcome::unknown;
  if (mode == LoadMode::force_ptx_jit) {
    outcome = driver_choice_of_ptx(shape, machine).outcome;
  } else {
    ContainerShape without_ptx = shape;
    std::erase_if(without_ptx.images, [](const ImageFacts& image) {
      return image.kind == ImageKind::ptx;
    });
    outcome = driver_choice(without_ptx, machine).outcome;
  }
  if (fails(outcome) || outcome == Outcome::unknown) return std::nullopt;
  return outcome;
}

std::string load_word(const LoadEnd& end) {
  if (!end.answer.ended) return end.signal == SIGALRM ? "timed-out" : "crashed";
  const LoadAnswer& module = *end.answer.module;
  const bool of_library = module.code == 0 && end.answer.library;
  return word_of(of_library ? end.answer.library->code : module.code);
}

Agreement agreement_of(std::optional<Outcome> expected, const LoadEnd& end) {
  if (!expected || *expected == Outcome::unknown || !end.answer.ended)
    return Agreement::undecided;
  Agreement worst = agreement_of(*expected, *end.answer.module);
  if (end.answer.library)
    worst = std::max(worst, agreement_of(*expected, *end.answer.library));
  return worst;
}

std::optional<int> load_rank(std::string_view word) {
  constexpr std::string_view kFails = "fails-";
  if (word == "none") return 0;
  if (word == "loads") return kRankLoads;
  if (word == "unknown") return kRankUnknown;
  if (word == "timed-out") return 3;
  if (word == "crashed") return 5;
  if (!word.starts_with(kFails)) return std::nullopt;
  word.remove_prefix(kFails.size());
  const bool number =
      !word.empty() && word.size() <= 9 &&
      word.find_first_not_of("0123456789") == std::string_view::npos;
  return number ? std::optional(4) : std::nullopt;
}

std::string worse_load(const std::string& a, const std::string& b) {
  return load_rank(b).value_or(0) > load_rank(a).value_or(0) ? b : a;
}

}  // namespace cudacompat
