// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "doctor/log/log.h"
#include "judge/verdict/finding.h"

namespace cudacompat {

/// What a symptom means: message (consequence, then cause), fix, severity.
struct SymptomWords {
  Severity severity = Severity::error;
  std::string message;
  std::string fix;
};

/// Words that name versions and architectures of the lines: "words" in
/// templates/log_symptoms.json.
namespace words {

// log_words.cc: compilers and linkers, nvidia-smi, cudacompat itself
SymptomWords own(const Symptom& symptom, const LogReading& log);
SymptomWords refused_by_driver(const Symptom& symptom, const LogReading& log);
SymptomWords refused_by_ptxas(const Symptom& symptom, const LogReading& log);
SymptomWords refused_by_nvjitlink(const Symptom& symptom,
                                  const LogReading& log);
SymptomWords unknown_target(const Symptom& symptom, const LogReading& log);
SymptomWords unknown_to_compiler(const Symptom& symptom, const LogReading& log);
SymptomWords host_compiler(const Symptom& symptom, const LogReading& log);
SymptomWords instruction_missing(const Symptom& symptom, const LogReading& log);
SymptomWords no_architecture_at_all(const Symptom& symptom,
                                    const LogReading& log);
SymptomWords smi(const Symptom& symptom, const LogReading& log);

// log_framework_words.cc
SymptomWords torch_arch(const Symptom& symptom, const LogReading& log);
SymptomWords torch_gpu(const Symptom& symptom, const LogReading& log);
SymptomWords old_driver_found(const Symptom& symptom, const LogReading& log);
SymptomWords extension_toolkit(const Symptom& symptom, const LogReading& log);
SymptomWords compiled_at_start(const Symptom& symptom, const LogReading& log);
SymptomWords driver_older_than_ptxas(const Symptom& symptom,
                                     const LogReading& log);
SymptomWords image_asks(const Symptom& symptom, const LogReading& log);
SymptomWords xla_ptxas(const Symptom& symptom, const LogReading& log);
SymptomWords tensorflow_gpu(const Symptom& symptom, const LogReading& log);
SymptomWords ggml_kernel(const Symptom& symptom, const LogReading& log);
SymptomWords driver_call_missing(const Symptom& symptom, const LogReading& log);
SymptomWords missing_library(const Symptom& symptom, const LogReading& log);

}  // namespace words

}  // namespace cudacompat
