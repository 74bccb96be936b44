// SPDX-License-Identifier: Apache-2.0
#include "ask/fleet/node_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/fleet/slurm_gres.h"
#include "unit/ask/fleet/imported.h"

namespace cudacompat::testing {
namespace {

using ::testing::ElementsAre;

std::string packed(std::initializer_list<std::string_view> names) {
  NodeNames out;
  for (const std::string_view name : names) out.add(name);
  return out.text();
}

TEST(NodeNames, are_runs_of_numbers) {
  EXPECT_EQ(packed({}), "");
  EXPECT_EQ(packed({"gpu-7"}), "gpu-7");
  EXPECT_EQ(packed({"gpu-7", "gpu-8", "gpu-9", "gpu-10"}), "gpu-[7-10]");
  EXPECT_EQ(packed({"gpu-08", "gpu-09", "gpu-10"}), "gpu-[08-10]");
  EXPECT_EQ(packed({"gpu-98", "gpu-99", "gpu-100"}), "gpu-[98-100]");
  EXPECT_EQ(packed({"gpu-099", "gpu-100", "gpu-5"}), "gpu-[5,099-100]");
  EXPECT_EQ(packed({"n3", "n1", "n2", "n2", "login"}), "login,n[1-3]");
  EXPECT_EQ(packed({"login", "login", "x", "1"}), "1,login,x");
  EXPECT_EQ(packed({"n9", "n010"}), "n[9,010]");
  EXPECT_EQ(packed({"r1n1.site2.example", "r1n2.site2.example"}),
            "r1n[1-2].site2.example");
  EXPECT_EQ(packed({"n99999999999999999999", "n18446744073709551615"}),
            "n18446744073709551615,n99999999999999999999");
}

TEST(NodeNames, cannot_make_a_host_list_say_other_names) {
  EXPECT_EQ(packed({"a[1-9],b c"}), "a\\x5b1-9\\x5d\\x2cb\\x20c");
}

TEST(NodeNames, are_expanded_to_the_same) {
  NodeNames names;
  std::vector<std::string> all;
  for (int i = 0; i < 3000; ++i) {
    for (const char* form : {"a{}", "b{:02}x", "c{:04}"}) {
      if (i % 7 != 3) all.push_back(fmt::format(fmt::runtime(form), i));
    }
  }
  for (auto name = all.rbegin(); name != all.rend(); ++name) names.add(*name);
  auto again = *expand_hosts(names.text());
  std::sort(all.begin(), all.end());
  std::sort(again.begin(), again.end());
  EXPECT_EQ(again, all);
}

TEST(NodeNames, of_each_target_are_kept_where_that_is_asked_for) {
  const std::string_view text =
      "NodeName=n[1-3] Gres=gpu:l4:1\nNodeName=t[01-12] Gres=gpu:t4:1\n"
      "NodeName=n4 Gres=gpu:l4:1\nNodeName=c1 CPUs=1\n";
  for (const auto names : {Fleet::Names::kept, Fleet::Names::dropped}) {
    ByteSource source = ByteSource::from_view(
        std::as_bytes(std::span(text.data(), text.size())), "input");
    Fleet fleet({}, names);
    EXPECT_TRUE(find_fleet_format("slurm")->read(source, fleet));
    EXPECT_EQ(fleet.targets().at(0).name, "t4@unknown");
    const bool kept = names == Fleet::Names::kept;
    EXPECT_THAT(fleet.node_lists(),
                ElementsAre(kept ? "t[01-12]" : "", kept ? "n[1-4]" : ""));
  }
}

}  // namespace
}  // namespace cudacompat::testing
