// SPDX-License-Identifier: Apache-2.0
#include "doctor/build/build_findings.h"

#include <gmock/gmock.h>

#include "judge/verdict/finding.h"
#include "judge/verdict/finding_table.h"
#include "support/shapes.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

BuildTree tree() {
  BuildTree tree;
  tree.folder = "/b";
  tree.source = "/my app";
  tree.generator = "Ninja";
  tree.cmake = "3.25.1";
  tree.compiler = "/usr/local/cuda/bin/nvcc";
  tree.compiler_id = "NVIDIA";
  tree.compiler_version = tree.compiler_now = "13.0.88";
  return tree;
}

std::vector<Finding> found(const BuildTree& tree,
                           const std::vector<const char*>& targets = {}) {
  std::vector<TargetGroup> groups;
  for (const char* target : targets) {
    groups.push_back(testing::target_group(target));
  }
  return build_findings(tree, resolve_all(groups), {});
}

std::vector<std::string> ids(const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  for (const Finding& finding : findings) out.push_back(finding.id);
  return out;
}

TEST(BuildFindings, NothingWhereAllAgrees) {
  BuildTree good = tree();
  good.architectures = "80;90";
  good.objects[{13, 0}] = {3, "/b/k.cu.o"};
  good.sass = {Arch{80}, Arch{90}};
  good.cudart = "/usr/local/cuda-13.0/lib/libcudart.so.13.0.96";
  EXPECT_THAT(found(good, {"9.0@580.65.06"}), IsEmpty());
  EXPECT_THAT(found(BuildTree()), IsEmpty());
}

TEST(BuildFindings, ACompilerThatIsGone) {
  BuildTree gone = tree();
  gone.compiler_gone = true;
  gone.compiler_now = "";
  const auto all = found(gone);
  ASSERT_THAT(ids(all), ElementsAre("CC840"));
  EXPECT_EQ(all[0].severity, Severity::error);
  EXPECT_EQ(all[0].message,
            "nothing compiles in /b: its nvcc no longer exists: "
            "/usr/local/cuda/bin/nvcc (13.0.88 when CMake asked it)");
  EXPECT_EQ(
      all[0].fix,
      "cmake --fresh -S '/my app' -B /b -G Ninja "
      "-DCMAKE_CUDA_COMPILER=NVCC && cmake --build /b --clean-first (with "
      "the -D options that it had)");
}

// NVlabs/instant-ngp#436: the toolkit was exchanged, the folder was kept.
TEST(BuildFindings, AnotherCompilerThanWasConfigured) {
  BuildTree stale = tree();
  stale.compiler_now = "13.5.37";
  stale.objects[{13, 0}] = {3, "/b/k.cu.o"};
  auto all = found(stale);
  ASSERT_THAT(ids(all), ElementsAre("CC841"));
  EXPECT_EQ(all[0].severity, Severity::warning);
  EXPECT_THAT(all[0].message,
              AllOf(HasSubstr("configured with nvcc 13.0.88"),
                    HasSubstr("/usr/local/cuda/bin/nvcc is 13.5.37 now")));
  EXPECT_EQ(all[0].fix,
            "cmake --fresh -S '/my app' -B /b -G Ninja && cmake --build /b "
            "--clean-first (with the -D options that it had)");

  // --fresh came with CMake 3.24.
  stale.cmake = "3.22.6";
  stale.generator = "Unix Makefiles";
  all = found(stale);
  EXPECT_THAT(all[0].fix,
              HasSubstr("rm -r /b/CMakeCache.txt /b/CMakeFiles && cmake -S "
                        "'/my app' -B /b -G 'Unix Makefiles' &&"));
}

TEST(BuildFindings, FindCudaKeepsTheReleaseAlone) {
  BuildTree old = tree();
  old.compiler_version = "13.0";
  EXPECT_THAT(found(old), IsEmpty());
  old.compiler_version = "12.0";
  EXPECT_THAT(ids(found(old)), ElementsAre("CC841"));
}

TEST(BuildFindings, ErrorsComeFirst) {
  BuildTree both = tree();
  both.compiler_now = "13.5.37";
  both.architectures = "80";
  both.sass = {Arch{80}};
  EXPECT_THAT(ids(found(both, {"9.0@580.65.06"})),
              ElementsAre("CC844", "CC841"));
}

TEST(BuildFindings, ObjectsOfTwoToolkits) {
  BuildTree mixed = tree();
  mixed.objects[{12, 8}] = {1, "/b/old.cu.o"};
  mixed.objects[{13, 0}] = {3, "/b/k.cu.o"};
  mixed.mixed = {{"/b/libk.so", {{12, 8}, {13, 0}}}};
  auto all = found(mixed);
  ASSERT_THAT(ids(all), ElementsAre("CC842"));
  EXPECT_EQ(all[0].severity, Severity::warning);
  EXPECT_THAT(all[0].message,
              HasSubstr("1 by CUDA 12.8 (/b/old.cu.o), 3 by CUDA 13.0 "
                        "(/b/k.cu.o ...)"));
  EXPECT_EQ(all[0].fix, "cmake --build /b --clean-first");

  // No compiler of CUDA here: they are somebody else's.
  BuildTree others = mixed;
  others.compiler = others.compiler_id = "";
  EXPECT_THAT(found(others), IsEmpty());

  // Of one toolkit, but not of the one that compiles next
  mixed.objects.erase({13, 0});
  mixed.mixed.clear();
  all = found(mixed);
  ASSERT_THAT(ids(all), ElementsAre("CC842"));
  EXPECT_THAT(all[0].message, AllOf(HasSubstr("the next build mixes"),
                                    HasSubstr("its nvcc is 13.0.88")));
}

TEST(BuildFindings, AProductWithCodeOfOthers) {
  BuildTree linked = tree();
  linked.objects[{13, 0}] = {3, "/b/k.cu.o"};
  linked.mixed = {{"/b/libk.so", {{12, 4}, {13, 0}}}};
  const auto all = found(linked);
  ASSERT_THAT(ids(all), ElementsAre("CC843"));
  EXPECT_EQ(all[0].severity, Severity::note);
  EXPECT_THAT(all[0].message, HasSubstr("of CUDA 12.4, 13.0, and no object "
                                        "here is of 12.4"));
}

// ggml-org/llama.cpp#13271, NVIDIA/nvbandwidth#40: a kept architecture.
TEST(BuildFindings, KeptArchitecturesThatDoNotServeAGpu) {
  BuildTree kept = tree();
  kept.architectures = "80-real;86-real";
  auto all = found(kept, {"8.9@580.65.06", "9.0@580.65.06", "12.0@580.65.06"});
  ASSERT_THAT(ids(all), ElementsAre("CC844"));
  EXPECT_EQ(all[0].severity, Severity::warning);  // nothing was built with it
  EXPECT_THAT(all[0].message, AllOf(HasSubstr("fails with error 209"),
                                    HasSubstr("9.0@580.65.06, 12.0@580.65.06"),
                                    Not(HasSubstr("8.9@")),
                                    HasSubstr("keeps CMAKE_CUDA_ARCHITECTURES "
                                              "\"80-real;86-real\"")));
  EXPECT_EQ(all[0].fix,
            "cmake /b -DCMAKE_CUDA_ARCHITECTURES='89-real;90-real;120-real' && "
            "cmake --build /b");

  kept.sass = {Arch{80}};
  EXPECT_EQ(found(kept, {"9.0@580.65.06"})[0].severity, Severity::error);
  EXPECT_THAT(found(kept, {"8.6@580.65.06"}), IsEmpty());
  EXPECT_THAT(found(kept), IsEmpty());  // no group: not judged

  // The project compiles something else than the cache says.
  kept.sass = {Arch{90}};
  EXPECT_THAT(found(kept, {"9.0@580.65.06"}), IsEmpty());
  kept.sass = {Arch{80}};
  kept.ptx = {Arch{80}};
  EXPECT_THAT(found(kept, {"9.0@580.65.06"}), IsEmpty());
}

TEST(BuildFindings, NativeIsTheGpuOfThen) {
  BuildTree swapped = tree();
  swapped.architectures = "native";
  swapped.native = "86-real";
  const auto all = found(swapped, {"12.0@580.65.06"});
  ASSERT_THAT(ids(all), ElementsAre("CC844"));
  EXPECT_THAT(all[0].message,
              HasSubstr("native, which was \"86-real\" when CMake asked"));
  EXPECT_EQ(all[0].fix,
            "cmake /b -DCMAKE_CUDA_ARCHITECTURES=120-real && cmake --build /b");
  // CMake 3.25 keeps nothing where there was no GPU.
  swapped.native = "";
  EXPECT_THAT(found(swapped, {"12.0@580.65.06"}), IsEmpty());
  swapped.native = "No CUDA devices found.-real";
  EXPECT_THAT(found(swapped, {"12.0@580.65.06"}), IsEmpty());
}

TEST(BuildFindings, WordsAndWhatIsNoChoice) {
  BuildTree kept = tree();
  kept.architectures = "all-major";
  EXPECT_THAT(found(kept, {"9.0@580.65.06"}), IsEmpty());
  EXPECT_THAT(ids(found(kept, {"7.0@580.65.06"})), ElementsAre("CC844"));
  for (const char* no_choice : {"OFF", "", "nonsense"}) {
    kept.architectures = no_choice;
    EXPECT_THAT(found(kept, {"7.0@580.65.06"}), IsEmpty()) << no_choice;
  }
}

TEST(BuildFindings, TorchHasItsOwnVariable) {
  BuildTree torch = tree();
  torch.architectures = "OFF";
  torch.torch_archs = "8.0;8.6";
  const auto all = found(torch, {"9.0@580.65.06"});
  ASSERT_THAT(ids(all), ElementsAre("CC844"));
  EXPECT_THAT(all[0].message, HasSubstr("TORCH_CUDA_ARCH_LIST \"8.0;8.6\""));
  EXPECT_EQ(all[0].fix,
            "cmake /b -DTORCH_CUDA_ARCH_LIST=9.0 && cmake --build /b");
}

TEST(BuildFindings, ARuntimeThatIsOlderThanTheCompiler) {
  BuildTree two = tree();
  two.cudart = "/usr/local/cuda-12.4/lib64/libcudart.so.12.4.127";
  const auto all = found(two);
  ASSERT_THAT(ids(all), ElementsAre("CC845"));
  EXPECT_THAT(all[0].message,
              HasSubstr("nvcc is of CUDA 13.0, the runtime that "
                        "CMake found of 12.4"));
  two.compiler_now = "13.5.37";
  two.cudart = "/x/libcudart.so.12";
  EXPECT_THAT(ids(found(two)), ::testing::Contains("CC845"));
  two.compiler_version = two.compiler_now;
  for (const char* fine : {"/x/libcudart.so.13.5.37", "/x/libcudart.so",
                           "/x/libcudart.so.13", "/x/libcudart_static.a"}) {
    two.cudart = fine;
    EXPECT_THAT(found(two), IsEmpty()) << fine;
  }
}

}  // namespace
}  // namespace cudacompat
