// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes/result.h"
#include "base/model/arch.h"
#include "base/model/version.h"

namespace cudacompat {

// What cudacompat-load writes: lines of fields with a tab between them, control
// bytes and '%' in a text as %XX, and "done" at the end. Nothing of it is
// trusted, for a driver has run in that process.
//
//   kernel   VERSION
//   libcuda  PATH
//   cuda     NUMBER                       13000
//   device   ORDINAL MAJOR MINOR MEMORY UUID NAME
//   error    FUNCTION CODE NAME TEXT      why there is no more
//   begin                                 the next file is given to the driver
//   said     TEXT                         the JIT compiler's log
//   module   CODE NAME KERNELS            -1: cannot be listed
//   library  CODE NAME KERNELS
//   end

/// An error of the driver library; code -1: it could not be called at all.
struct DriverError {
  std::string function;
  int code = 0;
  std::string name, text;
};

struct Device {
  int ordinal = 0;
  Cc cc = 0;
  std::uint64_t memory = 0;
  std::string uuid, name;
  /// A slice of a GPU: the driver says so in its name ("... MIG 1g.10gb").
  bool mig() const { return name.find(" MIG ") != std::string::npos; }
};

/// One machine's driver.
struct DriverReport {
  std::string libcuda;
  std::optional<Version> cuda;
  std::optional<DriverVersion> kernel;
  std::vector<Device> devices;
  std::optional<DriverError> error;
};

/// A load, and the fetch of every kernel.
struct LoadAnswer {
  int code = 0;
  std::string name;  // never empty
  std::optional<std::uint64_t> kernels;
};

/// One file given to the driver; what is absent was not answered.
struct ImageAnswer {
  std::optional<LoadAnswer> module, library;
  std::string said;
  bool ended = false;  // false: the process ended before its answer was whole
};

struct LoadReport {
  std::vector<ImageAnswer> images;  // those that the driver was given
  std::optional<DriverError> error;
};

Result<DriverReport> parse_driver_report(std::string_view text);
/// `most`: how many files there were.
Result<LoadReport> parse_load_report(std::string_view text, std::size_t most);

}  // namespace cudacompat
