// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "support/byte_writer.h"

namespace cudacompat::testing {

using Range = std::pair<std::size_t, std::size_t>;  // first, one past the last

/// Where things lie in an undamaged file with one container, found without the
/// code under test.
struct Layout {
  /// Header fields that say what an image is: kind, PTX ISA or cubin format,
  /// architecture and flags of an entry; ABI, toolkit and flags of a cubin that
  /// is not compressed, and its notes and attributes.
  std::vector<Range> statements;
  Range host_code{0, 0};     // .text of an object
  Range names_offset{0, 0};  // where the section names of an object are

  bool says_what_it_is(std::size_t at) const;
  bool says_what_kind_of_file(std::size_t at) const;
};

Layout find_layout(const Bytes& file);

}  // namespace cudacompat::testing
