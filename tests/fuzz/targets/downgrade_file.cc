// SPDX-License-Identifier: Apache-2.0

// A fatbin, or any file, downgraded with compilers that take everything:
// whatever is in it, the result is as long, reads as before and has nothing
// left to do; a refusal leaves the file as it was.
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "change/downgrade/rewrite.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"
#include "support/byte_writer.h"

using namespace cudacompat;
using namespace cudacompat::testing;

namespace {

namespace fs = std::filesystem;

/// One folder for the whole run.
const fs::path& folder() {
  static const struct Folder {
    Folder() {
      std::string name = fs::temp_directory_path() / "downgrade-XXXXXX";
      require(mkdtemp(name.data()) != nullptr, "a temporary folder");
      path = name;
    }
    ~Folder() { fs::remove_all(path); }
    fs::path path;
  } made;
  return made.path;
}

Bytes read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return to_bytes(std::string{std::istreambuf_iterator<char>(in), {}});
}

std::optional<std::vector<DowngradedImage>> downgrade(const std::string& path) {
  auto source = ByteSource::open(path);
  require(source.has_value(), "the file can be opened");
  const auto facts = collect_facts(*source, Depth::headers);
  if (!facts) return std::nullopt;
  DowngradeOptions request{path, path, Depth::headers, {}, {}};
  request.releases = {{12, 2}, {13, 5}};
  request.ask = [](Version, const JitInput&) {
    return JitAnswer{JitAnswer::Kind::accepted, "", "code"};
  };
  auto done = downgrade_file(
      request, *facts, downgrade_requests(*facts, {8, 2}, request.releases));
  if (!done) return std::nullopt;
  return std::move(*done);
}

std::size_t downgraded(const std::vector<DowngradedImage>& images) {
  std::size_t n = 0;
  for (const DowngradedImage& image : images) {
    n += image.downgraded ? 1 : 0;
    require(image.downgraded || !image.why.empty(), "what stays says why");
  }
  return n;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The members of a thin archive would be files of this machine.
  if (size > 3 && data[1] == '!' && data[3] == 't') return 0;
  const auto input = bytes_of(data, size).subspan(1);
  ByteWriter bytes;
  if (data[0] % 2 == 0) bytes.u32(0xBA55ED50).u16(1).u16(16).u64(input.size());
  bytes.bytes(Bytes(input.begin(), input.end()));
  const Bytes before = bytes.take();
  const fs::path path = folder() / "input";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(before.data()),
             static_cast<std::streamsize>(before.size()));
  const auto first = downgrade(path);
  const Bytes once = read(path);
  const bool changed = first && downgraded(*first) > 0;
  require(
      changed ? once.size() == before.size() && once != before : once == before,
      "a downgraded file is as long, another is as it was");
  require(std::distance(fs::directory_iterator(folder()), {}) == 1,
          "no copy is left");
  if (!changed) return 0;
  const auto second = downgrade(path);
  require(second && downgraded(*second) == 0 && read(path) == once,
          "a second time there is nothing to do");
  return 0;
}
