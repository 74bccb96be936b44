// SPDX-License-Identifier: Apache-2.0
#include "doctor/log/log_words.h"

#include <fmt/format.h>

#include <vector>

#include "ask/fleet/smi_errors.h"
#include "base/text/message_text.h"
#include "judge/facts/tables.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

/// "8.5 (CUDA 12.5 or 12.6)": a PTX ISA and the releases that have it.
std::string isa_text(Version isa) {
  std::vector<std::string> releases;
  for (const ReleaseRow& row : release_table()) {
    if (row.ptx_isa == isa) releases.push_back(to_string(row.cuda));
  }
  if (releases.empty()) return to_string(isa);
  const std::vector<std::string_view> words(releases.begin(), releases.end());
  return fmt::format("{} (CUDA {})", to_string(isa), one_of(words));
}

/// A machine whose driver reads PTX up to `reader`, for the words of fixes.
DriverCase machine_of(const Symptom& symptom, const LogReading& log) {
  DriverCase machine;
  machine.os = log.windows ? Os::windows_x86_64 : Os::linux_x86_64;
  machine.max_ptx = symptom.reader;
  return machine;
}

std::string compared(const Symptom& symptom, std::string_view compiler) {
  const std::string limit =
      symptom.reader
          ? fmt::format("reads PTX up to {}", isa_text(*symptom.reader))
          : "reads older PTX only";
  return symptom.ptx ? fmt::format("it is PTX {}, and {} {}",
                                   isa_text(*symptom.ptx), compiler, limit)
                     : fmt::format("{} {}, and this is newer", compiler, limit);
}

/// The first release whose compilers read the PTX that was refused.
std::optional<Version> release_wanted(const Symptom& symptom) {
  return symptom.ptx ? cuda_of_ptx_isa(*symptom.ptx) : std::nullopt;
}

/// The wheels of CUDA 12 bear the major in their name.
std::string nvjitlink_of(Version release) {
  const std::string major =
      release.major > 12 ? "" : fmt::format("-cu{}", release.major);
  return fmt::format("pip install \"nvidia-nvjitlink{}>={}\"", major,
                     to_string(release));
}

}  // namespace

namespace words {

SymptomWords refused_by_driver(const Symptom& symptom, const LogReading& log) {
  const DriverCase machine = machine_of(symptom, log);
  const std::optional<Version> wanted = release_wanted(symptom);
  SymptomWords out;
  out.message = fmt::format(
      "PTX does not load (error 222): {}. The driver compiles it, so toolkits "
      "in PATH have no part in it",
      compared(symptom, "the driver's JIT compiler"));
  std::string older = fix_older_toolkit(machine);
  if (!older.empty()) {
    older += " (numba, cupy: their CUDA packages of that release)";
  }
  out.fix = join_fixes(
      {"add SASS for the GPU (`cudacompat plan -p this-machine`)",
       symptom.reader ? fmt::format("`cudacompat downgrade FILE --ptx-isa {}`",
                                    to_string(*symptom.reader))
                      : std::string(),
       older,
       wanted ? fix_newer_driver(*wanted, machine)
              : std::string("update the driver")});
  return out;
}

SymptomWords refused_by_ptxas(const Symptom& symptom, const LogReading& log) {
  const std::string wanted =
      release_wanted(symptom)
          ? fmt::format("CUDA {} or newer", to_string(*release_wanted(symptom)))
          : "a newer CUDA";
  SymptomWords out;
  out.message = fmt::format(
      "PTX is not assembled: {}. It is a program that was given {}, so the "
      "driver has no part in it",
      compared(symptom, "the ptxas that ran"), quote(symptom.file));
  const std::string path = fmt::format(
      "put the bin folder of {} first in PATH (`which -a ptxas`)", wanted);
  const std::string triton = fmt::format(
      "export TRITON_PTXAS_PATH=.../bin/ptxas of {}, or update Triton", wanted);
  const std::string_view base =
      std::string_view(symptom.file)
          .substr(symptom.file.find_last_of("/\\") + 1);
  const bool nvcc_file = base.starts_with("tmpxft_");
  const bool triton_file =
      !nvcc_file && base.starts_with("tmp") && base.ends_with(".ptx");
  out.fix = log.triton && !nvcc_file ? triton
            : triton_file ? triton + " (where Triton ran it); or " + path
                          : path;
  return out;
}

SymptomWords refused_by_nvjitlink(const Symptom& symptom,
                                  const LogReading& /*log*/) {
  SymptomWords out;
  out.message =
      fmt::format("PTX is not compiled: {}; the driver has no part in it",
                  compared(symptom, "the libnvJitLink that is loaded"));
  const std::optional<Version> wanted = release_wanted(symptom);
  out.fix = wanted ? nvjitlink_of(*wanted)
                   : "update nvidia-nvjitlink to the release of the toolkit "
                     "that made the PTX";
  return out;
}

SymptomWords unknown_target(const Symptom& symptom, const LogReading& log) {
  const bool ptxas = symptom.kind == SymptomKind::ptx_target_of_ptxas;
  const bool linker = symptom.kind == SymptomKind::ptx_target_of_nvjitlink;
  SymptomWords out;
  out.message =
      fmt::format("PTX is not compiled: its .target {} is not known to {}",
                  quote(symptom.arch),
                  ptxas    ? "the ptxas that ran"
                  : linker ? "the libnvJitLink that is loaded"
                           : "the driver's JIT compiler");
  const auto arch = parse_arch(symptom.arch);
  const ArchRow* row = arch ? find_arch(*arch) : nullptr;
  const auto cuda =
      row != nullptr ? cuda_of_ptx_isa(row->min_ptx) : std::optional<Version>();
  if (!cuda) {
    out.fix =
        "build PTX for an architecture of `cudacompat facts architectures`";
  } else if (ptxas) {
    out.fix = fmt::format(
        "put ptxas of CUDA {} or newer first in PATH; for Triton: "
        "TRITON_PTXAS_PATH",
        to_string(*cuda));
  } else {
    out.fix = join_fixes(
        {"build PTX for an earlier architecture",
         linker ? nvjitlink_of(*cuda)
                : fix_newer_driver(*cuda, machine_of(symptom, log))});
  }
  return out;
}

SymptomWords unknown_to_compiler(const Symptom& symptom,
                                 const LogReading& log) {
  const bool ptxas = symptom.kind == SymptomKind::ptxas_gpu;
  SymptomWords out;
  out.message = fmt::format("the compile stops: this {} makes no code for {}",
                            ptxas                                   ? "ptxas"
                            : symptom.kind == SymptomKind::nvcc_gpu ? "nvcc"
                                                                    : "libNVVM",
                            symptom.arch);
  const auto arch = parse_arch(symptom.arch);
  const ArchRow* row = arch ? find_arch(*arch) : nullptr;
  if (row == nullptr) {
    out.message += ", which no table has either";
    out.fix = "correct it (`cudacompat facts architectures`)";
    return out;
  }
  const bool ended = row->last_toolkit != Version{};
  const std::string toolkits =
      ended ? fmt::format("CUDA {} to {}", to_string(row->first_toolkit),
                          to_string(row->last_toolkit))
            : fmt::format("CUDA {} or newer", to_string(row->first_toolkit));
  out.fix =
      fmt::format("build with {}, which make it, or leave it out", toolkits);
  const std::uint16_t renamed = canonical_number(arch->number);
  if (renamed != arch->number) {
    const Arch now{renamed, arch->scope};
    out.fix += fmt::format("; newer ones call it {}", to_string(now));
  }
  if (ptxas && log.triton) {
    out.fix = fmt::format(
        "export TRITON_PTXAS_PATH=.../bin/ptxas of {}, or "
        "update Triton",
        toolkits);
  }
  return out;
}

/// What a host compiler's limit of an nvcc is told as: "gcc versions later
/// than 13 are not supported".
SymptomWords host_compiler(const Symptom& symptom, const LogReading& /*log*/) {
  constexpr std::string_view kKey = "gcc versions later than ";
  const std::size_t at = symptom.text.find(kKey);
  std::string most =
      at == std::string::npos ? "" : symptom.text.substr(at + kKey.size());
  most = most.substr(0, most.find_first_not_of("0123456789"));
  SymptomWords out;
  out.message =
      "the compile stops: this nvcc does not take the host compiler that it "
      "finds";
  if (!most.empty()) out.message += fmt::format(", only g++ up to {}", most);
  const std::string compiler = most.empty() ? "an older g++" : "g++-" + most;
  out.fix = fmt::format(
      "install {0}, then -DCMAKE_CUDA_HOST_COMPILER={1} (nvcc: -ccbin {1}; "
      "extensions of torch: export CC=gcc{2} CXX={1}); or build with a newer "
      "toolkit: CUDA 12.4 takes g++ up to 13, 12.8 up to 14, 13.0 up to 15, "
      "13.4 up to 16",
      compiler, most.empty() ? "g++-N" : compiler,
      most.empty() ? "-N" : "-" + most);
  return out;
}

SymptomWords instruction_missing(const Symptom& symptom,
                                 const LogReading& /*log*/) {
  SymptomWords out;
  if (symptom.archs.empty()) {
    const auto arch = parse_arch(symptom.arch);
    const std::string name = arch ? symptom.arch : "the architecture";
    const bool suffix = arch && arch->number >= 90;
    out.message = fmt::format(
        "the compile stops: the code has an instruction that {} does not have",
        name);
    out.fix = suffix ? fmt::format(
                           "compile for {0}a, where the code is for it: "
                           "-gencode=arch=compute_{1}a,code=sm_{1}a (CMake: "
                           "{1}a); or leave {0} out",
                           name, arch->number)
                     : fmt::format("leave {} out of the list", name);
    return out;
  }
  const auto least = parse_arch(symptom.archs.front());
  out.message = fmt::format(
      "the compile stops: the code has an instruction of {} and later GPUs, "
      "and is compiled for an earlier one too",
      symptom.archs.front());
  out.fix = "leave the earlier architectures out";
  if (least) {
    out.fix += fmt::format(
        ": -DCMAKE_CUDA_ARCHITECTURES={0}, TORCH_CUDA_ARCH_LIST={1} or what "
        "the project has for it, with {1} or later only; or put the code in "
        "#if __CUDA_ARCH__ >= {0}0",
        least->number, cc_to_string(least->number));
  }
  return out;
}

SymptomWords no_architecture_at_all(const Symptom& symptom,
                                    const LogReading& /*log*/) {
  SymptomWords out;
  out.message = fmt::format(
      "the compile stops: {} is not an architecture; it looks like what a "
      "query "
      "for the GPU printed where it found none",
      quote(symptom.arch, 80));
  out.fix =
      "name the architectures, such as -DCMAKE_CUDA_ARCHITECTURES=\"80;"
      "90\" (`cudacompat plan -p PROFILE`); a machine that builds "
      "needs no GPU then";
  return out;
}

/// nvidia-smi's own errors have their words: "...: cause; fix".
SymptomWords smi(const Symptom& symptom, const LogReading& /*log*/) {
  const std::string said = smi_error(symptom.text)
                               .value_or(
                                   "no kernel module of the driver is "
                                   "loaded; modprobe nvidia, or install "
                                   "the driver");
  const std::size_t end = said.rfind("; ");
  SymptomWords out;
  if (symptom.kind == SymptomKind::smi_field) out.severity = Severity::warning;
  out.message =
      "the GPUs of this machine cannot be asked: " + said.substr(0, end);
  out.fix = end == std::string::npos
                ? "install the driver; start a container with --gpus all"
                : said.substr(end + 2);
  return out;
}

SymptomWords own(const Symptom& symptom, const LogReading& /*log*/) {
  SymptomWords out;
  out.severity = symptom.severity;
  const std::size_t at = symptom.text.find("]: ");
  out.message =
      at == std::string::npos ? symptom.text : symptom.text.substr(at + 3);
  out.fix = symptom.fix.empty()
                ? fmt::format("cudacompat explain {}", symptom.id)
                : symptom.fix;
  return out;
}

}  // namespace words
}  // namespace cudacompat
