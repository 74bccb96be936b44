// SPDX-License-Identifier: Apache-2.0
#include "read/images/zip_code.h"

#include "read/images/file_form.h"

namespace cudacompat {

Result<bool> unpack_code(
    ZipReader& zip, std::size_t index,
    const std::function<Result<void>(std::span<const std::byte>)>& put) {
  const std::string& name = zip.members()[index].name;
  bool wanted = false;
  Result<void> done;
  auto unpacked = zip.unpack(index, [&](std::span<const std::byte> piece) {
    // The first piece is as long as form_of() wants it.
    wanted = wanted || may_hold_code(piece, name);
    if (wanted) done = put(piece);
    return wanted && done;
  });
  if (!unpacked) return tl::unexpected(unpacked.error());
  if (!done) return tl::unexpected(done.error());
  return wanted;
}

}  // namespace cudacompat
