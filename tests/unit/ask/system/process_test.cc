// SPDX-License-Identifier: Apache-2.0
#include "ask/system/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace cudacompat {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

ProcessRequest shell(const std::string& script) {
  ProcessRequest request;
  request.argv = {"/bin/sh", "-c", script};
  return request;
}

TEST(Process, BothOutputsAndTheExitCodeComeBack) {
  const auto output = run_process(shell("echo one; echo two >&2; exit 3"));
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out, "one\n");
  EXPECT_EQ(output->err, "two\n");
  EXPECT_EQ(output->exit_code, 3);
}

TEST(Process, ArgumentsPassWithoutAShell) {
  ProcessRequest request;
  request.argv = {"/bin/echo", "$HOME", "a  b", ";", "'"};
  const auto output = run_process(request);
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out, "$HOME a  b ; '\n");
}

TEST(Process, ASignalIsAnExitCodeAbove128) {
  const auto output = run_process(shell("kill -SEGV $$"));
  ASSERT_TRUE(output);
  EXPECT_EQ(output->exit_code, 128 + SIGSEGV);
}

TEST(Process, AProgramThatIsNotThereIsAnErrorWithTheReason) {
  ProcessRequest request;
  request.argv = {"/no/such/nvcc", "--version"};
  const auto output = run_process(request);
  ASSERT_FALSE(output);
  EXPECT_THAT(output.error().message,
              AllOf(HasSubstr("/no/such/nvcc"),
                    HasSubstr("No such file or directory")));
}

/// A killed process may be a zombie for a while, until init takes it.
bool runs(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
  std::string id, name, state;
  return (status >> id >> name >> state) && state != "Z";
}

TEST(Process, AHangingProgramIsKilledWithItsChildren) {
  const std::string note = ::testing::TempDir() + "cudacompat-process-test";
  ProcessRequest request =
      shell("sleep 100 & echo $! > '" + note + "'; sleep 100");
  request.time_limit = milliseconds(500);
  const auto start = steady_clock::now();
  const auto output = run_process(request);
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(20));
  ASSERT_FALSE(output);
  EXPECT_THAT(output.error().message, HasSubstr("did not end within 500 ms"));
  pid_t grandchild = 0;
  ASSERT_TRUE(std::ifstream(note) >> grandchild);
  std::remove(note.c_str());
  for (int i = 0; i < 100 && runs(grandchild); ++i) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_FALSE(runs(grandchild));
}

TEST(Process, AProgramThatClosesItsOutputsAndHangsIsKilled) {
  ProcessRequest request = shell("exec >&- 2>&-; exec sleep 100");
  request.time_limit = milliseconds(200);
  EXPECT_FALSE(run_process(request));
}

TEST(Process, AGrandchildThatKeepsTheOutputsOpenIsNotWaitedFor) {
  const auto start = steady_clock::now();
  const auto output = run_process(shell("echo done; sleep 20 & exit 0"));
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(15));
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out, "done\n");
}

TEST(Process, OutputOverTheLimitIsDroppedAndTheProgramStillEnds) {
  ProcessRequest request = shell("head -c 5000000 /dev/zero; exit 4");
  request.output_limit = 1000;
  const auto output = run_process(request);
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out.size(), 1000u);
  EXPECT_EQ(output->exit_code, 4);
}

TEST(Process, LargeOutputsOfBothKindsComeWhole) {
  const auto output = run_process(
      shell("head -c 300000 /dev/zero >&2; head -c 400000 /dev/zero"));
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out.size(), 400'000u);
  EXPECT_EQ(output->err.size(), 300'000u);
}

TEST(Process, StandardInputIsEmpty) {
  const auto output = run_process(shell("cat; echo end"));
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out, "end\n");
}

TEST(Process, TheEnvironmentLosesWhatIsNamedAndTextsAreEnglish) {
  setenv("CUDACOMPAT_TEST_KEPT", "1", 1);
  setenv("CUDACOMPAT_TEST_LOST", "2", 1);
  ProcessRequest request = shell("env");
  request.without = {"CUDACOMPAT_TEST_LOST"};
  const auto output = run_process(request);
  unsetenv("CUDACOMPAT_TEST_KEPT");
  unsetenv("CUDACOMPAT_TEST_LOST");
  ASSERT_TRUE(output);
  EXPECT_THAT(output->out, AllOf(HasSubstr("CUDACOMPAT_TEST_KEPT=1\n"),
                                 HasSubstr("LC_ALL=C\n"),
                                 Not(HasSubstr("CUDACOMPAT_TEST_LOST"))));
}

TEST(Process, NoArgumentsIsAnError) {
  EXPECT_FALSE(run_process(ProcessRequest{}));
}

}  // namespace
}  // namespace cudacompat
