// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/rewrite.h"

#include <algorithm>
#include <map>

#include "ask/jit/cubin_digest.h"
#include "base/bytes/little_endian.h"
#include "change/downgrade/file_copy.h"
#include "judge/facts/image_names.h"
#include "judge/verdict/fixes.h"
#include "read/containers/ar.h"
#include "read/images/image.h"
#include "read/images/ptx_text.h"

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
  Planner(ByteSource& source, const DowngradeOptions& request,
          const ArtifactFacts& facts,
          const std::vector<std::vector<DowngradeRequest>>& requests)
      : source_(source),
        request_(request),
        facts_(facts),
        requests_(requests),
        thin_(is_thin_archive(source)) {}

  void container(const Container& container) {
    const std::size_t index = index_++;
    if (index >= facts_.containers.size()) return;
    const std::uint32_t s = facts_.containers[index].shape;
    if (facts_.shapes[s].images.size() != container.images.size()) return;
    for (const DowngradeRequest& request : requests_[s])
      image(container, request);
  }

  std::vector<DowngradedImage> images;
  std::vector<Patch> patches;
  std::map<std::uint64_t, Change> changes;  // by the image's offset

 private:
  void image(const Container& container, const DowngradeRequest& request);
  /// An Error: it is left alone, and why.
  Result<void> downgrade(const Image& image, bool object,
                         const DowngradeRequest& request, DowngradedImage& out);
  std::string choices(std::string_view text, bool object, const Proof& proof,
                      const DowngradeRequest& request);

  ByteSource& source_;
  const DowngradeOptions& request_;
  const ArtifactFacts& facts_;
  const std::vector<std::vector<DowngradeRequest>>& requests_;
  bool thin_;
  std::size_t index_ = 0;
};

void Planner::image(const Container& container,
                    const DowngradeRequest& request) {
  const Image& image = container.images[request.image];
  DowngradedImage out;
  out.container = container_id(place_of(container), container.offset);
  out.unit = container.unit;
  out.target = image.arch;
  out.from = image.ptx_isa.value_or(Version{});
  out.to = request.isa;
  const bool object = container.role == ContainerRole::relocatable;
  const auto done = downgrade(image, object, request, out);
  out.downgraded = done.has_value();
  if (!done) out.why = done.error().message;
  images.push_back(std::move(out));
}

/// What is left where a text cannot be downgraded.
std::string Planner::choices(std::string_view text, bool object,
                             const Proof& proof,
                             const DowngradeRequest& request) {
  const Reader& reader =
      proof.refused_by ? *proof.refused_by : request.readers.front();
  std::string newer;
  if (proof.refused_by) {
    const auto takes = oldest_that_takes(text, object, reader,
                                         request_.releases, request_.ask);
    if (takes) {
      newer = fmt::format(
          "ask for a driver of CUDA {} or newer, the oldest available one that "
          "accepts "
          "it",
          to_string(*takes));
    }
  }
  const std::string gpu = to_string(reader.gpu);
  return join_fixes(
      {fmt::format("add SASS for {}: -gencode=arch=compute_{},code=sm_{}",
                   reader.name, gpu, gpu),
       newer, "drop the PTX"});
}

Result<void> Planner::downgrade(const Image& image, bool object,
                                const DowngradeRequest& request,
                                DowngradedImage& out) {
  if (thin_) {
    out.fix = "downgrade the member's own file";
    return fail(image.offset,
                "it is in a thin archive, whose members are files of their "
                "own");
  }
  const auto text = ptx_text(source_, image);
  if (!text) return tl::unexpected(text.error());
  auto downgraded = downgrade_text(*text, request.isa);
  if (!downgraded) return tl::unexpected(downgraded.error());
  auto fitted = fit(source_, image, *downgraded, request.isa);
  if (!fitted) return tl::unexpected(fitted.error());
  // The proof is of what is written.
  downgraded->text = std::move(fitted->text);
  Proof proof = prove({*downgraded, out.from, image.arch, object},
                      request.readers, request_.releases, request_.ask);
  if (!proof.proven) {
    out.fix = proof.fix.empty() ? choices(*text, object, proof, request)
                                : std::move(proof.fix);
    return fail(image.offset, "{}", proof.why);
  }
  changes[image.offset] = {request.isa, digest_of(downgraded->text)};
  std::move(fitted->patches.begin(), fitted->patches.end(),
            std::back_inserter(patches));
  out.proven_by = std::move(proof.by);
  out.dropped = std::move(downgraded->dropped);
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
  return fail(
      Error::kNoOffset,
      "the downgraded copy does not read as the original does{}: nothing "
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

Result<std::vector<DowngradedImage>> downgrade_file(
    const DowngradeOptions& request, const ArtifactFacts& facts,
    const std::vector<std::vector<DowngradeRequest>>& requests) {
  auto source = ByteSource::open(request.path);
  if (!source) return tl::unexpected(source.error());
  Planner planner(*source, request, facts, requests);
  ScanSink sink;
  sink.container = [&](const Container& one) { planner.container(one); };
  sink.problem = [](const Problem&) {};
  auto scanned = scan(*source, request.depth, sink);
  if (!scanned) return tl::unexpected(scanned.error());
  const bool in_place = request.path == request.out;
  if (planner.patches.empty() && in_place) return std::move(planner.images);
  if (!planner.patches.empty() && has_signature(*source)) {
    return fail(
        source->size(),
        "it is signed (~Module signature appended~): downgrade it before "
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
