// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ask/driver/collect.h"
#include "ask/driver/load_test.h"
#include "base/text/sink.h"
#include "base/text/style.h"

namespace cudacompat {

/// One file of a load test, on each device.
struct LoadedFile {
  std::string path;
  std::vector<DeviceLoads> devices;
};

/// `load-test` as text: per device how many containers load in each mode, then
/// each that does not, and each that was predicted otherwise.
class LoadText {
 public:
  LoadText(Sink sink, TextStyle style, const DriverReport& machine)
      : sink_(std::move(sink)), style_(style), machine_(machine) {}
  void start(const std::string& node, const std::vector<std::size_t>& devices,
             const std::string& skipped);
  void file(const LoadedFile& file);
  void unread(const std::string&, const Error&) {}
  void finish() {}

 private:
  Sink sink_;
  TextStyle style_;
  const DriverReport& machine_;
};

void write_collection_text(const Sink& sink, const Collection& all,
                           TextStyle style);
Paint paint_of_load(std::string_view word);
/// "driver 580.65.06, CUDA 13.0"
std::string driver_words(const std::optional<DriverVersion>& kernel,
                         const std::optional<Version>& cuda);

}  // namespace cudacompat
