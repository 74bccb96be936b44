// SPDX-License-Identifier: Apache-2.0
#include "judge/facts/artifact.h"

#include <gmock/gmock.h>

#include "support/cubin_writer.h"
#include "support/fatbin_writer.h"
#include "support/host_writer.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using ::testing::HasSubstr;
using testing::HostSpec;
using ::testing::IsEmpty;
using testing::ptx;
using testing::sass;
using ::testing::SizeIs;
using testing::Wrap;
using testing::write_fatbin;

ArtifactFacts collect_facts_of_bytes(const Bytes& bytes,
                                     const PartialTag& tag = {}) {
  ByteSource source = ByteSource::from_memory(bytes, "product");
  return collect_facts(source, Depth::headers, tag).value();
}

testing::FatbinEntry empty_sass(std::string_view arch) {
  testing::FatbinEntry entry = sass(arch);
  entry.payload = testing::write_empty_cubin(arch);
  return entry;
}

TEST(ArtifactTest, KeepsWhatTheRulesAskOfAnImage) {
  const ArtifactFacts facts = collect_facts_of_bytes(
      write_fatbin({sass("90a", testing::Codec::zstd), ptx("100f", "9.2")}));
  EXPECT_EQ(facts.path, "product");
  EXPECT_EQ(facts.images, 2u);
  ASSERT_THAT(facts.shapes, SizeIs(1));
  ASSERT_THAT(facts.shapes[0].images, SizeIs(2));
  const ImageFacts& cubin = facts.shapes[0].images[0];
  EXPECT_EQ(cubin.kind, ImageKind::sass);
  EXPECT_EQ(cubin.compression, Compression::zstd);
  EXPECT_EQ(cubin.arch, (Arch{90, ArchScope::exact}));
  EXPECT_EQ(cubin.cubin_abi, 8);
  EXPECT_EQ(cubin.toolkit, (Version{13, 0}));
  EXPECT_FALSE(cubin.empty);
  EXPECT_EQ(facts.shapes[0].images[1].ptx_isa, (Version{9, 2}));
}

TEST(ArtifactTest, EqualContainersShareAShapeAndAPlace) {
  const Bytes a = write_fatbin({sass("80"), ptx("80", "8.0")});
  const Bytes b = write_fatbin({sass("80")});
  const ArtifactFacts facts =
      collect_facts_of_bytes(testing::write_object({a, b, a, a, b}));
  EXPECT_EQ(facts.file, FileKind::relocatable_object);
  ASSERT_THAT(facts.containers, SizeIs(5));
  EXPECT_THAT(facts.shapes, SizeIs(2));
  EXPECT_THAT(facts.places, SizeIs(1));
  EXPECT_EQ(facts.containers[0].shape, facts.containers[3].shape);
  EXPECT_EQ(facts.containers[1].shape, facts.containers[4].shape);
  EXPECT_LT(facts.containers[3].offset, facts.containers[4].offset);
  EXPECT_EQ(facts.images, 8u);
}

TEST(ArtifactTest, EachDifferenceThatCanChangeAVerdictIsAnotherShape) {
  testing::FatbinEntry unknown = sass("80");
  unknown.kind = 77;
  const std::vector<Bytes> fatbins = {
      write_fatbin({sass("80")}),
      write_fatbin({sass("86")}),
      write_fatbin({sass("90")}),
      write_fatbin({sass("90a")}),
      write_fatbin({sass("80", testing::Codec::zstd)}),
      write_fatbin({sass("80"), sass("80")}),
      write_fatbin({ptx("80", "8.0")}),
      write_fatbin({ptx("80", "8.1")}),
      write_fatbin({empty_sass("80")}),
      write_fatbin({unknown}),
      write_fatbin({testing::concat({sass("80")})}),
      write_fatbin(std::vector<testing::FatbinEntry>{})};
  EXPECT_THAT(collect_facts_of_bytes(testing::write_object(fatbins)).shapes,
              SizeIs(fatbins.size()));
}

TEST(ArtifactTest, RolesArePartOfTheShape) {
  const Bytes fatbin = write_fatbin({sass("80")});
  HostSpec spec;
  spec.type = HostSpec::Type::shared;
  spec.fatbins = {{fatbin, Wrap::plain},
                  {fatbin, Wrap::linked},
                  {fatbin, Wrap::relocatable}};
  spec.needed = {"libcudart.so.12"};
  const ArtifactFacts facts = collect_facts_of_bytes(testing::write_host(spec));
  ASSERT_THAT(facts.shapes, SizeIs(3));
  EXPECT_EQ(facts.shapes[1].role, ContainerRole::linked);
  EXPECT_EQ(facts.runtime.version, (Version{12, 0}));
  EXPECT_EQ(facts.file, FileKind::linked_product);
}

TEST(ArtifactTest, OnlyBareFilesAreBare) {
  const Bytes fatbin = write_fatbin({sass("80")});
  EXPECT_TRUE(collect_facts_of_bytes(fatbin).shapes[0].bare);
  EXPECT_TRUE(
      collect_facts_of_bytes(testing::write_cubin("80")).shapes[0].bare);
  EXPECT_FALSE(
      collect_facts_of_bytes(testing::write_object({fatbin})).shapes[0].bare);
  const Bytes library =
      testing::write_ar({{"k.o", testing::write_object({fatbin})}});
  EXPECT_FALSE(collect_facts_of_bytes(library).shapes[0].bare);
}

TEST(ArtifactTest, AContainerIsEmptyWhereNoImageHoldsAnything) {
  testing::FatbinEntry text = ptx("80", "9.0");
  text.payload =
      testing::to_bytes(".version 9.0\n.target sm_80\n.address_size 64\n");
  const auto empty = [](const std::vector<testing::FatbinEntry>& entries) {
    return collect_facts_of_bytes(write_fatbin(entries)).shapes[0].empty();
  };
  EXPECT_TRUE(empty({empty_sass("80")}));
  EXPECT_TRUE(empty({empty_sass("80"), empty_sass("90"), text}));
  EXPECT_FALSE(empty({empty_sass("80"), sass("90")}));
  EXPECT_FALSE(empty({empty_sass("80"), ptx("80", "9.0")}));
  EXPECT_FALSE(empty({}));  // nothing is known of it
}

TEST(ArtifactTest, PlacesTellSectionMemberAndUnit) {
  HostSpec spec;
  spec.fatbins = {{write_fatbin({sass("80")}), Wrap::relocatable}};
  spec.file_symbol = "tmpxft_00000d45_00000000-6_k3.cudafe1.cpp";
  const ArtifactFacts facts = collect_facts_of_bytes(
      testing::write_ar({{"k3.o", testing::write_host(spec)}}));
  ASSERT_THAT(facts.places, SizeIs(1));
  EXPECT_EQ(facts.places[0], (Place{"__nv_relfatbin", "k3.o", "k3.cu"}));
}

TEST(ArtifactTest, TheTagIsPartOfTheShape) {
  const Bytes fatbin = write_fatbin({sass("90")});
  const Bytes library =
      testing::write_ar({{"a.o", testing::write_object({fatbin})},
                         {"b.o", testing::write_object({fatbin})}});
  const ArtifactFacts facts =
      collect_facts_of_bytes(library, [](const Container& container) {
        return static_cast<std::uint16_t>(container.member == "b.o" ? 3 : 0);
      });
  ASSERT_THAT(facts.shapes, SizeIs(2));
  EXPECT_EQ(facts.shapes[0].partial, 0);
  EXPECT_EQ(facts.shapes[1].partial, 3);
}

TEST(ArtifactTest, ProblemsAreCountedAndTheFirstKept) {
  testing::FatbinEntry bad = sass("80", testing::Codec::zstd);
  bad.csize = 0;
  const ArtifactFacts facts = collect_facts_of_bytes(
      write_fatbin(std::vector<testing::FatbinEntry>(150, bad)));
  EXPECT_EQ(facts.problem_count, 150u);
  EXPECT_THAT(facts.problems, SizeIs(ArtifactFacts::kMaxProblems));
  EXPECT_EQ(facts.images, 150u);
  EXPECT_THAT(collect_facts_of_bytes(write_fatbin({sass("80")})).problems,
              IsEmpty());
}

TEST(ArtifactTest, AFileOfManyShapesIsKeptWithinALimitAndSaidToBe) {
  // Each container differs from all before in the arch of its first image.
  Bytes fatbin = write_fatbin(std::vector<testing::FatbinEntry>(
      2000, testing::entry(77, "80", Bytes{})));
  testing::ByteWriter out;
  for (std::uint32_t i = 0; i < 140; ++i) {
    testing::poke(fatbin, 16 + 28, 100 + i, 4);
    out.bytes(fatbin);
  }
  const ArtifactFacts facts = collect_facts_of_bytes(out.take());
  EXPECT_THAT(facts.containers, SizeIs(140));
  EXPECT_LT(facts.shapes.size(), 135u);
  EXPECT_GT(facts.problem_count, 0u);
  EXPECT_THAT(facts.problems[0].message, HasSubstr("not judged"));
  const ContainerShape& last = facts.shapes[facts.containers.back().shape];
  ASSERT_THAT(last.images, SizeIs(1));
  EXPECT_EQ(last.images[0].kind, ImageKind::unknown);
  EXPECT_FALSE(last.images[0].arch_known);
}

TEST(ArtifactTest, AFileThatCannotBeReadIsAnError) {
  Bytes bytes = testing::write_object({});
  testing::poke(bytes, 4, 1, 1);
  ByteSource source = ByteSource::from_memory(bytes, "narrow");
  EXPECT_FALSE(collect_facts(source, Depth::headers));
}

}  // namespace
}  // namespace cudacompat
