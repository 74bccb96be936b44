// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/rehearse.h"

#include <gmock/gmock.h>

#include "ask/jit/rehearsal_findings.h"
#include "support/fatbin_writer.h"
#include "support/host_writer.h"
#include "support/shapes.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using testing::Codec;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::ptx;
using testing::sass;
using ::testing::SizeIs;
using testing::Wrap;
using testing::write_fatbin;

struct Asked {
  Version cuda;
  Arch arch;
  std::size_t texts;
};

/// A rehearsal whose compiler takes what `takes` says.
struct Rehearsed {
  std::vector<JudgedGroup> groups;
  ArtifactFacts facts;
  std::vector<RehearsedTarget> targets;
  std::vector<Asked> asked;

  Rehearsed(const Bytes& file, std::vector<std::string_view> words,
            std::optional<JitAnswer> says) {
    std::vector<TargetGroup> machines;
    for (const auto word : words)
      machines.push_back(testing::target_group(word));
    groups = one_driver_case_each(resolve_all(machines));
    ByteSource source = ByteSource::from_memory(file, "app");
    facts = *collect_facts(source, Depth::headers);
    const auto verdict = judge(facts, groups, {});
    auto done = rehearse(
        source, Depth::headers, facts, verdict, groups,
        [&](Version cuda, const JitInput& input) {
          asked.push_back({cuda, input.arch, input.ptx.size()});
          return says;
        },
        [](std::uint64_t) {});
    targets = std::move(*done);
  }
  std::vector<Finding> findings() const {
    return rehearsal_findings(facts, groups, targets);
  }
};

JitAnswer accepted() { return {JitAnswer::Kind::accepted, "", "code"}; }
JitAnswer refused(std::string log) {
  return {JitAnswer::Kind::refused, std::move(log), ""};
}

TEST(RehearseTest, OnlyPtxThatTheDriverWouldPickIsTried) {
  const Bytes file = testing::write_object(
      {write_fatbin({sass("80"), ptx("80", "8.0", Codec::lz4)})});
  const Rehearsed done(file, {"8.0@cuda13.0", "9.0@cuda12.2"}, accepted());
  ASSERT_THAT(done.asked, SizeIs(1));
  EXPECT_EQ(done.asked[0].cuda, (Version{12, 2}));
  EXPECT_EQ(done.asked[0].arch, (Arch{90, ArchScope::base}));
  EXPECT_EQ(done.targets[0].outcome, Outcome::loads);
  EXPECT_EQ(done.targets[0].by_rule, 1u);
  EXPECT_EQ(done.targets[1].outcome, Outcome::loads_jit);
  EXPECT_EQ(done.targets[1].compiled, 1u);
  EXPECT_THAT(done.findings(), IsEmpty());
}

TEST(RehearseTest, ARefusalBeatsTheRule) {
  const Bytes file =
      testing::write_object({write_fatbin({ptx("80", "8.0", Codec::lz4)})});
  const Rehearsed done(
      file, {"9.0@cuda12.2"},
      refused("ptxas application ptx input, line 2; error   : bad\n"));
  EXPECT_EQ(done.targets[0].outcome, Outcome::fails_218);
  EXPECT_EQ(done.targets[0].predicted, Outcome::loads_jit);
  const auto findings = done.findings();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].id, "CC207");
  EXPECT_THAT(findings[0].message, HasSubstr("PTX line 2: bad"));
  EXPECT_THAT(findings[0].fix, HasSubstr("90-real"));
}

TEST(RehearseTest, AnAcceptanceBeatsTheRuleAndIsOurFault) {
  const Bytes file =
      testing::write_object({write_fatbin({ptx("80", "9.0", Codec::lz4)})});
  const Rehearsed done(file, {"9.0@cuda12.2"}, accepted());
  EXPECT_EQ(done.targets[0].predicted, Outcome::fails_222);
  EXPECT_EQ(done.targets[0].outcome, Outcome::loads_jit);
  EXPECT_EQ(done.findings()[0].id, "CC208");
}

TEST(RehearseTest, WhatIsNotTriedIsUnknownUnlessTheRuleSaysThatItFails) {
  const Bytes file =
      testing::write_object({write_fatbin({ptx("80", "8.2", Codec::lz4)})});
  const Rehearsed done(file, {"9.0@cuda12.2", "9.0@cuda12.0"}, std::nullopt);
  EXPECT_EQ(done.targets[0].outcome, Outcome::unknown);
  EXPECT_EQ(done.targets[1].outcome, Outcome::fails_222);
  EXPECT_EQ(done.targets[1].by_rule, 1u);
  EXPECT_TRUE(done.targets[1].by_rule_shapes[0]);
  ASSERT_THAT(done.findings(), SizeIs(1));
  EXPECT_THAT(done.findings()[0].fix, "cudacompat jit fetch 12.2");
  const Rehearsed crashed(file, {"9.0@cuda12.2"},
                          JitAnswer{JitAnswer::Kind::failed, "signal 11", ""});
  EXPECT_EQ(crashed.targets[0].outcome, Outcome::unknown);
  EXPECT_EQ(crashed.findings()[0].id, "CC910");
}

TEST(RehearseTest, ATextThatContradictsItsEntryIsUnknown) {
  // The driver goes by the text, which is too new for it.
  auto lying = ptx("80", "9.0", Codec::lz4);
  lying.major = 8;
  lying.minor = 0;
  const Rehearsed done(testing::write_object({write_fatbin({lying})}),
                       {"9.0@cuda12.2"}, accepted());
  EXPECT_THAT(done.asked, IsEmpty());
  EXPECT_EQ(done.targets[0].predicted, Outcome::loads_jit);
  EXPECT_EQ(done.targets[0].outcome, Outcome::unknown);
  ASSERT_THAT(done.findings(), SizeIs(1));
  EXPECT_EQ(done.findings()[0].id, "CC910");
  EXPECT_THAT(done.findings()[0].message, HasSubstr("its text sm_80, PTX 9.0"));
}

TEST(RehearseTest, ACeilingOfTheProfileStands) {
  const Bytes file =
      testing::write_object({write_fatbin({ptx("80", "8.2", Codec::lz4)})});
  const Rehearsed done(file, {"9.0@cuda12.2+ptx8.0"}, accepted());
  EXPECT_THAT(done.asked, IsEmpty());
  EXPECT_EQ(done.targets[0].outcome, Outcome::fails_222);
}

TEST(RehearseTest, OneRefusalOfManyContainersIsToldOnceWithTheirNumber) {
  const std::vector<Bytes> many(30,
                                write_fatbin({ptx("80", "8.0", Codec::lz4)}));
  const Rehearsed done(testing::write_object(many), {"9.0@cuda12.2"},
                       refused("no\n"));
  EXPECT_EQ(done.targets[0].trouble_count, 30u);
  ASSERT_THAT(done.findings(), SizeIs(1));
  EXPECT_EQ(done.findings()[0].containers, 30u);
}

TEST(RehearseTest, AReleaseWithoutAPublishedCompilerIsNotOfferedForFetching) {
  const Bytes file =
      testing::write_object({write_fatbin({ptx("80", "8.0", Codec::lz4)})});
  const Rehearsed done(file, {"9.0@cuda12.7"}, std::nullopt);
  ASSERT_THAT(done.findings(), SizeIs(1));
  EXPECT_THAT(done.findings()[0].fix, HasSubstr("published none"));
}

TEST(RehearseTest, AChipsOwnCodeIsCompiledForTheChip) {
  const Bytes file =
      testing::write_object({write_fatbin({ptx("90a", "8.0", Codec::lz4)})});
  const Rehearsed done(file, {"9.0@cuda12.2"}, accepted());
  ASSERT_THAT(done.asked, SizeIs(1));
  EXPECT_EQ(done.asked[0].arch, (Arch{90, ArchScope::exact}));
}

TEST(RehearseTest, RelocatablePtxIsLinkedTogether) {
  testing::HostSpec spec;
  spec.type = testing::HostSpec::Type::shared;
  const Bytes one = write_fatbin({sass("80"), ptx("80", "8.0", Codec::lz4)});
  spec.fatbins = {{write_fatbin({sass("80")}), Wrap::linked},
                  {one, Wrap::relocatable},
                  {one, Wrap::relocatable}};
  const Rehearsed done(testing::write_host(spec), {"9.0@cuda12.2"}, accepted());
  ASSERT_THAT(done.asked, SizeIs(1));
  EXPECT_EQ(done.asked[0].texts, 2u);
  EXPECT_EQ(done.targets[0].outcome, Outcome::loads_jit);
}

TEST(RehearseTest, ARangeIsRehearsedAtItsEnds) {
  const Bytes file =
      testing::write_object({write_fatbin({ptx("80", "8.0", Codec::lz4)})});
  const Rehearsed done(file, {"9.0@>=535 <580"}, accepted());
  std::vector<Version> releases;
  for (const Asked& asked : done.asked) releases.push_back(asked.cuda);
  EXPECT_THAT(releases, ElementsAre(Version{12, 2}, Version{12, 9}));
}

}  // namespace
}  // namespace cudacompat
