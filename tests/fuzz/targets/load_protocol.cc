// SPDX-License-Identifier: Apache-2.0

// What cudacompat-load writes, in whose process a driver has run.
#include "ask/driver/protocol.h"
#include "fuzz/checks.h"
#include "fuzz/targets/target.h"

using namespace cudacompat;
using namespace cudacompat::testing;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr std::size_t kFiles = 3;
  if (const auto report = parse_load_report(text, kFiles)) {
    require(report->images.size() <= kFiles, "no more answers than files");
    for (std::size_t i = 0; i < report->images.size(); ++i) {
      const ImageAnswer& image = report->images[i];
      require(!image.ended || image.module.has_value(),
              "an answer that has ended is whole");
      require(image.ended || i + 1 == report->images.size(),
              "only the last answer is cut short");
    }
  }
  if (const auto report = parse_driver_report(text)) {
    for (std::size_t i = 0; i < report->devices.size(); ++i)
      require(report->devices[i].ordinal == static_cast<int>(i),
              "devices are numbered in order");
  }
  return 0;
}
