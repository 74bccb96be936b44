// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ask/fleet/slurm_gres.h"
#include "unit/ask/fleet/imported.h"

namespace cudacompat::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// NVIDIA/deepops#1214, princeton-vl/DROID-SLAM#150.
TEST(Gres, has_types_counts_and_sockets) {
  EXPECT_THAT(gres_gpu_types("gpu:l4:1(S:0)"), ElementsAre("l4"));
  EXPECT_THAT(gres_gpu_types("gpu:a100:4(S:0-1),gpu:v100:2,shard:a100:16"),
              ElementsAre("a100", "v100"));
  EXPECT_THAT(gres_gpu_types("gpu:2"), ElementsAre(""));
  EXPECT_THAT(gres_gpu_types("gpu"), ElementsAre(""));
  EXPECT_THAT(gres_gpu_types("gpu:t4"), ElementsAre("t4"));
  EXPECT_THAT(gres_gpu_types("gpu:(null):2(IDX:0-1)"), ElementsAre(""));
  EXPECT_THAT(gres_gpu_types("gpu:0"), IsEmpty());
  EXPECT_THAT(gres_gpu_types("(null)"), IsEmpty());
  EXPECT_THAT(gres_gpu_types("craynetwork:4"), IsEmpty());
}

TEST(Hosts, are_expanded_with_their_zeros) {
  EXPECT_THAT(*expand_hosts("n[08-10,3],login"),
              ElementsAre("n08", "n09", "n10", "n3", "login"));
  EXPECT_THAT(*expand_hosts("a[1-2]b[3-4]"),
              ElementsAre("a1b3", "a1b4", "a2b3", "a2b4"));
  EXPECT_FALSE(expand_hosts("n[1-"));
  EXPECT_FALSE(expand_hosts("n[2-1]"));
  EXPECT_FALSE(expand_hosts("n[1-9999999999]"));
  EXPECT_FALSE(expand_hosts("n[1-9999]x[1-9999]"));
  EXPECT_FALSE(expand_hosts(std::string(1000, 'n') + "[1-2]"));
  std::string brackets = "n";
  for (int i = 0; i < 100'000; ++i) brackets += "[1]";
  EXPECT_FALSE(expand_hosts(brackets));
}

constexpr std::string_view kShowNode =
    R"(NodeName=n1 Arch=x86_64 CoresPerSocket=16
   CPUAlloc=0 CPUEfctv=64 CPUTot=64 CPULoad=0.00
   AvailableFeatures=(null)
   Gres=gpu:nvidia_h100_80gb_hbm3:8(S:0-1)
   NodeAddr=n1 NodeHostName=n1 Version=23.11.4
   OS=Linux 5.15.0-1064-generic #72-Ubuntu SMP
   RealMemory=1000000 AllocMem=0 FreeMem=1 Sockets=2 Boards=1

NodeName=n2 Arch=aarch64 CoresPerSocket=72
   Gres=gpu:nvidia_h100_80gb_hbm3_4g.40gb:2
   OS=Linux 6.8 #1 SMP

NodeName=cpu1 Arch=x86_64 CoresPerSocket=16
   Gres=(null)
)";

TEST(SlurmText, of_show_node_knows_gpus_and_no_driver) {
  const Imported found = import_text(kShowNode);
  EXPECT_THAT(
      found.targets,
      ElementsAre("9.0: nvidia_h100_80gb_hbm3@unknown x1",
                  "9.0: nvidia_h100_80gb_hbm3@unknown+linux-aarch64 x1"));
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("note 2 (n1,n2): neither driver nor CUDA"),
                          HasSubstr("passed over 1 (cpu1)")));
}

TEST(SlurmText, that_was_cut_is_an_error) {
  // In the first line of the first node, and before the last node's Gres.
  for (const std::size_t size : {std::size_t{40}, kShowNode.rfind("Gres")}) {
    EXPECT_THAT(import_text(kShowNode.substr(0, size)).error,
                HasSubstr("cut off"))
        << size;
  }
}

TEST(SlurmText, takes_the_driver_that_is_given) {
  const Imported found = import_text(kShowNode, given_driver(">=535 <560"));
  EXPECT_THAT(found.targets,
              ElementsAre("9.0: nvidia_h100_80gb_hbm3@>=535 <560 x1",
                          "9.0: nvidia_h100_80gb_hbm3@>=535 "
                          "<560+linux-aarch64 x1"));
}

TEST(SlurmText, one_line_a_node_is_read_too) {
  const Imported found = import_text(
      "NodeName=n1 Arch=x86_64 Gres=gpu:t4:1 OS=Linux 5 #1 SMP Gres=x\n"
      "NodeName=n2 Arch=x86_64 Gres=gpu:t4:1 OS=Linux 5 #1 SMP\n");
  EXPECT_THAT(found.targets, ElementsAre("7.5: t4@unknown x2"));
}

// mila-iqia/mila-docs#147.
TEST(SlurmText, words_of_a_site_are_asked_for) {
  constexpr std::string_view kText =
      "NodeName=n[1-3] Gres=gpu:a100l.2g.20gb:4\n";
  const Imported unknown = import_text(kText);
  EXPECT_THAT(unknown.targets, IsEmpty());
  EXPECT_THAT(
      unknown.remarks,
      ElementsAre(HasSubstr("left out 3 (n1,n2,n3): no table knows the GPU "
                            "\"a100l\"; add --gpu 'a100l=CC'")));
  const Imported known = import_text(kText, given_name("a100l", 80));
  EXPECT_THAT(known.targets, ElementsAre("8.0: a100l@unknown x3"));
}

// aws/aws-parallelcluster#5880.
TEST(SlurmText, of_gres_conf_has_ranges_of_nodes) {
  const Imported found = import_text(
      "# GPUs\n"
      "NodeName=gpu-dy-g4dn2xlarge-[1-128] Name=gpu Type=t4 "
      "File=/dev/nvidia[0-0]\n"
      "NodeName=gpu-dy-g4dn2xlarge-[1-2] Name=gpu Type=l4 \\\n"
      "  File=/dev/nvidia1\n"
      "nodename=x Name=mps Count=100\n");
  EXPECT_THAT(found.targets, ElementsAre("7.5+8.9: t4 + l4@unknown x2",
                                         "7.5: t4@unknown x126"));
}

// `slurmd -G` on a node (deepops#1214, slurm-operator#57).
TEST(SlurmText, of_slurmd_has_no_names_of_nodes) {
  const Imported found = import_text(
      "slurmd: Gres Name=gpu Type=nvidia_h100_80gb_hbm3 Count=1 Index=0 "
      "ID=7696487 File=/dev/nvidia0 Links=-1,0 Flags=HAS_FILE,HAS_TYPE\n"
      "slurmd: Gres Name=gpu Type=nvidia_h100_80gb_hbm3 Count=1 Index=1 "
      "ID=7696487 File=/dev/nvidia1 Links=0,-1 Flags=HAS_FILE,HAS_TYPE\n");
  EXPECT_THAT(found.targets,
              ElementsAre("9.0: nvidia_h100_80gb_hbm3@unknown x1"));
  const Imported untyped =
      import_text("slurmd: Gres Name=gpu Type=(null) Count=1\n", given_gpu(80));
  EXPECT_THAT(untyped.targets, ElementsAre("8.0: 8.0@unknown x1"));
}

TEST(SlurmText, that_lists_more_nodes_than_any_cluster_has_is_an_error) {
  EXPECT_THAT(import_text("NodeName=n[1-9] Gres=gpu:l4:1\nNodeName=n[1-199992] "
                          "Gres=gpu:l4:1\n")
                  .error,
              HasSubstr("over 200000 nodes"));
}

TEST(SlurmText, of_slurm_conf_has_defaults) {
  const Imported found = import_text(
      "ClusterName=c\nNodeName=DEFAULT Gres=gpu:t4:1\nNodeName=n[1-4] CPUs=8\n"
      "NodeName=big Gres=gpu:l4:1\nPartitionName=p Nodes=ALL\n");
  EXPECT_THAT(found.targets,
              ElementsAre("7.5: t4@unknown x4", "8.9: l4@unknown x1"));
}

TEST(SlurmText, auto_detection_is_reported) {
  const Imported found =
      import_text("AutoDetect=nvml\nNodeName=n1 Name=gpu Type=t4\n");
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("AutoDetect"), HasSubstr("neither")));
}

TEST(SlurmText, that_is_something_else_is_an_error) {
  EXPECT_THAT(import_text("hello\n", {}, "slurm").error,
              HasSubstr("NodeName="));
}

TEST(SlurmJson, is_read_in_several_schema_versions) {
  // openapi/v0.0.37 and v0.0.38 have features as a string, data_parser/v0.0.40
  // as a list; v0.0.39 and later have numbers as objects.
  const Imported old = import_text(
      R"json({"meta": {"plugin": {"type": "openapi\/v0.0.37"}}, "errors": [], "nodes": [
          {"architecture": "x86_64", "name": "n1", "features": "a,b", "gres": "gpu:t4:2(S:0)"},
          {"architecture": "x86_64", "name": "c1", "features": "", "gres": ""}]})json");
  EXPECT_THAT(old.targets, ElementsAre("7.5: t4@unknown x1"));
  EXPECT_THAT(old.remarks, ElementsAre(HasSubstr("neither"),
                                       HasSubstr("passed over 1 (c1)")));
  const Imported now = import_text(
      R"json({"nodes": [{"architecture": "aarch64", "name": "n1", "features": ["a"], "state": ["IDLE"],
          "free_mem": {"set": true, "infinite": false, "number": 1000}, "boot_time": {"set": false, "infinite": false, "number": 0},
          "gres": "gpu:gh200:1,gpu:l4:1"}], "last_update": {"set": true, "number": 1}, "meta": {"slurm": {"release": "24.05"}}})json");
  EXPECT_THAT(now.targets,
              ElementsAre("8.9+9.0: l4 + gh200@unknown+linux-aarch64 x1"));
}

// SINFO_DATA of Slurm's data_parser/v0.0.39 (23.02) to v0.0.46 (26.05).
std::string row(std::string_view partition, std::string_view nodes,
                std::string_view total, std::string_view used) {
  return fmt::format(
      R"json({{"port": 6818, "node": {{"state": ["IDLE"]}}, "nodes": {{"allocated": 0, "idle": 2, "other": 0,
         "total": {}, "hostnames": {}, "addresses": {}, "nodes": {}}}, "cpus": {{"total": 128}},
         "memory": {{"free": {{"minimum": {{"set": true, "infinite": false, "number": 5}}}}}},
         "features": {{"total": "a", "active": "a"}}, "gres": {{"total": "{}", "used": "{}"}}, "cluster": "",
         "partition": {{"name": "{}", "nodes": {{"total": 3, "configured": "n[1-3]"}}}}}})json",
      1 + std::count(nodes.begin(), nodes.end(), ','), nodes, nodes, nodes,
      total, used, partition);
}

std::string sinfo(std::initializer_list<std::string> rows) {
  std::string out = R"({"sinfo": [)";
  for (const std::string& each : rows) {
    out += (out.ends_with('[') ? "" : ",") + each;
  }
  return out +
         R"(], "meta": {"command": ["sinfo", "--json"], "slurm": {"release": "24.11.5"}}, "errors": [], "warnings": []})";
}

TEST(SlurmJson, of_sinfo_has_groups_of_nodes) {
  const Imported found = import_text(sinfo(
      {row("gpu", R"(["n1", "n2"])", "gpu:l4:2(S:0)", "gpu:l4:0(IDX:N/A)"),
       row("gpu", R"(["n3"])", "gpu:t4:1", "gpu:t4:1(IDX:0)"),
       row("cpu", R"(["c1", "c2"])", "", "")}));
  EXPECT_EQ(found.error, "");
  EXPECT_THAT(found.targets,
              ElementsAre("7.5: t4@unknown x1", "8.9: l4@unknown x2"));
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("note 3 (n1,n2,n3)"),
                                         HasSubstr("passed over 2 (c1,c2)")));
}

TEST(SlurmJson, of_sinfo_counts_a_node_of_several_partitions_once) {
  const std::string both = R"(["n1", "n2"])";
  const Imported found =
      import_text(sinfo({row("gpu", both, "gpu:l4:2", "gpu:l4:0"),
                         row("all", both, "gpu:l4:2", "gpu:l4:0")}));
  EXPECT_THAT(found.targets, ElementsAre("8.9: l4@unknown x2"));
}

TEST(SlurmJson, of_sinfo_tells_what_a_group_hides) {
  const Imported found =
      import_text(sinfo({row("gpu", R"(["n1", "n2"])", "gpu:l4:2", "")}));
  EXPECT_THAT(found.targets, ElementsAre("8.9: l4@unknown x2"));
  EXPECT_THAT(found.remarks,
              ElementsAre(HasSubstr("doubt 2 (n1): the Gres of a row's first"),
                          HasSubstr("neither")));
  const Imported nameless = import_text(
      R"({"sinfo": [{"nodes": {"total": 4}, "gres": {"total": "gpu:a100:4"}}]})");
  EXPECT_THAT(nameless.targets, IsEmpty());
  EXPECT_THAT(nameless.remarks, ElementsAre(HasSubstr("left out 4 ()")));
}

TEST(SlurmJson, of_sinfo_is_read_as_yaml_too) {
  const Imported found = import_text(
      "---\nsinfo:\n- nodes:\n    total: 2\n    nodes:\n    - n1\n    - n2\n"
      "  gres:\n    total: gpu:l4:2(S:0)\n    used: gpu:l4:0(IDX:N/A)\n"
      "meta:\n  slurm:\n    release: 24.11.5\n...\n");
  EXPECT_THAT(found.targets, ElementsAre("8.9: l4@unknown x2"));
  EXPECT_EQ(found.error, "");
}

TEST(SlurmJson, of_sinfo_that_was_cut_is_an_error) {
  const std::string whole =
      sinfo({row("gpu", R"(["n1"])", "gpu:l4:2", "gpu:l4:0")});
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_NE(import_text(whole.substr(0, size), {}, "slurm").error, "")
        << size;
  }
}

TEST(SlurmJson, without_gres_is_left_out) {
  const Imported found = import_text(R"({"nodes": [{"name": "n1"}]})");
  EXPECT_THAT(found.remarks, ElementsAre(HasSubstr("left out 1 (n1)")));
}

}  // namespace
}  // namespace cudacompat::testing
