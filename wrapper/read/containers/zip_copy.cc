// SPDX-License-Identifier: Apache-2.0
#include "read/containers/zip_copy.h"

#include <minizip/zip.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <vector>

#include "base/bytes/little_endian.h"
#include "read/containers/minizip.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kStep = 64u << 10;
constexpr std::uint16_t kZip64Block = 1;    // of the extra fields
constexpr std::uint64_t kUtf8Name = 0x800;  // bit of the flags
constexpr std::uint64_t kFourGiB = 0xffffffff;

/// The directory's entry of the member that minizip is at.
struct Entry {
  unz_file_info64 info = {};
  std::string name, comment;
  std::vector<char> extra, local_extra;
};

/// minizip writes one of its own where it needs one. Its own way to remove one,
/// zipRemoveExtraInfoBlock, writes past its buffer where a block is cut short.
void without_zip64_block(std::vector<char>& extra) {
  LittleEndian in(std::as_bytes(std::span(extra)));
  std::vector<char> kept;
  for (std::size_t at = 0; at < extra.size();) {
    const std::size_t size =
        std::min<std::size_t>(4u + in.u16(at + 2), extra.size() - at);
    const auto block = extra.begin() + static_cast<std::ptrdiff_t>(at);
    if (in.u16(at) != kZip64Block)
      kept.insert(kept.end(), block, block + static_cast<std::ptrdiff_t>(size));
    at += size;
  }
  extra = std::move(kept);
}

class Copier {
 public:
  Copier(ByteSource& original, const std::string& path)
      : input_{&original, 0, false},
        from_(open_zip(input_)),
        to_(zipOpen64(path.c_str(), APPEND_STATUS_CREATE)) {}
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;
  ~Copier() {
    if (from_ != nullptr) unzClose(from_);
    if (to_ != nullptr) zipClose(to_, nullptr);
  }

  bool copy_all(const std::map<std::string, ByteSource*>& replaced);

 private:
  bool read(Entry& entry);
  bool open(const Entry& entry, std::uint64_t size, bool raw);
  bool copy(const Entry& entry);
  bool replace(const Entry& entry, ByteSource& bytes);

  ZipInput input_;
  unzFile from_;
  zipFile to_;
};

bool Copier::read(Entry& entry) {
  if (unzGetCurrentFileInfo64(from_, &entry.info, nullptr, 0, nullptr, 0,
                              nullptr, 0) != UNZ_OK)
    return false;
  entry.name.resize(entry.info.size_filename);
  entry.comment.resize(entry.info.size_file_comment);
  entry.extra.resize(entry.info.size_file_extra);
  if (unzGetCurrentFileInfo64(from_, &entry.info, entry.name.data(),
                              entry.name.size(), entry.extra.data(),
                              entry.extra.size(), entry.comment.data(),
                              entry.comment.size()) != UNZ_OK)
    return false;
  int method = 0;
  if (unzOpenCurrentFile2(from_, &method, nullptr, 1) != UNZ_OK) return false;
  const int n = unzGetLocalExtrafield(from_, nullptr, 0);
  if (n < 0) return false;
  entry.local_extra.resize(static_cast<std::size_t>(n));
  if (n > 0 && unzGetLocalExtrafield(from_, entry.local_extra.data(),
                                     static_cast<unsigned>(n)) != n)
    return false;
  if (entry.comment.find('\0') != std::string::npos) return false;
  without_zip64_block(entry.extra);
  without_zip64_block(entry.local_extra);
  return true;
}

bool Copier::open(const Entry& entry, std::uint64_t size, bool raw) {
  zip_fileinfo info = {};
  info.dosDate = entry.info.dosDate;
  info.internal_fa = entry.info.internal_fa;
  info.external_fa = entry.info.external_fa;
  return zipOpenNewFileInZip4_64(
             to_, entry.name.c_str(), &info, entry.local_extra.data(),
             static_cast<unsigned>(entry.local_extra.size()),
             entry.extra.data(), static_cast<unsigned>(entry.extra.size()),
             entry.comment.empty() ? nullptr : entry.comment.c_str(),
             static_cast<int>(entry.info.compression_method),
             Z_DEFAULT_COMPRESSION, raw ? 1 : 0, -MAX_WBITS, DEF_MEM_LEVEL,
             Z_DEFAULT_STRATEGY, nullptr, 0, entry.info.version,
             entry.info.flag & kUtf8Name, size >= kFourGiB ? 1 : 0) == ZIP_OK;
}

bool Copier::copy(const Entry& entry) {
  const auto size =
      std::max(entry.info.compressed_size, entry.info.uncompressed_size);
  if (!open(entry, size, true)) return false;
  std::vector<std::byte> buffer(kStep);
  int got = 0;
  while ((got = unzReadCurrentFile(from_, buffer.data(),
                                   static_cast<unsigned>(kStep))) > 0) {
    if (zipWriteInFileInZip(to_, buffer.data(), static_cast<unsigned>(got)) !=
        ZIP_OK)
      return false;
  }
  return got == 0 && zipCloseFileInZipRaw64(to_, entry.info.uncompressed_size,
                                            entry.info.crc) == ZIP_OK;
}

bool Copier::replace(const Entry& entry, ByteSource& bytes) {
  if (!open(entry, bytes.size(), false)) return false;
  for (std::uint64_t at = 0; at < bytes.size();) {
    const auto piece = bytes.window_up_to(at, kStep, "new member");
    if (!piece ||
        zipWriteInFileInZip(to_, piece->data(),
                            static_cast<unsigned>(piece->size())) != ZIP_OK)
      return false;
    at += piece->size();
  }
  return zipCloseFileInZip(to_) == ZIP_OK;
}

bool Copier::copy_all(const std::map<std::string, ByteSource*>& replaced) {
  if (from_ == nullptr || to_ == nullptr) return false;
  unz_global_info64 info = {};
  if (unzGetGlobalInfo64(from_, &info) != UNZ_OK) return false;
  for (std::uint64_t i = 0; i < info.number_entry; ++i) {
    if ((i == 0 ? unzGoToFirstFile(from_) : unzGoToNextFile(from_)) != UNZ_OK)
      return false;
    Entry entry;
    if (!read(entry)) return false;
    const auto found = replaced.find(entry.name);
    const bool done =
        found == replaced.end() ? copy(entry) : replace(entry, *found->second);
    unzCloseCurrentFile(from_);
    if (!done) return false;
  }
  std::string comment(info.size_comment + 1, '\0');
  if (unzGetGlobalComment(from_, comment.data(), comment.size()) < 0)
    return false;
  // minizip writes a comment up to a null byte.
  if (comment.find('\0') != info.size_comment) return false;
  zipFile to = nullptr;
  std::swap(to, to_);
  return zipClose(to, comment.c_str()) == ZIP_OK;
}

}  // namespace

Result<void> copy_zip(ByteSource& original, const std::string& path,
                      const std::map<std::string, ByteSource*>& replaced) {
  errno = 0;
  if (Copier(original, path).copy_all(replaced)) return {};
  return fail(Error::kNoOffset,
              "{} cannot be written as a copy of {}: {}; -o names another "
              "place",
              path, original.name(),
              errno != 0 ? std::strerror(errno) : "minizip refuses a part");
}

}  // namespace cudacompat
