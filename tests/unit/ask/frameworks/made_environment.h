// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ask/system/work_folder.h"
#include "support/fatbin_writer.h"
#include "support/host_writer.h"

namespace cudacompat::testing {

/// A shared library with one container of these images.
inline Bytes library(const std::vector<FatbinEntry>& images) {
  HostSpec spec;
  spec.type = HostSpec::Type::shared;
  spec.fatbins = {{write_fatbin(images), Wrap::plain}};
  return write_host(spec);
}

/// A Python environment of a few files.
class MadeEnvironment {
 public:
  static constexpr const char* kSite = "lib/python3.11/site-packages";

  std::string prefix() const { return folder_.file("venv"); }
  std::string at(const std::string& path) const {
    return folder_.file("venv/" + path);
  }
  std::string site(const std::string& path) const {
    return at(std::string(kSite) + "/" + path);
  }

  void file(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(
        std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  void file(const std::string& path, const Bytes& bytes) {
    file(path, std::string(reinterpret_cast<const char*>(bytes.data()),
                           bytes.size()));
  }
  /// NAME-VERSION.dist-info with a RECORD of `paths`.
  void distribution(const std::string& name, const std::string& version,
                    const std::vector<std::string>& paths,
                    const std::string& folder = kSite) {
    const std::string info =
        at(folder + "/" + name + "-" + version) + ".dist-info/";
    file(info + "METADATA", "Metadata-Version: 2.1\nName: " + name +
                                "\nVersion: " + version + "\n\nText\n");
    std::string record;
    for (const std::string& path : paths) record += path + ",sha256=x,1\n";
    file(info + "RECORD", record);
  }

 private:
  WorkFolder folder_;
};

}  // namespace cudacompat::testing
