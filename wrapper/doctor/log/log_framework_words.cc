// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text/message_text.h"
#include "doctor/log/log_words.h"
#include "doctor/log/symptom_kinds.h"
#include "judge/facts/tables.h"
#include "judge/rules/image_rules.h"
#include "judge/verdict/finding.h"
#include "judge/verdict/fixes.h"

namespace cudacompat {
namespace {

/// Whether the code that the lines name runs on the GPU that they name.
enum class Served : std::uint8_t { not_known, no, by_ptx, yes };

Served served(const Symptom& symptom) {
  const auto gpu = parse_arch(symptom.arch);
  std::vector<std::string> archs = symptom.archs;
  if (symptom.range) {
    archs.push_back(fmt::format("sm_{}", symptom.range->first));
    archs.push_back(fmt::format("sm_{}", symptom.range->second));
  }
  if (!gpu || archs.empty()) return Served::not_known;
  DriverCase machine;
  machine.cc = gpu->number;
  machine.tegra = is_tegra(gpu->number);
  Served best = Served::no;
  for (const std::string& text : archs) {
    const auto arch = parse_arch(text);
    if (!arch) continue;
    const bool ptx = text.starts_with("compute_");
    const bool fits = ptx ? ptx_fit(*arch, machine) == PtxFit::fits
                          : runs(sass_fit(*arch, machine));
    if (fits) best = std::max(best, ptx ? Served::by_ptx : Served::yes);
  }
  return best;
}

std::string torch_fix(const Symptom& symptom) {
  const auto gpu = parse_arch(symptom.arch);
  const ArchRow* row =
      gpu ? find_arch({canonical_number(gpu->number), ArchScope::base})
          : nullptr;
  std::string out = "`cudacompat doctor --env VENV` names the torch build";
  if (row == nullptr) return out;
  const Version first = row->first_toolkit;
  out = row->last_toolkit == Version{}
            ? fmt::format(
                  "install a torch build for CUDA {} or newer (its "
                  "index: https://download.pytorch.org/whl/cu{}{})",
                  to_string(first), first.major, first.minor)
            : fmt::format(
                  "install a torch build for CUDA {} or older whose "
                  "list has the GPU",
                  to_string(row->last_toolkit));
  return out + fmt::format(
                   "; or build it with TORCH_CUDA_ARCH_LIST={}; "
                   "`cudacompat doctor --env VENV` looks at what is "
                   "installed",
                   cc_to_string(gpu->number));
}

}  // namespace

namespace words {

SymptomWords torch_arch(const Symptom& symptom, const LogReading& /*log*/) {
  SymptomWords out;
  out.message = fmt::format(
      "the build of an extension stops: this torch does not know {} of "
      "TORCH_CUDA_ARCH_LIST",
      quote(symptom.arch));
  out.fix =
      "`cudacompat plan -p PROFILE --format torch` prints a list; 8 in YAML is "
      "written \"8.0\"; a suffix (9.0a) or a new GPU needs a newer torch or "
      "CMake, or -gencode flags of one's own";
  return out;
}

SymptomWords torch_gpu(const Symptom& symptom, const LogReading& /*log*/) {
  const auto arch = parse_arch(symptom.arch);
  const std::string gpu =
      arch ? fmt::format("the GPU ({})", cc_to_string(arch->number))
           : "the GPU";
  const std::string code =
      symptom.range
          ? fmt::format("{} to {}", cc_to_string(symptom.range->first),
                        cc_to_string(symptom.range->second))
          : fmt::format("{}", fmt::join(symptom.archs, " "));
  SymptomWords out;
  switch (served(symptom)) {
    case Served::yes:
      out.severity = Severity::note;
      out.message = fmt::format(
          "nothing fails for this warning of torch: code for {} runs on {}",
          code, gpu);
      out.fix = "none is needed";
      return out;
    case Served::by_ptx:
      out.severity = Severity::warning;
      out.message = fmt::format(
          "torch compiles its PTX for {} at first use, and what it calls "
          "(cuBLAS, cuDNN) may have no code for it; it has {}",
          gpu, code);
      break;
    case Served::no:
      out.message = fmt::format(
          "kernels of torch do not start on {} (error 209): it has code for "
          "{}",
          gpu, code);
      break;
    case Served::not_known:
      out.message = fmt::format(
          "kernels of torch may not start (error 209): it says that it has no "
          "code for {}{}",
          gpu, code.empty() ? "" : ", only for " + code);
      break;
  }
  out.fix = torch_fix(symptom);
  return out;
}

SymptomWords old_driver_found(const Symptom& symptom, const LogReading& log) {
  if (!symptom.had) {
    Symptom plain = symptom;
    plain.kind = SymptomKind::old_driver;
    return symptom_words(plain, log);
  }
  SymptomWords out;
  out.message = fmt::format(
      "the framework does not use the GPU: the driver supports CUDA {}, and "
      "its runtime needs a newer major",
      to_string(*symptom.had));
  for (const MinimumDriverRow& row : minimum_driver_table()) {
    const DriverVersion least = log.windows ? row.windows : row.linux_;
    if (row.cuda_major <= symptom.had->major || least.parts == 0) continue;
    out.fix += fmt::format(
        "{}install driver {} or newer for a build for "
        "CUDA {}",
        out.fix.empty() ? "" : "; or ", to_string(least), row.cuda_major);
  }
  out.fix += fmt::format("{}install the framework's build for CUDA {}",
                         out.fix.empty() ? "" : "; or ", symptom.had->major);
  return out;
}

SymptomWords extension_toolkit(const Symptom& symptom,
                               const LogReading& /*log*/) {
  SymptomWords out;
  out.message =
      "the build of an extension stops: nvcc is of another CUDA than "
      "torch";
  if (!symptom.had || !symptom.wanted) {
    out.fix = "export CUDA_HOME=, and PATH, of torch.version.cuda";
    return out;
  }
  const std::string wanted = to_string(*symptom.wanted);
  out.message += fmt::format(
      ": the nvcc that is found (CUDA_HOME, else PATH) "
      "is {}, torch was built with {}",
      to_string(*symptom.had), wanted);
  // PyPI has nvcc from 13.0 on.
  const std::string package =
      symptom.wanted->major >= 13
          ? fmt::format("pip install \"nvidia-cuda-nvcc=={}.*\"", wanted)
          : fmt::format("conda install -c nvidia cuda-nvcc={}", wanted);
  out.fix = fmt::format(
      "export CUDA_HOME=/usr/local/cuda-{0} "
      "PATH=/usr/local/cuda-{0}/bin:$PATH; where it is not "
      "there: {1}",
      wanted, package);
  return out;
}

SymptomWords compiled_at_start(const Symptom& symptom,
                               const LogReading& /*log*/) {
  SymptomWords out;
  out.severity = Severity::note;
  out.message = fmt::format(
      "the first start takes long: TensorFlow has no SASS for the GPU{}, and "
      "the driver compiles its PTX",
      symptom.arch.empty() ? "" : " (" + symptom.arch + ")");
  out.fix =
      "keep the cache (CUDA_CACHE_MAXSIZE=4294967296), or install a "
      "build with code for the GPU; PTX that it makes at run time may "
      "still be refused (error 218)";
  return out;
}

SymptomWords driver_older_than_ptxas(const Symptom& symptom,
                                     const LogReading& log) {
  SymptomWords out;
  out.severity = Severity::note;
  out.message =
      "nothing fails for this: XLA compiles its kernels one after the other, "
      "as the driver is older than its ptxas";
  if (symptom.had && symptom.wanted) {
    out.message += fmt::format(" (CUDA {}, {})", to_string(*symptom.had),
                               to_string(*symptom.wanted));
    DriverCase machine;
    machine.os = log.windows ? Os::windows_x86_64 : Os::linux_x86_64;
    out.fix = fix_newer_driver(*symptom.wanted, machine);
  } else {
    out.fix = "update the driver";
  }
  out.fix += " for faster compiles";
  return out;
}

SymptomWords image_asks(const Symptom& symptom, const LogReading& /*log*/) {
  SymptomWords out;
  out.message = fmt::format(
      "the container does not start: its image asks for a driver of CUDA {}",
      symptom.wanted ? to_string(*symptom.wanted) + " or newer"
                     : "that this machine's is older than");
  out.fix = join_fixes(
      {symptom.wanted ? fix_newer_driver(*symptom.wanted, DriverCase{})
                      : std::string("update the driver"),
       "use an image of an older CUDA release",
       "NVIDIA_DISABLE_REQUIRE=1, where `cudacompat check` says that its "
       "programs load"});
  return out;
}

SymptomWords xla_ptxas(const Symptom& symptom, const LogReading& log) {
  SymptomWords out;
  out.severity = Severity::warning;
  const auto arch = parse_arch(symptom.arch);
  const ArchRow* row = arch ? find_arch(*arch) : nullptr;
  const bool failed = std::any_of(
      log.symptoms.begin(), log.symptoms.end(), [](const Symptom& other) {
        return other.kind == SymptomKind::image_invalid ||
               other.kind == SymptomKind::no_symbol ||
               other.kind == SymptomKind::ptx_refused;
      });
  out.message = fmt::format(
      "{}the ptxas that it found makes no code for {}",
      failed ? "kernels of XLA do not load: it left PTX to the driver, which "
               "does not take it, as "
             : "XLA leaves PTX to the driver, which may be too old for it: ",
      symptom.arch.empty() ? "the GPU" : symptom.arch);
  out.fix = fmt::format(
      "put ptxas of {} first in PATH, or install nvidia-cuda-nvcc of it into "
      "the environment",
      row != nullptr
          ? fmt::format("CUDA {} or newer", to_string(row->first_toolkit))
          : "a newer CUDA");
  return out;
}

SymptomWords tensorflow_gpu(const Symptom& symptom, const LogReading& /*log*/) {
  const auto arch = parse_arch(symptom.arch);
  const std::string gpu =
      arch ? fmt::format("a GPU ({})", cc_to_string(arch->number)) : "a GPU";
  const auto least =
      parse_arch(symptom.archs.empty() ? "" : symptom.archs.front());
  SymptomWords out;
  out.message = fmt::format(
      "TensorFlow does not use {}: this build has no code for it", gpu);
  if (least) {
    out.message +=
        fmt::format(", only for {} and later", cc_to_string(least->number));
  }
  out.fix = fmt::format(
      "install an older TensorFlow, whose builds have it (https://www."
      "tensorflow.org/install/source#gpu), or build it with "
      "TF_CUDA_COMPUTE_CAPABILITIES={}; where another GPU is meant: "
      "CUDA_VISIBLE_DEVICES=",
      arch ? cc_to_string(arch->number) : "N.N");
  return out;
}

SymptomWords ggml_kernel(const Symptom& symptom, const LogReading& /*log*/) {
  const auto arch = parse_arch(symptom.arch);
  SymptomWords out;
  out.message =
      "a kernel of ggml (llama.cpp, ollama, whisper.cpp) stops: it was not "
      "compiled for the GPU";
  if (arch) {
    out.message +=
        fmt::format("; the code for {} runs there, and leaves the kernel out",
                    cc_to_string(arch->number));
  }
  if (!symptom.archs.empty()) {
    out.message += fmt::format(". It has {}", fmt::join(symptom.archs, " "));
  }
  out.fix =
      "build it on the GPU's machine with -DGGML_CUDA=ON "
      "-DCMAKE_CUDA_ARCHITECTURES=native, elsewhere with the GPU's number, "
      "such as 86 (`nvidia-smi --query-gpu=compute_cap --format=csv`)";
  return out;
}

SymptomWords driver_call_missing(const Symptom& symptom,
                                 const LogReading& /*log*/) {
  SymptomWords out;
  out.message = fmt::format(
      "a program or library does not use the GPU: it calls {} of the driver, "
      "which the libcuda.so.1 that is loaded does not have. The driver is "
      "older than the program, or none is loaded",
      symptom.file.empty() ? "a function" : symptom.file);
  out.fix =
      "install the driver of the toolkit that it was built with, or newer "
      "(cuCtxCreate_v3: CUDA 11.4, driver 470.42.01); `cudacompat probe` lists "
      "every libcuda.so.1";
  return out;
}

SymptomWords missing_library(const Symptom& symptom,
                             const LogReading& /*log*/) {
  SymptomWords out;
  out.message = fmt::format(
      "the program or framework does not use the GPU: {} "
      "is not found, or not loaded",
      symptom.file.empty() ? "a CUDA library" : symptom.file);
  out.fix =
      "install the CUDA packages that it was built with into its "
      "environment (pip install \"torch\", \"jax[cuda12]\", "
      "\"tensorflow[and-cuda]\", \"numba-cuda[cu12]\"), or put the toolkit's "
      "lib64 folder of "
      "that major into LD_LIBRARY_PATH";
  return out;
}

}  // namespace words
}  // namespace cudacompat
