// SPDX-License-Identifier: Apache-2.0
#include "change/downgrade/prove.h"

#include <algorithm>

#include "ask/jit/refusal.h"
#include "judge/facts/tables.h"
#include "read/images/ptx.h"

namespace cudacompat {
namespace {

std::string fetch(const std::vector<Version>& releases) {
  std::string out = "cudacompat jit fetch";
  for (const Version release : releases) out += " " + to_string(release);
  return out;
}

/// The architecture that the newest compiler makes code for: the text's own,
/// or the next that it still knows.
Arch code_arch(Arch target, Version release) {
  for (const ReleaseRow& row : release_table()) {
    if (row.cuda != release) continue;
    if (std::ranges::find(row.archs, target) != row.archs.end()) return target;
    for (const Arch arch : row.archs)
      if (arch.scope == ArchScope::base && arch.number >= target.number)
        return arch;
  }
  return target;
}

JitAnswer answer(const AskCompiler& ask, Version release, Arch arch,
                 bool object, std::string_view text) {
  JitInput input;
  input.arch = arch;
  input.ptx = {text};
  input.object = object;
  auto said = ask(release, input);
  return said ? std::move(*said)
              : JitAnswer{JitAnswer::Kind::failed, "it is not available", {}};
}

Proof unproven(std::string why, std::string fix) {
  return {false, {}, std::move(why), std::move(fix), {}};
}

/// No proof, where a compiler that it needs is not available.
std::optional<Proof> missing_compilers(const DowngradedImageText& text,
                                       const std::vector<Reader>& readers,
                                       const std::vector<Version>& releases) {
  std::vector<Version> missing;
  std::optional<Proof> proof;
  for (const Reader& reader : readers) {
    if (std::ranges::find(releases, reader.cuda) != releases.end()) continue;
    const std::string release = to_string(reader.cuda);
    if (!jit_compiler_is_published(reader.cuda)) {
      proof = unproven(
          fmt::format("it cannot be proven for {}: NVIDIA published no JIT "
                      "compiler of CUDA {} to try it with",
                      reader.name, release),
          "");
      proof->refused_by = reader;
      return proof;
    }
    if (!proof) {
      proof = unproven(
          fmt::format("it cannot be proven for {}: the JIT compiler of CUDA {} "
                      "is not available",
                      reader.name, release),
          "");
    }
    missing.push_back(reader.cuda);
  }
  const auto reads = releases.empty() ? Version{} : ptx_isa_of(releases.back());
  if (reads && *reads < text.original_isa) {
    if (!proof) {
      proof = unproven(
          fmt::format(
              "it cannot be proven: no available JIT compiler reads the "
              "original's PTX {}",
              to_string(text.original_isa)),
          "");
    }
    missing.push_back(first_jit_compiler(text.original_isa));
  }
  if (proof) {
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    proof->fix = fetch(missing);
  }
  return proof;
}

std::string first_refusal(const JitAnswer& said, std::string_view text) {
  return said.kind == JitAnswer::Kind::failed
             ? said.log
             : parse_refusals(said.log, text, 1).front().text();
}

}  // namespace

Proof prove(const DowngradedImageText& text, const std::vector<Reader>& readers,
            const std::vector<Version>& releases, const AskCompiler& ask) {
  const DowngradedText& downgraded = text.downgraded;
  const Version newest = releases.empty() ? Version{} : releases.back();
  if (auto missing = missing_compilers(text, readers, releases))
    return std::move(*missing);
  Proof proof;
  for (const Reader& reader : readers) {
    const JitAnswer said =
        answer(ask, reader.cuda, reader.gpu, text.object, downgraded.text);
    if (!said.accepted()) {
      proof = unproven(
          fmt::format("the JIT compiler of CUDA {} rejects it for {}: {}",
                      to_string(reader.cuda), reader.name,
                      first_refusal(said, downgraded.text)),
          "");
      if (said.kind == JitAnswer::Kind::refused) proof.refused_by = reader;
      return proof;
    }
    proof.by.push_back(reader.cuda);
  }
  const Arch arch = code_arch(text.target, newest);
  const JitAnswer before =
      answer(ask, newest, arch, text.object, downgraded.reference);
  const JitAnswer after =
      answer(ask, newest, arch, text.object, downgraded.text);
  for (const auto& [said, ptx, name] :
       {std::tuple{&before, &downgraded.reference, "the original"},
        std::tuple{&after, &downgraded.text, "the downgraded text"}}) {
    if (said->accepted()) continue;
    return unproven(
        fmt::format("the JIT compiler of CUDA {} rejects {}: "
                    "{}",
                    to_string(newest), name, first_refusal(*said, *ptx)),
        "");
  }
  if (before.code.empty() || after.code.empty()) {
    return unproven(
        fmt::format("it cannot be proven: libnvJitLink {} makes no code of an "
                    "object that is yet to be linked",
                    to_string(newest)),
        fetch({newest_release()}));
  }
  if (before.code != after.code) {
    return unproven(fmt::format("CUDA {} makes other machine code of the "
                                "downgraded text for sm_{}",
                                to_string(newest), to_string(arch)),
                    "");
  }
  proof.by.push_back(newest);
  std::sort(proof.by.begin(), proof.by.end());
  proof.by.erase(std::unique(proof.by.begin(), proof.by.end()), proof.by.end());
  proof.proven = true;
  return proof;
}

std::optional<Version> oldest_that_takes(std::string_view original, bool object,
                                         const Reader& reader,
                                         const std::vector<Version>& releases,
                                         const AskCompiler& ask) {
  for (const Version release : releases) {
    const auto isa = ptx_isa_of(release);
    if (release <= reader.cuda || !isa) continue;
    const auto downgraded = downgrade_text(original, *isa);
    const auto header = parse_ptx_header(original, 0);
    if (!downgraded && (!header || header->isa > *isa)) continue;
    const std::string_view text = downgraded ? downgraded->text : original;
    if (answer(ask, release, reader.gpu, object, text).accepted())
      return release;
  }
  return std::nullopt;
}

}  // namespace cudacompat
