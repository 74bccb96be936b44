// SPDX-License-Identifier: Apache-2.0
#include "unit/doctor/log/log_reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudacompat::testing {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kRefusal =
    "ptxas application ptx input, line 9; fatal   : Unsupported .version 8.5; "
    "current version is '8.4'";
const std::string kNoImage =
    "CUDA error: no kernel image is available for execution on the device";

TEST(LogReading, NothingInAnEmptyLog) {
  EXPECT_EQ(reading_of("").lines, 0u);
  EXPECT_EQ(reading_of("\n\n").lines, 2u);
  EXPECT_THAT(reading_of("\n\n").symptoms, IsEmpty());
}

TEST(LogReading, LinesAreCountedOnceEach) {
  const LogReading log = reading_of("a\n" + kNoImage + " " + kNoImage +
                                    "\nb\r\n" + kNoImage + "\n");
  ASSERT_THAT(log.symptoms, SizeIs(1));
  EXPECT_EQ(log.symptoms[0].line, 2u);
  EXPECT_EQ(log.symptoms[0].count, 2u);
  EXPECT_EQ(log.lines, 4u);
}

TEST(LogReading, TheMostSpecificOfALineWins) {
  EXPECT_THAT(kinds_of("CUDA_ERROR_UNSUPPORTED_PTX_VERSION " + kNoImage +
                       " log: " + kRefusal),
              ElementsAre("ptx-version CC201"));
}

TEST(LogReading, BothVersionsAreRead) {
  const Symptom symptom = symptom_of(kRefusal);
  EXPECT_EQ(symptom.ptx, (Version{8, 5}));
  EXPECT_EQ(symptom.reader, (Version{8, 4}));
  EXPECT_EQ(symptom.text, kRefusal);
}

TEST(LogReading, TheFileOfPtxasIsRead) {
  EXPECT_EQ(symptom_of("ptxas C:\\Users\\me\\new\\tmpkoko.ptx, line 5; fatal   "
                       ": Unsupported .version 8.8; current version is '8.7'")
                .file,
            "C:\\Users\\me\\new\\tmpkoko.ptx");
  EXPECT_EQ(symptom_of("E x.cc:1] output: ptxas /tmp/a b.ptx, line 5; fatal   "
                       ": Unsupported .version 6.0; current version is '5.0'")
                .file,
            "/tmp/a b.ptx");
}

TEST(LogReading, TheSpeakerIsNamedBesideTheRefusal) {
  const std::string version = "ptx-version-of-nvjitlink CC851";
  for (const std::string linker :
       {"ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX",
        "ERROR 7: ptxjit:k"}) {
    EXPECT_THAT(kinds_of(kRefusal + "\n" + linker + "\n"),
                ElementsAre(version));
    EXPECT_THAT(ids_of(linker + "\n" + kRefusal + "\n"), ElementsAre("CC851"));
    // Two runs: the driver's first, the linker's far below.
    EXPECT_THAT(ids_of(kRefusal + "\n1\n2\n3\n" + linker + "\n" + kRefusal),
                ElementsAre("CC201", "CC851"));
    EXPECT_THAT(
        kinds_of("ptxas application ptx input, line 2; fatal   : Unsupported "
                 ".target 'sm_999'\nptxas fatal   : Ptx assembly aborted\n" +
                 linker),
        ElementsAre("ptx-target-of-nvjitlink CC864"));
  }
  EXPECT_THAT(ids_of("[222] Call to cuLinkAddData results in x\n" + kRefusal),
              ElementsAre("CC201"));
}

TEST(LogReading, ColoursAndControlBytesAreDropped) {
  EXPECT_THAT(kinds_of("\x1b[1;31mCUDA error:\x1b[0m no kernel\x1b[K image is "
                       "available"),
              ElementsAre("no-kernel-image CC101"));
  EXPECT_THAT(kinds_of("CUDA\0 error: no ker\0nel image is\x07 available"s),
              ElementsAre("no-kernel-image CC101"));
  EXPECT_THAT(kinds_of("\tno kernel\timage is available"),
              ElementsAre("no-kernel-image CC101"));
}

TEST(LogReading, ProgressBarsAreMessagesOfTheirOwn) {
  const LogReading log = reading_of(
      "10%|=\r20%|==\rnvcc fatal   : Unsupported "
      "gpu architecture 'compute_70'\r100%\n" +
      kNoImage + "\r\n");
  ASSERT_THAT(log.symptoms, SizeIs(2));
  EXPECT_EQ(log.symptoms[0].arch, "compute_70");
  EXPECT_EQ(log.symptoms[0].line, 1u);
  EXPECT_THAT(log.symptoms[0].text, ::testing::StartsWith("nvcc fatal"));
  EXPECT_EQ(log.symptoms[1].line, 2u);
}

TEST(LogReading, EscapedLinesAreLines) {
  const std::string json =
      R"({"log":"\u001b[31mCUDA_ARCHITECTURES is set to \"native\", but no )"
      R"(GPU was detected.\nRuntimeError: no kernel image is available\r\n"})";
  const LogReading log = reading_of(json);
  ASSERT_THAT(log.symptoms, SizeIs(2));
  EXPECT_EQ(log.symptoms[0].kind, SymptomKind::native_without_gpu);
  EXPECT_EQ(log.symptoms[1].kind, SymptomKind::no_kernel_image);
  EXPECT_EQ(log.symptoms[1].line, 1u);
  EXPECT_EQ(log.symptoms[1].text, "RuntimeError: no kernel image is available");
  // repr() of Python
  EXPECT_THAT(kinds_of(R"(output: b'nvcc fatal   : Unsupported gpu )"
                       R"(architecture \'compute_70\'\nfailed')"),
              ElementsAre("nvcc-gpu CC610"));
}

TEST(LogReading, ATorchWarningIsOneSymptom) {
  const Symptom symptom = symptom_of(
      "x/__init__.py:235: UserWarning: \n"
      "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible "
      "with the current PyTorch installation.\n"
      "The current PyTorch install supports CUDA capabilities sm_37 sm_50 "
      "sm_90 compute_37.\n");
  EXPECT_EQ(symptom.arch, "sm_120");
  EXPECT_EQ(symptom.line, 2u);
  EXPECT_THAT(symptom.archs,
              ElementsAre("sm_37", "sm_50", "sm_90", "compute_37"));
}

TEST(LogReading, ATorchWarningOfEachGpuIsASymptom) {
  const auto found = [](int i, std::string_view cc) {
    return fmt::format(
        "Found GPU{} X which is of compute capability (CC) {}.\n"
        "The following list shows the CCs\n"
        "- 7.5 which supports hardware CC >=7.5,<8.0\n"
        "- 8.0 which supports hardware CC >=8.0,<9.0 except "
        "{{8.7}}\n",
        i, cc);
  };
  const LogReading log = reading_of(found(0, "7.0") + found(1, "6.1"));
  ASSERT_THAT(log.symptoms, SizeIs(2));
  EXPECT_EQ(log.symptoms[0].arch, "sm_70");
  EXPECT_EQ(log.symptoms[1].arch, "sm_61");
  EXPECT_THAT(log.symptoms[1].archs, ElementsAre("sm_75", "sm_80"));
}

TEST(LogReading, ARangeMayFakeDriverTheNextLine) {
  const std::string_view start =
      "    Found GPU0 NVIDIA GB10 which is of cuda capability 12.1.\n"
      "    Minimum and Maximum cuda capability supported by this version of "
      "PyTorch is";
  for (const std::string_view gap : {"\n    ", " "}) {
    const Symptom symptom =
        symptom_of(fmt::format("{}{}(8.0) - (12.0)\n", start, gap));
    EXPECT_EQ(symptom.arch, "sm_121");
    EXPECT_EQ(symptom.range, (std::pair<Cc, Cc>{80, 120}));
  }
}

TEST(LogReading, VersionsOfFrameworksAreRead) {
  EXPECT_EQ(
      symptom_of("driver on your system is too old (found version 11040)").had,
      (Version{11, 4}));
  const Symptom two = symptom_of(
      "The detected CUDA version (11.8) mismatches the version that was used "
      "to compile PyTorch (12.1). Please");
  EXPECT_EQ(two.had, (Version{11, 8}));
  EXPECT_EQ(two.wanted, (Version{12, 1}));
}

TEST(LogReading, TheMissingLibraryIsNamed) {
  EXPECT_EQ(symptom_of("ImportError: /usr/lib/python3/x.so: libcudart.so.12: "
                       "cannot open shared object file")
                .file,
            "libcudart.so.12");
  EXPECT_EQ(symptom_of("Could not load dynamic library 'libcublas.so.11'; "
                       "dlerror")
                .file,
            "libcublas.so.11");
  EXPECT_EQ(symptom_of("Unable to load cuFFT. Is it installed?").file, "cuFFT");
}

TEST(LogReading, OurOwnLinesKeepIdAndCure) {
  const Symptom symptom = symptom_of(
      "k.cu: warning: cudacompat[CC201]: on l4-pool this fails with 222: X\n"
      "  fix: add SASS\n");
  EXPECT_EQ(symptom.id, "CC201");
  EXPECT_EQ(symptom.fix, "add SASS");
  EXPECT_EQ(symptom_of("error[CC102]: on 7.5 this fails\n    in 2 containers\n"
                       "    fix: leave it out\n")
                .fix,
            "leave it out");
}

TEST(LogReading, TextsAreShortAndPrintable) {
  const Symptom symptom =
      symptom_of(std::string(5000, 'x') + " \xff\xc3\x28 \xe2\x80\xae " +
                 kNoImage + std::string(5000, 'y'));
  EXPECT_LE(symptom.text.size(), 300u);
  EXPECT_THAT(symptom.text, HasSubstr(kNoImage));
  EXPECT_EQ(symptom.text.find_first_of("\xff\xe2\xc3"), std::string::npos);
  EXPECT_EQ(symptom_of("caf\xc3\xa9: " + kNoImage).text,
            "caf\xc3\xa9: " + kNoImage);
}

TEST(LogReading, ALineOfAnyLengthIsRead) {
  std::string text(5u << 20, '.');
  text.replace(3u << 20, kRefusal.size(), kRefusal);
  // Across the end of a part.
  text.replace((64u << 10) - 20, kNoImage.size(), kNoImage);
  text += "\n" + kNoImage;
  const LogReading log = reading_of(text);
  EXPECT_EQ(log.lines, 2u);
  ASSERT_THAT(log.symptoms, SizeIs(2));
  EXPECT_EQ(log.symptoms[0].kind, SymptomKind::no_kernel_image);
  EXPECT_EQ(log.symptoms[0].count, 2u);
  EXPECT_EQ(log.symptoms[1].ptx, (Version{8, 5}));
}

TEST(LogReading, LinesAcrossWindowsAreWhole) {
  constexpr std::size_t kWindow = 256u << 10;
  for (std::size_t before = kWindow - 120; before <= kWindow; before += 8) {
    std::string text(before, '.');
    for (std::size_t i = 1000; i < before; i += 1000) text[i] = '\n';
    text += "\r\n" + kRefusal + "\n";
    const Symptom symptom = symptom_of(text);
    EXPECT_EQ(symptom.text, kRefusal) << before;
    EXPECT_EQ(symptom.line, before / 1000 + 2) << before;
  }
}

TEST(LogReading, Utf16IsToldWithItsCure) {
  for (const std::string& text : {"\xff\xfe"
                                  "C\0U\0"s,
                                  "\xfe\xff\0C\0U"s, "C\0U\0D\0A\0"s}) {
    const auto log = try_read(text);
    ASSERT_FALSE(log.has_value());
    EXPECT_THAT(log.error().message, HasSubstr("Out-File -Encoding utf8"));
  }
  EXPECT_THAT(kinds_of("\xef\xbb\xbf" + kNoImage), SizeIs(1));
}

TEST(LogReading, ATextCutAnywhereIsRead) {
  const std::string text = kRefusal +
                           "\nsm_120 is not compatible with the current "
                           "PyTorch installation\nnvcc fatal   : Unsupported "
                           "gpu architecture 'compute_70'\n(8.0) - (";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const LogReading log = reading_of(std::string_view(text).substr(0, size));
    EXPECT_LE(log.symptoms.size(), 3u);
    EXPECT_EQ(log_findings(log).size(), log.symptoms.size()) << size;
  }
  EXPECT_EQ(symptom_of("ptxas application ptx input, line 9; fatal   : "
                       "Unsupported .version 8.")
                .ptx,
            std::nullopt);
}

TEST(LogReading, DifferentSymptomsAreBounded) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += fmt::format(
        "nvcc fatal   : Unsupported gpu architecture "
        "'compute_{}'\n",
        1000 + i);
  }
  EXPECT_THAT(reading_of(text).symptoms, SizeIs(kMostSymptoms));
}

}  // namespace
}  // namespace cudacompat::testing
