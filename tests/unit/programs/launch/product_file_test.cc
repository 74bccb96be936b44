// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/product_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace cudacompat {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class ProductFile : public testing::Test {
 protected:
  ProductFile() {
    char name[] = "/tmp/product_file_XXXXXX";
    folder_ = mkdtemp(name);
    path_ = (folder_ / "x.o").string();
  }
  ~ProductFile() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  static void write(const fs::path& path, std::string_view text) {
    std::ofstream(path) << text;
  }

  fs::path folder_;
  std::string path_;
};

TEST_F(ProductFile, HasADifferentStampOnceWritten) {
  const FileStamp absent = stamp_of(path_);
  EXPECT_FALSE(absent.regular);
  write(path_, "one");
  const FileStamp first = stamp_of(path_);
  EXPECT_TRUE(first.regular);
  EXPECT_NE(absent, first);
  EXPECT_EQ(first, stamp_of(path_));
  // The same size and time in another inode.
  write(path_ + ".new", "two");
  fs::last_write_time(path_ + ".new", fs::last_write_time(path_));
  fs::rename(path_ + ".new", path_);
  EXPECT_NE(first, stamp_of(path_));
}

TEST_F(ProductFile, IsNoFolderAndNoDevice) {
  EXPECT_FALSE(stamp_of(folder_.string()).regular);
  EXPECT_FALSE(stamp_of("/dev/null").regular);
}

TEST_F(ProductFile, IsMovedAsideOverAnOlderOne) {
  write(path_, "new");
  write(path_ + ".rejected", "old");
  EXPECT_EQ(quarantine(path_), path_ + " moved to " + path_ + ".rejected");
  EXPECT_FALSE(fs::exists(path_));
  std::string text;
  std::getline(std::ifstream(path_ + ".rejected"), text);
  EXPECT_EQ(text, "new");
}

TEST_F(ProductFile, IsDeletedWhereItCannotBeMoved) {
  write(path_, "new");
  fs::create_directory(path_ + ".rejected");
  EXPECT_EQ(quarantine(path_), path_ + " deleted");
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(ProductFile, IsNamedWhereItCannotEvenBeDeleted) {
  EXPECT_THAT(quarantine("/proc/self/status"),
              HasSubstr("delete it before the next build"));
}

}  // namespace
}  // namespace cudacompat
