// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/build_files.h"

#include <gmock/gmock.h>

#include "ask/frameworks/distribution.h"

namespace cudacompat {
namespace {

std::string said(const BuiltFor& built) {
  return built.platform + " " + (built.cuda ? to_string(*built.cuda) : "-") +
         (built.major_only ? " major" : "") +
         (built.version.empty() ? "" : " of " + built.version);
}

TEST(BuildFilesTest, VersionPyOfTorch) {
  // As in the wheels of torch 1.13.1, 2.9.1 and 2.15.0.
  EXPECT_EQ(said(read_torch_version("__version__ = '1.13.1+cu117'\n"
                                    "debug = False\ncuda = '11.7'\n"
                                    "hip = None\n")),
            "cuda 11.7 of 1.13.1+cu117");
  EXPECT_EQ(said(read_torch_version(
                "__all__ = ['__version__', 'debug', 'cuda', 'hip', 'xpu']\n"
                "__version__ = '2.9.1+cpu'\ncuda: Optional[str] = None\n"
                "hip: Optional[str] = None\nxpu: Optional[str] = None\n")),
            "cpu - of 2.9.1+cpu");
  EXPECT_EQ(said(read_torch_version("cuda: Optional[str] = \"13.2\"\r\n")),
            "cuda 13.2");
  EXPECT_EQ(said(read_torch_version("cuda = None\nhip = '6.4.43482'\n")),
            "rocm -");
  EXPECT_EQ(said(read_torch_version("cuda = None\nxpu = '20250101'\n")),
            "xpu -");
  EXPECT_EQ(said(read_torch_version("cuda_version = '12.8'\n")), " -");
  EXPECT_EQ(said(read_torch_version("cuda = 'x'\n")), "cuda - major");
  EXPECT_EQ(said(read_torch_version("cuda = '99999999999.1'\n")),
            "cuda - major");
  EXPECT_EQ(said(read_torch_version("")), " -");
}

TEST(BuildFilesTest, BuildInfoOfTensorFlow) {
  EXPECT_EQ(said(read_tensorflow_build_info(
                "build_info = collections.OrderedDict([('cpu_compiler', "
                "'clang'), ('cuda_compute_capabilities', ['sm_60']), "
                "('cuda_version', '12.5.1'), ('is_cuda_build', True), "
                "('is_rocm_build', False)])\n")),
            "cuda 12.5");
  EXPECT_EQ(said(read_tensorflow_build_info(
                "[('is_cuda_build', False), ('is_rocm_build', False)]")),
            "cpu -");
  EXPECT_EQ(said(read_tensorflow_build_info(
                "[('is_cuda_build', False), ('is_rocm_build', True)]")),
            "rocm -");
  EXPECT_EQ(said(read_tensorflow_build_info("")), " -");
}

TEST(BuildFilesTest, WheelJsonOfCuPy) {
  EXPECT_EQ(said(read_cupy_wheel("{\"cuda\": \"12.x\", \"nccl\": {}}")),
            "cuda 12.0 major");
  EXPECT_EQ(said(read_cupy_wheel("{\"cuda\": \"11.2\"}")), "cuda 11.2");
  EXPECT_EQ(said(read_cupy_wheel("{\"cuda\": 12}")), " -");
  EXPECT_EQ(said(read_cupy_wheel("[\"cuda\"]")), " -");
  EXPECT_EQ(said(read_cupy_wheel("{")), " -");
}

TEST(BuildFilesTest, TheReleaseOfAToolStandsInItsBytes) {
  const auto release = [](const std::string& text) {
    ByteSource source = ByteSource::from_view(
        std::as_bytes(std::span(text.data(), text.size())), "ptxas");
    const auto found = read_tool_release(source);
    return found ? to_string(*found) : "-";
  };
  const std::string text = "Cuda compilation tools, release 12.8, V12.8.93";
  EXPECT_EQ(release(text), "12.8");
  // Wherever it lies against the pieces that are read.
  for (std::size_t at : {(1u << 20) - 100, (1u << 20) - 64, (1u << 20) - 30,
                         1u << 20, (2u << 20) - 128}) {
    EXPECT_EQ(release(std::string(at, '.') + text + "..."), "12.8") << at;
  }
  EXPECT_EQ(release("Cuda compilation tools, release "), "-");
  EXPECT_EQ(release("Cuda compilation tools, rele"), "-");
  EXPECT_EQ(release(""), "-");
}

TEST(DistributionTest, NamesAreComparedAsPyPIDoes) {
  EXPECT_EQ(normalized_name("Jax_CUDA12.-plugin"), "jax-cuda12-plugin");
}

TEST(DistributionTest, RowsOfRecord) {
  EXPECT_EQ(record_path("a/b.so,sha256=x,12"), "a/b.so");
  EXPECT_EQ(record_path("\"a,\"\"b\"\".so\",,"), "a,\"b\".so");
  EXPECT_EQ(record_path("alone"), "alone");
  EXPECT_EQ(record_path("\"open,,"), "");
  EXPECT_EQ(record_path("\"quoted\""), "quoted");
  EXPECT_EQ(record_path(""), "");
}

}  // namespace
}  // namespace cudacompat
