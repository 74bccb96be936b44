// SPDX-License-Identifier: Apache-2.0
#include "support/shapes.h"

#include <stdexcept>

namespace cudacompat::testing {
namespace {

std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view head = text.substr(0, at);
  text =
      at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return head;
}

ImageFacts image(std::string_view word) {
  ImageFacts out;
  std::string_view rest = word;
  std::string_view head = take_until(rest, '+');
  std::string_view version = head;
  const std::string_view name = take_until(version, '@');
  std::string_view number = name;
  const std::string_view kind = take_until(number, '_');
  if (kind == "sm" || kind == "empty") {
    out.kind = ImageKind::sass;
    out.empty = kind == "empty";
  } else if (kind == "ptx") {
    out.kind = ImageKind::ptx;
  } else if (kind == "lto") {
    out.kind = ImageKind::lto_ir;
  } else if (kind == "tile") {
    out.kind = ImageKind::tile_ir;
  } else {
    return out;
  }
  out.arch = parse_arch(number).value();
  if (!version.empty()) {
    const Version v = parse_version(version).value();
    if (out.kind == ImageKind::ptx)
      out.ptx_isa = v;
    else
      out.toolkit = v;
    if (out.kind == ImageKind::sass)
      out.cubin_abi = v.major >= 13 || out.arch.number >= 100 ? 8 : 7;
  }
  while (!rest.empty()) {
    const std::string_view flag = take_until(rest, '+');
    if (flag == "zstd")
      out.compression = Compression::zstd;
    else if (flag == "lz4")
      out.compression = Compression::lz4;
    else if (flag == "codec?")
      out.compression = Compression::unknown;
    else if (flag == "concat")
      out.concatenated = true;
    else if (flag == "notoolkit")
      out.toolkit.reset();
    else
      throw std::invalid_argument("unknown flag in " + std::string(word));
  }
  return out;
}

}  // namespace

ContainerShape shape(std::string_view words, ContainerRole role, bool bare) {
  ContainerShape out;
  out.role = role;
  out.bare = bare;
  while (!words.empty()) {
    const std::string_view word = take_until(words, ' ');
    if (!word.empty()) out.images.push_back(image(word));
  }
  return out;
}

ArtifactFacts product(std::vector<ContainerShape> shapes, FileKind file) {
  ArtifactFacts out;
  out.path = "libx.so";
  out.file = file;
  out.shapes = std::move(shapes);
  out.places.push_back({".nv_fatbin", "", ""});
  for (std::uint32_t i = 0; i < out.shapes.size(); ++i) {
    out.containers.push_back({i * 100u, i, 0});
    out.images += out.shapes[i].images.size();
  }
  return out;
}

TargetGroup target_group(std::string_view shorthand) {
  const auto target = parse_target_shorthand(shorthand);
  if (!target) throw std::invalid_argument(target.error().message);
  Profile profile;
  profile.targets.push_back(*target);
  return group_targets(profile).front();
}

DriverCase machine(std::string_view shorthand) {
  return resolve(target_group(shorthand)).front();
}

}  // namespace cudacompat::testing
