// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "ask/driver/protocol.h"
#include "base/model/profile.h"

namespace cudacompat {

/// How the driver is set to treat SASS and PTX (CUDA Programming Guide, CUDA
/// Environment Variables).
enum class LoadMode : std::uint8_t {
  as_is,
  force_ptx_jit,    // CUDA_FORCE_PTX_JIT=1: SASS is ignored
  disable_ptx_jit,  // CUDA_DISABLE_PTX_JIT=1: nothing is compiled
};
inline constexpr std::array kLoadModes = {
    LoadMode::as_is, LoadMode::force_ptx_jit, LoadMode::disable_ptx_jit};
/// "as-is", "force-ptx-jit", "disable-ptx-jit"
std::string_view to_string(LoadMode mode);

/// What became of one file.
struct LoadEnd {
  ImageAnswer answer;
  int signal = 0;  // that ended the process while the driver had the file
};

/// This machine's driver, asked in child processes.
class Driver {
 public:
  /// `worker`: the program cudacompat-load. `one_file`: what the driver may
  /// take for one file.
  explicit Driver(std::string worker,
                  std::chrono::seconds one_file = std::chrono::minutes(5))
      : worker_(std::move(worker)), one_file_(one_file) {}

  Result<DriverReport> devices() const;

  /// Gives the files to the driver one after the other. Where one of them
  /// ends the process, another process goes on behind it. An Error where the
  /// device cannot be used at all.
  Result<std::vector<LoadEnd>> load(
      int device, LoadMode mode, const std::vector<std::string>& files) const;

 private:
  std::string worker_;
  std::chrono::seconds one_file_;
};

/// Why no device can be asked, in one line; empty where one can.
std::string why_no_device(const DriverReport& report);

/// This machine's system; WSL is known by the device that Windows gives it.
Os this_os();

/// The target group that a device of this machine is.
TargetGroup group_of(const DriverReport& report, const Device& device);

}  // namespace cudacompat
