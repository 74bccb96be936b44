// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/ask/fleet/imported.h"

namespace cudacompat::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kText =
    R"(# HELP DCGM_FI_DEV_GPU_TEMP GPU temperature (in C).
# TYPE DCGM_FI_DEV_GPU_TEMP gauge
DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-1",device="nvidia0",modelName="NVIDIA A100-SXM4-40GB",Hostname="n1",DCGM_FI_DRIVER_VERSION="535.129.03"} 35
DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-2",device="nvidia0",modelName="NVIDIA A100-SXM4-40GB",Hostname="n2",DCGM_FI_DRIVER_VERSION="535.129.03"} 35
node_load1 0.2
DCGM_FI_DEV_SM_CLOCK{gpu="0",UUID="GPU-1",GPU_I_PROFILE="1g.5gb",modelName="NVIDIA A100-SXM4-40GB",Hostname="n1",DCGM_FI_DRIVER_VERSION="535.129.03",note="a \"b\", {c}"} 1410 1700000000
)";

TEST(PrometheusText, joins_the_samples_of_a_machine) {
  const Imported found = import_text(kText);
  EXPECT_THAT(found.targets,
              ElementsAre("8.0: NVIDIA A100-SXM4-40GB@535.129.03 x2"));
  EXPECT_THAT(found.remarks, IsEmpty());
}

TEST(PrometheusText, that_was_cut_is_an_error) {
  EXPECT_THAT(import_text(kText.substr(0, kText.find("note=") + 8)).error,
              HasSubstr("cut off"));
}

TEST(PrometheusText, knows_the_exporter_of_nvidia_smi) {
  EXPECT_THAT(
      import_text("nvidia_smi_gpu_info{driver_version=\"470.82.01\",name="
                  "\"Tesla T4\",uuid=\"x\",instance=\"n1:9835\"} 1\n")
          .targets,
      ElementsAre("7.5: Tesla T4@470.82.01 x1"));
}

TEST(PrometheusText, without_a_gpu_exporter_is_an_error) {
  EXPECT_THAT(import_text("node_load1 0.2\n", {}, "prometheus").error,
              HasSubstr("DCGM_"));
}

TEST(PrometheusJson, of_a_query_is_read) {
  const Imported found = import_text(
      R"({"status":"success","data":{"resultType":"vector","result":[
        {"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","modelName":"NVIDIA L4","Hostname":"n1","DCGM_FI_DRIVER_VERSION":"550.54.15"},"value":[1.7e9,"35"]},
        {"metric":{"modelName":"Tesla T4","Hostname":"n1","DCGM_FI_DRIVER_VERSION":"550.54.15"},"value":[1.7e9,"35"]}]}})");
  EXPECT_THAT(found.targets,
              ElementsAre("7.5+8.9: Tesla T4 + NVIDIA L4@550.54.15 x1"));
}

TEST(PrometheusJson, two_drivers_of_one_machine_are_unknown) {
  const Imported found = import_text(
      R"({"status":"success","data":{"resultType":"matrix","result":[
        {"metric":{"modelName":"NVIDIA L4","Hostname":"n1","DCGM_FI_DRIVER_VERSION":"550.54.15"},"values":[]},
        {"metric":{"modelName":"NVIDIA L4","Hostname":"n1","DCGM_FI_DRIVER_VERSION":"535.129.03"},"values":[]}]}})");
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA L4@unknown x1"));
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("doubt 1 (n1)"), HasSubstr("neither")));
}

TEST(PrometheusJson, without_models_is_left_out) {
  const Imported found = import_text(
      R"({"data":{"resultType":"vector","result":[{"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","Hostname":"n1"},"value":[1,"1"]}]}})");
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("left out 1 (n1)")));
}

}  // namespace
}  // namespace cudacompat::testing
