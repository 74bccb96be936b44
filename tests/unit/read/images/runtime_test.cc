// SPDX-License-Identifier: Apache-2.0
#include "read/images/runtime.h"

#include <gmock/gmock.h>

#include "read/images/static_runtime.h"
#include "support/fatbin_writer.h"
#include "support/host_writer.h"
#include "unit/read/images/scan_result.h"

namespace cudacompat {
namespace {

using testing::Bytes;
using testing::ByteWriter;
using testing::HostSpec;
using testing::scan_bytes;

HostSpec library() {
  HostSpec spec;
  spec.type = HostSpec::Type::shared;
  spec.fatbins.push_back({testing::write_fatbin({testing::sass("80")})});
  return spec;
}

RuntimeFacts runtime_of(const HostSpec& spec) {
  return scan_bytes(testing::write_host(spec)).summary->runtime;
}

TEST(RuntimeTest, ASharedRuntimeIsNeededByName) {
  for (const auto& [name, major] :
       {std::pair{"libcudart.so.12", 12}, std::pair{"libcudart.so.13", 13},
        std::pair{"libcudart.so.11.0", 11}}) {
    HostSpec spec = library();
    spec.needed = {"libc.so.6", name, "libm.so.6"};
    const RuntimeFacts facts = runtime_of(spec);
    EXPECT_TRUE(facts.shared);
    EXPECT_FALSE(facts.static_);
    EXPECT_EQ(facts.version, (Version{static_cast<std::uint16_t>(major), 0}));
  }
}

TEST(RuntimeTest, OtherLibrariesAreNoRuntime) {
  HostSpec spec = library();
  spec.needed = {"libcudart_mine.so.12", "libcudart.so", "libcublas.so.12",
                 "xlibcudart.so.12", "libcudart.so.x"};
  const RuntimeFacts facts = runtime_of(spec);
  EXPECT_FALSE(facts.shared);
  EXPECT_EQ(facts.version, std::nullopt);
}

TEST(RuntimeTest, APathToTheStubLibraryIsSeen) {
  const auto stub = [](const std::string& runpath, const std::string& rpath) {
    HostSpec spec = library();
    spec.runpath = runpath;
    spec.rpath = rpath;
    return runtime_of(spec).needs_libcuda_stub;
  };
  EXPECT_TRUE(stub("/usr/local/cuda/lib64/stubs", ""));
  EXPECT_TRUE(stub("$ORIGIN:/opt/cuda/lib/stubs/:/lib", ""));
  EXPECT_TRUE(stub("", "/opt/cuda/lib/stubs"));
  EXPECT_FALSE(stub("/usr/local/cuda/lib64:/opt/stubs2:/stubs/lib", ""));
  EXPECT_FALSE(stub("", ""));
}

/// test rdi,rdi; je; mov [rdi],value; xor eax,eax; ret; nop; mov eax,1; ret
Bytes x86_function(std::uint32_t value) {
  return ByteWriter()
      .u32(0x74ff8548)
      .u16(0xc70b)
      .u8(7)
      .u32(value)
      .u32(0x66c3c031)
      .u8(0x90)
      .u32(0x1b8)
      .u16(0xc300)
      .u8(0)
      .align(32)
      .take();
}

/// mov x1,x0; cbz; mov w2,#value; mov w0,#0; str w2,[x1]; ret; mov w0,#1; ret
Bytes arm_function(std::uint32_t value) {
  return ByteWriter()
      .u32(0xaa0003e1)
      .u32(0xb40000a0)
      .u32(0x52800002 | value << 5)
      .u32(0x52800000)
      .u32(0xb9000022)
      .u32(0xd65f03c0)
      .u32(0x52800020)
      .u32(0xd65f03c0)
      .take();
}

Bytes pair_at(std::size_t offset, std::size_t size, const Bytes& first,
              const Bytes& second) {
  ByteWriter out;
  out.zeros(offset).bytes(first).bytes(second);
  Bytes bytes = out.take();
  bytes.resize(std::max(size, bytes.size()));
  return bytes;
}

TEST(StaticRuntimeTest, TwoNeighboursTellTheVersion) {
  EXPECT_EQ(static_runtime_version_in(
                pair_at(48, 500, x86_function(13050), x86_function(2)), 62),
            (Version{13, 5}));
  EXPECT_EQ(static_runtime_version_in(
                pair_at(32, 500, arm_function(12090), arm_function(2)), 183),
            (Version{12, 9}));
}

TEST(StaticRuntimeTest, OneOfThemIsNotEnough) {
  const auto find = [](const Bytes& first, const Bytes& second) {
    return static_runtime_version_in(pair_at(0, 500, first, second), 62);
  };
  EXPECT_EQ(find(x86_function(13000), Bytes(32)), std::nullopt);
  EXPECT_EQ(find(Bytes(32), x86_function(2)), std::nullopt);
  EXPECT_EQ(find(x86_function(7), x86_function(2)), std::nullopt);
  // libcudart.so, the runtime itself.
  EXPECT_EQ(find(x86_function(13000), x86_function(1)), std::nullopt);
  EXPECT_EQ(find(arm_function(13000), arm_function(2)), std::nullopt);
  EXPECT_EQ(static_runtime_version_in({}, 62), std::nullopt);
}

TEST(StaticRuntimeTest, IsFoundAnywhereInCodeOfAnySize) {
  const Bytes first = x86_function(12080), second = x86_function(2);
  for (const std::size_t size : {1u << 16, 1u << 20, 3u << 20}) {
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{16}, (std::size_t{512} << 10) - 32,
          size / 2 - 16, size - 64}) {
      const Bytes code = pair_at(at, size, first, second);
      ByteSource source = ByteSource::from_view(code, "code");
      EXPECT_EQ(find_static_runtime_version(Region(source), 62),
                (Version{12, 8}))
          << at << " in " << size;
    }
  }
}

TEST(StaticRuntimeTest, OfLargeCodeTheEndIsLookedAt) {
  const std::size_t size = 20u << 20;
  const Bytes code =
      pair_at(size - (1u << 20), size, x86_function(13000), x86_function(2));
  ByteSource source = ByteSource::from_view(code, "code");
  EXPECT_EQ(find_static_runtime_version(Region(source), 62), (Version{13, 0}));
  EXPECT_EQ(find_static_runtime_version(Region(source), 243), std::nullopt);
}

TEST(StaticRuntimeTest, ALinkedFileIsLookedInto) {
  for (const std::uint16_t machine : {std::uint16_t{62}, std::uint16_t{183}}) {
    testing::ElfSpec spec;
    spec.type = 3;
    spec.machine = machine;
    testing::ElfSection text{.name = ".text", .flags = 6, .align = 64};
    text.data = machine == 62
                    ? pair_at(64, 256, x86_function(13000), x86_function(2))
                    : pair_at(64, 256, arm_function(13000), arm_function(2));
    spec.sections.push_back(std::move(text));
    const RuntimeFacts facts =
        scan_bytes(testing::write_elf(spec)).summary->runtime;
    EXPECT_TRUE(facts.static_);
    EXPECT_FALSE(facts.shared);
    EXPECT_EQ(facts.version, (Version{13, 0}));
  }
}

TEST(StaticRuntimeTest, ItsMessageAloneTellsNoVersion) {
  testing::ElfSpec spec;
  spec.type = 3;
  spec.sections.push_back({.name = ".text", .data = Bytes(64)});
  testing::ElfSection data{.name = ".rodata"};
  data.data = testing::to_bytes(
      "x CUDA driver version is insufficient for CUDA runtime version");
  spec.sections.push_back(std::move(data));
  const RuntimeFacts facts =
      scan_bytes(testing::write_elf(spec)).summary->runtime;
  EXPECT_TRUE(facts.static_);
  EXPECT_EQ(facts.version, std::nullopt);
}

}  // namespace
}  // namespace cudacompat
