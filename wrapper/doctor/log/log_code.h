// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "doctor/log/log_symptoms.h"

namespace cudacompat {

/// Words, in lower case, that the number of a CUDA error may follow.
std::span<const std::string_view> code_words();

/// The row of the number behind a word of code_words() that stands at `at`, as
/// in "CUDA error 222 at", "code=222(<unknown>)", "cuInit returned 100". A line
/// must speak of CUDA before it, and the number must be all that is counted:
/// "error: 222 files" is none. `lower` is `text` in lower case.
const SymptomRow* row_of_code(std::string_view text, std::string_view lower,
                              std::size_t at, std::string_view word);

}  // namespace cudacompat
