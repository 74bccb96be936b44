// SPDX-License-Identifier: Apache-2.0
#include "ask/system/site_packages.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "ask/system/work_folder.h"

namespace cudacompat {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SitePackagesTest, EachLayoutOnceInOrder) {
  WorkFolder folder;
  const std::string root = folder.file("");
  EXPECT_THAT(site_packages_of(root), IsEmpty());
  for (const char* path :
       {"lib/python3.11/site-packages", "lib/python3.9/site-packages",
        "lib/python3/dist-packages", "local/lib/python3.11/dist-packages",
        "Lib/site-packages", "lib/perl/site-packages"}) {
    std::filesystem::create_directories(root + path);
  }
  std::filesystem::create_symlink("lib", root + "lib64");
  EXPECT_THAT(site_packages_of(root),
              ElementsAre(root + "local/lib/python3.11/dist-packages",
                          root + "lib/python3/dist-packages",
                          root + "lib/python3.11/site-packages",
                          root + "lib/python3.9/site-packages",
                          root + "Lib/site-packages"));
  EXPECT_THAT(site_packages_of(root, "python3.11"),
              ElementsAre(root + "local/lib/python3.11/dist-packages",
                          root + "lib/python3/dist-packages",
                          root + "lib/python3.11/site-packages",
                          root + "Lib/site-packages"));
}

}  // namespace
}  // namespace cudacompat
