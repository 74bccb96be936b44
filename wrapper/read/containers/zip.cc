// SPDX-License-Identifier: Apache-2.0
#include "read/containers/zip.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/bytes/little_endian.h"
#include "read/containers/minizip.h"

namespace cudacompat {
namespace {

constexpr std::string_view kMagic = "PK\x03\x04";
constexpr std::uint32_t kEndMagic = 0x06054b50, kZip64EndMagic = 0x06064b50;
constexpr std::string_view kLocatorMagic = "PK\x06\x07";  // of zip64's
constexpr std::uint64_t kLocalSize = 30, kEntrySize = 46, kEndSize = 22,
                        kZip64EndSize = 56, kLocatorSize = 20,
                        kLongestComment = 65535;
constexpr std::size_t kMaxMembers = 1'000'000;
// What a member may give without being packed that well.
constexpr std::uint64_t kSmall = 1u << 20, kMaxRatio = 256;
constexpr std::uint64_t kEncrypted = 1;  // bit of the flags
constexpr std::size_t kStep = 64u << 10;

struct Directory {
  std::uint64_t begin = 0, end = 0;
};

/// The directory that a zip64 end record tells of, where there is one. Python
/// looks for it right before the end record, minizip also where any locator
/// near the end of the file says: it must be one place.
Result<Directory> zip64_directory(ByteSource& source, Directory found,
                                  std::uint64_t locator, std::uint64_t record) {
  const std::uint64_t end = found.end;
  auto bytes = source.window_up_to(record, kZip64EndSize, "zip64 end record");
  if (!bytes || LittleEndian(*bytes).u32(0) != kZip64EndMagic) return found;
  if (locator + kLocatorSize != end || record + kZip64EndSize != locator) {
    return fail(locator,
                "the zip file's zip64 end record at offset {} is not right "
                "before its end record at offset {}",
                record, end);
  }
  return Directory{LittleEndian(*bytes).u64(48), record};
}

/// minizip, as Python, takes the last end record that it finds; all that is
/// after it must be its comment, and all that is between the directory's start
/// and it the directory.
Result<Directory> find_directory(ByteSource& source) {
  const std::uint64_t n = std::min(source.size(), kEndSize + kLongestComment);
  const std::uint64_t start = source.size() - n;
  auto tail = source.window(start, n, "end of the zip file");
  if (!tail) return tl::unexpected(tail.error());
  LittleEndian in(*tail);
  for (std::uint64_t at = n; at-- > 0;) {
    if (n - at < kEndSize || in.u32(at) != kEndMagic) continue;
    const std::uint64_t comment = in.u16(at + kEndSize - 2);
    const std::uint64_t after = n - at - kEndSize;
    const Directory found{in.u32(at + 16), start + at};
    const std::size_t locator = as_text(*tail).rfind(kLocatorMagic);
    if (comment == after && locator == std::string_view::npos) return found;
    if (comment == after)
      return zip64_directory(source, found, start + locator,
                             in.u64(locator + 8));
    return fail(start + at,
                "the zip file's end record at offset {} tells of a comment of "
                "{} bytes, and {} bytes follow",
                start + at, comment, after);
  }
  return fail(source.size(),
              "the zip file has no end record: it was cut short");
}

}  // namespace

struct ZipReader::Impl {
  explicit Impl(ByteSource& source) : input{&source, 0, false} {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (file != nullptr) unzClose(file);
  }

  Result<void> read_directory(const Directory& directory);
  Result<void> read_entry(std::set<std::string>& names, std::uint64_t& at);
  Result<void> find_payloads();
  Result<void> find_payload(std::size_t index);
  Result<void> open(std::size_t index, bool raw);

  struct Entry {
    unz64_file_pos place = {};  // in the directory
    bool encrypted = false;
    std::uint64_t begin = 0;  // of its local header
  };
  ZipInput input;
  unzFile file = nullptr;
  std::vector<ZipMember> members;
  std::vector<Entry> entries;  // by member
};

/// Reads the directory's entry at offset `at`, and moves that to its end.
Result<void> ZipReader::Impl::read_entry(std::set<std::string>& names,
                                         std::uint64_t& at) {
  unz_file_info64 info = {};
  std::array<char, 65536> name;
  Entry entry;
  if (unzGetCurrentFileInfo64(file, &info, name.data(), name.size(), nullptr, 0,
                              nullptr, 0) != UNZ_OK ||
      unzGetFilePos64(file, &entry.place) != UNZ_OK ||
      entry.place.pos_in_zip_directory != at) {
    return fail(at, "the zip file's directory cannot be read at offset {}", at);
  }
  at += kEntrySize + info.size_filename + info.size_file_extra +
        info.size_file_comment;
  ZipMember member;
  member.name.assign(name.data(), info.size_filename);
  member.size = info.uncompressed_size;
  member.packed_size = info.compressed_size;
  member.crc = static_cast<std::uint32_t>(info.crc);
  entry.encrypted = (info.flag & kEncrypted) != 0;
  if (info.compression_method != 0 && info.compression_method != Z_DEFLATED) {
    return fail(input.at,
                "the zip member '{}' is packed by method {}; deflate (8) and "
                "none (0) are read",
                member.name, info.compression_method);
  }
  if (member.name.find('\0') != std::string::npos)
    return fail(input.at, "the zip member '{}' has a null byte in its name",
                member.name);
  if (!names.insert(member.name).second)
    return fail(input.at, "two members of the zip file are named '{}'",
                member.name);
  members.push_back(std::move(member));
  entries.push_back(entry);
  return {};
}

Result<void> ZipReader::Impl::read_directory(const Directory& directory) {
  std::set<std::string> names;
  std::uint64_t at = directory.begin;
  int more = unzGoToFirstFile(file);
  for (; more == UNZ_OK; more = unzGoToNextFile(file)) {
    if (members.size() >= kMaxMembers)
      return fail(input.at, "the zip file has more than {} members",
                  kMaxMembers);
    if (auto read = read_entry(names, at); !read) return read;
  }
  // Python goes by the directory's bytes, minizip by the count of members.
  unz_global_info64 info = {};
  if (unzGetGlobalInfo64(file, &info) != UNZ_OK ||
      info.number_entry != members.size() || at != directory.end) {
    return fail(at,
                "the zip file's directory should have {} members and end at "
                "offset {}; it ends after {} at offset {}",
                info.number_entry, directory.end, members.size(), at);
  }
  return {};
}

Result<void> ZipReader::Impl::open(std::size_t index, bool raw) {
  int method = 0;
  if (unzGoToFilePos64(file, &entries[index].place) != UNZ_OK ||
      unzOpenCurrentFile2(file, &method, nullptr, raw ? 1 : 0) != UNZ_OK) {
    return fail(input.at,
                "the zip member '{}' does not have the header that the "
                "directory tells of",
                members[index].name);
  }
  return {};
}

Result<void> ZipReader::Impl::find_payload(std::size_t index) {
  ZipMember& member = members[index];
  if (auto opened = open(index, true); !opened) return opened;
  member.offset = unzGetCurrentFileZStreamPos64(file);
  const int extra = unzGetLocalExtrafield(file, nullptr, 0);
  unzCloseCurrentFile(file);
  const std::uint64_t header = kLocalSize + member.name.size() +
                               static_cast<std::uint64_t>(std::max(extra, 0));
  ByteSource& source = *input.source;
  if (extra < 0 || member.offset < header || member.offset > source.size() ||
      member.packed_size > source.size() - member.offset) {
    return fail(member.offset,
                "the zip member '{}' needs {} bytes at offset {}, the file has "
                "{}",
                member.name, member.packed_size, member.offset, source.size());
  }
  entries[index].begin = member.offset - header;
  const auto name = source.window(entries[index].begin + kLocalSize,
                                  member.name.size(), "name of a zip member");
  if (!name) return tl::unexpected(name.error());
  if (as_text(*name) == member.name) return {};
  return fail(entries[index].begin,
              "the zip member '{}' is named '{}' by its own header",
              member.name, as_text(*name));
}

Result<void> ZipReader::Impl::find_payloads() {
  for (std::size_t i = 0; i < members.size(); ++i)
    if (auto found = find_payload(i); !found) return found;
  std::vector<std::size_t> order(members.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return entries[i].begin; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const ZipMember& before = members[order[i - 1]];
    if (before.offset + before.packed_size <= entries[order[i]].begin) continue;
    return fail(entries[order[i]].begin,
                "the zip members '{}' and '{}' overlap", before.name,
                members[order[i]].name);
  }
  return {};
}

ZipReader::ZipReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ZipReader::ZipReader(ZipReader&&) noexcept = default;
ZipReader::~ZipReader() = default;

bool ZipReader::is_zip(std::span<const std::byte> head) {
  return as_text(head).starts_with(kMagic);
}

Result<ZipReader> ZipReader::open(ByteSource& source) {
  const auto directory = find_directory(source);
  if (!directory) return tl::unexpected(directory.error());
  auto impl = std::make_unique<Impl>(source);
  impl->file = open_zip(impl->input);
  if (impl->file == nullptr)
    return fail(source.size(), "the zip file's directory cannot be found");
  if (auto read = impl->read_directory(*directory); !read)
    return tl::unexpected(read.error());
  if (auto found = impl->find_payloads(); !found)
    return tl::unexpected(found.error());
  return ZipReader(std::move(impl));
}

const std::vector<ZipMember>& ZipReader::members() const {
  return impl_->members;
}

Result<void> ZipReader::unpack(
    std::size_t index,
    const std::function<bool(std::span<const std::byte>)>& piece) {
  const ZipMember& member = impl_->members[index];
  const Impl::Entry& entry = impl_->entries[index];
  if (entry.encrypted)
    return fail(member.offset, "the zip member is encrypted");
  if (auto opened = impl_->open(index, false); !opened) return opened;
  std::vector<std::byte> buffer(kStep);
  bool wanted = true;
  int got = 0;
  std::uint64_t size = 0;
  while (wanted &&
         (got = unzReadCurrentFile(impl_->file, buffer.data(),
                                   static_cast<unsigned>(kStep))) > 0) {
    size += static_cast<std::uint64_t>(got);
    // Not what it claims: of most members only the first piece is wanted.
    if (size > kSmall && size / kMaxRatio > member.packed_size) {
      unzCloseCurrentFile(impl_->file);
      return fail(member.offset,
                  "the zip member unpacks {} bytes to more than {} times that",
                  member.packed_size, kMaxRatio);
    }
    wanted = piece(std::span(buffer).first(static_cast<std::size_t>(got)));
  }
  const int closed = unzCloseCurrentFile(impl_->file);
  if (!wanted) return {};
  if (got < 0 || size != member.size) {
    return fail(
        member.offset,
        "the zip member's stream at offset {} ends after {} of {} bytes",
        member.offset, size, member.size);
  }
  if (closed == UNZ_OK) return {};
  return fail(member.offset,
              "the zip member does not have the CRC that it "
              "claims ({:08x})",
              member.crc);
}

}  // namespace cudacompat
