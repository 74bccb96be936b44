// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/driver.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "ask/system/work_folder.h"

namespace cudacompat {
namespace {

using ::testing::HasSubstr;

/// A fake for cudacompat-load: a shell script. The real one, with a
/// fake for the driver, is tried in tests/toolkit/load.
class DriverTest : public ::testing::Test {
 protected:
  Driver driver(const std::string& body) const {
    std::ofstream(folder_.file("worker")) << "#!/bin/sh\n" << body;
    chmod(folder_.file("worker").c_str(), 0755);
    return Driver(folder_.file("worker"), std::chrono::seconds(1));
  }
  WorkFolder folder_;
};

constexpr const char* kGood = "begin\\nmodule\\t0\\tCUDA_SUCCESS\\t1\\nend\\n";

TEST_F(DriverTest, TheWorkerGetsDeviceModeTimeAndFiles) {
  const auto ends =
      driver("echo \"$*\" >&2; echo \"$*\" > " + folder_.file("got") +
             "; printf '" + kGood + "done\\n'")
          .load(2, LoadMode::force_ptx_jit, {"a"});
  ASSERT_TRUE(ends) << ends.error().message;
  std::string words;
  std::ifstream in(folder_.file("got"));
  std::getline(in, words);
  EXPECT_EQ(words, "load 2 force-ptx-jit 1 a");
  EXPECT_EQ(ends->front().answer.module.value().kernels, 1u);
}

TEST_F(DriverTest, ACrashEndsOneFileAndTheNextOnesAreGoneOnWith) {
  // The second of four files crashes it.
  const auto ends =
      driver(std::string("shift 4\nfor f; do\n  case $f in\n  b) printf "
                         "'begin\\n'; kill -SEGV $$;;\n  *) printf '") +
             kGood + "';;\n  esac\ndone\nprintf 'done\\n'\n")
          .load(0, LoadMode::as_is, {"a", "b", "c", "d"});
  ASSERT_TRUE(ends) << ends.error().message;
  ASSERT_EQ(ends->size(), 4u);
  EXPECT_EQ((*ends)[1].signal, SIGSEGV);
  for (const std::size_t good : {0u, 2u, 3u})
    EXPECT_TRUE((*ends)[good].answer.ended) << good;
}

TEST_F(DriverTest, ADeviceThatCannotBeUsedIsAnError) {
  const auto ends =
      driver(
          "printf 'error\\tcuDevicePrimaryCtxRetain\\t2\\tNAME\\tout of "
          "memory\\ndone\\n'")
          .load(0, LoadMode::as_is, {"a"});
  ASSERT_FALSE(ends);
  EXPECT_THAT(
      ends.error().message,
      HasSubstr("cuDevicePrimaryCtxRetain says 2, NAME, out of memory"));
}

TEST_F(DriverTest, ADriverThatCrashesBeforeAnyCodeIsAnError) {
  const auto ends = driver("kill -SEGV $$").load(0, LoadMode::as_is, {"a"});
  ASSERT_FALSE(ends);
  EXPECT_THAT(ends.error().message, HasSubstr("signal 11"));
}

TEST_F(DriverTest, AnAnswerForMoreFilesThanThereWereIsAnError) {
  EXPECT_FALSE(driver(std::string("printf '") + kGood + kGood + "done\\n'")
                   .load(0, LoadMode::as_is, {"a"}));
}

TEST(DriverClassTest, IsWhatTheDriverSays) {
  DriverReport report;
  report.cuda = Version{12, 4};
  report.kernel = *parse_driver_version("550.54.14");
  report.devices = {{0, 89, 0, "GPU-1", "NVIDIA L4"}};
  const TargetGroup machine = group_of(report, report.devices.front());
  EXPECT_EQ(machine.gpu.cc, 89);
  EXPECT_EQ(machine.gpu.name, "NVIDIA L4");
  EXPECT_EQ(to_string(machine.driver.value()), "550.54.14");
  EXPECT_EQ(machine.cuda, (Version{12, 4}));
}

TEST(WhyNoDeviceTest, SaysWhatIsMissing) {
  DriverReport report;
  EXPECT_EQ(why_no_device(report), "the CUDA driver has no device");
  report.error = DriverError{"dlopen", -1, "", "libcuda.so.1: not there"};
  EXPECT_EQ(why_no_device(report), "no CUDA driver: libcuda.so.1: not there");
  report.libcuda = "/opt/stubs/libcuda.so";
  report.error = DriverError{"cuInit", 34, "CUDA_ERROR_STUB_LIBRARY", ""};
  EXPECT_THAT(why_no_device(report), HasSubstr("/opt/stubs/libcuda.so"));
  EXPECT_THAT(why_no_device(report), HasSubstr("LD_LIBRARY_PATH"));
  report.error = DriverError{"cuInit", 803, "NAME", "mismatch"};
  EXPECT_EQ(why_no_device(report),
            "the CUDA driver gives no device: cuInit says 803, NAME, mismatch "
            "(/opt/stubs/libcuda.so)");
  report.error.reset();
  report.devices = {{}};
  EXPECT_EQ(why_no_device(report), "");
}

}  // namespace
}  // namespace cudacompat
