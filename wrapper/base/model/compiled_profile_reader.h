#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/bytes/result.h"

namespace cudacompat {

/// Walks the lines of a class plan once. The first error sticks: after it
/// every question answers no and every field is empty, so a caller may ask on
/// and look at the end.
class PlanReader {
 public:
  /// `file` stands in messages; both must outlive the reader.
  PlanReader(std::string_view text, const std::string& file);

  bool ok() const { return !error_; }
  const Error& error() const { return *error_; }

  /// True where the line begins with `key`. Its fields are then to be taken,
  /// up to end_line().
  bool begins(std::string_view key);
  /// As begins, and an error where it does not.
  void expect(std::string_view key);
  bool more_fields() const { return ok() && !fields_.empty(); }
  /// Goes to the next line; an error where fields are left.
  void end_line();
  /// As end_line for the last line: an error where more lines follow.
  void end_file();

  /// The next field up to a blank.
  std::string_view word(std::string_view expected);
  /// The next field, a text in quotes, unescaped.
  std::string text(std::string_view expected);
  /// A word that `read`, returning a Result or optional, must accept.
  template <typename Read>
  auto value(std::string_view expected, Read read) {
    const std::string_view found = word(expected);
    const auto result = read(found);
    using Value = std::decay_t<decltype(*result)>;
    if (ok() && !result) refuse(found, expected);
    return ok() ? Value(*result) : Value();
  }
  void refuse(std::string_view found, std::string_view expected);

 private:
  void next_line();

  std::string_view rest_;    // behind the current line
  std::string_view fields_;  // of the current line, not taken yet
  const std::string& file_;
  std::uint64_t line_ = 0;
  std::optional<Error> error_;
};

}  // namespace cudacompat
