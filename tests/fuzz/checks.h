// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "read/images/image.h"

namespace cudacompat::testing {

using Bytes = std::vector<std::byte>;

/// Stops the process, so that libFuzzer and the replay both see it.
void require(bool promise, std::string_view text);

/// Reads bytes as the program reads a file, at each Depth, and requires what
/// images/image.h promises of any input: all lies inside the file, a deeper
/// look finds the same images, each can be unpacked or says why not.
void scan_and_check(const Bytes& bytes);

/// collect_facts() and judge() for some groups, and every report of it.
/// Requires that a file with a problem gets no good verdict, and that each
/// group that is not accepted is spoken of in a finding.
void judge_and_check(const Bytes& bytes);

/// The input with `text` at its start: keeps a mutation on one reader's path.
Bytes with_start(std::span<const std::byte> input, std::string_view text);

}  // namespace cudacompat::testing
