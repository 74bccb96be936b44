// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/rules/machine.h"
#include "unit/ask/fleet/imported.h"

namespace cudacompat::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// ComputationalRadiationPhysics/cuda_memtest#33, pocl/pocl#890.
TEST(DeviceQuery, cuda_and_capability_suffice) {
  const Imported found = import_text(
      "Detected 1 CUDA Capable device(s)\n\nDevice 0: \"NVIDIA GeForce GT "
      "720\"\n  CUDA Driver Version / Runtime Version          11.4 / 11.5\n  "
      "CUDA Capability Major/Minor version number:    3.5\n");
  EXPECT_THAT(found.targets,
              ElementsAre("3.5: NVIDIA GeForce GT 720@cuda11.4 x1"));
  const auto facts = resolve(group_targets({"", found.specs, {}}).at(0));
  EXPECT_EQ(facts.at(0).max_ptx, (Version{7, 4}));
}

TEST(DeviceQuery, that_was_cut_or_failed_is_an_error) {
  EXPECT_THAT(import_text("Detected 2 CUDA Capable device(s)\nDevice 0: "
                          "\"NVIDIA L4\"\n  CUDA Capability Major/Minor "
                          "version number:    8.9\n")
                  .error,
              HasSubstr("1 of 2 devices"));
  EXPECT_THAT(import_text("cudaGetDeviceCount returned 35\n-> CUDA driver "
                          "version is insufficient for CUDA runtime version\n")
                  .error,
              HasSubstr("deviceQuery failed"));
}

TEST(DeviceQuery, of_several_devices_is_one_machine) {
  const Imported found = import_text(
      "Detected 2 CUDA Capable device(s)\n\nDevice 0: \"NVIDIA L4\"\n  CUDA "
      "Driver Version / Runtime Version          12.2 / 12.2\n  CUDA "
      "Capability "
      "Major/Minor version number:    8.9\n\nDevice 1: \"NVIDIA GeForce RTX "
      "5090\"\n  CUDA Capability Major/Minor version number:    12.0\n");
  EXPECT_THAT(found.targets,
              ElementsAre("8.9+12.0: NVIDIA L4 + NVIDIA GeForce RTX "
                          "5090@cuda12.2 x1"));
}

TEST(DeviceQuery, with_decimal_commas_tells_no_version) {
  const Imported found = import_text(
      "Detected 1 CUDA Capable device(s)\n\nDevice 0: \"NVIDIA L4\"\n  CUDA "
      "Driver Version / Runtime Version          12,2 / 12,2\n  CUDA "
      "Capability "
      "Major/Minor version number:    8,9\n");
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA L4@unknown x1"));
}

// nix-community/nixGL#186, #121, #220, openxla/xla#16127.
TEST(KernelModule, version_is_behind_two_blanks) {
  struct Case {
    const char* line;
    const char* target;
  };
  for (const Case& each : {
           Case{"NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.86  Tue "
                "Oct 26 21:55:45 UTC 2021\n",
                "8.9: 8.9@470.86 x1"},
           Case{"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  "
                "565.57.01  Release Build  (dvs-builder@host)  Thu Oct 10\n",
                "8.9: 8.9@565.57.01 x1"},
           Case{"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  "
                "595.71.05  Release Build  (archlinux-builder@host)\n",
                "8.9: 8.9@595.71.05 x1"},
           Case{"NVRM version: NVIDIA UNIX x86_64 Kernel Module  460.80  Fri "
                "May  7 06:55:54 UTC 2021\n",
                "8.9: 8.9@460.80 x1"},
       }) {
    EXPECT_THAT(import_text(each.line, given_gpu(89)).targets,
                ElementsAre(each.target));
  }
  EXPECT_THAT(import_text("NVRM version: NVIDIA UNIX x86_64 Kernel Module  "
                          "470.86  Tue\n")
                  .error,
              HasSubstr("it names no GPU; add --gpu"));
}

TEST(KernelModule, of_a_jetson_has_the_number_of_jetson_linux) {
  const Imported found = import_text(
      "NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  35.3.1  "
      "Release Build  (buildbrain@host)  Sun Mar 19 08:09:33 PDT 2023\n",
      given_gpu(87));
  EXPECT_THAT(found.targets, ElementsAre("8.7: 8.7@cuda11.4+linux-aarch64 x1"));
  EXPECT_TRUE(found.specs[0].gpus[0].tegra);
}

// JetPack 6: a number of the kernel driver that is not a branch of the
// desktop's.
TEST(KernelModule, of_jetpack_6_tells_no_cuda) {
  const Imported found = import_text(
      "NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  540.3.0  "
      "Release Build  (buildbrain@host)  Mon May  6 10:19:45 PDT 2024\n",
      given_gpu(87));
  ASSERT_EQ(found.specs.size(), 1u);
  const auto facts = resolve(group_targets({"", found.specs, {}}).at(0));
  EXPECT_EQ(facts.at(0).cuda, std::nullopt);
  EXPECT_EQ(facts.at(0).max_ptx, std::nullopt);
}

// vllm-project/vllm#8878, #34470.
TEST(TorchEnv, is_read_in_both_layouts) {
  const Imported torch = import_text(
      "Collecting environment information...\nPyTorch version: 2.1.0+cu121\n"
      "CUDA used to build PyTorch: 12.1\nOS: Ubuntu 22.04.3 LTS (x86_64)\n"
      "CUDA runtime version: 12.1.66\nGPU models and configuration: GPU 0: "
      "NVIDIA A30\nNvidia driver version: 535.183.01\ncuDNN version: x\n");
  EXPECT_THAT(torch.targets,
              ElementsAre("8.0: NVIDIA A30@535.183.01+torch2.1.0+cu121 x1"));
  EXPECT_EQ(torch.specs[0].frameworks.at(0).cuda, (Version{12, 1}));
  const Imported vllm = import_text(
      "PyTorch version              : 2.9.0+cu130\nCUDA used to build PyTorch  "
      " : 13.0\nCUDA runtime version         : 13.0.48\nGPU models and "
      "configuration : GPU 0: NVIDIA Thor\nNvidia driver version        : "
      "580.00\n");
  EXPECT_THAT(vllm.targets,
              ElementsAre("11.0: NVIDIA Thor@580.00+linux-aarch64+torch2.9.0+"
                          "cu130 x1"));
}

// vllm-project/vllm#3785.
TEST(TorchEnv, lists_several_gpus_and_architectures) {
  const Imported found = import_text(
      "PyTorch version: 2.1.0+cu121\nCUDA used to build PyTorch: 12.1\n"
      "GPU models and configuration: \nGPU 0: Tesla P100-PCIE-16GB\nGPU 1: "
      "NVIDIA A30\n  MIG 1g.6gb Device 0:\n\nNvidia driver version: "
      "525.105.17\n['sm_50', 'sm_80', 'compute_90']\n");
  EXPECT_THAT(found.targets,
              ElementsAre("6.0+8.0: Tesla P100-PCIE-16GB + NVIDIA "
                          "A30@525.105.17+torch2.1.0+cu121 x1"));
  const FrameworkSpec& torch = found.specs[0].frameworks.at(0);
  EXPECT_THAT(torch.sass, ElementsAre(Arch{50}, Arch{80}));
  EXPECT_THAT(torch.ptx, ElementsAre(Arch{90}));
}

TEST(TorchEnv, reads_the_flags_of_the_build) {
  const Imported found = import_text(
      "PyTorch version: 2.1.0\nGPU models and configuration: GPU 0: NVIDIA "
      "A30\nNvidia driver version: 525.105.17\n  - NVCC architecture flags: "
      "-gencode;arch=compute_80,code=sm_80;-gencode;arch=compute_90,code="
      "compute_90\n");
  const FrameworkSpec& torch = found.specs.at(0).frameworks.at(0);
  EXPECT_THAT(torch.sass, ElementsAre(Arch{80}));
  EXPECT_THAT(torch.ptx, ElementsAre(Arch{90}));
}

TEST(TorchEnv, what_could_not_be_collected_is_unknown) {
  EXPECT_THAT(import_text("PyTorch version: 2.1.0\nGPU models and "
                          "configuration: Could not collect\nNvidia driver "
                          "version: Could not collect\n")
                  .error,
              HasSubstr("names no GPU"));
  const Imported found = import_text(
      "PyTorch version: 2.1.0\nOS: Microsoft Windows 11\nGPU models and "
      "configuration: GPU 0: NVIDIA L4\nNvidia driver version: Could not "
      "collect\n");
  EXPECT_THAT(found.targets,
              ElementsAre("8.9: NVIDIA L4@unknown+windows-x86_64 x1"));
}

// collect_env asks Windows for the caption of its system, which is translated.
TEST(TorchEnv, knows_windows_in_other_languages) {
  for (const char* os :
       {"Microsoft Windows 11 \u4e13\u4e1a\u7248 (10.0.22631 64-\u4f4d)",
        "\u041c\u0430\u0439\u043a\u0440\u043e\u0441\u043e\u0444\u0442 "
        "Windows 10 Pro",
        "Microsoft Windows 10 Famille"}) {
    const Imported found = import_text(fmt::format(
        "PyTorch version: 2.1.0\nOS: {}\nGPU models and configuration: GPU 0: "
        "NVIDIA GeForce RTX 3060\nNvidia driver version: 551.78\n",
        os));
    EXPECT_THAT(found.targets, ElementsAre("8.6: NVIDIA GeForce RTX "
                                           "3060@551.78+windows-x86_64 x1"))
        << os;
  }
}

TEST(TorchEnv, that_was_cut_names_no_driver) {
  const std::string_view whole =
      "PyTorch version: 2.1.0\nGPU models and configuration: GPU 0: NVIDIA "
      "A30\nNvidia driver version: 535.183.01\n";
  const std::string_view cut = whole.substr(0, whole.find("Nvidia driver"));
  EXPECT_THAT(import_text(cut).targets,
              ElementsAre("8.0: NVIDIA A30@unknown x1"));
}

// conda/ceps#157, conda/conda#10803.
TEST(Conda, overrides_and_virtual_packages_are_read) {
  const Imported overrides =
      import_text("CONDA_OVERRIDE_CUDA=12.2\nCONDA_OVERRIDE_CUDA_ARCH=8.6=0\n");
  EXPECT_THAT(overrides.targets, ElementsAre("8.6: 8.6@cuda12.2 x1"));
  EXPECT_THAT(overrides.remarks,
              ElementsAre(HasSubstr("least compute capability")));
  const Imported info = import_text(
      "       virtual packages : __archspec=1=zen2\n                          "
      "__cuda=12.8=0\n                          __cuda_arch=9.0=NVIDIA\\ "
      "H100\n");
  EXPECT_THAT(info.targets, ElementsAre("9.0: 9.0@cuda12.8 x1"));
  const Imported json = import_text(
      "{\"virtual_pkgs\": [[\n\"__cuda\",\n\"12.8\",\n\"0\"\n],[\n"
      "\"__cuda_arch\",\n\"9.0\",\n\"0\"]]}\n");
  EXPECT_THAT(json.targets, ElementsAre("9.0: 9.0@cuda12.8 x1"));
}

TEST(Conda, without_an_architecture_a_gpu_is_asked_for) {
  EXPECT_THAT(import_text("export CONDA_OVERRIDE_CUDA=\"12.2\"\n").error,
              HasSubstr("--gpu"));
  EXPECT_THAT(
      import_text("CONDA_OVERRIDE_CUDA=\"12.2\"\n", given_gpu(80)).targets,
      ElementsAre("8.0: 8.0@cuda12.2 x1"));
  EXPECT_THAT(import_text("CONDA_OVERRIDE_CUDA=\n").error,
              HasSubstr("with a version"));
}

TEST(Container, requirements_are_alternatives) {
  const Imported found = import_text(
      "NVIDIA_REQUIRE_CUDA=cuda>=12.8 brand=tesla,driver>=470,driver<471 "
      "brand=geforce,driver<500 arch=9.0,driver>=535\n",
      given_gpu(80));
  EXPECT_THAT(found.targets,
              ElementsAre("8.0: 8.0@>=470 <471 x1", "8.0: 8.0@cuda12.8 x1",
                          "9.0: 9.0@>=535 x1"));
  EXPECT_THAT(
      found.remarks,
      ElementsAre(HasSubstr("whether the image holds a cuda-compat"),
                  HasSubstr("left out 1 (): \"brand=geforce,driver<500\" names "
                            "no oldest driver")));
}

TEST(Container, of_docker_inspect_has_escapes_and_the_compat_package) {
  const Imported found = import_text(
      "[{\"Config\": {\"Env\": [\n\"NV_CUDA_COMPAT_PACKAGE=cuda-compat-11-4\","
      "\n\"NVIDIA_REQUIRE_CUDA=cuda\\u003e=11.4 "
      "brand=tesla,driver\\u003e=418,driver\\u003c419\"\n]}}]\n",
      given_gpu(75));
  EXPECT_THAT(found.targets, ElementsAre("7.5: 7.5@>=418 <419+compat11.4 x1",
                                         "7.5: 7.5@cuda11.4 x1"));
}

TEST(Container, dockerfile_lines_are_read) {
  EXPECT_THAT(import_text("FROM x\nENV NVIDIA_REQUIRE_CUDA \"cuda>=12.4\"\n",
                          given_gpu(75))
                  .targets,
              ElementsAre("7.5: 7.5@cuda12.4 x1"));
}

TEST(Jetson, release_and_model_are_read) {
  const Imported found = import_text(
      "# R35 (release), REVISION: 3.1, GCID: 32827747, BOARD: t186ref, EABI: "
      "aarch64, DATE: Sun Mar 19 15:19:21 UTC 2023\nNVIDIA Jetson AGX Orin "
      "Developer Kit\n");
  EXPECT_THAT(found.targets,
              ElementsAre("8.7: Orin@cuda11.4+linux-aarch64 x1"));
}

TEST(Jetson, releases_that_no_table_knows_are_unknown) {
  const Imported found = import_text("L4T 36.9.0\nJetson Orin Nano\n");
  EXPECT_THAT(found.targets, ElementsAre("8.7: Orin@unknown+linux-aarch64 x1"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("Jetson Linux 36.9.0"),
                                         HasSubstr("all code is unknown")));
  EXPECT_THAT(
      import_text("# R35 (release), REVISION: 3.1, BOARD: t186ref\n").error,
      HasSubstr("names no GPU"));
}

TEST(Detection, says_what_it_knows) {
  EXPECT_THAT(import_text("hello\n").error, HasSubstr("--from: kubernetes,"));
  EXPECT_THAT(import_text("").error, HasSubstr("empty"));
  EXPECT_THAT(import_text("{}").error, HasSubstr("--from"));
  EXPECT_THAT(import_text(R"({"schema_version": 1, "targets": []})").error,
              HasSubstr("profile merge"));
}

}  // namespace
}  // namespace cudacompat::testing
