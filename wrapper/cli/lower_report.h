#pragma once

#include <string>
#include <vector>

#include "lower/rewrite.h"
#include "report/json_writer.h"
#include "report/report.h"

namespace cudacompat {

struct LoweredFile {
  std::string path;
  std::vector<LoweredImage> images;  // that had to be lowered
  Outcome before = Outcome::loads;   // on the targets, where there are some
  std::string unread;  // the first part that could not be read; empty: none
};

/// `lower` as text: a line a file, then what could not be lowered and why.
class LowerText {
 public:
  LowerText(Sink sink, TextStyle style)
      : sink_(std::move(sink)), style_(style) {}
  void file(const LoweredFile& file);
  void unread(const std::string&, const Error&) {}
  void finish() {}

 private:
  Sink sink_;
  TextStyle style_;
};

/// templates/schemas/lower.json.
class LowerJson {
 public:
  explicit LowerJson(Sink sink);
  void file(const LoweredFile& file);
  void unread(const std::string& path, const Error& error);
  void finish();

 private:
  JsonWriter json_;
};

}  // namespace cudacompat
