// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// An installed Python distribution, found by its NAME-VERSION.dist-info (or
/// .egg-info) in a site-packages folder.
struct Distribution {
  std::string folder;  // the site-packages folder
  std::string info;    // path of the .dist-info or .egg-info
  std::string name;    // normalized
  std::string version;
};

/// As PyPI compares names: "Foo_Bar.baz" is "foo-bar-baz".
std::string normalized_name(std::string_view name);

struct NameAndVersion {
  std::string name, version;
};
/// From the header of a METADATA or PKG-INFO, which may be of any size.
Result<NameAndVersion> read_metadata(ByteSource& source);

/// The path in a row of RECORD ("a/b.so,sha256=...,12", quoted as CSV is);
/// empty: there is none.
std::string record_path(std::string_view row);

/// Where problems go, one line each, consequence first.
using ProblemSink = std::function<void(std::string)>;

/// The distributions of a site-packages folder, sorted by name.
std::vector<Distribution> find_distributions(const std::string& folder,
                                             const ProblemSink& problem);

/// Gives the path of each file of the distribution that may be device code by
/// its place: those outside `root` are never given. False where it is an
/// editable install, whose files lie elsewhere.
bool each_file(const Distribution& distribution, const std::string& root,
               const std::function<void(const std::string&)>& file,
               const ProblemSink& problem);

}  // namespace cudacompat
