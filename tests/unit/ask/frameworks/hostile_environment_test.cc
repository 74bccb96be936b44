// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ask/frameworks/environment.h"
#include "unit/ask/frameworks/made_environment.h"

namespace cudacompat {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::library;
using testing::MadeEnvironment;
using testing::sass;
using ::testing::SizeIs;

class HostileEnvironmentTest : public ::testing::Test {
 protected:
  /// A package whose own files say nothing, so that nothing else is told.
  static constexpr const char* kName = "cupy";

  PythonEnvironment read() {
    return read_python_environment(made_.prefix(), Depth::headers).value();
  }
  /// The only package's only file, which could not be read.
  static std::string unread(const PythonEnvironment& environment) {
    EXPECT_THAT(environment.packages, SizeIs(1));
    if (environment.packages.size() != 1) return {};
    EXPECT_THAT(environment.packages[0].files, SizeIs(1));
    if (environment.packages[0].files.size() != 1) return {};
    const ArtifactFacts& file = environment.packages[0].files[0];
    EXPECT_EQ(file.problem_count, 1u);
    return file.path + " " + file.problems.at(0).message;
  }

  MadeEnvironment made_;
};

TEST_F(HostileEnvironmentTest, WhatIsNoEnvironmentIsAnErrorWithAFix) {
  EXPECT_THAT(
      read_python_environment("/nowhere", Depth::headers).error().message,
      HasSubstr("name a venv"));
  made_.file(made_.at("bin/python"), "x");
  EXPECT_THAT(
      read_python_environment(made_.prefix(), Depth::headers).error().message,
      AllOf(HasSubstr("no Python packages"), HasSubstr("name a venv")));
}

TEST_F(HostileEnvironmentTest, RecordDoesNotLeadOut) {
  made_.distribution(kName, "1.0",
                     {"../../../bin/torchrun", "../../../../outside.so",
                      "../../../../script", "/outside.so", "in/../a.so"});
  made_.file(made_.at("../outside.so"), library({sass("80")}));
  made_.file(made_.site("a.so"), library({sass("90")}));
  const PythonEnvironment environment = read();
  ASSERT_THAT(environment.packages.at(0).files, SizeIs(1));
  EXPECT_EQ(environment.packages[0].files[0].path, made_.site("a.so"));
  EXPECT_THAT(environment.problems,
              ElementsAre(HasSubstr("names ../../../../outside.so, which lies "
                                    "outside"),
                          HasSubstr("names /outside.so, which lies outside")));
}

TEST_F(HostileEnvironmentTest, WhatCannotBeReadIsNeverAPass) {
  made_.distribution(kName, "1.0", {"torch/a.so"});
  EXPECT_THAT(unread(read()), HasSubstr("cannot be opened"));  // not there
  std::filesystem::create_directories(made_.site("torch"));
  ASSERT_EQ(::mkfifo(made_.site("torch/a.so").c_str(), 0600), 0);
  EXPECT_THAT(unread(read()), HasSubstr("not a regular file"));
  std::filesystem::remove(made_.site("torch/a.so"));
  std::filesystem::create_symlink("a.so", made_.site("torch/a.so"));
  EXPECT_THAT(unread(read()), HasSubstr("cannot be opened"));  // a loop
  std::filesystem::remove(made_.site("torch/a.so"));
  std::filesystem::create_symlink("/dev/zero", made_.site("torch/a.so"));
  EXPECT_THAT(unread(read()), HasSubstr("not a regular file"));
  std::filesystem::remove(made_.site("torch/a.so"));
  made_.file(made_.site("torch/a.so"), std::string("\x7f") + "ELF, cut");
  EXPECT_THAT(unread(read()), HasSubstr("a.so "));
}

TEST_F(HostileEnvironmentTest, BrokenMetadataIsToldAndTheFoldersNameTaken) {
  made_.distribution(kName, "1.0", {});
  const std::string metadata = made_.site("cupy-1.0.dist-info/METADATA");
  const auto expect = [&](const std::string& why) {
    const PythonEnvironment environment = read();
    ASSERT_THAT(environment.packages, SizeIs(1)) << why;
    EXPECT_EQ(environment.packages[0].name + environment.packages[0].version,
              "cupy1.0");
    EXPECT_THAT(environment.problems, ElementsAre(HasSubstr(why)));
  };
  made_.file(metadata, "");
  expect("no Name and Version");
  made_.file(metadata, "Name: cupy\n\nVersion: 1\n");
  expect("no Name and Version");
  made_.file(metadata, std::string(4 << 20, 'x'));
  expect("line");
  // A gigabyte of header lines, most of it a hole.
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += "X: y\n";
  made_.file(metadata, lines);
  ASSERT_EQ(::truncate(metadata.c_str(), 1 << 30), 0);
  expect("no Name and Version");
  std::filesystem::remove(metadata);
  ASSERT_EQ(::mkfifo(metadata.c_str(), 0600), 0);
  expect("not a regular file");
}

TEST_F(HostileEnvironmentTest, ABrokenRecordIsTold) {
  made_.distribution(kName, "1.0", {"a.so"});
  made_.file(made_.site("a.so"), library({sass("90")}));
  const std::string record = made_.site("cupy-1.0.dist-info/RECORD");
  made_.file(record, "a.so,,\n" + std::string(4 << 20, 'x'));
  PythonEnvironment environment = read();
  EXPECT_THAT(environment.packages.at(0).files, SizeIs(1));
  EXPECT_THAT(environment.problems,
              ElementsAre(HasSubstr("device code of cupy is not known")));
  std::filesystem::remove(record);
  std::filesystem::create_symlink("RECORD", record);
  environment = read();
  EXPECT_THAT(environment.problems,
              ElementsAre(HasSubstr("device code of cupy is not known")));
}

TEST_F(HostileEnvironmentTest, AnEditableFrameworkIsNotKnown) {
  made_.distribution(kName, "1.0", {"__editable__.cupy-1.0.pth"});
  EXPECT_THAT(read().problems, ElementsAre(HasSubstr("editable install")));
  made_.distribution(kName, "1.0", {});
  EXPECT_THAT(read().problems, IsEmpty());
  made_.file(made_.site("cupy-1.0.dist-info/direct_url.json"),
             "{\"dir_info\": {\"editable\": true}, \"url\": \"file:///x\"}");
  EXPECT_THAT(read().problems, ElementsAre(HasSubstr("editable install")));
}

TEST_F(HostileEnvironmentTest, AFrameworkWithoutItsFilesIsNotKnown) {
  made_.distribution("torch", "1.0", {"torch/version.py"});
  EXPECT_THAT(read().problems, ElementsAre(HasSubstr("what it was built for")));
  made_.file(made_.site("torch/version.py"), "cuda = '12.8'\n");
  EXPECT_THAT(read().problems,
              ElementsAre(HasSubstr("no file of it holds such code")));
  made_.file(made_.site("torch/version.py"), "cuda = None\n");
  EXPECT_THAT(read().problems, IsEmpty());
  // A RECORD of nothing is none.
  made_.file(made_.site("torch/version.py"), "cuda = '12.8'\n");
  made_.file(made_.site("torch/a.so"), library({sass("80")}));
  made_.distribution("torch", "1.0", {});
  EXPECT_THAT(read().problems, IsEmpty());
  made_.file(made_.site("jaxlib.egg-link"), "/home/me/jax\n.");
  made_.file(made_.site("mine.egg-link"), "/home/me/mine\n.");
  EXPECT_THAT(read().problems, ElementsAre(HasSubstr("jaxlib.egg-link")));
}

TEST_F(HostileEnvironmentTest, TwoOfOneNameAreTold) {
  made_.distribution(kName, "1.0", {});
  made_.distribution(kName, "2.0", {});
  const PythonEnvironment environment = read();
  EXPECT_THAT(environment.packages, SizeIs(2));
  EXPECT_THAT(environment.problems,
              ElementsAre(AllOf(HasSubstr("which cupy runs is not known"),
                                HasSubstr("pip uninstall cupy"))));
}

TEST_F(HostileEnvironmentTest, ABrokenPyvenvCfgIsTold) {
  made_.distribution(kName, "1.0", {});
  made_.file(made_.at("pyvenv.cfg"), std::string(4 << 20, 'x'));
  EXPECT_THAT(read().problems, ElementsAre(HasSubstr("pyvenv.cfg")));
  made_.file(made_.at("pyvenv.cfg"), "include-system-site-packages = true\n");
  EXPECT_THAT(read().problems, ElementsAre(HasSubstr("names no home")));
}

}  // namespace
}  // namespace cudacompat
