// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text/sink.h"
#include "base/text/style.h"
#include "doctor/environment/diagnose.h"
#include "doctor/environment/snapshot.h"

namespace cudacompat {

/// A row a layer, driver, toolkit, frameworks, with CUDA release, PTX and code
/// side by side; then the one cause and its fix; then what else was found.
void write_doctor_text(const Sink& sink, const Snapshot& snapshot,
                       const Diagnosis& diagnosis, TextStyle style);
/// templates/schemas/doctor.json
void write_doctor_json(const Sink& sink, const Snapshot& snapshot,
                       const Diagnosis& diagnosis);

}  // namespace cudacompat
