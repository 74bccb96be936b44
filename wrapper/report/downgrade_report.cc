// SPDX-License-Identifier: Apache-2.0
#include "report/downgrade_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text/printable.h"
#include "base/text/style.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

/// "12.2, 13.5"
template <typename Versions>
std::string listed(const Versions& versions) {
  std::string out;
  for (const Version version : versions)
    out += (out.empty() ? "" : ", ") + to_string(version);
  return out;
}

std::string name_of(const DowngradedImage& image) {
  return image.unit.empty()
             ? image.container
             : fmt::format("{} ({})", image.container, printable(image.unit));
}

}  // namespace

void DowngradeText::file(const DowngradedFile& file) {
  const std::string path = printable(file.path);
  if (file.images.empty()) {
    const bool good =
        file.before == Outcome::loads || file.before == Outcome::loads_jit;
    sink_(path + ": no PTX has to be downgraded" +
          (good ? ""
                : fmt::format(", but it is {} for another reason: see "
                              "cudacompat check",
                              to_string(file.before))) +
          "\n");
    return;
  }
  std::uint64_t downgraded = 0;
  std::uint64_t hints = 0;
  std::set<Version> from, to, by;
  for (const DowngradedImage& image : file.images) {
    if (!image.downgraded) continue;
    ++downgraded;
    hints += image.dropped.size();
    from.insert(image.from);
    to.insert(image.to);
    by.insert(image.proven_by.begin(), image.proven_by.end());
  }
  std::string out = fmt::format("{}: {} of {} downgraded", path, downgraded,
                                pluralized(file.images.size(), "PTX image"));
  if (downgraded != 0) {
    out += fmt::format(", PTX {} to {}, proven by the JIT compilers of CUDA {}",
                       listed(from), listed(to), listed(by));
    if (hints != 0)
      out += fmt::format("; {} dropped", pluralized(hints, "hint"));
  }
  out += "\n";
  for (const DowngradedImage& image : file.images) {
    if (image.downgraded) {
      if (!style_.verbose) continue;
      out += fmt::format("  {}: compute_{} PTX {} to {}, proven by {}\n",
                         name_of(image), to_string(image.target),
                         to_string(image.from), to_string(image.to),
                         listed(image.proven_by));
      continue;
    }
    out += fmt::format("  {}: compute_{} stays PTX {} ({} is wanted): {}\n",
                       name_of(image), to_string(image.target),
                       to_string(image.from), to_string(image.to),
                       printable(image.why));
    if (!image.fix.empty())
      out += fmt::format("    fix: {}\n", printable(image.fix));
  }
  sink_(out);
}

DowngradeJson::DowngradeJson(Sink sink) : json_(std::move(sink)) {
  json_.begin_object();
  json_.member("schema_version", kReportSchemaVersion);
  json_.key("artifacts");
  json_.begin_array();
}

void DowngradeJson::file(const DowngradedFile& file) {
  json_.begin_object();
  json_.member("path", file.path);
  json_.key("images");
  json_.begin_array();
  for (const DowngradedImage& image : file.images) {
    json_.begin_object();
    json_.member("container", image.container);
    json_.member("unit", image.unit);
    json_.member("arch", to_string(image.target));
    json_.member("from", to_string(image.from));
    json_.member("to", to_string(image.to));
    json_.member("downgraded", image.downgraded);
    std::vector<std::string> by;
    for (const Version version : image.proven_by)
      by.push_back(to_string(version));
    json_.member("proven_by", by);
    json_.key("dropped");
    json_.begin_array();
    for (const DroppedHint& hint : image.dropped) {
      json_.begin_object(JsonWriter::Layout::line);
      json_.member("hint", hint.name);
      json_.member("line", hint.line);
      json_.end();
    }
    json_.end();
    json_.member("why", image.why);
    json_.member("fix", image.fix);
    json_.end();
  }
  json_.end();
  json_.text_or_null("error", file.unread);
  json_.end();
}

void DowngradeJson::unread(const std::string& path, const Error& error) {
  json_.begin_object();
  json_.member("path", path);
  json_.key("images");
  json_.begin_array();
  json_.end();
  json_.member("error", error.message);
  json_.end();
}

void DowngradeJson::finish() {
  json_.end();
  json_.end();
}

}  // namespace cudacompat
