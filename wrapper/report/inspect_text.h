// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/text/sink.h"
#include "base/text/style.h"
#include "read/images/image.h"

namespace cudacompat {

// Both take the parts of a file as the scan finds them, in the order
// begin_file, container or problem ..., end_file; then finish, once. Nothing
// that grows with the number of containers is kept.

/// One line a container, one an image below it, then what the file has in all:
///
///   k.o: object
///     container .nv_fatbin@0x40 plain, 2 images, 4096 bytes, unit k.cu
///       sass  sm_80       zstd  1234 -> 5678 bytes  cuda 13.0  abi 8
///       ptx   compute_80  zstd  321 -> 999 bytes  isa 9.0
///     total: 1 container, 2 images; SASS: 80; PTX: 80 (ISA 9.0)
class InspectText {
 public:
  InspectText(Sink sink, TextStyle style)
      : sink_(std::move(sink)), style_(style) {}

  void begin_file(const std::string& path);
  void container(const Container& container);
  void problem(const Problem& problem);
  void end_file(const ScanSummary& summary);
  /// For a file that could not be read: its message is on stderr.
  void unread(const std::string& path, const Error& error);
  void finish() {}
  bool wanted() const { return wanted_; }

 private:
  void put(std::string_view text);
  void count(const Image& image);

  Sink sink_;
  TextStyle style_;
  bool wanted_ = true;
  std::string path_;
  std::uint64_t containers_ = 0, images_ = 0, problems_ = 0;
  std::array<std::set<std::string>, 4> found_;  // SASS, PTX, LTO-IR, others
};

}  // namespace cudacompat
