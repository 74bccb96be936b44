// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "base/bytes/little_endian.h"
#include "read/containers/ar.h"
#include "read/containers/elf.h"
#include "read/containers/fatbin.h"
#include "read/containers/offload.h"
#include "read/images/device_sections.h"
#include "read/images/embedded_fatbins.h"
#include "read/images/entry_image.h"
#include "read/images/file_form.h"
#include "read/images/image.h"
#include "read/images/image_inspector.h"
#include "read/images/linked_containers.h"
#include "read/images/ptx.h"
#include "read/images/runtime.h"
#include "read/images/units.h"
#include "read/images/unlinked_units.h"
#include "read/images/unsupported_format.h"
#include "read/images/wrapper_units.h"

namespace cudacompat {
namespace {

// 30 is much already; images beyond this are a Problem, so that one container
// cannot fill the memory.
constexpr std::size_t kMaxImages = 4096;
constexpr std::uint32_t kLongestName = 1024;

using Bytes = std::span<const std::byte>;

/// One file or archive member being read.
class Scanner {
 public:
  Scanner(ByteSource& source, Depth depth, const ScanSink& sink)
      : source_(source),
        depth_(depth),
        sink_(sink),
        faults_([this](Error error) {
          sink_.problem({std::move(error.message),
                         error.offset == Error::kNoOffset ? 0 : error.offset,
                         member_});
        }),
        looker_(source, depth, faults_) {}

  Result<ScanSummary> file();
  /// An object in an archive.
  void member(const Region& object, std::string name);

  // A file of each form.
  Result<ScanSummary> elf(const Region& file, Bytes head);
  Result<ScanSummary> archive(const Region& file, Bytes head);
  Result<ScanSummary> fatbin(const Region& file, Bytes head);
  Result<ScanSummary> offload(const Region& file, Bytes head);
  template <void (ImageInspector::*look)(Image&)>
  Result<ScanSummary> bare(const Region& file, Bytes head);

 private:
  ScanSummary host(const Region& file, const ElfHeader& header);
  void members(const Region& file, bool thin);
  void thin_member(const std::string& name);
  void fatbins(const Region& region, std::string_view section,
               ContainerRole role,
               const std::function<void(Container&)>& place);
  void images(FatbinWalker& walker);
  void name_unit(std::uint64_t offset, std::uint32_t size);
  void offload_entries(const Region& region, std::string_view section);
  void give();
  void fault(std::string message, std::uint64_t offset) {
    faults_({std::move(message), offset});
  }

  ByteSource& source_;
  Depth depth_;
  const ScanSink& sink_;
  std::string member_;
  ErrorSink faults_;
  ImageInspector looker_;
  Container container_;  // used again for each, with its memory
  bool holds_code_ = false;
};

void Scanner::give() {
  for (const Image& image : container_.images) {
    if (!image.empty.value_or(false)) holds_code_ = true;
  }
  sink_.container(container_);
}

void Scanner::name_unit(std::uint64_t offset, std::uint32_t size) {
  if (size == 0 || size > kLongestName) return;
  auto text = source_.window_up_to(offset, size, "name of a fatbin entry");
  if (text) container_.unit = c_string_at(*text, 0);
}

void Scanner::images(FatbinWalker& walker) {
  auto& images = container_.images;
  images.clear();
  while (auto entry = walker.next_entry()) {
    if (images.size() >= kMaxImages) {
      fault(fmt::format("fatbin has more than {} images; the rest is not read",
                        kMaxImages),
            entry->offset);
      break;
    }
    if (images.empty()) name_unit(entry->name, entry->name_size);
    if (entry->kind != kEntryConcatenated) {
      images.push_back(image_of(*entry));
      looker_.look(images.back(), container_.role == ContainerRole::linked);
      continue;
    }
    const std::size_t first = images.size();
    walker.records(*entry, [&](const FatbinRecord& record) {
      if (images.empty()) name_unit(record.name, record.name_size);
      if (images.size() < kMaxImages) {
        images.push_back(image_of(*entry, record));
      }
    });
    looker_.look_into_block(std::span(images).subspan(first));
  }
  looker_.look_for_empty_ptx(images);
}

void Scanner::fatbins(const Region& region, std::string_view section,
                      ContainerRole role,
                      const std::function<void(Container&)>& place) {
  FatbinWalker walker(region, faults_);
  while (walker.next_container()) {
    container_.offset = walker.container_offset();
    container_.size = walker.container_size();
    container_.role = role;
    container_.section = section;
    container_.member = member_;
    container_.unit.clear();
    if (place) place(container_);
    images(walker);
    give();
  }
}

void Scanner::offload_entries(const Region& region, std::string_view section) {
  read_offload(region, faults_, [&](const OffloadEntry& entry) {
    if (!entry.cuda) return;
    auto part = Region(source_).slice(entry.offset, entry.size, "image");
    if (!part) return faults_(part.error());
    if (entry.kind == OffloadEntry::Kind::fatbin) {
      fatbins(*part, section, ContainerRole::relocatable, {});
      return;
    }
    container_ = {};
    container_.offset = entry.offset;
    container_.size = entry.size;
    container_.role = ContainerRole::relocatable;
    container_.section = section;
    container_.member = member_;
    Image image;
    using Kind = OffloadEntry::Kind;
    image.kind = entry.kind == Kind::cubin || entry.kind == Kind::object
                     ? ImageKind::sass
                 : entry.kind == Kind::ptx ? ImageKind::ptx
                                           : ImageKind::unknown;
    image.raw_kind = static_cast<std::uint16_t>(entry.kind);
    const auto arch = parse_arch(entry.arch);
    image.arch_known = arch.has_value();
    if (arch) image.arch = *arch;
    image.offset = entry.offset;
    image.size = image.unpacked_size = entry.size;
    if (image.kind == ImageKind::ptx) {
      auto text = part->window_up_to(0, kFormHead, "PTX");
      auto header = text ? parse_ptx_header(as_text(*text), entry.offset)
                         : tl::unexpected(text.error());
      if (header) image.ptx_isa = header->isa;
      if (!header) faults_(header.error());
    }
    container_.images.push_back(std::move(image));
    looker_.look(container_.images.back(), false);
    give();
  });
}

ScanSummary Scanner::host(const Region& file, const ElfHeader& header) {
  ScanSummary summary;
  const bool linked = header.type != kElfRelocatable;
  summary.file =
      linked ? FileKind::linked_product : FileKind::relocatable_object;
  auto sections = ElfSections::open(file, header);
  if (!sections) {
    faults_(sections.error());
    return summary;
  }
  if (sections->count() == 0) {
    fault("file has no section headers: device code in it cannot be found",
          file.base());
    return summary;
  }
  const DeviceSections device =
      find_device_sections(*sections, linked, faults_);
  if (linked)
    summary.runtime = find_runtime(*sections, device, header.machine, faults_);
  if (device.parts.empty()) return summary;
  if (linked) find_unlinked_units(*sections, device, faults_);
  std::vector<std::uint64_t> made_by_link =
      find_linked_containers(*sections, device, linked, faults_);
  for (std::uint64_t& offset : made_by_link) offset += file.base();
  UnitFinder units(*sections, device.symbols, !linked);
  const WrapperUnits wrapper_units =
      linked ? WrapperUnits(*sections, device) : WrapperUnits();
  for (const auto& part : device.parts) {
    auto bytes = sections->bytes(part.section, "section of device code");
    if (!bytes) {
      faults_(bytes.error());
      continue;
    }
    using Kind = DeviceSections::Part::Kind;
    if (part.kind == Kind::offload) {
      offload_entries(*bytes, ".llvm.offloading");
      continue;
    }
    const bool relocatable = part.kind == Kind::relocatable;
    fatbins(*bytes, relocatable ? "__nv_relfatbin" : ".nv_fatbin",
            relocatable ? ContainerRole::relocatable : ContainerRole::plain,
            [&](Container& container) {
              if (std::binary_search(made_by_link.begin(), made_by_link.end(),
                                     container.offset)) {
                container.role = ContainerRole::linked;
              }
              const std::uint64_t at = container.offset - bytes->base();
              container.unit = units.unit_at(part.section, at);
              if (container.unit.empty()) {
                container.unit =
                    wrapper_units.unit_at(part.section.address + at);
              }
            });
  }
  if (linked && !holds_code_) find_embedded_fatbins(*sections, device, faults_);
  return summary;
}

void Scanner::member(const Region& object, std::string name) {
  member_ = std::move(name);
  auto bytes = object.window_up_to(0, kElfHeaderSize, "archive member");
  if (!bytes) return faults_(bytes.error());
  if (ArReader::is_archive(*bytes)) {
    return fault("an archive inside an archive is not read", object.base());
  }
  if (!is_elf(*bytes)) return;
  auto header = parse_elf_header(*bytes, object.base());
  if (!header) return faults_(header.error());
  if (header->machine == kElfMachineCuda) {
    container_ = {};
    return fault("a cubin inside an archive is not read", object.base());
  }
  host(object, *header);
}

void Scanner::thin_member(const std::string& name) {
  auto path = std::filesystem::path(source_.name()).parent_path() / name;
  if (path == "-") path = "./-";  // a file, not standard input
  auto opened = ByteSource::open(path.string());
  if (!opened) {
    member_ = name;
    return fault(fmt::format("member '{}' of a thin archive {}", name,
                             opened.error().message),
                 0);
  }
  Scanner(*opened, depth_, sink_).member(Region(*opened), name);
}

void Scanner::members(const Region& file, bool thin) {
  ArReader reader(file, thin);
  for (;;) {
    member_.clear();
    auto next = reader.next();
    if (!next) return faults_(next.error());
    if (!*next) return;
    if (thin) {
      thin_member((*next)->name);
      continue;
    }
    auto body = file.slice((*next)->offset, (*next)->size, "archive member");
    if (!body) {
      faults_(body.error());
      continue;
    }
    member(*body, std::move((*next)->name));
  }
}

Result<ScanSummary> Scanner::elf(const Region& file, Bytes head) {
  const auto header = parse_elf_header(head, 0);
  if (!header) return tl::unexpected(header.error());
  if (header->machine != kElfMachineCuda) return host(file, *header);
  return bare<&ImageInspector::look_at_bare_cubin>(file, head);
}

Result<ScanSummary> Scanner::archive(const Region& file, Bytes head) {
  members(file, ArReader::is_thin(head));
  return ScanSummary{FileKind::archive, {}};
}

Result<ScanSummary> Scanner::fatbin(const Region& file, Bytes) {
  fatbins(file, {}, ContainerRole::plain, {});
  return ScanSummary{FileKind::bare, {}};
}

Result<ScanSummary> Scanner::offload(const Region& file, Bytes) {
  offload_entries(file, {});
  return ScanSummary{FileKind::bare, {}};
}

template <void (ImageInspector::*look)(Image&)>
Result<ScanSummary> Scanner::bare(const Region&, Bytes) {
  container_ = {};
  container_.size = source_.size();
  container_.images.resize(1);
  (looker_.*look)(container_.images.front());
  give();
  return ScanSummary{FileKind::bare, {}};
}

/// How each form is recognized by a file's first bytes, and read.
struct FormRow {
  FileForm form;
  bool (*recognizes)(Bytes head);
  Result<ScanSummary> (Scanner::*read)(const Region& file, Bytes head);
};
constexpr FormRow kForms[] = {
    {FileForm::elf, is_elf, &Scanner::elf},
    {FileForm::archive, ArReader::is_archive, &Scanner::archive},
    {FileForm::fatbin,
     [](Bytes head) { return LittleEndian(head).u32(0) == kFatbinMagic; },
     &Scanner::fatbin},
    {FileForm::offload, is_offload, &Scanner::offload},
    {FileForm::lto_ir,
     [](Bytes head) { return as_text(head).starts_with("\xed\x43\x4e\x7f"); },
     &Scanner::bare<&ImageInspector::look_at_bare_lto_ir>},
    {FileForm::ptx, [](Bytes head) { return is_ptx(as_text(head)); },
     &Scanner::bare<&ImageInspector::look_at_bare_ptx>},
};
constexpr bool in_order_of_forms() {
  std::size_t at = 0;
  for (const FormRow& row : kForms) {
    if (row.form != static_cast<FileForm>(at++)) return false;
  }
  return static_cast<FileForm>(at) == FileForm::other;
}
static_assert(in_order_of_forms(), "each form but `other` has its row");

Result<ScanSummary> Scanner::file() {
  const Region file(source_);
  auto head = file.window_up_to(0, kElfHeaderSize, "file");
  if (!head) return tl::unexpected(head.error());
  FileForm form = form_of(*head);
  if (form == FileForm::other) {
    head = file.window_up_to(0, kFormHead, "file");
    if (!head) return tl::unexpected(head.error());
    form = form_of(*head);
  }
  if (form != FileForm::other) {
    const FormRow& row = kForms[static_cast<std::size_t>(form)];
    return (this->*row.read)(file, *head);
  }
  if (auto why = unsupported_format(*head, source_.name()))
    faults_({std::move(*why), 0});
  return ScanSummary{};
}

}  // namespace

FileForm form_of(Bytes head) {
  for (const FormRow& row : kForms) {
    if (row.recognizes(head)) return row.form;
  }
  return FileForm::other;
}

bool may_hold_code(Bytes head, std::string_view name) {
  return form_of(head) != FileForm::other || is_windows_file(head) ||
         is_named_as_code(name);
}

Result<ScanSummary> scan(ByteSource& source, Depth depth,
                         const ScanSink& sink) {
  auto summary = Scanner(source, depth, sink).file();
  if (!summary) return summary;
  if (auto same = source.unchanged(); !same) {
    return tl::unexpected(same.error());
  }
  return summary;
}

}  // namespace cudacompat
