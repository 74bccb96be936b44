// SPDX-License-Identifier: Apache-2.0
#include "base/model/arch_list_parts.h"

#include <algorithm>
#include <array>

#include "base/text/message_text.h"

namespace cudacompat {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// "8.6", "86", "8" and "12", which is what YAML makes of 8.0 and 12.0.
std::optional<Arch> read_loose_number(std::string_view text) {
  std::string digits(text);
  const bool suffixed = !text.empty() && !is_digit(text.back());
  std::string_view number = text.substr(0, text.size() - (suffixed ? 1 : 0));
  const std::size_t dot = number.find('.');
  if (dot == number.size() - 2 && dot != std::string_view::npos) {
    digits.erase(dot, 1);
  } else if (number.size() == 1 || (number.size() == 2 && number[0] < '3')) {
    digits.insert(number.size(), 1, '0');
  }
  return read_plain_arch(digits);
}

std::optional<LooseArch> read_loose_entry(std::string_view entry) {
  LooseArch loose;
  loose.plus_ptx = take_suffix(entry, "+PTX") || take_suffix(entry, "+ptx");
  loose.sass_only = take_suffix(entry, "-real") || take_suffix(entry, "_real");
  loose.ptx_only =
      take_suffix(entry, "-virtual") || take_suffix(entry, "_virtual");
  if (!take_prefix(entry, "sm_")) take_prefix(entry, "compute_");
  const std::optional<Arch> arch = read_loose_number(entry);
  if (!arch) return std::nullopt;
  loose.arch = *arch;
  return loose;
}

// Seen as architectures in nvcc command lines of real builds: what CMake's
// native detection, nvidia-smi --query-gpu=compute_cap and Python's None give
// on a machine without a working GPU.
constexpr std::array<std::string_view, 14> kQueryWords = {
    "no cuda",  "no devices", "nvml",        "nvidia-smi",    "failed",
    "error",    "not found",  "not a valid", "not supported", "n/a",
    "couldn't", "could not",  "notfound",    "driver"};

}  // namespace

std::vector<std::string_view> split(std::string_view text,
                                    std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t first = text.find_first_not_of(separators);
    if (first == std::string_view::npos) return parts;
    text.remove_prefix(first);
    const std::size_t end =
        std::min(text.find_first_of(separators), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::optional<Arch> read_plain_arch(std::string_view text) {
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  const Result<Arch> arch = parse_arch(text);
  if (!arch) return std::nullopt;
  return *arch;
}

void add_request(std::vector<ArchRequest>& requests, ArchRequest request) {
  if (std::find(requests.begin(), requests.end(), request) == requests.end()) {
    requests.push_back(std::move(request));
  }
}

ArchRequest request_of(Arch arch, bool sass, bool ptx) {
  ArchRequest request;
  request.virtual_arch = arch;
  if (sass) request.sass.push_back(arch);
  request.ptx = ptx;
  return request;
}

std::optional<std::vector<LooseArch>> read_loosely(std::string_view text) {
  std::vector<LooseArch> entries;
  for (const std::string_view entry : split(text, " \t;,")) {
    const std::optional<LooseArch> loose = read_loose_entry(entry);
    if (!loose) return std::nullopt;
    entries.push_back(*loose);
  }
  if (entries.empty()) return std::nullopt;
  return entries;
}

bool looks_like_failed_query(std::string_view text) {
  const std::string words = lower(text);
  std::string_view rest = words;
  if (take_prefix(rest, "sm_") || take_prefix(rest, "compute_")) {
    return rest.empty() || !is_digit(rest.front());
  }
  if (words.empty() || words == "none" || words == "unknown") return true;
  return std::any_of(kQueryWords.begin(), kQueryWords.end(),
                     [&](std::string_view word) {
                       return words.find(word) != std::string::npos;
                     });
}

tl::unexpected<Error> refuse_entry(std::string_view entry,
                                   std::string_view meant,
                                   std::string_view allowed) {
  if (looks_like_failed_query(entry)) {
    return fail(Error::kNoOffset,
                "{} is not an architecture but looks like the output of a "
                "failed GPU query; write the architectures instead of asking "
                "the machine that builds",
                quote(entry));
  }
  if (!meant.empty()) {
    return fail(Error::kNoOffset, "{} is not an architecture; did you mean {}?",
                quote(entry), quote(meant, 200));
  }
  return fail(Error::kNoOffset, "{} is not an architecture; {}", quote(entry),
              allowed);
}

}  // namespace cudacompat
