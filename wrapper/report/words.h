#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "facts/artifact.h"
#include "rules/machine.h"
#include "verdict/verdict.h"

namespace cudacompat {

// The words that text and JSON share, so that both say the same of one thing.

/// Bytes of the UTF-8 character that `text` starts with; 0 where it starts
/// with none (also for surrogates and overlong forms).
std::size_t utf8_length(std::string_view text);

/// Text out of a file or an argument, safe for a terminal: control bytes and
/// what steers a terminal or is not UTF-8 as \xNN.
std::string printable(std::string_view text);

/// Names a container within its file, the same in each report and run:
/// ".nv_fatbin@0x1c40", "k1.o:.nv_fatbin@0x40", "bare@0x0". The number is the
/// offset in the file (in the member's own file where an archive is thin).
std::string container_id(const Place& place, std::uint64_t offset);
Place place_of(const Container& container);

/// "sm_90a", "compute_80": an architecture as nvcc names code of this kind.
std::string arch_name(ImageKind kind, Arch arch, bool known);
/// "sm_90a SASS", "compute_80 PTX 9.0", "lto_80 LTO-IR".
std::string image_label(const ImageFacts& image);

/// "loads" ... or "none": there is no device code to judge, which is no pass.
std::string_view verdict_word(const ArtifactFacts& facts,
                              const ArtifactVerdict& verdict);
bool nothing_to_judge(const ArtifactFacts& facts,
                      const ArtifactVerdict& verdict);

/// Why a container got its outcome, in one line: "sm_80 SASS, same major".
std::string because(const Choice& choice, const ContainerShape* shape,
                    const MachineFacts& machine);

/// "object", "linked", "archive", "bare", "none".
std::string_view to_string(FileKind file);

/// "75 80 90a"
std::string arch_numbers(const std::vector<Arch>& archs);

/// "1 container", "3 containers", "2 classes".
std::string counted(std::uint64_t n, std::string_view noun);

}  // namespace cudacompat
