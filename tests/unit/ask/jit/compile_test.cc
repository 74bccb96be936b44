// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/compile.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/cubin_writer.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A fake for cudacompat-jit: a shell script that counts its runs. The
/// real one is tried in tests/toolkit.
class JitRunnerTest : public ::testing::Test {
 protected:
  JitRunnerTest() {
    char name[] = "/tmp/jit-runner-XXXXXX";
    folder_ = mkdtemp(name);
    write("lib.so", "library");
    const auto cubin = testing::write_cubin("80");
    write("made", std::string_view(reinterpret_cast<const char*>(cubin.data()),
                                   cubin.size()));
  }
  ~JitRunnerTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// The arguments: MEMORY SECONDS LIBRARY RELEASE ARCH OUTPUT FILE...
  JitRunner runner(const std::string& body,
                   std::chrono::milliseconds time = std::chrono::seconds(60)) {
    write("worker", "#!/bin/sh\necho run >> " + path("runs") + "\n" + body);
    chmod(path("worker").c_str(), 0755);
    JitLimits limits;
    limits.time = time;
    return {path("worker"), path("cache"), limits};
  }
  JitAnswer compile(JitRunner jit, std::string_view text = "text",
                    Arch arch = {80, ArchScope::base}) const {
    return compile(std::move(jit), {12, 4}, {{text}, arch});
  }
  JitAnswer compile(JitRunner jit, Version cuda, const JitInput& input) const {
    return jit.compile({cuda, path("lib.so"), "cache"}, input);
  }

  fs::path folder_;
};

TEST_F(JitRunnerTest, AnAcceptedTextHasADigestOfItsCode) {
  const std::string body = "cp " + path("made") + " \"$6\"\n";
  const JitAnswer answer = compile(runner(body));
  EXPECT_TRUE(answer.accepted()) << answer.log;
  EXPECT_EQ(answer.code.size(), 64u);
}

TEST_F(JitRunnerTest, TheWorkerGetsReleaseArchitectureAndText) {
  const std::string body =
      "cp \"$7\" " + path("got") + "\necho \"$3 $4 $5\"\nexit 10\n";
  const JitAnswer answer =
      compile(runner(body), "the text", {90, ArchScope::exact});
  EXPECT_EQ(answer.kind, JitAnswer::Kind::refused);
  EXPECT_EQ(answer.log, path("lib.so") + " 12_4 sm_90a\n");
  EXPECT_EQ(read("got"), "the text");
}

TEST_F(JitRunnerTest, AnAnswerIsRememberedByAllThatItHangsOn) {
  JitRunner jit = runner("echo no\nexit 10\n");
  EXPECT_EQ(compile(jit).log, "no\n");
  EXPECT_EQ(compile(jit).log, "no\n");
  EXPECT_EQ(read("runs"), "run\n");
  compile(jit, "other text");
  compile(jit, "text", {90, ArchScope::base});
  EXPECT_EQ(read("runs"), "run\nrun\nrun\n");
  write("lib.so", "another build of the library");
  compile(jit);
  EXPECT_EQ(read("runs"), "run\nrun\nrun\nrun\n");
}

TEST_F(JitRunnerTest, AnObjectOfALinkToComeIsNotLinkedBefore130) {
  const std::string body = "echo \"$6 $7\" > " + path("got") +
                           "\n[ \"$6\" = - ] || cp " + path("made") +
                           " \"$6\"\n";
  const JitInput input{{"text"}, {80, ArchScope::base}, true};
  const JitAnswer old = compile(runner(body), {12, 9}, input);
  EXPECT_TRUE(old.accepted());
  EXPECT_EQ(old.code, "");
  EXPECT_EQ(read("got"), "- -r\n");
  const JitAnswer made = compile(runner(body), {13, 0}, input);
  EXPECT_EQ(made.code.size(), 64u);
  EXPECT_THAT(read("got"), HasSubstr("/cubin -r\n"));
  // Not the answer for a whole program.
  compile(runner(body), {13, 0}, {{"text"}, {80, ArchScope::base}});
  EXPECT_EQ(read("runs"), "run\nrun\nrun\n");
}

TEST_F(JitRunnerTest, AFailureIsNoAnswerAndIsNotRemembered) {
  const JitAnswer killed = compile(runner("kill -SEGV $$\n"));
  EXPECT_EQ(killed.kind, JitAnswer::Kind::failed);
  EXPECT_THAT(killed.log, HasSubstr("signal 11"));
  const JitAnswer unusable = compile(runner("echo no such file\nexit 11\n"));
  EXPECT_EQ(unusable.kind, JitAnswer::Kind::failed);
  EXPECT_EQ(unusable.log, "no such file\n");
  EXPECT_EQ(read("runs"), "run\nrun\n");
}

TEST_F(JitRunnerTest, ACompilerThatDoesNotEndIsEnded) {
  const JitAnswer answer =
      compile(runner("sleep 60\n", std::chrono::milliseconds(100)));
  EXPECT_EQ(answer.kind, JitAnswer::Kind::failed);
  EXPECT_THAT(answer.log, HasSubstr("did not end within 100 ms"));
}

TEST_F(JitRunnerTest, NoCubinIsNoAnswer) {
  const JitAnswer answer = compile(runner("echo junk > \"$6\"\n"));
  EXPECT_EQ(answer.kind, JitAnswer::Kind::failed);
  EXPECT_THAT(answer.log, HasSubstr("no cubin"));
}

TEST_F(JitRunnerTest, ADamagedAnswerIsAskedAgain) {
  JitRunner jit = runner("echo no\nexit 10\n");
  compile(jit);
  for (const auto& entry : fs::recursive_directory_iterator(path("cache")))
    if (entry.is_regular_file()) std::ofstream(entry.path()) << "acc";
  EXPECT_EQ(compile(jit).log, "no\n");
  EXPECT_EQ(read("runs"), "run\nrun\n");
}

}  // namespace
}  // namespace cudacompat
