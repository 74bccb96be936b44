#include "read/images/file_form.h"

#include "base/bytes/little_endian.h"
#include "read/containers/ar.h"
#include "read/containers/elf.h"
#include "read/containers/fatbin.h"
#include "read/containers/offload.h"
#include "read/images/ptx.h"
#include "read/images/unsupported_format.h"

namespace cudacompat {

FileForm form_of(std::span<const std::byte> head) {
  constexpr std::string_view kLtoIrMagic = "\xed\x43\x4e\x7f";
  if (is_elf(head)) return FileForm::elf;
  if (ArReader::is_archive(head)) return FileForm::archive;
  if (LittleEndian(head).u32(0) == kFatbinMagic) return FileForm::fatbin;
  if (is_offload(head)) return FileForm::offload;
  const std::string_view text = as_text(head);
  if (text.starts_with(kLtoIrMagic)) return FileForm::lto_ir;
  return is_ptx(text) ? FileForm::ptx : FileForm::other;
}

bool may_hold_code(std::span<const std::byte> head, std::string_view name) {
  return form_of(head) != FileForm::other || is_windows_file(head) ||
         is_named_as_code(name);
}

}  // namespace cudacompat
