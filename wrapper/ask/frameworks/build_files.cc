// SPDX-License-Identifier: Apache-2.0
#include "ask/frameworks/build_files.h"

#include <algorithm>

#include "base/json/located_json.h"
#include "base/text/split.h"

namespace cudacompat {
namespace {

/// Of a build for CUDA "12.5.1", "13.2" or "12.x".
BuiltFor built_for_cuda(std::string_view release) {
  constexpr std::string_view kDigits = "0123456789";
  BuiltFor built{"cuda"};
  const std::size_t dot = release.find_first_not_of(kDigits);
  const auto exact = dot == std::string_view::npos
                         ? parse_version("")
                         : parse_version(release.substr(
                               0, release.find_first_not_of(kDigits, dot + 1)));
  const auto major = parse_version(release.substr(0, dot));
  built.major_only = !exact;
  if (exact) {
    built.cuda = *exact;
  } else if (major) {
    built.cuda = *major;
  }
  return built;
}

/// The text between the first pair of quotes; nullopt: None, or something else.
std::optional<std::string_view> quote(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || (text.front() != '\'' && text.front() != '"'))
    return std::nullopt;
  const std::size_t end = text.find(text.front(), 1);
  if (end == std::string_view::npos) return std::nullopt;
  return text.substr(1, end - 1);
}

/// `name = VALUE` or `name: Optional[str] = VALUE`, on a line of its own.
std::optional<std::string_view> assigned(std::string_view python,
                                         std::string_view name) {
  for (std::string_view line : split(python, '\n')) {
    if (!take_prefix(line, name) || line.empty() ||
        (line.front() != ' ' && line.front() != ':' && line.front() != '=')) {
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals != std::string_view::npos) return line.substr(equals + 1);
  }
  return std::nullopt;
}

/// What follows ('key', in a list of pairs.
std::string_view paired(std::string_view python, std::string_view key) {
  const std::string start = fmt::format("('{}',", key);
  const std::size_t at = python.find(start);
  if (at == std::string_view::npos) return {};
  return trimmed(python.substr(at + start.size()));
}

}  // namespace

BuiltFor read_torch_version(std::string_view python) {
  const auto value = [&](std::string_view name) {
    const auto text = assigned(python, name);
    return text ? quote(*text) : std::nullopt;
  };
  BuiltFor built;
  if (const auto cuda = value("cuda")) {
    built = built_for_cuda(*cuda);
  } else if (value("hip") || value("rocm")) {
    built.platform = "rocm";
  } else if (value("xpu")) {
    built.platform = "xpu";
  } else if (assigned(python, "cuda")) {
    built.platform = "cpu";
  }
  built.version = value("__version__").value_or("");
  return built;
}

BuiltFor read_tensorflow_build_info(std::string_view python) {
  if (paired(python, "is_rocm_build").starts_with("True")) return {"rocm"};
  const std::string_view is_cuda = paired(python, "is_cuda_build");
  if (is_cuda.starts_with("False")) return {"cpu"};
  if (!is_cuda.starts_with("True")) return {};
  return built_for_cuda(
      quote(paired(python, "cuda_version")).value_or(std::string_view()));
}

BuiltFor read_cupy_wheel(std::string_view json) {
  const auto document = parse_located_json(json);
  if (!document || document->root().kind != JsonValue::Kind::object) return {};
  for (const JsonValue& member : JsonChildren(document->root())) {
    if (member.key == "cuda" && member.kind == JsonValue::Kind::string)
      return built_for_cuda(member.text);
  }
  return {};
}

std::optional<Version> read_tool_release(ByteSource& program) {
  constexpr std::string_view kBefore = "Cuda compilation tools, release ";
  constexpr std::uint64_t kStep = ByteSource::kMaxWindow - 64;
  for (std::uint64_t at = 0; at < program.size(); at += kStep) {
    const auto bytes =
        program.window_up_to(at, ByteSource::kMaxWindow, "program");
    if (!bytes) return std::nullopt;
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()),
                                bytes->size());
    const std::size_t found = text.find(kBefore);
    if (found != std::string_view::npos && found < kStep) {
      const std::string_view rest = text.substr(found + kBefore.size(), 8);
      return built_for_cuda(rest.substr(0, rest.find(','))).cuda;
    }
  }
  return std::nullopt;
}

}  // namespace cudacompat
