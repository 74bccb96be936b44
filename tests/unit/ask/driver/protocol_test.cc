// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/protocol.h"

#include <gmock/gmock.h>

#include <random>

namespace cudacompat {
namespace {

using ::testing::HasSubstr;

constexpr const char* kDevices =
    "kernel\t580.65.06\n"
    "libcuda\t/usr/lib/libcuda.so.580.65.06\n"
    "cuda\t13000\n"
    "device\t0\t9\t0\t150754820096\tGPU-1\tNVIDIA H200\n"
    "device\t1\t12\t1\t1024\tGPU-2\tNVIDIA A100 MIG 1g.5gb\n"
    "done\n";

TEST(DriverReportTest, HasTheDriverAndItsDevices) {
  const auto report = parse_driver_report(kDevices);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->libcuda, "/usr/lib/libcuda.so.580.65.06");
  EXPECT_EQ(report->cuda, (Version{13, 0}));
  EXPECT_EQ(to_string(report->kernel.value()), "580.65.06");
  ASSERT_EQ(report->devices.size(), 2u);
  EXPECT_EQ(report->devices[0].cc, 90);
  EXPECT_EQ(report->devices[0].memory, 150754820096u);
  EXPECT_FALSE(report->devices[0].mig());
  EXPECT_EQ(report->devices[1].cc, 121);
  EXPECT_TRUE(report->devices[1].mig());
  EXPECT_FALSE(report->error);
}

TEST(DriverReportTest, AnErrorHasItsTextBack) {
  const auto report =
      parse_driver_report("error\tcuInit\t34\tNAME\ta%0Ab %25%09c\ndone\n");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->error.value().code, 34);
  EXPECT_EQ(report->error->text, "a\nb %\tc");
}

TEST(DriverReportTest, ACudaVersionOfTwoDigits) {
  const auto report = parse_driver_report("cuda\t12100\ndone\n");
  EXPECT_EQ(report->cuda, (Version{12, 10}));
}

TEST(DriverReportTest, AKernelDriverThatIsNoVersionIsNotTold) {
  const auto report = parse_driver_report("kernel\t1.2.3.4.5\ndone\n");
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->kernel);
}

TEST(DriverReportTest, AReportCutShortIsAnError) {
  const std::string all = kDevices;
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_FALSE(parse_driver_report(all.substr(0, i))) << i;
}

TEST(DriverReportTest, WhatNoProgramOfOursWritesIsAnError) {
  for (const char* line :
       {"hello", "device\t0", "cuda\t13000\t1", "cuda\t-1", "cuda\t99999999999",
        "device\t1\t9\t0\t1\tu\tn", "device\t0\t0\t0\t1\tu\tn",
        "device\t0\t9\t10\t1\tu\tn", "device\t0\t9\t0\t-1\tu\tn",
        "device\t0\t9\t0\t1\tu\t%0", "libcuda\t%zz", "libcuda\t%00",
        "error\tf\t0\tn\tt", "begin", "done\ndone"}) {
    const auto report = parse_driver_report(std::string(line) + "\ndone\n");
    EXPECT_FALSE(report) << line;
  }
}

constexpr const char* kLoads =
    "begin\n"
    "module\t0\tCUDA_SUCCESS\t3\n"
    "library\t0\tCUDA_SUCCESS\t-1\n"
    "end\n"
    "begin\n"
    "said\tptxas fatal%0A\n"
    "module\t218\tCUDA_ERROR_INVALID_PTX\t-1\n"
    "end\n"
    "begin\n";

TEST(LoadReportTest, HasEachImagesAnswer) {
  const auto report = parse_load_report(kLoads, 4);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->images.size(), 3u);
  EXPECT_EQ(report->images[0].module.value().kernels, 3u);
  EXPECT_EQ(report->images[0].library.value().kernels, std::nullopt);
  EXPECT_EQ(report->images[1].module.value().code, 218);
  EXPECT_EQ(report->images[1].said, "ptxas fatal\n");
  EXPECT_FALSE(report->images[1].library);
  EXPECT_TRUE(report->images[1].ended);
  EXPECT_FALSE(report->images[2].ended);
}

TEST(LoadReportTest, AnErrorThatTheDriverHasNoNameForHasItsNumber) {
  const auto report = parse_load_report("begin\nmodule\t999\t\t-1\nend\n", 1);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->images[0].module.value().name, "error 999");
}

TEST(LoadReportTest, ALineCutShortIsNoAnswer) {
  const std::string cut = "begin\nmodule\t0\tCUDA_SUCC";
  const auto report = parse_load_report(cut, 1);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->images[0].module);
  EXPECT_FALSE(report->images[0].ended);
}

TEST(LoadReportTest, WhatNoProgramOfOursWritesIsAnError) {
  for (const char* text :
       {"end\n", "module\t0\tn\t1\n", "begin\nend\n", "begin\nbegin\n",
        "begin\nmodule\t0\tn\t1\nmodule\t0\tn\t1\n",
        "begin\nmodule\t-1\tn\t1\n", "begin\nmodule\t0\tn\t-2\n",
        "begin\nmodule\t0\tn\t1\nend\nbegin\nmodule\t0\tn\t1\nend\nbegin\n",
        "begin\nmodule\t0\tn\t1\nend\t\n", "begin\t\n", "done\nbegin\n",
        "begin\nfake driver\n"})
    EXPECT_FALSE(parse_load_report(text, 2)) << text;
}

TEST(LoadReportTest, AnyBytesEndInAnAnswerOrAnError) {
  std::mt19937 random(1);
  std::size_t errors = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = round % 2 == 0 ? kLoads : kDevices;
    for (int i = 0; i < 3; ++i)
      text[random() % text.size()] = static_cast<char>(random() & 0xff);
    errors += !parse_load_report(text, 4);
    errors += !parse_driver_report(text);
  }
  EXPECT_GT(errors, 3000u);
}

}  // namespace
}  // namespace cudacompat
