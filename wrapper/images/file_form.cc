#include "images/file_form.h"

#include "bytes/little_endian.h"
#include "containers/ar.h"
#include "containers/elf.h"
#include "containers/fatbin.h"
#include "containers/offload.h"
#include "images/ptx.h"
#include "images/unread.h"

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
