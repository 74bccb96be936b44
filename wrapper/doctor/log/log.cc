// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/log.h"

#include <algorithm>

#include "base/text/printable.h"
#include "base/text/split.h"
#include "doctor/log/log_details.h"
#include "doctor/log/log_match.h"
#include "doctor/log/log_pieces.h"
#include "doctor/log/symptom_kinds.h"

namespace cudacompat {
namespace {

constexpr std::size_t kMostText = 300;
/// How many lines one warning of torch may take.
constexpr std::uint64_t kWarning = 14;
/// How far from ptxas's line libnvJitLink names itself.
constexpr std::uint64_t kSpeaker = 2;

/// The message as it may be shown: around the match where it is far in.
std::string shown_text(std::string_view text, std::size_t at) {
  constexpr std::size_t kBefore = 60;
  if (text.size() > kMostText && at > kMostText / 2) {
    text.remove_prefix(at - kBefore);
  }
  std::string out;
  while (!text.empty()) {
    const std::size_t n = utf8_length(text);
    const std::string_view letter = text.substr(0, n);
    if (out.size() + n > kMostText) break;
    if (printable(letter) == letter) out += letter;
    text.remove_prefix(std::max<std::size_t>(n, 1));
  }
  return std::string(trimmed(out));
}

bool names_windows_file(std::string_view text) {
  const std::size_t at = text.find(":\\");
  return at != std::string_view::npos && at > 0 && text[at - 1] >= 'A' &&
         text[at - 1] <= 'z';
}

/// Whether both tell the same, so that they count as one.
bool same(const Symptom& a, const Symptom& b) {
  return a.kind == b.kind && a.id == b.id && a.ptx == b.ptx &&
         a.reader == b.reader && a.arch == b.arch && a.archs == b.archs &&
         a.range == b.range && a.had == b.had && a.wanted == b.wanted &&
         (a.kind != SymptomKind::library_missing || a.file == b.file) &&
         (a.kind != SymptomKind::refused_by_cudacompat ||
          (a.text == b.text && a.severity == b.severity));
}

/// Not any line that names Triton: servers print its version.
bool tells_ptxas_of_triton(std::string_view lower) {
  constexpr auto npos = std::string_view::npos;
  return lower.find("triton") != npos &&
         (lower.find("ptxas") != npos || lower.find("ptx codegen") != npos ||
          lower.find("backends/nvidia") != npos);
}

class LogReader {
 public:
  void read(std::uint64_t line, std::string_view text);
  LogReading finish(std::uint64_t lines);

 private:
  void add(Symptom symptom);
  bool joins_warning(const Symptom& symptom) const;
  void join_warning(Symptom symptom, bool starts);
  void join_speaker(Symptom symptom);
  void commit_old(std::uint64_t line);

  SymptomFinder finder_;
  LogReading reading_;
  std::vector<std::uint64_t> last_lines_;  // that counted, by symptom
  std::optional<Symptom> warning_;         // of torch, whose lines may follow
  std::uint64_t warning_end_ = 0;
  std::optional<Symptom> refusal_;  // of PTX, whose speaker may follow
  std::uint64_t linker_line_ = 0;
};

void LogReader::add(Symptom symptom) {
  std::vector<Symptom>& all = reading_.symptoms;
  const auto known =
      std::find_if(all.begin(), all.end(),
                   [&](const Symptom& other) { return same(symptom, other); });
  if (known != all.end()) {
    std::uint64_t& last =
        last_lines_[static_cast<std::size_t>(known - all.begin())];
    if (symptom.line != last) ++known->count;
    last = symptom.line;
  } else if (all.size() < kMostSymptoms) {
    last_lines_.push_back(symptom.line);
    all.push_back(std::move(symptom));
  }
}

/// A torch warning says GPU and list in lines of their own.
void LogReader::join_warning(Symptom symptom, bool starts) {
  if (warning_ && starts && !warning_->arch.empty()) {
    add(*std::exchange(warning_, std::nullopt));
  }
  if (!warning_) {
    warning_end_ = symptom.line;
    warning_ = std::move(symptom);
    return;
  }
  warning_end_ = symptom.line;
  if (warning_->arch.empty()) warning_->arch = std::move(symptom.arch);
  if (symptom.range) warning_->range = symptom.range;
  if (warning_->archs.size() < 64) {
    warning_->archs.insert(warning_->archs.end(), symptom.archs.begin(),
                           symptom.archs.end());
  }
}

/// "Unsupported .version" without a file is the driver's, unless libnvJitLink
/// names itself in a line beside it.
void LogReader::join_speaker(Symptom symptom) {
  const bool linker = symptom.kind == SymptomKind::nvjitlink_refused;
  if (linker) {
    linker_line_ = symptom.line;
    if (refusal_ && symptom.line - refusal_->line <= kSpeaker) {
      refused_by_linker(*refusal_);
      add(*std::exchange(refusal_, std::nullopt));
    } else {
      add(std::move(symptom));
    }
    return;
  }
  if (refusal_) add(*std::exchange(refusal_, std::nullopt));
  if (linker_line_ != 0 && symptom.line - linker_line_ <= kSpeaker) {
    refused_by_linker(symptom);
    add(std::move(symptom));
  } else {
    refusal_ = std::move(symptom);
  }
}

void LogReader::commit_old(std::uint64_t line) {
  if (warning_ && line > warning_end_ + kWarning) {
    add(*std::exchange(warning_, std::nullopt));
  }
  if (refusal_ && line > refusal_->line + kSpeaker) {
    add(*std::exchange(refusal_, std::nullopt));
  }
}

void LogReader::read(std::uint64_t line, std::string_view text) {
  constexpr std::string_view kFix = "fix: ";
  commit_old(line);
  const std::string_view lower = finder_.lowercased(text);
  reading_.triton |= tells_ptxas_of_triton(lower);
  if (warning_ && warning_end_ + 1 == line && text.starts_with('(')) {
    if (const auto range = read_range(text)) warning_->range = range;
  }
  if (!reading_.symptoms.empty() && text.starts_with(kFix)) {
    Symptom& last = reading_.symptoms.back();
    if (last.kind == SymptomKind::refused_by_cudacompat &&
        line - last.line <= 2) {
      last.fix = shown_text(text.substr(kFix.size()), 0);
    }
  }
  for (const RowMatch& match : finder_.find(text, lower)) {
    Symptom symptom;
    symptom.kind = match.row->kind;
    if (!read_details(match, text, lower, symptom)) continue;
    if (symptom.id.empty()) symptom.id = kind_row(symptom.kind).id;
    symptom.line = line;
    symptom.text = shown_text(text, match.at);
    reading_.windows |= names_windows_file(symptom.text);
    if (symptom.kind == SymptomKind::torch_gpu) {
      join_warning(std::move(symptom), match.row->detail == Detail::torch_gpu);
    } else if (symptom.kind == SymptomKind::ptx_version ||
               symptom.kind == SymptomKind::ptx_target ||
               symptom.kind == SymptomKind::nvjitlink_refused) {
      join_speaker(std::move(symptom));
    } else {
      add(std::move(symptom));
    }
    return;
  }
}

LogReading LogReader::finish(std::uint64_t lines) {
  if (warning_) add(*std::move(warning_));
  if (refusal_) add(*std::move(refusal_));
  reading_.lines = lines;
  std::stable_sort(
      reading_.symptoms.begin(), reading_.symptoms.end(),
      [](const Symptom& a, const Symptom& b) { return a.line < b.line; });
  return std::move(reading_);
}

}  // namespace

Result<LogReading> read_log(ByteSource& source) {
  LogPieces pieces(source);
  LogReader reader;
  while (pieces.next()) reader.read(pieces.line(), pieces.text());
  if (auto status = pieces.status(); !status) {
    return tl::unexpected(status.error());
  }
  return reader.finish(pieces.line());
}

}  // namespace cudacompat
