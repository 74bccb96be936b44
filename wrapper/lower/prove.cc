#include "lower/prove.h"

#include <algorithm>

#include "facts/tables.h"
#include "images/ptx.h"
#include "jit/refusal.h"

namespace cudacompat {
namespace {

std::string fetch(Version release) {
  return fmt::format("cudacompat jit fetch {}", to_string(release));
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

bool is_at_hand(Version release, const std::vector<Version>& releases) {
  return std::ranges::find(releases, release) != releases.end();
}

JitAnswer answer(const AskCompiler& ask, Version release, Arch arch,
                 std::string_view text) {
  JitInput input;
  input.arch = arch;
  input.ptx = {text};
  auto said = ask(release, input);
  return said ? std::move(*said)
              : JitAnswer{JitAnswer::Kind::failed, "it is not at hand", {}};
}

Proof unproven(std::string why, std::string cure) {
  return {false, {}, std::move(why), std::move(cure)};
}

std::string first_refusal(const JitAnswer& said, std::string_view text) {
  return said.kind == JitAnswer::Kind::failed
             ? said.log
             : parse_refusals(said.log, text, 1).front().text();
}

}  // namespace

Proof prove(const LoweredText& lowered, Version original_isa, Arch target,
            const std::vector<Reader>& readers,
            const std::vector<Version>& releases, const AskCompiler& ask) {
  for (const Reader& reader : readers) {
    if (is_at_hand(reader.cuda, releases)) continue;
    return unproven(
        fmt::format("it cannot be proven for {}: the JIT compiler of CUDA {} "
                    "is not at hand",
                    reader.name, to_string(reader.cuda)),
        fetch(reader.cuda));
  }
  const Version newest = releases.empty() ? Version{} : releases.back();
  const auto reads = ptx_isa_of(newest);
  if (releases.empty() || (reads && *reads < original_isa)) {
    Version wanted;
    for (const ReleaseRow& row : release_table())
      if (row.ptx_isa >= original_isa && wanted.major == 0) wanted = row.cuda;
    return unproven(
        fmt::format("it cannot be proven: no JIT compiler at hand reads the "
                    "original's PTX {}",
                    to_string(original_isa)),
        fetch(wanted));
  }
  Proof proof;
  for (const Reader& reader : readers) {
    const JitAnswer said = answer(ask, reader.cuda, reader.gpu, lowered.text);
    if (!said.accepted()) {
      return unproven(
          fmt::format("the JIT compiler of CUDA {} does not take it for {}: {}",
                      to_string(reader.cuda), reader.name,
                      first_refusal(said, lowered.text)),
          "");
    }
    proof.by.push_back(reader.cuda);
  }
  const Arch arch = code_arch(target, newest);
  const JitAnswer before = answer(ask, newest, arch, lowered.reference);
  const JitAnswer after = answer(ask, newest, arch, lowered.text);
  for (const auto& [said, text, name] : {
           std::tuple{&before, &lowered.reference, "the original"    },
           std::tuple{&after,  &lowered.text,      "the lowered text"}
  }) {
    if (said->accepted()) continue;
    return unproven(
        fmt::format("the JIT compiler of CUDA {} does not take {}: "
                    "{}",
                    to_string(newest), name, first_refusal(*said, *text)),
        "");
  }
  if (before.code.empty() || before.code != after.code) {
    return unproven(fmt::format("CUDA {} makes other machine code of the "
                                "lowered text for sm_{}",
                                to_string(newest), to_string(arch)),
                    "");
  }
  proof.by.push_back(newest);
  std::sort(proof.by.begin(), proof.by.end());
  proof.by.erase(std::unique(proof.by.begin(), proof.by.end()), proof.by.end());
  proof.proven = true;
  return proof;
}

std::optional<Version> oldest_that_takes(std::string_view original, Arch gpu,
                                         Version than,
                                         const std::vector<Version>& releases,
                                         const AskCompiler& ask) {
  for (const Version release : releases) {
    const auto isa = ptx_isa_of(release);
    if (release <= than || !isa) continue;
    const auto lowered = lower_text(original, *isa);
    const auto header = parse_ptx_header(original, 0);
    if (!lowered && (!header || header->isa > *isa)) continue;
    const std::string_view text = lowered ? lowered->text : original;
    if (answer(ask, release, gpu, text).accepted()) return release;
  }
  return std::nullopt;
}

}  // namespace cudacompat
