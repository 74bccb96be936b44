// SPDX-License-Identifier: Apache-2.0
#include "report/inspect_text.h"

#include <fmt/format.h>

#include <iterator>

#include "base/text/printable.h"
#include "base/text/style.h"
#include "judge/facts/image_names.h"

namespace cudacompat {

namespace {

// A hostile file can name millions of architectures; the summary stops here.
constexpr std::size_t kMaxFound = 200;

std::string joined(const std::set<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  if (words.size() == kMaxFound) out += " ...";
  return out.empty() ? "none" : out;
}

std::string image_line(const Image& image) {
  std::string line = fmt::format(
      "    {:<7} {:<12} {:<5} ", to_string(image.kind),
      arch_name(image.kind, image.arch, image.arch_known),
      image.compression == Compression::none ? "raw"
                                             : to_string(image.compression));
  auto to = std::back_inserter(line);
  fmt::format_to(to, "{} bytes", image.size);
  if (image.compression != Compression::none) {
    fmt::format_to(to, " -> {}", image.unpacked_size);
  }
  if (image.ptx_isa) fmt::format_to(to, "  isa {}", to_string(*image.ptx_isa));
  if (image.toolkit) fmt::format_to(to, "  cuda {}", to_string(*image.toolkit));
  if (image.cubin_abi != 0) fmt::format_to(to, "  abi {}", image.cubin_abi);
  if (image.concatenated) line += "  concatenated";
  if (image.empty.value_or(false)) line += "  empty";
  if (image.kind == ImageKind::unknown) {
    fmt::format_to(to, "  entry kind {}", image.raw_kind);
  }
  line += '\n';
  for (const std::string& kernel : image.kernels) {
    fmt::format_to(to, "      kernel {}\n", printable(kernel));
  }
  return line;
}

std::string runtime_words(const RuntimeFacts& runtime) {
  if (!runtime.shared && !runtime.static_) return "";
  std::string out =
      fmt::format(", CUDA runtime {}", runtime.static_ ? "static" : "shared");
  if (runtime.version) out += " " + to_string(*runtime.version);
  if (runtime.needs_libcuda_stub) out += ", RPATH ends in the libcuda stub";
  return out;
}

}  // namespace

void InspectText::put(std::string_view text) {
  if (wanted_) wanted_ = sink_(text);
}

void InspectText::begin_file(const std::string& path) {
  path_ = path;
  containers_ = images_ = problems_ = 0;
  for (auto& words : found_) words.clear();
  put(colored(printable(path), Paint::strong, style_.color));
  put("\n");
}

void InspectText::count(const Image& image) {
  std::size_t kind = 3;
  std::string word =
      image.arch_known ? to_string(image.arch) : to_string(image.arch) + "?";
  switch (image.kind) {
    case ImageKind::sass:
      kind = 0;
      break;
    case ImageKind::ptx:
      kind = 1;
      word += fmt::format(
          " (ISA {})", image.ptx_isa ? to_string(*image.ptx_isa) : "unknown");
      break;
    case ImageKind::lto_ir:
      kind = 2;
      break;
    case ImageKind::tile_ir:
      word = "tile-ir";
      break;
    case ImageKind::unknown:
      word = fmt::format("kind {}", image.raw_kind);
      break;
  }
  if (found_[kind].size() < kMaxFound) found_[kind].insert(std::move(word));
}

void InspectText::container(const Container& container) {
  ++containers_;
  std::string text =
      fmt::format("  container {} {}, {}, {} bytes",
                  container_id(place_of(container), container.offset),
                  to_string(container.role),
                  pluralized(container.images.size(), "image"), container.size);
  if (!container.unit.empty()) text += ", unit " + printable(container.unit);
  text += '\n';
  put(text);
  for (const Image& image : container.images) {
    ++images_;
    count(image);
    put(image_line(image));
  }
}

void InspectText::problem(const Problem& problem) {
  ++problems_;
  put(fmt::format("  {} at {}{}{:#x}: {}\n",
                  colored("problem", Paint::bad, style_.color),
                  printable(problem.member), problem.member.empty() ? "" : ":",
                  problem.offset, printable(problem.message)));
}

void InspectText::end_file(const ScanSummary& summary) {
  const std::string runtime = runtime_words(summary.runtime);
  if (containers_ == 0 && problems_ == 0) {
    put(fmt::format("  no device code{}\n", runtime));
    return;
  }
  std::string text = fmt::format("  total: {}, {}; SASS: {}; PTX: {}",
                                 pluralized(containers_, "container"),
                                 pluralized(images_, "image"),
                                 joined(found_[0]), joined(found_[1]));
  if (!found_[2].empty()) text += "; LTO-IR: " + joined(found_[2]);
  if (!found_[3].empty()) text += "; other: " + joined(found_[3]);
  if (problems_ != 0) text += "; " + pluralized(problems_, "problem");
  text += fmt::format("; {} file{}\n", to_string(summary.file), runtime);
  put(text);
}

void InspectText::unread(const std::string&, const Error&) {}

}  // namespace cudacompat
