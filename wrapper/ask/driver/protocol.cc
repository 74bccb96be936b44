// SPDX-License-Identifier: Apache-2.0
#include "ask/driver/protocol.h"

#include <charconv>
#include <functional>

namespace cudacompat {
namespace {

using Fields = std::vector<std::string_view>;

Fields split(std::string_view line) {
  Fields out;
  for (;;) {
    const std::size_t tab = line.find('\t');
    out.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return out;
    line.remove_prefix(tab + 1);
  }
}

template <typename Number>
bool number(std::string_view text, Number& out) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

bool text(std::string_view field, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '%') {
      out += field[i];
      continue;
    }
    unsigned byte = 0;
    const std::string_view code = field.substr(i + 1, 2);
    const auto [end, error] =
        std::from_chars(code.data(), code.data() + code.size(), byte, 16);
    if (error != std::errc() || code.size() != 2 ||
        end != code.data() + code.size() || byte == 0)
      return false;
    out += static_cast<char>(byte);
    i += 2;
  }
  return true;
}

bool read_error(const Fields& fields, std::optional<DriverError>& out) {
  DriverError error;
  if (fields.size() != 5 || !text(fields[1], error.function) ||
      !number(fields[2], error.code) || error.code == 0 ||
      !text(fields[3], error.name) || !text(fields[4], error.text))
    return false;
  out = std::move(error);
  return true;
}

bool read_device(const Fields& fields, DriverReport& report) {
  Device device;
  unsigned major = 0, minor = 0;
  if (fields.size() != 7 || !number(fields[1], device.ordinal) ||
      device.ordinal != static_cast<int>(report.devices.size()) ||
      !number(fields[2], major) || !number(fields[3], minor) || major == 0 ||
      major > 99 || minor > 9 || !number(fields[4], device.memory) ||
      !text(fields[5], device.uuid) || !text(fields[6], device.name))
    return false;
  device.cc = static_cast<Cc>(major * 10 + minor);
  report.devices.push_back(std::move(device));
  return true;
}

/// cuDriverGetVersion: 1000 * major + 10 * minor.
bool read_cuda(const Fields& fields, std::optional<Version>& out) {
  unsigned value = 0;
  if (fields.size() != 2 || !number(fields[1], value) || value < 1000 ||
      value > 99'990 || value % 1000 > 990)
    return false;
  out = Version{static_cast<std::uint16_t>(value / 1000),
                static_cast<std::uint16_t>(value % 1000 / 10)};
  return true;
}

bool read_kernel(const Fields& fields, std::optional<DriverVersion>& out) {
  if (fields.size() != 2) return false;
  const Result<DriverVersion> version = parse_driver_version(fields[1]);
  if (version) out = *version;  // else it is one that no table could know
  return true;
}

bool read_answer(const Fields& fields, std::optional<LoadAnswer>& out) {
  LoadAnswer answer;
  std::int64_t kernels = 0;
  if (out || fields.size() != 4 || !number(fields[1], answer.code) ||
      answer.code < 0 || !text(fields[2], answer.name) ||
      !number(fields[3], kernels) || kernels < -1)
    return false;
  if (answer.name.empty()) answer.name = fmt::format("error {}", answer.code);
  if (kernels >= 0) answer.kernels = static_cast<std::uint64_t>(kernels);
  out = std::move(answer);
  return true;
}

/// Gives each whole line to `read`, until one is wrong. True: all were right,
/// and what follows the last newline is nothing (or, where the process was cut
/// short, its last line).
Result<bool> each_line(std::string_view all,
                       const std::function<bool(const Fields&)>& read) {
  while (!all.empty()) {
    const std::size_t end = all.find('\n');
    if (end == std::string_view::npos) return false;
    const std::string_view line = all.substr(0, end);
    all.remove_prefix(end + 1);
    if (line == "done") {
      if (all.empty()) return true;
      return fail(Error::kNoOffset, "cudacompat-load wrote more after its end");
    }
    if (!read(split(line)))
      return fail(Error::kNoOffset,
                  "cudacompat-load wrote something unexpected: \"{}\"",
                  line.substr(0, 200));
  }
  return false;
}

}  // namespace

Result<DriverReport> parse_driver_report(std::string_view all) {
  DriverReport report;
  const auto done = each_line(all, [&](const Fields& fields) {
    if (fields[0] == "libcuda")
      return fields.size() == 2 && text(fields[1], report.libcuda);
    if (fields[0] == "kernel") return read_kernel(fields, report.kernel);
    if (fields[0] == "cuda") return read_cuda(fields, report.cuda);
    if (fields[0] == "device") return read_device(fields, report);
    return fields[0] == "error" && read_error(fields, report.error);
  });
  if (!done) return tl::unexpected(done.error());
  if (!*done)
    return fail(Error::kNoOffset,
                "the driver ended the process that asked for its devices");
  return report;
}

Result<LoadReport> parse_load_report(std::string_view all, std::size_t most) {
  LoadReport report;
  const auto done = each_line(all, [&](const Fields& fields) {
    std::vector<ImageAnswer>& images = report.images;
    if (fields[0] == "error") return read_error(fields, report.error);
    if (fields[0] == "begin") {
      if (images.size() == most || (!images.empty() && !images.back().ended))
        return false;
      images.emplace_back();
      return fields.size() == 1;
    }
    if (images.empty() || images.back().ended) return false;
    ImageAnswer& image = images.back();
    if (fields[0] == "said")
      return fields.size() == 2 && text(fields[1], image.said);
    if (fields[0] == "module") return read_answer(fields, image.module);
    if (fields[0] == "library") return read_answer(fields, image.library);
    image.ended = fields[0] == "end" && image.module.has_value();
    return image.ended && fields.size() == 1;
  });
  if (!done) return tl::unexpected(done.error());
  return report;
}

}  // namespace cudacompat
