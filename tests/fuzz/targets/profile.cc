// A profile, and the group plan made from it, which must read back the same.
#include "base/model/profile.h"

#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;
using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto profile = parse_profile(json, "input.json");
  if (!profile) {
    require(!profile.error().empty(), "a bad profile says what is wrong");
    return 0;
  }
  const std::string text = serialize(make_compiled_profile(*profile));
  const Result<CompiledProfile> plan =
      parse_compiled_profile(text, "input.plan");
  require(plan.has_value(), "a plan that was written can be read");
  require(serialize(*plan) == text, "a plan reads back the same");
  return 0;
}
