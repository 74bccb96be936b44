// SPDX-License-Identifier: Apache-2.0
#include "base/model/arch_list.h"

#include <array>
#include <utility>

#include "base/model/arch_list_parts.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

constexpr std::size_t kMaxListBytes = std::size_t{1} << 16;

struct WordRow {
  std::string_view word;
  std::string_view effect;
};

// CMake's CUDA_ARCHITECTURES documentation and nvcc --help of 13.0.
constexpr std::array<WordRow, 4> kWords = {{
    {"all",
     "it makes nvcc build SASS for every architecture that it knows and "
     "PTX "
     "for the newest, so what is built changes with the toolkit"},
    {"all-major",
     "it makes nvcc build SASS for each major architecture that it knows "
     "and "
     "PTX for the newest, so what is built changes with the toolkit"},
    {"native",
     "it builds for the GPUs of the machine that compiles, whatever "
     "machines "
     "the program is for"},
    {"OFF",
     "it makes CMake pass no architecture, so that CMAKE_CUDA_FLAGS "
     "decide, or "
     "else the toolkit's default"},
}};

/// What CMake counts as false, and hence as OFF.
constexpr std::array<std::string_view, 5> kFalse = {"off", "FALSE", "false",
                                                    "NO", "0"};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

const WordRow* find_word(std::string_view text, ArchDialect dialect) {
  if (dialect == ArchDialect::cmake) {
    for (const std::string_view word : kFalse) {
      if (word == text) text = "OFF";
    }
  }
  for (const WordRow& row : kWords) {
    if (row.word == text) return &row;
  }
  return nullptr;
}

}  // namespace

Result<std::vector<ArchRequest>> parse_arch_list(std::string_view text,
                                                 ArchDialect dialect) {
  text = trimmed(text);
  if (text.empty()) {
    return fail(Error::kNoOffset, "the architecture list is empty");
  }
  if (text.size() > kMaxListBytes) {
    return fail(Error::kNoOffset,
                "the architecture list is {} bytes long; at most {} are read",
                text.size(), kMaxListBytes);
  }
  if (const WordRow* row = find_word(text, dialect)) {
    return fail(Error::kNoOffset,
                "{} is not a list of architectures: {}; write them out",
                quote(text), row->effect);
  }
  switch (dialect) {
    case ArchDialect::cmake:
      return parse_cmake_archs(text);
    case ArchDialect::nvcc:
      return parse_nvcc_archs(text);
    case ArchDialect::torch:
      return parse_torch_archs(text);
    case ArchDialect::bazel:
      return parse_bazel_archs(text);
    case ArchDialect::pep817:
      return parse_pep817_archs(text);
    case ArchDialect::xla:
      return parse_xla_archs(text);
  }
  return fail(Error::kNoOffset, "no such dialect");
}

Result<std::vector<ArchRequest>> parse_named_arch_list(std::string_view text) {
  constexpr std::pair<std::string_view, ArchDialect> kNames[] = {
      {"cmake:", ArchDialect::cmake},   {"nvcc:", ArchDialect::nvcc},
      {"torch:", ArchDialect::torch},   {"bazel:", ArchDialect::bazel},
      {"pep817:", ArchDialect::pep817}, {"xla:", ArchDialect::xla},
  };
  for (const auto& [name, dialect] : kNames) {
    if (text.starts_with(name)) {
      return parse_arch_list(text.substr(name.size()), dialect);
    }
  }
  return parse_arch_list(text, ArchDialect::cmake);
}

}  // namespace cudacompat
