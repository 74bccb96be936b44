// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/bytes/byte_source.h"
#include "base/bytes/result.h"

namespace cudacompat {

/// Opens one of FILE...; a directory is an Error that proposes what to name.
Result<ByteSource> open_input(const std::string& path, const char* command);

/// A file to read: FILE, or a member of it.
struct Input {
  std::string path;  // a member's: dist/x.whl/pkg/libfoo.so
  bool member = false;
  Result<ByteSource> source;  // or why it cannot be read
};

/// By its start, or its name: pip would install a wheel that starts otherwise.
bool is_zip(ByteSource& source);

/// Opens FILE and gives it to `visit`, which returns whether the report tells
/// of it. Of a zip file, which a wheel is, the members are given that may hold
/// device code, each unpacked in memory or in an unlinked temporary file; the
/// file itself only where it cannot be read. False where the report tells of
/// nothing: of a zip file whose members have no device code.
bool visit_inputs(const std::string& path, const char* command,
                  const std::function<bool(Input&)>& visit);

/// A text input (a profile) whole; an Error over `limit` bytes.
Result<std::string> read_text(const std::string& path,
                              std::uint64_t limit = 1u << 30);

}  // namespace cudacompat
