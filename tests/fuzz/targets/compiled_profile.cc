// The file that a compile reads: whatever is accepted must read back the same.
#include "base/model/profile.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;
using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<CompiledProfile> plan =
      parse_compiled_profile(text, "input.plan");
  if (!plan) {
    require(!plan.error().message.empty(), "a bad plan says what is wrong");
    return 0;
  }
  const std::string once = serialize(*plan);
  const Result<CompiledProfile> again =
      parse_compiled_profile(once, "again.plan");
  require(again.has_value(), "a plan that was written can be read");
  require(serialize(*again) == once, "a plan reads back the same");
  return 0;
}
