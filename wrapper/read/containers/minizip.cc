// SPDX-License-Identifier: Apache-2.0
#include "read/containers/minizip.h"

#include <algorithm>
#include <cstring>

namespace cudacompat {
namespace {

ZipInput& input_of(voidpf opaque) { return *static_cast<ZipInput*>(opaque); }

voidpf open_input(voidpf opaque, const void*, int) { return opaque; }

uLong read_input(voidpf opaque, voidpf, void* out, uLong size) {
  ZipInput& in = input_of(opaque);
  const std::uint64_t n = std::min<std::uint64_t>(size, ByteSource::kMaxWindow);
  const auto bytes = in.source->window_up_to(in.at, n, "zip file");
  if (!bytes) {
    in.failed = true;
    return 0;
  }
  if (!bytes->empty()) std::memcpy(out, bytes->data(), bytes->size());
  in.at += bytes->size();
  return static_cast<uLong>(bytes->size());
}

uLong write_nothing(voidpf, voidpf, const void*, uLong) { return 0; }

ZPOS64_T tell_input(voidpf opaque, voidpf) { return input_of(opaque).at; }

long seek_input(voidpf opaque, voidpf, ZPOS64_T offset, int origin) {
  ZipInput& in = input_of(opaque);
  const std::uint64_t size = in.source->size();
  std::uint64_t from = 0;
  if (origin == ZLIB_FILEFUNC_SEEK_CUR) from = in.at;
  if (origin == ZLIB_FILEFUNC_SEEK_END) from = size;
  // Backwards by an offset that wraps around.
  const std::uint64_t to = from + offset;
  if (to > size) return -1;
  in.at = to;
  return 0;
}

int close_input(voidpf, voidpf) { return 0; }

int failed_input(voidpf opaque, voidpf) {
  return input_of(opaque).failed ? 1 : 0;
}

}  // namespace

unzFile open_zip(ZipInput& input) {
  zlib_filefunc64_def functions = {open_input,   read_input, write_nothing,
                                   tell_input,   seek_input, close_input,
                                   failed_input, &input};
  return unzOpen2_64("", &functions);
}

}  // namespace cudacompat
