// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/result.h"
#include "base/model/arch.h"
#include "base/model/version.h"

namespace cudacompat {

struct NvccVersion {
  Version cuda;         // 13.0
  std::string release;  // "13.0.88"
};

/// Looks for "release 13.0, V13.0.88" anywhere in what `nvcc --version`
/// printed. Where it is not there, the Error shows the first line of the text:
/// wrappers print their own errors, also with exit code 0 ("nvcc-Error-CUDA
/// version 10.2 was not installed with this HPC SDK").
Result<NvccVersion> parse_nvcc_version(std::string_view text);

/// The architectures of `nvcc --list-gpu-code` ("sm_90" a line), ascending and
/// once each. An Error where a line is something else, or there is none.
Result<std::vector<Arch>> parse_gpu_code_list(std::string_view text);

/// The newest of `ptxas --list-version` ("9.0" a line; ptxas 13.0 and later).
std::optional<Version> parse_ptxas_versions(std::string_view text);

/// 8.7 of "Unsupported .version 99.9; current version is '8.7'", which every
/// ptxas prints (seen with 12.2, 12.8 and 13.0) when it is given a PTX that is
/// too new.
std::optional<Version> parse_ptxas_refusal(std::string_view text);

/// The first line that is not blank, cut to a length that fits a message.
std::string first_line(std::string_view text);

}  // namespace cudacompat
