// SPDX-License-Identifier: Apache-2.0

// The small texts a user types: architectures, versions, drivers, targets.
#include "base/model/arch_list.h"
#include "base/model/profile.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;
using namespace cudacompat::testing;

namespace {

template <typename Parse>
void round_trip(std::string_view text, Parse parse) {
  const auto value = parse(text);
  if (!value) {
    require(!value.error().message.empty(), "a bad text says what is wrong");
    return;
  }
  const auto again = parse(to_string(*value));
  require(again.has_value() && *again == *value, "what is printed reads back");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  round_trip(text, parse_arch);
  round_trip(text, parse_version);
  round_trip(text, parse_driver_version);
  round_trip(text, parse_driver_range);
  (void)parse_cc(text);
  (void)parse_target_shorthand(text);
  for (const ArchDialect dialect :
       {ArchDialect::cmake, ArchDialect::nvcc, ArchDialect::torch,
        ArchDialect::bazel, ArchDialect::pep817}) {
    (void)parse_arch_list(text, dialect);
  }
  return 0;
}
