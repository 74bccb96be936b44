// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/result_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace cudacompat {
namespace {

// The first line of a file: another form has another name.
constexpr std::string_view kForm = "cudacompat-answer 4\n";

}  // namespace

std::string JitAnswers::path(const std::string& key) const {
  return cache_ + "/answers/" + key.substr(0, 2) + "/" + key.substr(2);
}

std::optional<JitAnswer> JitAnswers::find(const std::string& key) const {
  if (cache_.empty()) return std::nullopt;
  std::ifstream in(path(key), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  std::string_view left = text;
  if (!left.starts_with(kForm)) return std::nullopt;
  left.remove_prefix(kForm.size());
  const auto end = left.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view first = left.substr(0, end);
  JitAnswer answer;
  answer.log = left.substr(end + 1);
  constexpr std::string_view kAccepted = "accepted ";
  if (first == "refused") {
    answer.kind = JitAnswer::Kind::refused;
  } else if (first.starts_with(kAccepted)) {
    answer.kind = JitAnswer::Kind::accepted;
    answer.code = first.substr(kAccepted.size());
  } else {
    return std::nullopt;
  }
  return answer;
}

void JitAnswers::keep(const std::string& key, const JitAnswer& answer) const {
  if (cache_.empty() || answer.kind == JitAnswer::Kind::failed) return;
  const std::string to = path(key);
  const std::string part = fmt::format("{}.{}", to, getpid());
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(to).parent_path(),
                                      error);
  {
    std::ofstream out(part, std::ios::binary);
    out << kForm
        << (answer.accepted() ? "accepted " + answer.code
                              : std::string("refused"))
        << '\n'
        << answer.log;
    if (!out.flush()) {
      out.close();
      std::filesystem::remove(part, error);
      return;
    }
  }
  std::filesystem::rename(part, to, error);
  if (error) std::filesystem::remove(part, error);
}

}  // namespace cudacompat
