// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "change/downgrade/rewrite.h"
#include "read/images/image.h"
#include "support/fatbin_writer.h"
#include "support/shapes.h"

namespace cudacompat::testing {

namespace fs = std::filesystem;

/// Files in a folder of the test's own, downgraded for one group.
class DowngradeFileTest : public ::testing::Test {
 protected:
  DowngradeFileTest() {
    char name[] = "/tmp/downgrade-file-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~DowngradeFileTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const Bytes& bytes) const {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path;
  }
  static std::string read(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::vector<Image> images_of(const std::string& path) {
    auto source = ByteSource::open(path);
    std::vector<Image> all;
    ScanSink sink;
    sink.container = [&](const Container& one) {
      all.insert(all.end(), one.images.begin(), one.images.end());
    };
    sink.problem = [](const Problem& problem) {
      ADD_FAILURE() << problem.message;
    };
    EXPECT_TRUE(scan(*source, Depth::compare, sink));
    return all;
  }
  static std::string text_of(const std::string& path, const Image& image) {
    auto source = ByteSource::open(path);
    const auto bytes = unpack(*source, image, 1u << 20);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()),
                               bytes->size())
                 : bytes.error().message;
  }
  /// Downgrades for one group; every compiler takes everything, as the same
  /// code.
  static Result<std::vector<DowngradedImage>> downgrade(
      const std::string& path, const std::string& out, bool proven = true,
      std::string_view target = "9.0@cuda12.2") {
    const auto groups =
        one_driver_case_each(resolve_all({target_group(target)}));
    auto source = ByteSource::open(path);
    const auto facts = collect_facts(*source, Depth::headers);
    const auto requests =
        downgrade_requests(*facts, judge(*facts, groups, {}), groups);
    DowngradeOptions request{path, out, Depth::headers, {}, {}};
    request.releases = {kOld, kNewest};
    request.ask = [=](Version, const JitInput&) {
      const auto kind =
          proven ? JitAnswer::Kind::accepted : JitAnswer::Kind::refused;
      return JitAnswer{kind, "", "code"};
    };
    return downgrade_file(request, *facts, requests);
  }

  static constexpr Version kOld{12, 2}, kNewest{13, 5};
  fs::path folder_;
};

}  // namespace cudacompat::testing
