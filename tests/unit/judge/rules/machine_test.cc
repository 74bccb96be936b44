// SPDX-License-Identifier: Apache-2.0
#include "judge/rules/machine.h"

#include <gmock/gmock.h>

#include "support/shapes.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;
using testing::machine;

TEST(Machine, TheDriverGivesCudaAndThePtxCeiling) {
  const DriverCase l4 = machine("8.9@535.183.06");
  EXPECT_EQ(l4.cuda, (Version{12, 2}));
  EXPECT_EQ(l4.max_ptx, (Version{8, 2}));
  EXPECT_EQ(l4.blocked, Outcome::loads);
}

TEST(Machine, CudaAloneGivesThePtxCeiling) {
  const DriverCase h200 = machine("9.0@cuda13.0");
  EXPECT_EQ(h200.driver, std::nullopt);
  EXPECT_EQ(h200.max_ptx, (Version{9, 0}));
}

TEST(Machine, AnExplicitCeilingBeatsTheTable) {
  // rapidsai/ptxcompiler#9: a preview driver that overstates itself.
  EXPECT_EQ(machine("8.6@510.06+ptx7.4").max_ptx, (Version{7, 4}));
}

// SyneRBI/PETRIC2#27: 551.78 is CUDA 12.4, as 550.54 of Linux.
TEST(Machine, WindowsNumbersMapByTheirOwnTable) {
  TargetGroup windows = testing::target_group("8.6@551.78");
  windows.os = Os::windows_x86_64;
  EXPECT_EQ(resolve(windows).front().cuda, (Version{12, 4}));
  windows.os = Os::wsl;
  EXPECT_EQ(resolve(windows).front().cuda, (Version{12, 4}));
}

TEST(Machine, ADriverThatNoTableKnowsIsNotGuessed) {
  EXPECT_EQ(machine("9.0@650").cuda, std::nullopt);
  EXPECT_EQ(machine("9.0@650").max_ptx, std::nullopt);
}

TEST(DroppedGpus, TheLastBranchIsTheBound) {
  EXPECT_EQ(machine("7.0@580.126.09").blocked, Outcome::loads);
  const DriverCase p100 = machine("6.0@595.71.05");
  EXPECT_EQ(p100.blocked, Outcome::fails_100);
  EXPECT_THAT(p100.blocked_because, HasSubstr("branch 580 is the last"));
  EXPECT_EQ(machine("6.0@cuda13.1").blocked, Outcome::fails_100);
}

TEST(DroppedGpus, ADriverOlderThanTheGpuFindsNoDevice) {
  EXPECT_EQ(machine("12.0@535").blocked, Outcome::fails_100);
  EXPECT_EQ(machine("12.0@570.26").blocked, Outcome::loads);
  EXPECT_EQ(machine("10.0@cuda12.4").blocked, Outcome::fails_100);
}

TEST(DroppedGpus, AFirstBranchThatIsNotConfirmedIsADoubt) {
  EXPECT_EQ(machine("12.1@570.26").blocked, Outcome::unknown);
}

DriverCase with_compat(const char* name, const char* shorthand) {
  TargetGroup machine = testing::target_group(shorthand);
  machine.gpu.name = name;
  return resolve(machine).front();
}

TEST(DroppedGpus, ATegraGpuNewerThanTheReleasesCompilersIsADoubt) {
  // No driver branches are told for it: libnvJitLink 12.9 has no sm_88.
  const DriverCase early = machine("8.8@cuda12.9");
  EXPECT_EQ(early.blocked, Outcome::unknown);
  EXPECT_THAT(early.blocked_because, HasSubstr("CUDA 13.0 is the first"));
  EXPECT_EQ(machine("8.8@cuda13.0").blocked, Outcome::loads);
  EXPECT_EQ(machine("11.0@cuda12.9").blocked, Outcome::unknown);
  EXPECT_EQ(machine("10.1@cuda12.9").blocked, Outcome::loads);
  EXPECT_EQ(machine("8.7@cuda11.4").blocked, Outcome::loads);
}

// ComputeCanada/software-stack-config#101.
TEST(CudaCompat, RaisesTheCeilingOnDataCenterGpus) {
  const DriverCase a100 = with_compat("NVIDIA A100", "8.0@535+compat12.9");
  EXPECT_EQ(a100.blocked, Outcome::loads);
  EXPECT_TRUE(a100.compat);
  EXPECT_EQ(a100.cuda, (Version{12, 9}));
  EXPECT_EQ(a100.max_ptx, (Version{8, 8}));
}

// mistralai/mistral-inference#144, gpustack/gpustack#1254.
TEST(CudaCompat, GeForceIs804) {
  EXPECT_EQ(
      with_compat("NVIDIA GeForce RTX 3090", "8.6@535+compat12.9").blocked,
      Outcome::fails_804);
}

TEST(CudaCompat, OlderThanTheDriverIs803) {
  // NVIDIA-NeMo/labs-molt#44: a 580 library forced on a 595 host.
  EXPECT_EQ(with_compat("NVIDIA H100", "9.0@595+compat13.0").blocked,
            Outcome::fails_803);
}

TEST(CudaCompat, AnUnnamedGpuOrBranchIsADoubt) {
  EXPECT_EQ(machine("8.0@535+compat12.9").blocked, Outcome::unknown);
  EXPECT_EQ(with_compat("NVIDIA A100", "8.0@545+compat12.9").blocked,
            Outcome::unknown);
}

// ComputeCanada/software-stack-config#101: 470 no longer takes 12.8.
TEST(CudaCompat, OfABranchThatTheTableHasNoMoreIsADoubt) {
  EXPECT_EQ(with_compat("NVIDIA A100", "8.0@470.82.01+compat12.8").blocked,
            Outcome::unknown);
}

TEST(CudaCompat, AVersionAboveTheDriversOwnComesFromIt) {
  // SYSTRAN/faster-whisper#653: driver 470 that shows CUDA 12.1.
  TargetGroup turing = testing::target_group("7.5@470.57.02");
  turing.cuda = Version{12, 1};
  turing.gpu.name = "NVIDIA GeForce RTX 2080 Ti";
  EXPECT_EQ(resolve(turing).front().blocked, Outcome::fails_804);
}

TEST(Machine, ContradictionsAreNamed) {
  TargetGroup odd = testing::target_group("8.9@570.26");
  odd.cuda = Version{12, 2};
  const DriverCase facts = resolve(odd).front();
  EXPECT_EQ(facts.blocked, Outcome::unknown);
  EXPECT_THAT(facts.blocked_because,
              HasSubstr("supports CUDA 12.8, but the target group says 12.2"));
}

}  // namespace
}  // namespace cudacompat
