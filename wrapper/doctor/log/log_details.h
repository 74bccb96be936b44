// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "doctor/log/log.h"
#include "doctor/log/log_match.h"

namespace cudacompat {

/// Fills in what the line tells beside its kind. False: the line is no symptom
/// of this row after all.
bool read_details(const RowMatch& match, std::string_view text,
                  std::string_view lower, Symptom& symptom);

/// A "ptx-version" or "ptx-target" whose speaker is libnvJitLink.
void refused_by_linker(Symptom& symptom);

/// "(8.0) - (12.0)", the ends of a range of GPUs.
std::optional<std::pair<Cc, Cc>> read_range(std::string_view text);

}  // namespace cudacompat
