// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/nvcc_options.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cudacompat {
namespace {

using enum NvccValue;
using enum NvccMeaning;

constexpr NvccOption kOptions[] = {
    {"--Ofast-compile", "-Ofc", word, other},
    {"--Wconversion", "-Wconversion", none, other},
    {"--Wdefault-stream-launch", "-Wdefault-stream-launch", none, other},
    {"--Werror", "-Werror", word, other},
    {"--Wext-lambda-captures-this", "-Wext-lambda-captures-this", none, other},
    {"--Wmissing-launch-bounds", "-Wmissing-launch-bounds", none, other},
    {"--Wno-deprecated-declarations", "-Wno-deprecated-declarations", none,
     other},
    {"--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets", none,
     other},
    {"--Wreorder", "-Wreorder", none, other},
    {"--aggressive-inline", "-aggressive-inline", none, other},
    {"--all-prefix", "", word, other},
    {"--allow-unsupported-compiler", "-allow-unsupported-compiler", none,
     other},
    {"--apply-controls", "-apply-controls", word, other},
    {"--archive-options", "-Xarchive", word, other},
    {"--archiver-binary", "-arbin", word, other},
    {"--augment-host-linker-script", "-aug-hls", none, other},
    {"--brief-diagnostics", "-brief-diag", word, other},
    {"--cicc-options", "-Xcicc", word, other},
    {"--cicc-prefix", "", word, other},
    {"--clean-targets", "-clean", none, no_product},
    {"--compile", "-c", none, compile},
    {"--compile-as-tools-patch", "-astoolspatch", none, other},
    {"--compiler-bindir", "-ccbin", word, other},
    {"--compiler-options", "-Xcompiler", word, other},
    {"--compress-mode", "-compress-mode", word, other},
    {"--concat", "-concat", none, other},
    {"--cpp-prefix", "", word, other},
    {"--cubin", "-cubin", none, cubin},
    {"--cuda", "-cuda", none, no_product},
    {"--cuda-api-version", "-cuda-api-version", word, other},
    {"--cudadevrt", "-cudadevrt", word, other},
    {"--cudafe-options", "-Xcudafe", word, other},
    {"--cudafe-prefix", "", word, other},
    {"--cudart", "-cudart", word, other},
    {"--dD", "-dD", none, other},
    {"--debug", "-g", none, other},
    {"--default-stream", "-default-stream", word, other},
    {"--define-macro", "-D", joined, other},
    {"--dependency-drive-prefix", "-ddp", word, other},
    {"--dependency-output", "-MF", word, other},
    {"--dependency-target-name", "-MT", word, other},
    {"--device-c", "-dc", none, device_c},
    {"--device-compilation", "", word, other},
    {"--device-debug", "-G", none, other},
    {"--device-entity-has-hidden-visibility",
     "-device-entity-has-hidden-visibility", word, other},
    {"--device-link", "-dlink", none, device_link},
    {"--device-stack-protector", "-device-stack-protector", word, other},
    {"--device-w", "-dw", none, device_w},
    {"--diag-error", "-diag-error", word, other},
    {"--diag-suppress", "-diag-suppress", word, other},
    {"--diag-warn", "-diag-warn", word, other},
    {"--disable-warnings", "-w", none, other},
    {"--display-error-number", "-err-no", none, other},
    {"--dlink-time-opt", "-dlto", none, lto},
    {"--dont-use-profile", "-noprof", none, other},
    {"--dopt", "-dopt", word, other},
    {"--drive-prefix", "-dp", word, other},
    {"--dryrun", "-dryrun", none, no_product},
    {"--enable-tile", "-enable-tile", none, other},
    {"--entries", "-e", word, other},
    {"--export-dir", "", word, other},
    {"--expt-extended-lambda", "-expt-extended-lambda", none, other},
    {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr", none, other},
    {"--extended-lambda", "-extended-lambda", none, other},
    {"--extensible-whole-program", "-ewp", none, other},
    {"--extern-mode", "", word, other},
    {"--extra-device-vectorization", "-extra-device-vectorization", none,
     other},
    {"--fassociative-math", "-fassociative-math", none, other},
    {"--fatbin", "-fatbin", none, fatbin},
    {"--fatbin-options", "-Xfatbin", word, other},
    {"--fdevice-sanitize", "-fdevice-sanitize", word, other},
    {"--fdevice-syntax-only", "-fdevice-syntax-only", none, other},
    {"--fdevice-time-trace", "-fdevice-time-trace", word, other},
    {"--fdevice-time-trace-granularity", "-fdevice-time-trace-granularity",
     word, other},
    {"--ffinite-math-only", "-ffinite-math-only", none, other},
    {"--fmad", "-fmad", word, other},
    {"--fmax-errors", "-fmax-errors", word, other},
    {"--fno-signed-zeros", "-fno-signed-zeros", none, other},
    {"--force-cl-env-setup", "-force-cl-env-setup", none, other},
    {"--forward-unknown-opts", "-forward-unknown-opts", none, other},
    {"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler",
     none, other},
    {"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker",
     none, other},
    {"--frandom-seed", "-frandom-seed", word, other},
    {"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit", word, other},
    {"--ftemplate-depth", "-ftemplate-depth", word, other},
    {"--ftz", "-ftz", word, other},
    {"--gen-opt-lto", "-gen-opt-lto", none, other},
    {"--generate-code", "-gencode", word, gencode},
    {"--generate-dependencies", "-M", none, no_product},
    {"--generate-dependencies-with-compile", "-MD", none, other},
    {"--generate-dependency-targets", "-MP", none, other},
    {"--generate-line-info", "-lineinfo", none, other},
    {"--generate-nonsystem-dependencies", "-MM", none, no_product},
    {"--generate-nonsystem-dependencies-with-compile", "-MMD", none, other},
    {"--global_var", "-global_var", none, other},
    {"--gpu-architecture", "-arch", word, arch},
    {"--gpu-code", "-code", word, code},
    {"--help", "-h", none, no_product},
    {"--host-linker-script", "-hls", word, other},
    {"--host-relocatable-link", "-host-r", none, other},
    {"--include-path", "-I", joined, other},
    {"--input-drive-prefix", "-idp", word, other},
    {"--intern-mode", "", word, other},
    {"--jobserver", "-jobserver", none, other},
    {"--jump-table-density", "-jtd", word, other},
    {"--keep", "-keep", none, other},
    {"--keep-device-functions", "-keep-device-functions", none, other},
    {"--keep-dir", "-keep-dir", word, other},
    {"--legacy-launch-seq", "", none, other},
    {"--lib", "-lib", none, lib},
    {"--libdevice-directory", "-ldir", word, other},
    {"--library", "-l", joined, other},
    {"--library-path", "-L", joined, other},
    {"--limit-fold-fp", "", none, other},
    {"--link", "-link", none, other},
    {"--linker-options", "-Xlinker", word, other},
    {"--list-gpu-arch", "-arch-ls", none, no_product},
    {"--list-gpu-code", "-code-ls", none, no_product},
    {"--lto", "-lto", none, lto},
    {"--ltoir", "-ltoir", none, no_product},
    {"--m64", "-m64", none, other},
    {"--machine", "-m", joined, other},
    {"--maxrregcount", "-maxrregcount", word, other},
    {"--no-align-double", "", none, other},
    {"--no-compress", "-no-compress", none, other},
    {"--no-device-inline", "-nodinline", none, other},
    {"--no-device-link", "-nodlink", none, other},
    {"--no-display-error-number", "-no-err-no", none, other},
    {"--no-exceptions", "-noeh", none, other},
    {"--no-host-device-initializer-list", "-nohdinitlist", none, other},
    {"--no-host-device-move-forward", "-nohdmoveforward", none, other},
    {"--no-libdevice", "-no-libdevice", word, other},
    {"--no-shadow-functions", "-no-shadow-functions", none, other},
    {"--no-strong-global-assumptions", "-no-strong-global-assumptions", none,
     other},
    {"--nvasm-loopback", "-nvasm-loopback", none, other},
    {"--nvasm-options", "-Xnvasm", word, other},
    {"--nvdisasm-options", "-Xnvdisasm", word, other},
    {"--nvlink-options", "-Xnvlink", word, other},
    {"--nvlink-prefix", "", word, other},
    {"--nvprune-options", "-Xnvprune", word, other},
    {"--nvvm-version", "-nvvm-version", word, other},
    {"--objdir-as-tempdir", "-objtemp", none, other},
    {"--optimization-info", "-opt-info", word, other},
    {"--optimize", "-O", joined, other},
    {"--options-file", "-optf", word, options_file},
    {"--optix-ir", "-optix-ir", none, no_product},
    {"--output-directory", "-odir", word, output_directory},
    {"--output-file", "-o", word, output},
    {"--pre-include", "-include", word, other},
    {"--prec-div", "-prec-div", word, other},
    {"--prec-sqrt", "-prec-sqrt", word, other},
    {"--preprocess", "-E", none, no_product},
    {"--profile", "-pg", none, other},
    {"--prune", "-prune", none, other},
    {"--ptx", "-ptx", none, ptx},
    {"--ptxas-options", "-Xptxas", word, other},
    {"--ptxas-prefix", "", word, other},
    {"--qpp-config", "-qpp-config", word, other},
    {"--relocatable-device-code", "-rdc", word, other},
    {"--relocatable-link", "-r", none, other},
    {"--relocatable-ptx", "-reloc-ptx", none, other},
    {"--resource-usage", "-res-usage", none, other},
    {"--restrict", "-restrict", none, other},
    {"--restrict-in-struct", "-restrict-in-struct", none, other},
    {"--run", "-run", none, other},
    {"--run-args", "-run-args", word, other},
    {"--safety-compatibility", "-safety-compat", none, other},
    {"--sanitize", "-sanitize", word, other},
    {"--save-temps", "-save-temps", none, other},
    {"--shared", "-shared", none, other},
    {"--simt-only", "-simt-only", none, other},
    {"--skip-ptx-semantics-check", "-skip-ptx-semantics-check", none, other},
    {"--source-in-ptx", "-src-in-ptx", none, other},
    {"--split-compile", "-split-compile", word, other},
    {"--split-compile-extended", "-split-compile-extended", word, other},
    {"--static-global-template-stub", "-static-global-template-stub", word,
     other},
    {"--std", "-std", word, other},
    {"--stdlib", "-stdlib", word, other},
    {"--system-include", "-isystem", word, other},
    {"--target-directory", "-target-dir", word, other},
    {"--tdump", "", none, other},
    {"--threads", "-t", joined, other},
    {"--tile-only", "-tile-only", none, other},
    {"--tile-preview", "-tile-preview", word, other},
    {"--tilebc", "-tilebc", none, no_product},
    {"--tilecubin", "-tilecubin", none, no_product},
    {"--tilefatbin", "-tilefatbin", none, no_product},
    {"--tileiras-options", "-Xtileiras", word, other},
    {"--time", "-time", word, other},
    {"--tool-name", "-tool-name", word, other},
    {"--undefine-macro", "-U", joined, other},
    {"--use-cubin", "-use-cubin", word, other},
    {"--use-local-env", "-use-local-env", none, other},
    {"--use_fast_math", "-use_fast_math", none, other},
    {"--utf-8", "-utf-8", none, other},
    {"--verbose", "-v", none, other},
    {"--verbose2", "-v2", none, other},
    {"--version", "-V", none, no_product},
    {"--version-ident", "", word, other},
    {"--x", "-x", word, language},
};

constexpr std::size_t kCount = std::size(kOptions);

struct Spelling {
  std::string_view text;
  std::uint16_t row;
};

constexpr std::size_t count_spellings() {
  std::size_t n = kCount;
  for (const NvccOption& option : kOptions) n += !option.short_name.empty();
  return n;
}

/// Both spellings of every row, ascending, for a binary search.
constexpr auto kSpellings = [] {
  std::array<Spelling, count_spellings()> all{};
  std::size_t n = 0;
  for (std::uint16_t row = 0; row < kCount; ++row) {
    all[n++] = {kOptions[row].long_name, row};
    if (!kOptions[row].short_name.empty())
      all[n++] = {kOptions[row].short_name, row};
  }
  std::ranges::sort(all, {}, &Spelling::text);
  return all;
}();

const NvccOption* find_spelling(std::string_view text) {
  const auto found =
      std::ranges::lower_bound(kSpellings, text, {}, &Spelling::text);
  if (found == kSpellings.end() || found->text != text) return nullptr;
  return &kOptions[found->row];
}

}  // namespace

std::span<const NvccOption> nvcc_option_table() { return kOptions; }

FoundOption find_nvcc_option(std::string_view word) {
  if (const NvccOption* option = find_spelling(word))
    return {option, false, {}};
  const std::size_t equals = word.find('=');
  if (equals != std::string_view::npos) {
    const NvccOption* option = find_spelling(word.substr(0, equals));
    if (option && option->value != none)
      return {option, true, word.substr(equals + 1)};
  }
  // -O3, -Iinclude: every such option has a short name of one letter.
  if (word.size() > 2) {
    const NvccOption* option = find_spelling(word.substr(0, 2));
    if (option && option->value == joined)
      return {option, true, word.substr(2)};
  }
  return {};
}

}  // namespace cudacompat
