// SPDX-License-Identifier: Apache-2.0

// Every truncation and every damaged byte of three small real files, through
// collect_facts() and judge() in this process.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/bytes/byte_source.h"
#include "judge/facts/artifact.h"
#include "judge/verdict/judge.h"
#include "support/byte_writer.h"
#include "unit/hostile/layout.h"

namespace cudacompat::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kLongest{2};

/// Groups that each file loads on, and some that it does not: Blackwell (no
/// SASS; PTX 9.0 or 8.2), an old driver, Turing (nothing fits), a Tegra chip.
std::vector<JudgedGroup> make_groups() {
  Profile profile;
  for (const char* text :
       {"8.0@580.65.06", "8.6@cuda13.0", "10.0@cuda13.0", "8.9@535.183.06",
        "8.0@cuda12.2", "9.0@cuda12.8", "7.5@cuda13.0", "8.7-tegra@cuda12.6"}) {
    profile.targets.push_back(parse_target_shorthand(text).value());
  }
  return resolve_all(group_targets(profile));
}

struct Answer {
  bool error = false;  // collect_facts() said why the file cannot be read
  bool device_code = false;
  std::uint64_t problems = 0;
  std::vector<Outcome> outcomes;  // by group
  std::vector<ContainerShape> shapes;
  bool good(std::size_t i) const {
    return !error && device_code &&
           (outcomes[i] == Outcome::loads || outcomes[i] == Outcome::loads_jit);
  }
};

std::string name_of(const ::testing::TestParamInfo<const char*>& test) {
  std::string name = test.param;
  for (char& c : name) {
    if (c == '-' || c == '.') c = '_';
  }
  return name;
}

class Hostile : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string path = std::string(CUDACOMPAT_TEST_DATA "/") + GetParam();
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    whole_ = to_bytes(text);
    ASSERT_FALSE(whole_.empty()) << path;
    expected_ = judge_bytes(whole_);
    ASSERT_TRUE(expected_.device_code);
    ASSERT_EQ(expected_.problems, 0u);
    ASSERT_TRUE(expected_.good(0)) << "the undamaged file loads somewhere";
    ASSERT_FALSE(expected_.good(6)) << "and not everywhere";
  }

  Answer judge_bytes(const Bytes& bytes) {
    const auto start = Clock::now();
    const Policy policy;
    ByteSource source = ByteSource::from_memory(bytes, "damaged");
    const auto facts = collect_facts(source, needed_depth(groups_, policy));
    Answer answer;
    if (!facts) {
      answer.error = true;
      EXPECT_FALSE(facts.error().message.empty());
    } else {
      const ArtifactVerdict verdict = judge(*facts, groups_, policy);
      answer.device_code = verdict.device_code;
      answer.problems = facts->problem_count;
      answer.shapes = facts->shapes;
      for (const TargetVerdict& target : verdict.targets) {
        answer.outcomes.push_back(target.outcome);
      }
      EXPECT_EQ(answer.outcomes.size(), groups_.size());
    }
    EXPECT_LT(Clock::now() - start, kLongest);
    return answer;
  }

  const std::vector<JudgedGroup> groups_ = make_groups();
  Bytes whole_;
  Answer expected_;
};

// Of a file cut short nothing is promised to load: the end of an object is its
// section table, and a container that leaves the file is a problem.
TEST_P(Hostile, NoTruncationLoadsAnywhere) {
  for (std::size_t n = 0; n < whole_.size(); ++n) {
    const Answer answer = judge_bytes(
        Bytes(whole_.begin(), whole_.begin() + static_cast<std::ptrdiff_t>(n)));
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      ASSERT_FALSE(answer.good(i)) << "cut to " << n << " of " << whole_.size()
                                   << " bytes, " << groups_[i].machine.name;
    }
  }
}

// A damaged byte may make a group fail, and it may hide the code where it
// breaks what leads to it. It may not make a group load that did not, unless
// it stands where the file says what its images are.
TEST_P(Hostile, NoDamagedByteMakesAClassLoadUnlessItSaysSo) {
  const Layout layout = find_layout(whole_);
  for (std::size_t at = 0; at < whole_.size(); ++at) {
    for (const unsigned mask : {0x01u, 0xffu}) {
      Bytes damaged = whole_;
      damaged[at] ^= static_cast<std::byte>(mask);
      const Answer answer = judge_bytes(damaged);
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        ASSERT_TRUE(!answer.good(i) || expected_.good(i) ||
                    layout.says_what_it_is(at))
            << "byte " << at << " ^ " << mask << ", "
            << groups_[i].machine.name;
      }
    }
  }
}

// A file whose code a damaged byte hides is not one without device code. Two
// places are beyond telling: the magic, which makes it another kind of file,
// and where the section names start, which may be other bytes just as good.
TEST_P(Hostile, NoDamagedByteHidesTheCodeWithoutAWord) {
  const Layout layout = find_layout(whole_);
  for (std::size_t at = 0; at < whole_.size(); ++at) {
    Bytes damaged = whole_;
    damaged[at] ^= std::byte{0xff};
    const Answer answer = judge_bytes(damaged);
    ASSERT_TRUE(answer.error || answer.device_code || answer.problems > 0 ||
                layout.says_what_kind_of_file(at))
        << "byte " << at;
  }
}

class HostileObject : public Hostile {};

// Damage in the host's own code is none of our business: no false alarm.
TEST_P(HostileObject, ADamagedByteOfTheHostCodeChangesNothing) {
  const Layout layout = find_layout(whole_);
  ASSERT_GT(layout.host_code.second - layout.host_code.first, 100u);
  for (std::size_t at = layout.host_code.first; at < layout.host_code.second;
       ++at) {
    Bytes damaged = whole_;
    damaged[at] ^= std::byte{0xff};
    const Answer answer = judge_bytes(damaged);
    ASSERT_EQ(answer.shapes, expected_.shapes) << "byte " << at;
    ASSERT_EQ(answer.outcomes, expected_.outcomes) << "byte " << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Hostile,
                         ::testing::Values("whole-program.o", "relocatable.o",
                                           "cuda-12.2.fatbin"),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Files, HostileObject,
                         ::testing::Values("whole-program.o", "relocatable.o"),
                         name_of);

}  // namespace
}  // namespace cudacompat::testing
