#include "lower/rewrite.h"

#include <algorithm>
#include <map>

#include "bytes/little_endian.h"
#include "containers/ar.h"
#include "images/image.h"
#include "images/ptx_text.h"
#include "jit/cubin_digest.h"
#include "lower/file_copy.h"
#include "report/words.h"
#include "verdict/cures.h"

namespace cudacompat {
namespace {

constexpr std::string_view kModuleSignature = "~Module signature appended~\n";

std::string digest_of(std::string_view text) {
  return sha256(std::as_bytes(std::span(text)));
}

/// What a changed image must hold afterwards.
struct Change {
  Version isa;
  std::string text_digest;
};

/// Decides and makes the patches, container by container.
class Planner {
 public:
  Planner(ByteSource& source, const LoweringRequest& request,
          const ArtifactFacts& facts,
          const std::vector<std::vector<LoweringWish>>& wishes)
      : source_(source),
        request_(request),
        facts_(facts),
        wishes_(wishes),
        thin_(is_thin_archive(source)) {}

  void container(const Container& container) {
    const std::size_t index = index_++;
    if (index >= facts_.containers.size()) return;
    const std::uint32_t s = facts_.containers[index].shape;
    if (facts_.shapes[s].images.size() != container.images.size()) return;
    for (const LoweringWish& wish : wishes_[s]) image(container, wish);
  }

  std::vector<LoweredImage> images;
  std::vector<Patch> patches;
  std::map<std::uint64_t, Change> changes;  // by the image's offset

 private:
  void image(const Container& container, const LoweringWish& wish);
  /// An Error: it is left alone, and why.
  Result<void> lower(const Image& image, bool object, const LoweringWish& wish,
                     LoweredImage& out);
  std::string choices(std::string_view text, bool object, const Proof& proof,
                      const LoweringWish& wish);

  ByteSource& source_;
  const LoweringRequest& request_;
  const ArtifactFacts& facts_;
  const std::vector<std::vector<LoweringWish>>& wishes_;
  bool thin_;
  std::size_t index_ = 0;
};

void Planner::image(const Container& container, const LoweringWish& wish) {
  const Image& image = container.images[wish.image];
  LoweredImage out;
  out.container = container_id(place_of(container), container.offset);
  out.unit = container.unit;
  out.target = image.arch;
  out.from = image.ptx_isa.value_or(Version{});
  out.to = wish.isa;
  const bool object = container.role == ContainerRole::relocatable;
  const auto done = lower(image, object, wish, out);
  out.lowered = done.has_value();
  if (!done) out.why = done.error().message;
  images.push_back(std::move(out));
}

/// What is left where a text cannot be lowered.
std::string Planner::choices(std::string_view text, bool object,
                             const Proof& proof, const LoweringWish& wish) {
  const Reader& reader =
      proof.refused_by ? *proof.refused_by : wish.readers.front();
  std::string newer;
  if (proof.refused_by) {
    const auto takes = oldest_that_takes(text, object, reader,
                                         request_.releases, request_.ask);
    if (takes) {
      newer = fmt::format(
          "ask for a driver of CUDA {} or newer, the oldest at hand that takes "
          "it",
          to_string(*takes));
    }
  }
  const std::string gpu = to_string(reader.gpu);
  return join_cures(
      {fmt::format("add SASS for {}: -gencode=arch=compute_{},code=sm_{}",
                   reader.name, gpu, gpu),
       newer, "drop the PTX"});
}

Result<void> Planner::lower(const Image& image, bool object,
                            const LoweringWish& wish, LoweredImage& out) {
  if (thin_) {
    out.cure = "lower the member's own file";
    return fail(image.offset,
                "it is in a thin archive, whose members are files of their "
                "own");
  }
  const auto text = ptx_text(source_, image);
  if (!text) return tl::unexpected(text.error());
  auto lowered = lower_text(*text, wish.isa);
  if (!lowered) return tl::unexpected(lowered.error());
  auto fitted = fit(source_, image, *lowered, wish.isa);
  if (!fitted) return tl::unexpected(fitted.error());
  // The proof is of what is written.
  lowered->text = std::move(fitted->text);
  Proof proof = prove({*lowered, out.from, image.arch, object}, wish.readers,
                      request_.releases, request_.ask);
  if (!proof.proven) {
    out.cure = proof.cure.empty() ? choices(*text, object, proof, wish)
                                  : std::move(proof.cure);
    return fail(image.offset, "{}", proof.why);
  }
  changes[image.offset] = {wish.isa, digest_of(lowered->text)};
  std::move(fitted->patches.begin(), fitted->patches.end(),
            std::back_inserter(patches));
  out.proven_by = std::move(proof.by);
  out.dropped = std::move(lowered->dropped);
  return {};
}

/// What a rewritten file must still be: a row for each container and image.
struct Layout {
  std::vector<std::string> rows;
  std::uint64_t problems = 0;
};

/// Of the original (`before`) with `changes` as if they were made.
Result<Layout> layout_of(ByteSource& source, bool before,
                         const std::map<std::uint64_t, Change>& changes) {
  Layout out;
  ScanSink sink;
  sink.container = [&](const Container& container) {
    out.rows.push_back(fmt::format("{} {} {}", container.offset, container.size,
                                   container.images.size()));
    for (const Image& image : container.images) {
      Version isa = image.ptx_isa.value_or(Version{});
      std::string digest;
      const auto change = changes.find(image.offset);
      if (change != changes.end() && before) {
        isa = change->second.isa;
        digest = change->second.text_digest;
      } else if (change != changes.end()) {
        digest = digest_of(ptx_text(source, image).value_or(""));
      }
      out.rows.push_back(fmt::format(
          "{} {} {} {} {} {:#x} {}", image.offset, to_string(image.kind),
          to_string(image.arch), to_string(isa), to_string(image.compression),
          image.flags, digest));
    }
  };
  sink.problem = [&](const Problem&) { ++out.problems; };
  auto scanned = scan(source, Depth::compare, sink);
  if (!scanned) return tl::unexpected(scanned.error());
  return out;
}

Result<void> check_copy(ByteSource& original, const std::string& path,
                        const std::map<std::uint64_t, Change>& changes) {
  auto copy = ByteSource::open(path);
  if (!copy) return tl::unexpected(copy.error());
  const auto before = layout_of(original, true, changes);
  if (!before) return tl::unexpected(before.error());
  const auto after = layout_of(*copy, false, changes);
  if (after && copy->size() == original.size() && before->rows == after->rows &&
      before->problems == after->problems)
    return {};
  return fail(Error::kNoOffset,
              "the lowered copy does not read as the original does{}: nothing "
              "was written",
              after ? "" : " (" + after.error().message + ")");
}

/// The signature that the Linux kernel's sign-file appends.
bool has_signature(ByteSource& source) {
  const std::size_t n = kModuleSignature.size();
  if (source.size() < n) return false;
  auto end = source.window(source.size() - n, n, "end of the file");
  return end && as_text(*end) == kModuleSignature;
}

}  // namespace

Result<std::vector<LoweredImage>> lower_file(
    const LoweringRequest& request, const ArtifactFacts& facts,
    const std::vector<std::vector<LoweringWish>>& wishes) {
  auto source = ByteSource::open(request.path);
  if (!source) return tl::unexpected(source.error());
  Planner planner(*source, request, facts, wishes);
  ScanSink sink;
  sink.container = [&](const Container& one) { planner.container(one); };
  sink.problem = [](const Problem&) {};
  auto scanned = scan(*source, request.depth, sink);
  if (!scanned) return tl::unexpected(scanned.error());
  const bool in_place = request.path == request.out;
  if (planner.patches.empty() && in_place) return std::move(planner.images);
  if (!planner.patches.empty() && has_signature(*source)) {
    return fail(source->size(),
                "it is signed (~Module signature appended~): lower it before "
                "it is signed");
  }
  FileCopy copy(request.out);
  if (auto made = copy.make(request.path); !made)
    return tl::unexpected(made.error());
  if (auto written = copy.write(planner.patches); !written)
    return tl::unexpected(written.error());
  if (auto right = check_copy(*source, copy.path(), planner.changes); !right)
    return tl::unexpected(right.error());
  if (auto same = source->unchanged(); !same)
    return tl::unexpected(same.error());
  if (auto placed = copy.place(); !placed)
    return tl::unexpected(placed.error());
  return std::move(planner.images);
}

}  // namespace cudacompat
