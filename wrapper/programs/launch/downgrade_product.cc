// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/downgrade_product.h"

#include <algorithm>
#include <chrono>

#include "ask/system/process.h"

namespace cudacompat {
namespace {

constexpr std::string_view kNewerPtx = "CC201";
constexpr std::chrono::minutes kTime{30};

}  // namespace

bool has_newer_ptx(const Judgement& judgement) {
  return std::ranges::any_of(judgement.findings, [](const Finding& finding) {
    return finding.id == kNewerPtx;
  });
}

std::string downgrade_product(const std::string& product,
                              const std::string& machines) {
  ProcessRequest request;
  request.time_limit = kTime;
  request.argv = {beside_this_program("cudacompat"),
                  "downgrade",
                  "-p",
                  machines,
                  "--format",
                  "text",
                  "--color",
                  "never",
                  "--",
                  product};
  // Its options' twins are meant for commands that a person gives.
  request.without = {"CUDACOMPAT_FORMAT", "CUDACOMPAT_OUTPUT",
                     "CUDACOMPAT_TARGET", "CUDACOMPAT_PTX_ISA"};
  const auto end = run_process(request);
  if (!end) {
    return "  " + product + " was not downgraded: " + end.error().message +
           "\n";
  }
  return end->out + end->err;
}

}  // namespace cudacompat
