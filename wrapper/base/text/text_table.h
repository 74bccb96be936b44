// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/text/sink.h"
#include "base/text/style.h"

namespace cudacompat {

/// Rows as columns, two blanks apart, the first row as their heads. Text of
/// files in it is made safe for a terminal.
void write_table(const Sink& sink,
                 const std::vector<std::vector<std::string>>& rows,
                 TextStyle style);

}  // namespace cudacompat
