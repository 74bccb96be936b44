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

constexpr std::string_view kNewTable =
    R"(Sun Jun  7 08:16:57 2026
+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 610.43.02              KMD Version: 610.43.02     CUDA UMD Version: 13.3     |
+-----------------------------------------+------------------------+----------------------+
| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
|                                         |                        |               MIG M. |
|=========================================+========================+======================|
|   0  NVIDIA B200                    On  |   00000000:63:00.0 Off |                    0 |
| N/A   26C    P0            139W / 1000W |       0MiB / 183359MiB |      0%      Default |
|                                         |                        |             Disabled |
+-----------------------------------------+------------------------+----------------------+
|   1  NVIDIA B200                    On  |   00000000:68:00.0 Off |                    0 |
| N/A   30C    P0            142W / 1000W |       0MiB / 183359MiB |      0%      Default |
|                                         |                        |             Disabled |
+-----------------------------------------+------------------------+----------------------+

+-----------------------------------------------------------------------------------------+
| Processes:                                                                              |
|  GPU   GI   CI              PID   Type   Process name                        GPU Memory |
|        ID   ID                                                               Usage      |
|=========================================================================================|
|  No running processes found                                                             |
+-----------------------------------------------------------------------------------------+
)";

constexpr std::string_view kProcesses =
    R"(| Processes:                                                                  |
|  No running processes found                                                 |
+-----------------------------------------------------------------------------+
)";

/// The table up to driver 525: narrow, names cut.
std::string old_table(std::string_view banner, std::string_view rows) {
  return fmt::format(
      R"(+-----------------------------------------------------------------------------+
{}
|-------------------------------+----------------------+----------------------+
| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |
| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |
|===============================+======================+======================|
{}+-------------------------------+----------------------+----------------------+
{})",
      banner, rows, kProcesses);
}

constexpr std::string_view kBanner470 =
    "| NVIDIA-SMI 470.57.02    Driver Version: 470.57.02    CUDA Version: 11.4 "
    " "
    "   |";

// sgl-project/sglang#27487, EricLBuehler/mistral.rs#2287: seven tools fell back
// to the CPU in silence.
TEST(SmiTable, reads_the_banner_of_driver_610) {
  const Imported found = import_text(kNewTable);
  EXPECT_THAT(found.targets, ElementsAre("10.0: NVIDIA B200@610.43.02 x1"));
  EXPECT_THAT(found.remarks, IsEmpty());
}

TEST(SmiTable, reads_narrow_tables_and_several_gpus_as_one_machine) {
  const Imported found = import_text(old_table(
      kBanner470,
      "|   0  Tesla T4            On   | 00000000:00:1E.0 Off |                "
      "  "
      "  0 |\n"
      "| N/A   27C    P8     9W /  70W |      0MiB / 15109MiB |      0%      "
      "Default |\n"
      "|   1  NVIDIA A10          Off  | 00000000:00:1F.0 Off |                "
      "  "
      "  0 |\n"));
  EXPECT_THAT(found.targets,
              ElementsAre("7.5+8.6: Tesla T4 + NVIDIA A10@470.57.02 x1"));
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("several compute capabilities")));
}

// XuehaiPan/nvitop#8.
TEST(SmiTable, mig_devices_are_no_gpus_of_their_own) {
  const Imported found = import_text(
      old_table(kBanner470,
                "|   1  NVIDIA A100-SXM...  On   | 00000000:00:1F.0 Off |      "
                "       "
                "      On |\n") +
          R"(| MIG devices:                                                                |
+------------------+----------------------+-----------+-----------------------+
| GPU  GI  CI  MIG |         Memory-Usage |        Vol|         Shared        |
|      ID  ID  Dev |           BAR1-Usage | SM     Unc| CE  ENC  DEC  OFA  JPG|
|==================+======================+===========+=======================|
|  1    3   0   0  |  14366MiB / 19968MiB | 28      0 |  2   0    1    0    0 |
+------------------+----------------------+-----------+-----------------------+
)",
      given_name("NVIDIA A100-SXM...", 80));
  EXPECT_THAT(found.targets,
              ElementsAre("8.0: NVIDIA A100-SXM...@470.57.02 x1"));
}

// NVIDIA/libnvidia-container#138.
TEST(SmiTable, a_cut_name_is_not_completed) {
  const Imported found =
      import_text(old_table(kBanner470,
                            "|   0  GeForce GTX 106...  Off  | "
                            "00000000:01:00.0  On |                  "
                            "N/A |\n"));
  EXPECT_THAT(found.targets, IsEmpty());
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("left out 1 (): the GPU's name was cut")));
}

// SYSTRAN/faster-whisper#653.
TEST(SmiTable, cuda_above_the_driver_is_a_compat_library) {
  // NVIDIA's table of forward compatibility has no 12.1 for branch 470.
  for (const auto& [name, outcome] :
       {std::pair("Tesla T4           ", Outcome::unknown),
        std::pair("GeForce RTX 2080   ", Outcome::fails_804)}) {
    const Imported found = import_text(old_table(
        "| NVIDIA-SMI 470.57.02    Driver Version: 470.57.02    CUDA Version: "
        "12.1     |",
        fmt::format("|   0  {} Off  | 00000000:01:00.0  On |                  "
                    "N/A |\n",
                    name)));
    ASSERT_EQ(found.specs.size(), 1u) << name;
    EXPECT_EQ(found.specs[0].cuda_compat, (Version{12, 1}));
    EXPECT_EQ(found.specs[0].driver, *parse_driver_range("470.57.02"));
    EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("cuda-compat library")));
    const auto groups = group_targets({"", found.specs, {}});
    const std::vector<DriverCase> facts = resolve(groups.at(0));
    EXPECT_EQ(facts.at(0).blocked, outcome) << name;
    EXPECT_EQ(facts.at(0).max_ptx, (Version{8, 1})) << name;
  }
}

TEST(SmiTable, without_a_known_banner_the_driver_is_unknown) {
  const Imported found = import_text(old_table(
      "| NVIDIA-SMI 700.1   Kernel: 700.1   Version: x             |",
      "|   0  Tesla T4            On   | 00000000:00:1E.0 Off |       "
      "             0 |\n"));
  EXPECT_THAT(found.targets, ElementsAre("7.5: Tesla T4@unknown x1"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("all code is unknown")));
}

// ollama/ollama#1309, microsoft/WSL#11589.
TEST(SmiTable, knows_windows_and_wsl) {
  const Imported windows = import_text(
      R"(+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 551.78                 Driver Version: 551.78         CUDA Version: 12.4     |
|-----------------------------------------+------------------------+----------------------+
| GPU  Name                     TCC/WDDM  | Bus-Id          Disp.A | Volatile Uncorr. ECC |
|=========================================+========================+======================|
|   0  NVIDIA GeForce RTX 3060      WDDM  |   00000000:01:00.0  On |                  N/A |
+-----------------------------------------+------------------------+----------------------+
| Processes:                                                                              |
+-----------------------------------------------------------------------------------------+
)");
  EXPECT_THAT(windows.targets, ElementsAre("8.6: NVIDIA GeForce RTX "
                                           "3060@551.78+windows-x86_64 x1"));
  const Imported wsl = import_text(
      R"(| NVIDIA-SMI 550.76.01              Driver Version: 552.22         CUDA Version: 12.4     |
|   0  NVIDIA RTX A1000               On  |   00000000:01:00.0  On |                  N/A |
+-----------------------------------------+------------------------+----------------------+
| Processes:                                                                              |
+-----------------------------------------------------------------------------------------+
)");
  EXPECT_THAT(wsl.targets, ElementsAre("8.6: NVIDIA RTX A1000@552.22+wsl x1"));
}

TEST(SmiTable, jetson_has_no_driver_number_and_no_bus) {
  const Imported found = import_text(
      R"(| NVIDIA-SMI 540.3.0                Driver Version: N/A          CUDA Version: 12.2     |
|   0  Orin (nvgpu)                  N/A  | N/A              N/A |                  N/A |
+-----------------------------------------+----------------------+----------------------+
)");
  EXPECT_THAT(found.targets,
              ElementsAre("8.7: Orin (nvgpu)@cuda12.2+linux-aarch64 x1"));
  EXPECT_TRUE(found.specs[0].gpus[0].tegra);
}

TEST(SmiTable, without_the_table_of_processes_gpus_may_be_missing) {
  const Imported found =
      import_text(kNewTable.substr(0, kNewTable.find("|   1  NVIDIA B200")));
  EXPECT_THAT(found.targets, ElementsAre("10.0: NVIDIA B200@610.43.02 x1"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("doubt 1 ()")));
}

TEST(SmiTable, a_table_that_was_cut_is_an_error) {
  const std::string_view cut =
      kNewTable.substr(0, kNewTable.find("|   1  NVIDIA B200") + 30);
  const Imported found = import_text(cut);
  EXPECT_THAT(found.error, HasSubstr("cut off"));
  EXPECT_THAT(found.targets, IsEmpty());
}

// anderskm/gputil#26 and #55, microsoft/WSL#9134, NVIDIA/dcgm-exporter#604.
TEST(SmiErrors, are_no_answers) {
  struct Case {
    const char* text;
    const char* advice;
  };
  for (const Case& each : {
           Case{"NVIDIA-SMI has failed because it couldn't communicate with "
                "the NVIDIA driver. Make sure that the latest NVIDIA driver is "
                "installed and running.\n",
                "install the driver or load it"},
           Case{"Failed to initialize NVML: Driver/library version mismatch\n"
                "NVML library version: 535.161\n",
                "reboot that machine"},
           Case{"Field \"compute_cap\" is not a valid field to query.\n",
                "query name,driver_version"},
           Case{"Unable to determine the device handle for GPU 0000:BA:00.0: "
                "Unknown Error\n",
                "reset it or reboot"},
           Case{"Unable to determine the device handle for GPU 0000:02:00.0: "
                "GPU is lost.  Reboot the system to recover this GPU\n",
                "reset it or reboot"},
           Case{"No devices were found\n", "has no GPU"},
           Case{"sh: 1: nvidia-smi: not found\n", "no driver is installed"},
       }) {
    const Imported found = import_text(each.text);
    EXPECT_THAT(found.error, HasSubstr(each.advice)) << each.text;
    EXPECT_THAT(found.targets, IsEmpty()) << each.text;
  }
}

TEST(SmiErrors, a_lost_gpu_beside_others_is_reported) {
  const Imported found = import_text(
      "Unable to determine the device handle for GPU 0000:BA:00.0: Unknown "
      "Error\nNVIDIA A30, 535.129.03\n");
  EXPECT_THAT(found.targets, ElementsAre("8.0: NVIDIA A30@535.129.03 x1"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("doubt 1 ()")));
}

constexpr std::string_view kQuery =
    R"(==============NVSMI LOG==============

Timestamp                                 : Sat Oct 10 17:02:53 2026
Driver Version                            : [Deprecated; will be removed in CUDA 14.0. Use KMD Version instead]
CUDA Version                              : [Deprecated; will be removed in CUDA 14.0. Use CUDA UMD Version instead]
KMD Version                               : 610.43.02
CUDA UMD Version                          : 13.3

Attached GPUs                             : 2
GPU 00000000:01:00.0
    Product Name                          : NVIDIA A100-SXM4-40GB
    MIG Mode
        Current                           : Enabled
    MIG Device
        Index                             : 0
    Driver Model
        Current                           : N/A
GPU 00000000:02:00.0
    Product Name                          : NVIDIA A100-SXM4-40GB
)";

// NVIDIA/ai-cloud-validation#473.
TEST(SmiQuery, skips_deprecated_keys) {
  const Imported found = import_text(kQuery);
  EXPECT_THAT(found.targets,
              ElementsAre("8.0: NVIDIA A100-SXM4-40GB@610.43.02 x1"));
}

TEST(SmiQuery, fewer_gpus_than_attached_is_an_error) {
  const Imported found =
      import_text(kQuery.substr(0, kQuery.find("GPU 00000000:02")));
  EXPECT_THAT(found.error, HasSubstr("1 of 2 GPUs"));
}

// DualCoder/vgpu_unlock#51, dmlc/xgboost#12217: A40-48C is an A40.
TEST(SmiXml, is_read_as_the_query_is) {
  const Imported found = import_text(
      R"(<?xml version="1.0" ?>
<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">
<nvidia_smi_log>
	<driver_version>535.183.06</driver_version>
	<cuda_version>12.2</cuda_version>
	<attached_gpus>1</attached_gpus>
	<gpu id="00000000:01:00.0">
		<product_name>NVIDIA A40-48C</product_name>
		<mig_mode><current_mig>N/A</current_mig></mig_mode>
	</gpu>
</nvidia_smi_log>
)");
  EXPECT_THAT(found.targets, ElementsAre("8.6: NVIDIA A40-48C@535.183.06 x1"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("vGPU")));
}

TEST(SmiXml, mig_devices_are_no_gpus_of_their_own) {
  const Imported found = import_text(
      R"(<?xml version="1.0" ?>
<nvidia_smi_log>
	<driver_version>535.183.06</driver_version>
	<cuda_version>12.2</cuda_version>
	<attached_gpus>2</attached_gpus>
	<gpu id="00000000:01:00.0">
		<product_name>NVIDIA A100-SXM4-40GB</product_name>
		<mig_devices>
			<mig_device><index>0</index><gpu_instance_id>3</gpu_instance_id></mig_device>
			<mig_device><index>1</index><gpu_instance_id>4</gpu_instance_id></mig_device>
		</mig_devices>
	</gpu>
	<gpu id="00000000:02:00.0">
		<product_name>NVIDIA A30</product_name>
	</gpu>
</nvidia_smi_log>
)");
  EXPECT_THAT(found.targets,
              ElementsAre("8.0+8.0: NVIDIA A100-SXM4-40GB + NVIDIA "
                          "A30@535.183.06 x1"));
}

TEST(SmiXml, that_was_cut_is_an_error) {
  const Imported found = import_text(
      "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n<driver_version>535.183.06"
      "</driver_version>\n<gpu id=\"1\"><product_name>NVIDIA L4</product_");
  EXPECT_THAT(found.error, HasSubstr("cut off"));
  EXPECT_THAT(found.targets, IsEmpty());
}

TEST(SmiList, has_names_and_no_driver) {
  const Imported found = import_text(
      "GPU 0: GRID T4-16Q (UUID: GPU-5a1c)\n"
      "GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-0b4e)\n"
      "  MIG 1g.10gb     Device  0: (UUID: MIG-4d2c)\n");
  EXPECT_THAT(
      found.targets,
      ElementsAre("7.5+9.0: GRID T4-16Q + NVIDIA H100 80GB HBM3@unknown x1"));
}

TEST(SmiList, may_be_followed_by_the_kernel_module) {
  const Imported found = import_text(
      "GPU 0: NVIDIA L4 (UUID: GPU-5a1c)\nNVRM version: NVIDIA UNIX Open "
      "Kernel Module for x86_64  565.57.01  Release Build  (dvs-builder@host)  "
      "Thu Oct 10 12:15:00 UTC 2024\n");
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA L4@565.57.01 x1"));
}

TEST(SmiText, in_utf16_is_reported_with_its_fix) {
  const Imported found =
      import_text(std::string_view("\xff\xfeN\0V\0I\0D\0", 10));
  EXPECT_THAT(found.error, HasSubstr("UTF-16"));
}

TEST(SmiText, other_encodings_do_no_harm) {
  const Imported found = import_text(
      "name, driver_version, compute_cap\nNVIDIA L4 \xe9\x1b[2J, 535.183.06, "
      "8.9\n");
  EXPECT_THAT(found.targets,
              ElementsAre("8.9: NVIDIA L4 \\xe9\\x1b[2J@535.183.06 x1"));
}

}  // namespace
}  // namespace cudacompat::testing
