#include "judge/verdict/verdict.h"

namespace cudacompat {
namespace {

constexpr std::string_view kPg =
    "CUDA C++ Programming Guide 6.1 (Compilation and compatibility)";
constexpr std::string_view kMvc =
    "CUDA Compatibility, Minor Version Compatibility";
constexpr std::string_view kFwd = "CUDA Compatibility, Forward Compatibility";
constexpr std::string_view kTarget = "PTX ISA, .target directive";
constexpr std::string_view kHistory =
    "PTX ISA, Release Notes table; NVIDIA/nvbandwidth#61; gwoltman/gpuowl#31";

// Sorted by id; a test holds it to that.
// One field a line reads better than columns.
// clang-format off
constexpr FindingRow kRows[] = {
    {"CC101",
     "no code for the GPU",
     "A GPU runs SASS of its own major with an equal or lower minor, or PTX "
     "for an equal or lower target. None is there: error 209, no kernel image"
     " is available for execution on the device.",
     "add SASS for the GPU: -gencode=arch=compute_NN,code=sm_NN",
     kPg},
    {"CC102",
     "PTX for a later GPU only",
     "PTX compiles for its .target and later GPUs, never for earlier ones: "
     "error 209.",
     "add SASS for the GPU, or PTX for an equal or lower target",
     kTarget},
    {"CC103",
     "no PTX for GPUs that come later",
     "The profile asks for code that GPUs of later majors can compile "
     "(future_gpus); without PTX they find none: error 209.",
     "add PTX of the highest desktop architecture: NN-virtual",
     kPg},
    {"CC201",
     "PTX newer than the driver's JIT compiler",
     "nvcc writes its newest PTX ISA into all PTX; a driver reads up to the "
     "PTX ISA of its own CUDA release: error 222, the provided PTX was "
     "compiled with an unsupported toolchain.",
     "add SASS for the GPU, build with a toolkit no newer than the driver's "
     "CUDA, or install a newer driver",
     kHistory},
    {"CC202",
     "PTX ISA that no release has",
     "Between 6.5 and 7.0, and between 8.8 and 9.0, there is no PTX ISA "
     "version; every compiler refuses such a .version: error 222.",
     "correct the .version line of the PTX",
     kHistory},
    {"CC203",
     "compiled by the driver at first start",
     "No SASS fits, PTX does: the driver compiles it when the program first "
     "runs, which can take minutes, and again after each driver update.",
     "add SASS for the GPU where the first start matters",
     kPg},
    {"CC204",
     "PTX older than its own target",
     "Each .target came with a PTX ISA version; a text with an older .version"
     " is not valid: error 218, a PTX JIT compilation failed.",
     "raise .version to the one that has the .target (cudacompat facts "
     "architectures)",
     kTarget},
    {"CC205",
     "the driver API may prefer PTX",
     "A bare fatbin is loaded through the driver API, whose default between a"
     " compatible (not exact) SASS and PTX is not documented. Here one loads "
     "and the other does not.",
     "add SASS for the very GPU, or leave the PTX out",
     "cuda.h, CUjit_fallback; rapidsai/cusignal#148"},
    {"CC206",
     "candidates that differ",
     "Several images fit the GPU, some load and some do not, and no document "
     "gives their order.",
     "add SASS for the very GPU",
     kPg},
    {"CC301",
     "architecture-specific code of another chip",
     "Code for an 'a' target (sm_90a, compute_100a) runs on that compute "
     "capability only, be it SASS or PTX: error 209.",
     "add the GPU's own architecture, or a base or family one (100, 100f)",
     kTarget},
    {"CC302",
     "family code of another family",
     "Code for an 'f' target runs on its own and later members of one family:"
     " 100f on 10.0, 10.3 and 10.7; 120f on 12.0 and 12.1: error 209.",
     "add the GPU's own architecture",
     kTarget},
    {"CC303",
     "Tegra is outside binary compatibility",
     "SASS of the same major runs on desktop GPUs only; a Jetson needs SASS "
     "for its own number, and desktop GPUs do not run Jetson SASS: error 209.",
     "add SASS for the very GPU (87-real for Orin), or PTX for an equal or "
     "downgrade target",
     "CUDA C++ Programming Guide 6.1.2; jax-ml/jax#40487"},
    {"CC304",
     "PTX of a Tegra architecture as the only fallback",
     "PTX compiles for equal and later numbers only, and a Jetson's number "
     "stands above most desktop GPUs of its generation.",
     "add PTX of a desktop architecture",
     "cupy/cupy#6875"},
    {"CC401",
     "relocatable code without PTX",
     "Where no linked SASS fits, the driver links the objects' PTX at load "
     "time; every object must have PTX that fits: error 209.",
     "compile every -dc object with PTX, or device-link with SASS for the GPU",
     "nvcc manual 6.6.2 (JIT Linking Support)"},
    {"CC402",
     "the device link dropped the code",
     "A device link makes SASS for its own -gencode list only (nvcc's default"
     " where none is given), whatever its objects hold: error 209.",
     "pass the same -gencode flags to the device link as to the compiles",
     "measured with nvcc 13.0.88; deepseek-ai/DeepEP#554"},
    {"CC403",
     "LTO-IR only",
     "LTO-IR needs a link with -dlto (or nvJitLink) that makes SASS of it; "
     "the driver does not load it by itself.",
     "device-link with -dlto and SASS for the GPU",
     "nvJitLink documentation, 5"},
    {"CC404",
     "several device links in one file",
     "Which objects belong to which device link is written down at run time "
     "only, so a load-time link cannot be foretold here.",
     "device-link with SASS for the GPU",
     "measured with nvcc 13.0.88"},
    {"CC405",
     "no device link found",
     "Relocatable device code is not loaded as it is; the file shows no "
     "container that a device link made of it.",
     "device-link the objects (nvcc -dlink, CUDA_RESOLVE_DEVICE_SYMBOLS)",
     "nvcc manual 6 (Using Separate Compilation)"},
    {"CC406",
     "one device link of different architectures",
     "nvlink clamps the virtual architecture to the lowest of its objects; "
     "libraries that tune by it then pick settings for another GPU.",
     "compile all objects of one device link for the same architectures",
     "NVIDIA/cccl#11403"},
    {"CC501",
     "zstd on an old driver",
     "Images compressed with zstd (--compress-mode=size or balance on CUDA "
     "12, the default on 13) are read by drivers of CUDA 12.4 (550.54.14) and"
     " later: error 200, device kernel image is invalid.",
     "--compress-mode=speed (LZ4) or none, or a driver of CUDA 12.4",
     "nvcc manual, --compress-mode; ollama/ollama#16449"},
    {"CC502",
     "zstd beside the image that loads",
     "Whether a driver before CUDA 12.4 refuses a whole fatbin for one zstd "
     "image in it is not known.",
     "--compress-mode=speed (LZ4) or none",
     "nvcc manual, --compress-mode"},
    {"CC503",
     "SASS of a newer CUDA major",
     "A driver loads SASS of its own CUDA major and older ones; a newer major"
     " is not promised: error 200 (or 35 first, from the runtime).",
     "build with a toolkit of the driver's major, or install a driver of the "
     "newer one",
     "CUDA Compatibility, Minor Version Compatibility; JuliaGPU/CUDA.jl#2361"},
    {"CC504",
     "driver below the runtime's minimum",
     "The CUDA runtime of a major refuses drivers below that major's minimum,"
     " whatever code there is: error 35, CUDA driver version is insufficient "
     "for CUDA runtime version.",
     "install the major's minimum driver, or build with the older major",
     kMvc},
    {"CC505",
     "concatenated fatbin entries",
     "nvcc --concat came with CUDA 13.5; whether older drivers read such "
     "entries is not documented.",
     "leave --concat out",
     "nvcc 13.5 manual, --concat"},
    {"CC506",
     "fitness for the runtime not known",
     "The class names neither a driver nor a CUDA version that tells whether "
     "the runtime accepts it.",
     "add \"driver\" or \"cuda\" to the class",
     kMvc},
    {"CC507",
     "large kernel parameters on an old driver",
     "CUDA 12.1 raised the most bytes of a kernel's parameters from 4096 to "
     "32764; drivers before 530 load such a kernel and refuse its launch: "
     "error 801. Whether a kernel has so many is not looked at.",
     "keep to 4096 bytes, build with CUDA 12.0, or a driver of CUDA 12.1",
     "CUDA 12.1 release notes, large kernel parameters; "
     "pytorch/pytorch#135126"},
    {"CC508",
     "the driver's stub in a run path",
     "The toolkit's libcuda.so under stubs is for linking only. A run path that "
     "names its folder loads it where someone put a libcuda.so.1 there: error "
     "34.",
     "no .../stubs folder in RPATH or RUNPATH",
     "CUDA programming guide, driver API; NVIDIA/warp#219, numba/numba#9732"},
    {"CC601",
     "no architecture was chosen",
     "nvcc without an architecture builds for its default (sm_52 in 11 and "
     "12, sm_75 in 13) and adds PTX.",
     "choose architectures: cudacompat plan -p PROFILE",
     "nvcc manual, --gpu-architecture"},
    {"CC602",
     "native without a GPU",
     "-arch=native on a machine without a GPU silently builds nvcc's default "
     "architecture.",
     "name the architectures, or a profile",
     "nvcc 13.0.88; ggml-org/llama.cpp#18413"},
    {"CC603",
     "the driver does not drive this GPU",
     "Driver branches stop driving old GPUs (580 is the last for Maxwell, "
     "Pascal and Volta) and do not know later ones: the program finds no "
     "device (error 100).",
     "install a driver branch that drives the GPU",
     "CUDA Toolkit, Driver, and Architecture Matrix; JuliaGPU/CUDA.jl#3023"},
    {"CC604",
     "cuda-compat older than the driver",
     "A cuda-compat library works on kernel drivers older than itself; on a "
     "newer one the two do not fit: error 803.",
     "remove the cuda-compat package",
     kFwd},
    {"CC605",
     "cuda-compat on a GPU it does not support",
     "Forward compatibility is for data-center GPUs, Jetson and selected RTX "
     "boards: error 804.",
     "remove the cuda-compat package, or update the driver",
     kFwd},
    {"CC606",
     "a fact about the machine is missing",
     "The class does not say enough, or contradicts itself, so nothing on it "
     "can be better than unknown.",
     "complete the class in the profile",
     "cudacompat schema profile"},
    {"CC607",
     "the framework has no code for the GPU",
     "A framework that the class names was built for other architectures: its"
     " own kernels fail with 209.",
     "install the framework build that holds the GPU's architecture",
     "pytorch/pytorch#150733"},
    {"CC610",
     "the toolkit cannot build this architecture",
     "nvcc stops with 'Unsupported gpu architecture': sm_70 and older ended "
     "with 12.9, sm_101 became sm_110 in 13.0, newer GPUs need newer "
     "toolkits.",
     "leave it out, use its new number, or use another toolkit",
     "measured: nvcc 13.0 to 13.5 --list-gpu-code, ptxas 11.8 to 12.9 --help"},
    {"CC701",
     "code that no class uses",
     "No machine class of the profile would load this code; it costs size and"
     " compile time.",
     "leave it out",
     "none"},
    {"CC901",
     "Tile IR only",
     "Tile IR is compiled by the driver where it supports the GPU; which "
     "driver does is not in the tables.",
     "add SASS for the GPU",
     "CUDA Tile IR, Stability"},
    {"CC902",
     "an image or codec of unknown kind",
     "A fatbin entry of a kind or compression that no table knows might be "
     "what the driver picks.",
     "update cudacompat, and report the file's toolkit",
     "none"},
    {"CC903",
     "newer than the tables",
     "The PTX ISA, architecture or cubin format is newer than all rows; what "
     "is not known is not guessed.",
     "update cudacompat",
     "cudacompat facts"},
    {"CC904",
     "toolkit of the SASS not known",
     "Whether the driver reads this cubin depends on the toolkit major that "
     "made it, and nothing in it tells.",
     "keep the cubin's notes (.note.nv.tkinfo)",
     kMvc},
    {"CC905",
     "the driver's CUDA release is not known",
     "The class names no driver or CUDA version, or a driver that no table "
     "row maps to one.",
     "add \"driver\" or \"cuda\" to the class",
     "cudacompat facts driver_branches"},
    {"CC906",
     "the driver's PTX ceiling is not known",
     "PTX loads where the driver's JIT compiler knows its ISA version, and "
     "nothing tells which it knows.",
     "add \"driver\", \"cuda\" or \"max_ptx\" to the class",
     kHistory},
    {"CC907",
     "part of the file could not be read",
     "What could not be read might be what the driver picks, so nothing is "
     "better than unknown.",
     "rebuild the file; the problem names the offset",
     "none"},
    {"CC908",
     "the image picked has no kernel",
     "The driver picks the nearest SASS; here it has no kernel while others "
     "in the same fatbin have.",
     "build the kernels for this architecture too",
     "measured with nvcc 13.0.88"},
};
// clang-format on

}  // namespace

std::span<const FindingRow> finding_table() { return kRows; }

}  // namespace cudacompat
