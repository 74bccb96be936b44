// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/log_symptoms.h"

namespace cudacompat {
namespace {

constexpr SymptomRow kRows[] = {
#include "symptom_rows.inc"
};

}  // namespace

std::span<const SymptomRow> symptom_table() { return kRows; }

}  // namespace cudacompat
