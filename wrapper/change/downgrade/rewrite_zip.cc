// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/rewrite_zip.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>
#include <vector>

#include "ask/jit/cubin_digest.h"
#include "ask/system/work_folder.h"
#include "base/bytes/little_endian.h"
#include "change/downgrade/file_copy.h"
#include "change/downgrade/wheel_record.h"
#include "read/containers/zip.h"
#include "read/containers/zip_copy.h"
#include "read/images/zip_code.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostRecord = 256u << 20;

void remove(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

class ZipRewriter {
 public:
  ZipRewriter(ZipReader& zip, const DowngradeMember& downgrade)
      : zip_(zip), downgrade_(downgrade) {}

  Result<void> downgrade_members();
  Result<void> update_record();
  bool changed() const { return !changed_.empty(); }
  std::map<std::string, ByteSource*> replaced();
  /// That `copy` is what was meant: the same members, new bytes where they are.
  Result<void> check(ZipReader& copy);

 private:
  Result<void> downgrade_member(std::size_t index);
  Result<void> change(const std::string& name, ByteSource source);
  /// False: it cannot hold device code, and no file is left.
  Result<bool> unpack(std::size_t index, const std::string& path);

  ZipReader& zip_;
  const DowngradeMember& downgrade_;
  WorkFolder folder_;
  std::map<std::string, ByteSource> changed_;  // by name
  std::map<std::string, RecordRow> rows_;
};

Result<bool> ZipRewriter::unpack(std::size_t index, const std::string& path) {
  const std::string& name = zip_.members()[index].name;
  const auto no_room = [&] {
    return fail(Error::kNoOffset,
                "{} cannot be unpacked to {}: {}; set TMPDIR to a folder with "
                "room",
                name, path, std::strerror(errno));
  };
  std::ofstream out(path, std::ios::binary);
  const auto unpacked = unpack_code(
      zip_, index, [&](std::span<const std::byte> piece) -> Result<void> {
        if (out << as_text(piece)) return {};
        return no_room();
      });
  if (!unpacked) {
    return fail(unpacked.error().offset, "{}: {}", name,
                unpacked.error().message);
  }
  out.close();
  if (!out) return no_room();
  if (!*unpacked) remove(path);
  return *unpacked;
}

Result<void> ZipRewriter::downgrade_member(std::size_t index) {
  const std::string path = folder_.file(std::to_string(index));
  auto unpacked = unpack(index, path);
  if (!unpacked) return tl::unexpected(unpacked.error());
  if (!*unpacked) return {};
  const std::string& name = zip_.members()[index].name;
  if (!downgrade_(name, path)) {
    remove(path);
    return {};
  }
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  return change(name, std::move(*source));
}

Result<void> ZipRewriter::change(const std::string& name, ByteSource source) {
  auto sum = sha256(source);
  if (!sum) return tl::unexpected(sum.error());
  rows_[name] = {std::move(*sum), source.size()};
  changed_.emplace(name, std::move(source));
  return {};
}

Result<void> ZipRewriter::downgrade_members() {
  if (!folder_.made())
    return fail(Error::kNoOffset,
                "{} cannot be made: {}; set TMPDIR to a folder with room",
                folder_.file(""), std::strerror(errno));
  for (std::size_t i = 0; i < zip_.members().size(); ++i)
    if (auto done = downgrade_member(i); !done) return done;
  return {};
}

Result<void> ZipRewriter::update_record() {
  const auto& members = zip_.members();
  for (const ZipMember& member : members) {
    const std::string_view name = member.name;
    const auto dot = name.rfind('.');
    const auto end = dot == name.npos ? "" : name.substr(dot);
    if ((end == ".jws" || end == ".p7s") &&
        is_wheel_record(name.substr(0, dot)))
      return fail(member.offset,
                  "the wheel is signed ({}): downgrade it before it is signed",
                  name);
  }
  const auto record = std::ranges::find_if(
      members, [](const ZipMember& m) { return is_wheel_record(m.name); });
  if (record == members.end()) return {};
  if (record->size > kMostRecord)
    return fail(record->offset,
                "the wheel's RECORD has {} bytes; at most {} are read",
                record->size, kMostRecord);
  std::vector<std::byte> text;
  auto unpacked =
      zip_.unpack(static_cast<std::size_t>(record - members.begin()),
                  [&](std::span<const std::byte> piece) {
                    text.insert(text.end(), piece.begin(), piece.end());
                    return true;
                  });
  if (!unpacked) return tl::unexpected(unpacked.error());
  auto updated = updated_record(as_text(text), rows_);
  if (!updated) return tl::unexpected(updated.error());
  const auto bytes = std::as_bytes(std::span(*updated));
  return change(record->name, ByteSource::from_memory(
                                  {bytes.begin(), bytes.end()}, record->name));
}

std::map<std::string, ByteSource*> ZipRewriter::replaced() {
  std::map<std::string, ByteSource*> out;
  for (auto& [name, source] : changed_) out.emplace(name, &source);
  return out;
}

Result<void> ZipRewriter::check(ZipReader& copy) {
  const auto& before = zip_.members();
  const auto& after = copy.members();
  bool same = before.size() == after.size();
  for (std::size_t i = 0; same && i < before.size(); ++i) {
    same = before[i].name == after[i].name;
    const auto changed = changed_.find(before[i].name);
    if (changed == changed_.end()) {
      same = same && before[i].size == after[i].size &&
             before[i].crc == after[i].crc;
      continue;
    }
    ByteSource& wanted = changed->second;
    std::uint64_t at = 0;
    const auto unpacked = copy.unpack(i, [&](std::span<const std::byte> piece) {
      const auto bytes = wanted.window_up_to(at, piece.size(), "member");
      same = same && bytes && std::ranges::equal(*bytes, piece);
      at += piece.size();
      return same;
    });
    if (!unpacked) return unpacked;
    same = same && at == wanted.size();
  }
  if (same) return {};
  return fail(Error::kNoOffset,
              "the downgraded copy does not hold what it should");
}

}  // namespace

Result<void> rewrite_zip(const std::string& path, const std::string& out,
                         const DowngradeMember& downgrade) {
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  auto zip = ZipReader::open(*source);
  if (!zip) return tl::unexpected(zip.error());
  ZipRewriter rewriter(*zip, downgrade);
  if (auto done = rewriter.downgrade_members(); !done) return done;
  FileCopy copy(out);
  if (rewriter.changed()) {
    if (auto done = rewriter.update_record(); !done) return done;
    if (auto made = copy.make_empty(path); !made) return made;
    if (auto written = copy_zip(*source, copy.path(), rewriter.replaced());
        !written)
      return written;
    auto written = ByteSource::open(copy.path());
    if (!written) return tl::unexpected(written.error());
    auto again = ZipReader::open(*written);
    if (!again) return tl::unexpected(again.error());
    if (auto right = rewriter.check(*again); !right) return right;
  } else if (path == out) {
    return source->unchanged();
  } else if (auto made = copy.make(path); !made) {
    return made;
  }
  if (auto same = source->unchanged(); !same) return same;
  return copy.place();
}

}  // namespace cudacompat
