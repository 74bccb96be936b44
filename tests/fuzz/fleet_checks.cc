// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fleet_checks.h"

#include "base/model/profile_json.h"
#include "fuzz/checks.h"

namespace cudacompat::testing {

void import_and_check(std::string_view input,
                      std::span<const std::string_view> names) {
  if (input.empty()) return;
  const std::string_view name =
      names[static_cast<unsigned char>(input[0]) % names.size()];
  input.remove_prefix(1);
  ByteSource source = ByteSource::from_view(
      std::as_bytes(std::span(input.data(), input.size())), "input");
  detect_fleet_format(source);
  FoundDefaults defaults;
  defaults.cc = Cc{89};
  Fleet fleet(std::move(defaults));
  const Result<void> done = find_fleet_format(name)->read(source, fleet);
  require(done || !done.error().message.empty(), "a bad text says why");
  Profile profile;
  profile.targets = fleet.targets();
  if (profile.targets.empty()) return;
  std::string json;
  write_profile_json(
      [&](std::string_view text) {
        json += text;
        return true;
      },
      profile);
  const auto again = parse_profile(json, "imported.json");
  require(again.has_value(), "what is written is a right profile");
  std::uint64_t machines = 0;
  for (const TargetSpec& target : again->targets) machines += target.count;
  require(machines == fleet.take_statistics().machines,
          "each machine is counted");
}

}  // namespace cudacompat::testing
