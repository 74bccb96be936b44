// SPDX-License-Identifier: Apache-2.0

#include <gmock/gmock.h>

#include "base/text/printable.h"
#include "judge/facts/image_names.h"
#include "judge/verdict/verdict_words.h"
#include "support/shapes.h"

namespace cudacompat {
namespace {

using testing::machine;
using testing::shape;

TEST(Printable, ShowsWhatCouldSteerATerminal) {
  EXPECT_EQ(printable("k.o"), "k.o");
  EXPECT_EQ(printable("\x1b[2J\n"), "\\x1b[2J\\x0a");
  EXPECT_EQ(printable("\xc2\x9b"
                      "1m"),
            "\\xc2\\x9b1m");  // C1: CSI
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\xe2\\x80\\xaeb");                           // RLO
  EXPECT_EQ(printable("\xe2\x81\xa6"), "\\xe2\\x81\\xa6");  // LRI
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\xc3\xbc \xe2\x82\xac"), "\xc3\xbc \xe2\x82\xac");
}

TEST(ContainerId, NamesMemberSectionAndOffset) {
  EXPECT_EQ(container_id({".nv_fatbin", "", ""}, 0x1c40), ".nv_fatbin@0x1c40");
  EXPECT_EQ(container_id({".nv_fatbin", "k1.o", "k1.cu"}, 0x40),
            "k1.o:.nv_fatbin@0x40");
  EXPECT_EQ(container_id({"", "", ""}, 0), "bare@0x0");
}

TEST(ImageLabel, NamesCodeAsNvccDoes) {
  const ContainerShape code =
      shape("sm_90a@13.0 ptx_80@9.0 lto_90 tile_100 kind99");
  ASSERT_EQ(code.images.size(), 5u);
  EXPECT_EQ(image_label(code.images[0]), "sm_90a SASS");
  EXPECT_EQ(image_label(code.images[1]), "compute_80 PTX 9.0");
  EXPECT_EQ(image_label(code.images[2]), "lto_90 LTO-IR");
  EXPECT_THAT(image_label(code.images[3]), ::testing::HasSubstr("Tile IR"));
  EXPECT_THAT(image_label(code.images[4]), ::testing::HasSubstr("unknown"));
}

TEST(ImageLabel, DoubtsAnArchitectureThatCouldNotBeTold) {
  ImageFacts image = shape("sm_90@13.0").images[0];
  image.arch_known = false;
  EXPECT_EQ(image_label(image), "sm_90? SASS");
}

std::string reason(std::string_view code, std::string_view on,
                   ContainerRole role = ContainerRole::plain) {
  const ContainerShape container = shape(code, role);
  const DriverCase facts = machine(on);
  return because(driver_choice(container, facts), &container, facts);
}

TEST(Because, NamesTheImageAndWhatSpeaksForOrAgainstIt) {
  EXPECT_EQ(reason("sm_89@12.2", "8.9@cuda12.2"), "sm_89 SASS");
  EXPECT_EQ(reason("sm_80@12.2", "8.9@cuda12.2"), "sm_80 SASS, same major");
  EXPECT_EQ(reason("ptx_80@8.0", "8.9@cuda12.2"), "compute_80 PTX 8.0");
  EXPECT_EQ(reason("ptx_80@9.0", "8.9@cuda12.2"),
            "compute_80 PTX 9.0, newer than the driver's 8.2");
  EXPECT_EQ(reason("sm_75@12.2", "8.9@cuda12.2"), "no SASS and no PTX for 8.9");
}

TEST(Because, RelocatableCodeIsNotWhatLoads) {
  const auto object = [](std::string_view on) {
    return reason("sm_80@13.0", on, ContainerRole::relocatable);
  };
  EXPECT_EQ(object("8.0@580"), "sm_80 SASS, once device-linked");
  EXPECT_EQ(object("9.0@580"), "no SASS and no PTX for 9.0");
}

TEST(VerdictWord, IsNoneWhereThereIsNothingToJudge) {
  ArtifactFacts facts;
  ArtifactVerdict verdict;
  verdict.outcome = Outcome::loads;
  EXPECT_EQ(verdict_word(facts, verdict), "none");
  facts.problem_count = 1;
  verdict.outcome = Outcome::unknown;
  EXPECT_EQ(verdict_word(facts, verdict), "unknown");
  facts.problem_count = 0;
  verdict.outcome = Outcome::fails_35;  // the runtime fails without kernels too
  EXPECT_EQ(verdict_word(facts, verdict), "fails-35");
  verdict.device_code = true;
  verdict.outcome = Outcome::loads;
  EXPECT_EQ(verdict_word(facts, verdict), "loads");
}

}  // namespace
}  // namespace cudacompat
