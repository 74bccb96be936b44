// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/json/json_writer.h"
#include "base/text/sink.h"
#include "base/text/style.h"
#include "change/downgrade/rewrite.h"

namespace cudacompat {

struct DowngradedFile {
  std::string path;
  std::vector<DowngradedImage> images;  // that had to be downgraded
  Outcome before = Outcome::loads;      // on the targets, where there are some
  std::string unread;  // the first part that could not be read; empty: none
};

/// `downgrade` as text: a line a file, then what could not be downgraded and
/// why.
class DowngradeText {
 public:
  DowngradeText(Sink sink, TextStyle style)
      : sink_(std::move(sink)), style_(style) {}
  void file(const DowngradedFile& file);
  void unread(const std::string&, const Error&) {}
  void finish() {}

 private:
  Sink sink_;
  TextStyle style_;
};

/// templates/schemas/downgrade.json.
class DowngradeJson {
 public:
  explicit DowngradeJson(Sink sink);
  void file(const DowngradedFile& file);
  void unread(const std::string& path, const Error& error);
  void finish();

 private:
  JsonWriter json_;
};

}  // namespace cudacompat
