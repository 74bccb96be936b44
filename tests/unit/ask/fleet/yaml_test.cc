// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/fleet/yaml_items.h"
#include "unit/ask/fleet/imported.h"

namespace cudacompat::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// As kubectl writes it: keys in order, lists not indented.
constexpr std::string_view kNodes = R"(apiVersion: v1
items:
- apiVersion: v1
  kind: Node
  metadata:
    annotations:
      note: |-
        several lines: of text
        - kind: ResourceSlice
    labels:
      kubernetes.io/arch: arm64
      kubernetes.io/os: linux
      nvidia.com/cuda.driver-version.full: 535.183.06
      nvidia.com/cuda.runtime-version.full: "12.2"
      nvidia.com/gpu.compute.major: "8"
      nvidia.com/gpu.compute.minor: "9"
      nvidia.com/gpu.count: "1"
      nvidia.com/gpu.product: NVIDIA-L4
    name: a
  spec: {}
  status:
    capacity:
      nvidia.com/gpu: "1"
    nodeInfo:
      architecture: arm64
      operatingSystem: linux
- apiVersion: v1
  kind: Node
  metadata:
    labels:
      nvidia.com/cuda.driver.major: "455"
      nvidia.com/cuda.driver.minor: "06"
      nvidia.com/cuda.driver.rev: ""
      nvidia.com/gpu.compute.major: 8
      nvidia.com/gpu.compute.minor: 0
      nvidia.com/gpu.product: 'A100-SXM4-40GB'
    name: b
  spec:
    podCIDR: 10.0.0.0/24
- apiVersion: v1
  kind: Node
  metadata:
    labels: null
    name: login
  spec: {}
kind: List
metadata:
  resourceVersion: ""
)";

TEST(KubernetesYaml, is_read_as_the_json_is) {
  const Imported found = import_text(kNodes);
  EXPECT_EQ(found.error, "");
  EXPECT_THAT(found.targets,
              ElementsAre("8.0: A100-SXM4-40GB@455.06 x1",
                          "8.9: NVIDIA-L4@535.183.06+linux-aarch64 x1"));
  EXPECT_THAT(found.remarks,
              ElementsAre("passed over 1 (login): no NVIDIA GPU"));
}

TEST(KubernetesYaml, a_list_that_was_cut_is_an_error) {
  // Whole lines too, which leave YAML that is right.
  const std::size_t end = kNodes.find("\nkind: List");
  for (std::size_t size = 1; size < end; ++size) {
    EXPECT_NE(import_text(kNodes.substr(0, size), {}, "kubernetes").error, "")
        << size;
  }
  EXPECT_THAT(
      import_text(kNodes.substr(0, kNodes.find("- apiVersion", 500))).error,
      HasSubstr("cut off"));
}

constexpr std::string_view kNode = R"(apiVersion: v1
kind: Node
metadata:
  labels:
    nvidia.com/cuda.driver.major: 455
    nvidia.com/cuda.driver.minor: 06
    nvidia.com/gpu.product: Tesla-T4
  name: a
spec:
  podCIDR: 10.0.0.0/24
)";

TEST(KubernetesYaml, documents_may_follow_one_another) {
  const std::string node(kNode);
  const Imported one = import_text(node);
  EXPECT_THAT(one.targets, ElementsAre("7.5: Tesla-T4@455.06 x1"));
  for (const std::string& text :
       {"---\n" + node + "---\n" + node, node + "...\n---\n" + node + "---\n",
        "# a comment\n--- \n" + node + "---\n---\n" + node,
        "\xef\xbb\xbf" + node + "---\n" + node}) {
    const Imported found = import_text(text);
    EXPECT_EQ(found.error, "") << text;
    EXPECT_THAT(found.targets, ElementsAre("7.5: Tesla-T4@455.06 x2")) << text;
  }
  const Imported lists = import_text(std::string(kNodes) + "---\n" + node);
  EXPECT_EQ(lists.targets.size(), 3u);
  EXPECT_THAT(import_text(node.substr(0, node.find("  name"))).error,
              HasSubstr("cut off"));
}

TEST(KubernetesYaml, windows_line_ends_and_a_sequence_as_root_are_read) {
  std::string text;
  for (const char c : kNode) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_THAT(import_text(text).targets,
              ElementsAre("7.5: Tesla-T4@455.06 x1"));
  std::string item = "- ";
  for (const char c : kNode) item += c == '\n' ? "\n  " : std::string(1, c);
  EXPECT_THAT(import_text(item).targets,
              ElementsAre("7.5: Tesla-T4@455.06 x1"));
}

TEST(KubernetesYaml, a_label_that_stands_twice_counts_as_absent) {
  std::string text(kNode);
  text.insert(text.find("    nvidia.com/gpu"),
              "    nvidia.com/cuda.driver.major: 580\n");
  EXPECT_THAT(import_text(text).targets,
              ElementsAre("7.5: Tesla-T4@unknown x1"));
}

TEST(ResourceSlicesYaml, are_read) {
  const Imported found = import_text(R"(apiVersion: v1
items:
- apiVersion: resource.k8s.io/v1
  kind: ResourceSlice
  metadata:
    name: s
  spec:
    devices:
    - attributes:
        cudaComputeCapability:
          version: 10.0.0
        cudaDriverVersion:
          version: 12.8.0
        driverVersion:
          version: 570.124.6
        productName:
          string: NVIDIA GB200
        type:
          string: gpu
      name: gpu-0
    driver: gpu.nvidia.com
    nodeName: n1
    pool:
      generation: 1
      name: n1
      resourceSliceCount: 1
kind: List
)");
  EXPECT_THAT(found.targets, ElementsAre("10.0: NVIDIA GB200@570.124.06 x1"));
}

TEST(NodeFeaturesYaml, are_read) {
  const Imported found = import_text(R"(apiVersion: v1
items:
- apiVersion: nfd.k8s-sigs.io/v1alpha1
  kind: NodeFeature
  metadata:
    labels:
      nfd.node.kubernetes.io/node-name: a
    name: a-x
  spec:
    features:
      instances:
        pci.device:
          elements:
          - attributes:
              class: "0302"
              vendor: 10de
    labels: {}
- apiVersion: nfd.k8s-sigs.io/v1alpha1
  kind: NodeFeature
  metadata:
    name: a
  spec:
    labels:
      nvidia.com/cuda.driver-version.full: 535.183.06
      nvidia.com/gpu.product: NVIDIA-L4
kind: List
)");
  EXPECT_THAT(found.targets, ElementsAre("8.9: NVIDIA-L4@535.183.06 x1"));
  EXPECT_THAT(found.remarks, IsEmpty());
}

TEST(SlurmYaml, is_read) {
  const Imported found = import_text(R"(%YAML 1.1
---
nodes:
- architecture: x86_64
  free_mem:
    set: true
    infinite: false
    number: 1000
  gres: gpu:t4:2(S:0)
  name: n1
- architecture: x86_64
  gres: ""
  name: c1
last_update:
  set: true
  infinite: false
  number: 1
meta:
  plugin:
    data_parser: data_parser/v0.0.40
errors: []
...
)");
  EXPECT_EQ(found.error, "");
  EXPECT_THAT(found.targets, ElementsAre("7.5: t4@unknown x1"));
}

// Slurm 22.05.8 of Debian 12.
constexpr std::string_view kTagged = R"(%YAML 1.1
--- !!map
!!str meta: !!map
  !!str plugin: !!map
    !!str type: !!str openapi/v0.0.38
!!str errors: !!seq []
!!str nodes: !!seq
- !!map
  !!str architecture: !!str x86_64
  !!str burstbuffer_network_address: !!null null
  !!str boot_time: !!int 1796001897
  !!str gres: !!str gpu:l4:1
  !!str name: !!str l4-1
  !!str tres_used: !!null null
- !!map
  !!str architecture: !!str x86_64
  !!str gres: !!str gpu:t4:1
  !!str name: !!str t4-1
...
)";

TEST(SlurmYaml, with_the_types_of_all_is_read) {
  const Imported found = import_text(kTagged);
  EXPECT_EQ(found.error, "");
  EXPECT_THAT(found.targets,
              ElementsAre("7.5: t4@unknown x1", "8.9: l4@unknown x1"));
  for (std::size_t size = 1; size <= kTagged.rfind("..."); ++size) {
    EXPECT_NE(import_text(kTagged.substr(0, size), {}, "slurm").error, "")
        << size;
  }
}

std::string error_of(std::string_view items) {
  return import_text(fmt::format("items: {}\nkind: List\n", items), {},
                     "kubernetes")
      .error;
}

TEST(YamlItems, an_alias_is_an_error) {
  EXPECT_THAT(error_of("[&a {x: 1}, *a]"), HasSubstr("line 1: an alias"));
  EXPECT_THAT(error_of("[{<<: *a}]"), HasSubstr("an alias"));
  EXPECT_THAT(error_of("[{*a : 1}]"), HasSubstr("an alias"));
  // A thousand million values in nine lines, if they were followed.
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    laughs += fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}, *a{1}]\n",
                          i, i - 1);
  }
  EXPECT_THAT(import_text(laughs + "kind: Node\n", {}, "kubernetes").error,
              HasSubstr("line 2: an alias"));
  EXPECT_EQ(error_of("[&a {metadata: {name: n}}]"), "");
}

TEST(YamlItems, have_a_largest_depth) {
  for (const char* open : {"[", "{a: ", "- "}) {
    std::string deep = open[0] == '-' ? "\n" : "";
    for (int i = 0; i < 100'000; ++i) deep += open;
    EXPECT_THAT(error_of(deep), HasSubstr("more than 100 levels")) << open;
  }
}

TEST(YamlItems, have_a_largest_size) {
  const std::string large(3 * kMaxJsonItem, 'a');
  for (const std::string& items :
       {"[" + large + "]", "[{" + large + ": 1}]", "[\"" + large + "\"]",
        "\n- |\n " + large, "\n- " + large}) {
    EXPECT_THAT(error_of(items), HasSubstr("more than 8388608 bytes"))
        << items.substr(0, 5);
  }
  std::string many = "x: 1\n";
  while (many.size() < 2 * kMaxJsonItem) {
    many += fmt::format("key{}: {}\n", many.size(), std::string(9000, 'b'));
  }
  EXPECT_THAT(import_text(many, {}, "kubernetes").error,
              HasSubstr("more than 8388608 bytes"));
}

TEST(YamlItems, have_a_largest_number_of_values) {
  std::string many = "[{";
  for (std::size_t i = 0; i < kMaxYamlValues; ++i) many += "a,";
  EXPECT_THAT(error_of(many + "}]"), HasSubstr("more than 500000 values"));
  many.resize(many.size() / 3);
  EXPECT_EQ(error_of(many + "}]"), "");
}

TEST(YamlItems, have_few_directives) {
  std::string tags;
  for (int i = 0; i < 40'000; ++i) tags += fmt::format("%TAG !a{0}! b{0}\n", i);
  EXPECT_THAT(
      import_text(tags + "---\nitems: []\nkind: List\n", {}, "kubernetes")
          .error,
      HasSubstr("more than 65536 bytes"));
}

TEST(YamlItems, that_are_no_yaml_are_an_error) {
  EXPECT_THAT(error_of("[a"), HasSubstr("line 2: it is not YAML"));
  EXPECT_THAT(error_of("[{[a]: b}]"), HasSubstr("a key is not text"));
  EXPECT_THAT(error_of("[\x01]"), HasSubstr("it is not YAML: control"));
  EXPECT_THAT(error_of("[\xff]"), HasSubstr("it is not YAML: invalid"));
  EXPECT_THAT(error_of("[\t!<: x]"), HasSubstr("it is not YAML"));
  EXPECT_THAT(import_text("---\n---\n", {}, "kubernetes").error,
              HasSubstr("it is empty"));
  EXPECT_THAT(import_text("hello\n", {}, "kubernetes").error,
              HasSubstr("neither a list nor an object"));
}

TEST(YamlItems, are_texts_whatever_their_tag) {
  std::vector<std::string> found;
  const std::string_view text =
      "- !!int 06\n- !!str 07\n- ! 08\n- !own {a: 09}\n- true\n- 1e3\n- ~\n"
      "- 'it''s'\n- \"\\u00e9\\t\"\n- !!null x\n- !!str null\n- \"null\"\n-\n";
  ByteSource source = ByteSource::from_view(
      std::as_bytes(std::span(text.data(), text.size())), "input");
  const auto done = each_yaml_item(source, "items", [&](const JsonItem& item) {
    found.emplace_back(item.IsString()   ? json_string(item)
                       : item.IsObject() ? *json_text(item, "a")
                                         : "(null)");
  });
  EXPECT_TRUE(done);
  EXPECT_THAT(found, ElementsAre("06", "07", "08", "09", "true", "1e3",
                                 "(null)", "it's", "\xc3\xa9\t", "(null)",
                                 "null", "null", "(null)"));
}

}  // namespace
}  // namespace cudacompat::testing
