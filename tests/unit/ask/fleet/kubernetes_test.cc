// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/ask/fleet/imported.h"

namespace cudacompat::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string node(std::string_view name, std::string_view labels,
                 std::string_view gpus = "1") {
  return fmt::format(
      R"({{"apiVersion": "v1", "kind": "Node", "metadata": {{"labels": {{{}}}, "name": "{}"}},
         "status": {{"capacity": {{"cpu": "8", "nvidia.com/gpu": "{}"}},
                    "nodeInfo": {{"architecture": "amd64", "operatingSystem": "linux", "kernelVersion": "5.15"}}}}}})",
      labels, name, gpus);
}

std::string list(std::initializer_list<std::string> items) {
  std::string out = R"({"apiVersion": "v1", "items": [)";
  for (const std::string& item : items) {
    out += (out.ends_with('[') ? "" : ",\n") + item;
  }
  return out + R"(], "kind": "List", "metadata": {"resourceVersion": ""}})";
}

constexpr std::string_view kL4 =
    R"("nvidia.com/cuda.driver-version.full": "535.183.06", "nvidia.com/cuda.driver-version.major": "535",
       "nvidia.com/cuda.runtime-version.full": "12.2", "nvidia.com/gpu.compute.major": "8",
       "nvidia.com/gpu.compute.minor": "9", "nvidia.com/gpu.count": "1", "nvidia.com/gpu.product": "NVIDIA-L4")";

TEST(Kubernetes, counts_nodes_that_are_alike) {
  const Imported found = import_text(
      list({node("a", kL4), node("b", kL4), node("login", "", "0")}));
  EXPECT_EQ(found.error, "");
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA-L4@535.183.06 x2"));
  EXPECT_THAT(found.remarks,
              ElementsAre("passed over 1 (login): no NVIDIA GPU"));
}

// NVIDIA/k8s-device-plugin#620.
TEST(Kubernetes, reads_the_old_labels_with_an_empty_revision) {
  const Imported found = import_text(list({node(
      "a",
      R"("nvidia.com/cuda.driver.major": "455", "nvidia.com/cuda.driver.minor": "06", "nvidia.com/cuda.driver.rev": "",
         "nvidia.com/cuda.runtime.major": "11", "nvidia.com/cuda.runtime.minor": "1",
         "nvidia.com/gpu.compute.major": "8", "nvidia.com/gpu.compute.minor": "0", "nvidia.com/gpu.product": "A100-SXM4-40GB")")}));
  EXPECT_THAT(found.targets, ElementsAre("8.0: A100-SXM4-40GB@455.06 x1"));
  EXPECT_THAT(found.remarks, IsEmpty());
}

// NVIDIA/gpu-feature-discovery#75: it started before the driver.
TEST(Kubernetes, without_driver_labels_the_driver_is_unknown) {
  const Imported found = import_text(list(
      {node("a", R"("nvidia.com/gpu.product": "A100-SXM4-40GB-MIG-1g.5gb")")}));
  EXPECT_THAT(found.targets, ElementsAre("8.0: A100-SXM4-40GB@unknown x1"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("add --driver or --cuda")));
}

// NVIDIA/gpu-operator#391.
TEST(Kubernetes, a_newer_cuda_in_the_labels_is_of_the_container_that_looked) {
  const Imported found = import_text(list({node(
      "a",
      R"("nvidia.com/cuda.driver.major": "495", "nvidia.com/cuda.driver.minor": "46",
         "nvidia.com/cuda.runtime.major": "11", "nvidia.com/cuda.runtime.minor": "6", "nvidia.com/gpu.product": "Tesla-T4")")}));
  EXPECT_THAT(found.targets, ElementsAre("7.5: Tesla-T4@495.46 x1"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("CUDA 11.6 is left out")));
}

TEST(Kubernetes, a_gpu_that_nothing_describes_is_left_out) {
  const Imported by_capacity = import_text(list({node("a", "", "4")}));
  EXPECT_THAT(by_capacity.targets, IsEmpty());
  EXPECT_THAT(by_capacity.remarks, ElementsAre(HasSubstr("left out 1 (a)")));
  const Imported by_pci = import_text(list({node(
      "a", R"("feature.node.kubernetes.io/pci-0302_10de.present": "true")",
      "0")}));
  EXPECT_THAT(by_pci.remarks, ElementsAre(HasSubstr("left out 1 (a)")));
  FoundDefaults defaults = given_driver("580");
  defaults.cc = 90;
  const Imported given = import_text(list({node("a", "", "4")}), defaults);
  EXPECT_THAT(given.targets, ElementsAre("9.0: 9.0@580 x1"));
}

TEST(Kubernetes, a_mixed_node_is_flagged) {
  const Imported found = import_text(list({node("a", kL4, "2")}));
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA-L4@535.183.06 x1"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("doubt 1 (a): the labels "
                                                   "describe fewer GPUs")));
}

TEST(Kubernetes, shared_gpus_are_no_mixed_node) {
  const Imported found = import_text(list({node(
      "a",
      R"("nvidia.com/gpu.count": "1", "nvidia.com/gpu.replicas": "4", "nvidia.com/gpu.product": "NVIDIA-L4-SHARED",
         "nvidia.com/cuda.driver-version.full": "535.183.06")",
      "4")}));
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA-L4@535.183.06 x1"));
  EXPECT_THAT(found.remarks, IsEmpty());
}

// NVIDIA/k8s-device-plugin, MIG strategy "single": slices are the devices.
TEST(Kubernetes, mig_slices_are_no_mixed_node) {
  const Imported found = import_text(list({node(
      "a",
      R"("nvidia.com/gpu.count": "7", "nvidia.com/gpu.product": "A100-SXM4-40GB-MIG-1g.5gb", "nvidia.com/mig.strategy": "single",
         "nvidia.com/cuda.driver-version.full": "550.54.15", "nvidia.com/gpu.compute.major": "8", "nvidia.com/gpu.compute.minor": "0")",
      "7")}));
  EXPECT_THAT(found.targets, ElementsAre("8.0: A100-SXM4-40GB@550.54.15 x1"));
  EXPECT_THAT(found.remarks, IsEmpty());
}

TEST(Kubernetes, reads_the_system_of_a_node) {
  const Imported found = import_text(list(
      {node(
           "a",
           fmt::format(
               R"("kubernetes.io/os": "linux", "kubernetes.io/arch": "arm64", {})",
               kL4)),
       node(
           "w",
           fmt::format(
               R"("kubernetes.io/os": "windows", "kubernetes.io/arch": "amd64", {})",
               kL4))}));
  EXPECT_THAT(
      found.targets,
      ElementsAre("8.9: NVIDIA-L4@535.183.06+cuda12.2+windows-x86_64 x1",
                  "8.9: NVIDIA-L4@535.183.06+linux-aarch64 x1"));
}

TEST(Kubernetes, one_node_alone_and_the_answer_of_the_api_are_read) {
  EXPECT_THAT(import_text(node("a", kL4)).targets,
              ElementsAre("8.9: NVIDIA-L4@535.183.06 x1"));
  const Imported two = import_text(node("a", kL4) + "\n" + node("b", kL4));
  EXPECT_THAT(two.targets, ElementsAre("8.9: NVIDIA-L4@535.183.06 x2"));
  const Imported api = import_text(fmt::format(
      R"({{"kind":"NodeList","apiVersion":"v1","items":[{{"metadata":{{"name":"a","labels":{{{}}}}}}}]}})",
      kL4));
  EXPECT_THAT(api.targets, ElementsAre("8.9: NVIDIA-L4@535.183.06 x1"));
}

TEST(Kubernetes, a_label_that_stands_twice_counts_as_absent) {
  const Imported found = import_text(list({node(
      "a",
      R"("nvidia.com/gpu.product": "NVIDIA-L4", "nvidia.com/cuda.driver-version.full": "535.183.06",
         "nvidia.com/cuda.driver-version.full": "580.65.06")")}));
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA-L4@unknown x1"));
}

TEST(Kubernetes, a_list_that_was_cut_is_an_error) {
  const std::string whole = list({node("a", kL4), node("b", kL4)});
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const Imported found = import_text(whole.substr(0, size), {}, "kubernetes");
    EXPECT_NE(found.error, "") << size;
  }
}

std::string slice(std::string_view name, std::string_view pool,
                  std::string_view devices,
                  std::string_view driver = "gpu.nvidia.com") {
  return fmt::format(
      R"({{"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {{"name": "{}"}},
         "spec": {{"driver": "{}", "nodeName": "n1", "pool": {{{}}}, "devices": [{}]}}}})",
      name, driver, pool, devices);
}

std::string device(std::string_view product, std::string_view cc, bool basic) {
  const std::string attributes = fmt::format(
      R"("attributes": {{"productName": {{"string": "{}"}}, "cudaComputeCapability": {{"version": "{}"}},
         "driverVersion": {{"version": "570.124.6"}}, "cudaDriverVersion": {{"version": "12.8.0"}}, "type": {{"string": "gpu"}}}})",
      product, cc);
  return basic ? fmt::format(R"({{"name": "gpu-0", "basic": {{{}}}}})",
                             attributes)
               : fmt::format(R"({{"name": "gpu-0", {}}})", attributes);
}

TEST(ResourceSlices, are_read_in_both_spellings) {
  for (const bool basic : {false, true}) {
    const Imported found = import_text(list(
        {slice("s", R"("generation": 1, "name": "n1", "resourceSliceCount": 1)",
               device("NVIDIA GB200", "10.0.0", basic))}));
    EXPECT_THAT(found.targets, ElementsAre("10.0: NVIDIA GB200@570.124.06 x1"));
    EXPECT_THAT(found.remarks, IsEmpty());
  }
}

TEST(ResourceSlices, of_one_pool_are_one_machine) {
  constexpr std::string_view kPool =
      R"("generation": 2, "name": "n1", "resourceSliceCount": 2)";
  const auto first = slice("s1", kPool, device("NVIDIA L4", "8.9.0", false));
  const auto second = slice("s2", kPool, device("Tesla T4", "7.5.0", false));
  const auto old =
      slice("s0", R"("generation": 1, "name": "n1", "resourceSliceCount": 1)",
            device("Tesla V100", "7.0.0", false));
  const auto other = slice("c", kPool, "", "compute-domain.nvidia.com");
  EXPECT_THAT(import_text(list({first, old, other, second})).targets,
              ElementsAre("7.5+8.9: Tesla T4 + NVIDIA L4@570.124.06 x1"));
  EXPECT_THAT(import_text(list({other})).error,
              HasSubstr("none of the 1 ResourceSlices"));
  const Imported half = import_text(list({first}));
  EXPECT_THAT(half.remarks, ElementsAre(HasSubstr("doubt 1 (n1): some "
                                                  "ResourceSlices")));
}

TEST(NodeFeatures, join_the_objects_of_a_node) {
  const auto object = [](std::string_view name, std::string_view spec) {
    return fmt::format(
        R"({{"apiVersion": "nfd.k8s-sigs.io/v1alpha1", "kind": "NodeFeature",
           "metadata": {{"name": "{0}-x", "labels": {{"nfd.node.kubernetes.io/node-name": "{0}"}}}}, "spec": {{{1}}}}})",
        name, spec);
  };
  constexpr std::string_view kPci =
      R"("features": {"instances": {"pci.device": {"elements": [
         {"attributes": {"class": "0200", "vendor": "15b3"}}, {"attributes": {"class": "0302", "vendor": "10de"}}]}}}, "labels": {})";
  const std::string labels = fmt::format(R"("labels": {{{}}})", kL4);
  const Imported found =
      import_text(list({object("a", kPci), object("a", labels),
                        object("b", kPci), object("c", R"("labels": {})")}));
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA-L4@535.183.06 x1"));
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("passed over 1 (c)"),
                          HasSubstr("left out 1 (b): node feature discovery")));
}

}  // namespace
}  // namespace cudacompat::testing
