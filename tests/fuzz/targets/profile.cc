// SPDX-License-Identifier: Apache-2.0

// A profile, and the groups made of it, which must read back the same.
#include "base/model/profile_json.h"
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
  const auto written = [](const Profile& any) {
    std::string text;
    write_profile_json(
        [&](std::string_view piece) {
          text += piece;
          return true;
        },
        group_profile(any));
    return text;
  };
  const std::string text = written(*profile);
  const auto groups = parse_profile(text, "groups.json");
  require(groups.has_value(), "groups that were written can be read");
  require(written(*groups) == text, "groups read back the same");
  return 0;
}
