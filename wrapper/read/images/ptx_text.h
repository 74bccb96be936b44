// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "read/images/image.h"

namespace cudacompat {

/// The unpacked text of a PTX image, without the NUL that ends it. An Error
/// where it cannot be unpacked, something follows the NUL, its header cannot be
/// read, or it says another PTX ISA or .target than the image's entry: a driver
/// goes by the text.
Result<std::string> ptx_text(ByteSource& source, const Image& image);

}  // namespace cudacompat
