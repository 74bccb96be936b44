// SPDX-License-Identifier: Apache-2.0
#include "ask/system/nvcc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "judge/facts/tables.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

/// A folder with programs that only pretend to be NVIDIA's.
class FakeTools : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "nvcc-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Writes an executable shell script, a fake tool.
  std::string fake(const std::string& name, const std::string& script) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }
  std::string fake_nvcc(const std::string& version, const std::string& archs) {
    return fake(
        "nvcc",
        "case $1 in\n--version) echo 'Cuda compilation tools, release " +
            version + "';;\n--list-gpu-code) printf '" + archs +
            "';;\n*) exit 1;;\nesac");
  }
  std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  fs::path folder_;
};

Environment variables(std::map<std::string, std::string> values) {
  return [values](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    if (found == values.end()) return std::nullopt;
    return found->second;
  };
}

TEST_F(FakeTools, EachPlaceIsLookedAtInOrder) {
  for (const char* name : {"wanted", "own/nvcc", "cxx/nvcc", "path/nvcc",
                           "home/bin/nvcc", "cudapath/bin/nvcc"}) {
    fake(name, "");
  }
  std::map<std::string, std::string> all{
      {"CUDACOMPAT_NVCC", path("own/nvcc")},
      {"CUDACXX", path("cxx/nvcc") + " -allow-unsupported-compiler"},
      {"PATH", path("empty") + ":" + path("path")},
      {"CUDA_HOME", path("home")},
      {"CUDA_PATH", path("cudapath")}};
  EXPECT_EQ(find_nvcc(path("wanted"), variables(all)).value(), path("wanted"));
  EXPECT_EQ(find_nvcc("", variables(all)).value(), path("own/nvcc"));
  all.erase("CUDACOMPAT_NVCC");
  EXPECT_EQ(find_nvcc("", variables(all)).value(), path("cxx/nvcc"));
  all.erase("CUDACXX");
  EXPECT_EQ(find_nvcc("", variables(all)).value(), path("path/nvcc"));
  all.erase("PATH");
  EXPECT_EQ(find_nvcc("", variables(all)).value(), path("home/bin/nvcc"));
  all.erase("CUDA_HOME");
  EXPECT_EQ(find_nvcc("", variables(all)).value(), path("cudapath/bin/nvcc"));
}

TEST_F(FakeTools, ANameIsLookedForInPath) {
  fake("path/my-nvcc", "");
  const auto found = find_nvcc("my-nvcc", variables({{"PATH", path("path")}}));
  EXPECT_EQ(found.value(), path("path/my-nvcc"));
  EXPECT_FALSE(find_nvcc("my-nvcc", variables({{"PATH", path("other")}})));
}

TEST_F(FakeTools, WhatIsNamedAndNotThereIsNotPassedOver) {
  fake("path/nvcc", "");
  for (const char* name : {"CUDACOMPAT_NVCC", "CUDACXX"}) {
    const auto found = find_nvcc(
        "", variables({{name, path("gone/nvcc")}, {"PATH", path("path")}}));
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message,
                AllOf(HasSubstr(name), HasSubstr(path("gone/nvcc"))));
  }
}

TEST_F(FakeTools, AFolderOrAPlainFileIsNoProgram) {
  fs::create_directories(path("a/nvcc"));
  std::ofstream(path("plain")) << "text";
  EXPECT_FALSE(find_nvcc(path("plain"), variables({})));
  EXPECT_FALSE(find_nvcc(path("a/nvcc"), variables({})));
}

TEST_F(FakeTools, AnNvccThatFailsIsQuoted) {
  const auto facts = ask_toolkit(fake(
      "nvcc", "echo 'nvcc fatal   : Could not open libdevice' >&2; exit 1"));
  ASSERT_FALSE(facts);
  EXPECT_THAT(facts.error().message,
              AllOf(HasSubstr(path("nvcc")), HasSubstr("exit code 1"),
                    HasSubstr("nvcc fatal   : Could not open libdevice")));
}

TEST_F(FakeTools, AnNvccThatPrintsGarbageIsQuoted) {
  const auto facts = ask_toolkit(
      fake("nvcc",
           "echo 'nvcc-Error-CUDA version 10.2 was not installed with this HPC "
           "SDK'"));
  ASSERT_FALSE(facts);
  EXPECT_THAT(facts.error().message, HasSubstr("not installed with this HPC"));
}

TEST_F(FakeTools, AnNvccThatHangsIsGivenUp) {
  const auto facts =
      ask_toolkit(fake("nvcc", "sleep 100"), std::chrono::milliseconds(200));
  ASSERT_FALSE(facts);
  EXPECT_THAT(facts.error().message, HasSubstr("did not end within 200 ms"));
}

TEST_F(FakeTools, AnNvccThatIsNotThereIsAnError) {
  const auto facts = ask_toolkit(path("nvcc"));
  ASSERT_FALSE(facts);
  EXPECT_THAT(facts.error().message, HasSubstr("No such file or directory"));
}

TEST_F(FakeTools, AKnownReleaseThatCannotListHasItsRow) {
  const auto facts =
      ask_toolkit(fake_nvcc("12.8, V12.8.93", "nvcc fatal   : what?\\n"));
  ASSERT_TRUE(facts);
  const ReleaseRow* row = find_release({12, 8});
  EXPECT_TRUE(std::ranges::equal(facts->archs, row->archs));
  EXPECT_EQ(facts->ptx_isa, row->ptx_isa);
}

TEST_F(FakeTools, AKnownReleaseHasNoArchitectureThatItDoesNotList) {
  const auto facts =
      ask_toolkit(fake_nvcc("13.0, V13.0.88", "sm_80\\nsm_90\\n"));
  ASSERT_TRUE(facts);
  EXPECT_THAT(facts->archs,
              ElementsAre(Arch{80, ArchScope::base}, Arch{90, ArchScope::base},
                          Arch{90, ArchScope::exact}));
}

TEST_F(FakeTools, AReleaseWithoutARowIsAskedWithItsPtxas) {
  fake("ptxas", "printf '1.0\\n10.1\\n9.9\\n'");
  const auto facts =
      ask_toolkit(fake_nvcc("15.1, V15.1.7", "sm_140\\nsm_90\\n"));
  ASSERT_TRUE(facts);
  EXPECT_FALSE(facts->in_tables);
  EXPECT_EQ(facts->cuda, (Version{15, 1}));
  EXPECT_EQ(facts->ptx_isa, (Version{10, 1}));
  EXPECT_THAT(facts->archs, ElementsAre(Arch{90, ArchScope::base},
                                        Arch{140, ArchScope::base}));
}

TEST_F(FakeTools, APtxasThatCannotListIsAskedByARefusal) {
  fake("ptxas",
       "if [ \"$1\" = --list-version ]; then echo 'Unknown option' >&2; exit "
       "255; fi\ngrep -q '^.version 99.9' \"$1\" || exit 1\n"
       "echo \"ptxas $1, line 1; fatal   : Unsupported .version 99.9; current "
       "version is '9.7'\" >&2; exit 255");
  const auto facts = ask_toolkit(fake_nvcc("15.1, V15.1.7", "sm_140\\n"));
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->ptx_isa, (Version{9, 7}));
}

TEST_F(FakeTools, WithoutAPtxasThePtxIsaOfANewReleaseIsNotKnown) {
  const auto facts = ask_toolkit(fake_nvcc("15.1, V15.1.7", "sm_140\\n"));
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->ptx_isa, std::nullopt);
}

TEST_F(FakeTools, AReleaseWithoutARowThatCannotListIsAnError) {
  EXPECT_FALSE(ask_toolkit(fake_nvcc("15.1, V15.1.7", "")));
}

class RealNvcc : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto found = find_nvcc("", system_environment());
    if (!found) GTEST_SKIP() << found.error().message;
    nvcc_ = *found;
  }
  std::string nvcc_;
};

TEST_F(RealNvcc, ItsAnswerAgreesWithTheTables) {
  const auto facts = ask_toolkit(nvcc_);
  ASSERT_TRUE(facts) << facts.error().message;
  const ReleaseRow* row = find_release(facts->cuda);
  if (row == nullptr) GTEST_SKIP() << "no row for " << facts->release;
  EXPECT_TRUE(std::ranges::equal(facts->archs, row->archs));
  EXPECT_THAT(facts->release, HasSubstr(to_string(facts->cuda)));
  EXPECT_EQ(facts->nvcc, nvcc_);
}

TEST_F(RealNvcc, FlagsInTheEnvironmentDoNotReachIt) {
  setenv("NVCC_APPEND_FLAGS", "--no-such-flag", 1);
  const auto facts = ask_toolkit(nvcc_);
  unsetenv("NVCC_APPEND_FLAGS");
  EXPECT_TRUE(facts) << facts.error().message;
}

}  // namespace
}  // namespace cudacompat
