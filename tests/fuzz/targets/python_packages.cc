// SPDX-License-Identifier: Apache-2.0

// Files of Python packages, and a --baseline: the first byte says which.

#include "ask/frameworks/build_files.h"
#include "ask/frameworks/distribution.h"
#include "ask/frameworks/record.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;
using testing::require;

namespace {

void metadata(ByteSource& source) {
  const auto told = read_metadata(source);
  require(!told || !(told->name.empty() || told->version.empty()),
          "a METADATA that is read has a name and a version");
  if (!told) return;
  const std::string name = normalized_name(told->name);
  require(normalized_name(name) == name, "a normalized name stays");
}

void record_rows(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view row = text.substr(at, text.find('\n', at) - at);
    require(record_path(row).size() <= row.size(), "a path is in its row");
    at += row.size() + 1;
  }
}

void build_file(const BuiltFor& built) {
  require(!built.cuda || built.platform == "cuda",
          "a CUDA release is told of a build for CUDA only");
}

void baseline(std::string_view text) {
  const auto record = parse_record(text, "fuzz");
  if (!record) {
    return require(!record.error().empty(), "a refusal has its reason");
  }
  std::string again;
  JsonWriter json([&](std::string_view piece) {
    again += piece;
    return true;
  });
  json.begin_object();
  json.member("schema_version", std::uint64_t{1});
  write_record(json, *record);
  json.end();
  const auto read = parse_record(again, "again");
  require(read && drift(*record, *read).empty(),
          "a record is read back as it was written");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1,
                              size - 1);
  auto source = ByteSource::from_view(bytes_of(data + 1, size - 1), "fuzz");
  switch (data[0]) {
    case 'M':
      metadata(source);
      break;
    case 'R':
      record_rows(text);
      break;
    case 'V':
      build_file(read_torch_version(text));
      break;
    case 'I':
      build_file(read_tensorflow_build_info(text));
      break;
    case 'W':
      build_file(read_cupy_wheel(text));
      break;
    case 'P':
      read_tool_release(source);
      break;
    default:
      baseline(text);
  }
  return 0;
}
