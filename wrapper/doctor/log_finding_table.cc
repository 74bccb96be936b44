#include "doctor/log_findings.h"

namespace cudacompat {
namespace {

constexpr std::string_view kErrors =
    "CUDA Driver API, CUresult; CUDA Runtime API, cudaError";

// Sorted by id; a test holds it to that.
// One field a line reads better than columns.
// clang-format off
constexpr FindingRow kRows[] = {
    {"CC850",
     "a ptxas older than the PTX",
     "A ptxas that names a file in its error was run as a program, by nvcc, "
     "Triton or XLA: the driver has no part in it.",
     "a newer toolkit first in PATH; for Triton TRITON_PTXAS_PATH",
     "measured with ptxas 11.7 to 12.9; triton-lang/triton#8539"},
    {"CC851",
     "a libnvJitLink older than the PTX",
     "Programs that link device code at run time (numba, cupy, RAPIDS) give "
     "PTX to libnvJitLink, which reads the PTX ISA of its own release.",
     "nvidia-nvjitlink of the release that made the PTX, or newer",
     "measured with libnvJitLink 12.0 to 13.5; NVIDIA/numba-cuda#163"},
    {"CC852",
     "PTX that a JIT compiler refuses",
     "The version is right and the text is not: error 218, a PTX JIT "
     "compilation failed.",
     "cudacompat rehearse tells the line; update what made the PTX",
     kErrors},
    {"CC853",
     "an image that the driver cannot read",
     "Error 200, device kernel image is invalid: zstd before CUDA 12.4 "
     "(CC501), SASS of a newer major (CC503), or a damaged file (CC907).",
     "cudacompat check tells which",
     kErrors},
    {"CC854",
     "the driver's JIT compiler is missing",
     "Error 221, PTX JIT compiler library not found: libnvidia-ptxjitcompiler "
     "comes with the driver, into containers with the compute capability.",
     "NVIDIA_DRIVER_CAPABILITIES=compute,utility",
     kErrors},
    {"CC855",
     "JIT compilation is forbidden",
     "Error 223, PTX JIT compilation was disabled, by the environment.",
     "unset CUDA_DISABLE_PTX_JIT CUDA_DISABLE_JIT",
     "CUDA C++ Programming Guide, CUDA Environment Variables"},
    {"CC856",
     "the stub in the driver's place",
     "Toolkits have a libcuda.so without code, to link with; loaded at run "
     "time it answers each call with error 34.",
     "no .../stubs folder in LD_LIBRARY_PATH or RUNPATH",
     "CUDA Driver API, CUDA_ERROR_STUB_LIBRARY; NVIDIA/warp#219"},
    {"CC857",
     "a call that the driver is too old for",
     "Minor version compatibility runs newer programs on older drivers, except "
     "for what a newer release brought: error 36.",
     "the driver of the toolkit that built the program",
     "CUDA Compatibility, Minor Version Compatibility"},
    {"CC858",
     "no GPU is seen",
     "Error 100, no CUDA-capable device is detected.",
     "nvidia-smi, CUDA_VISIBLE_DEVICES, --gpus all",
     kErrors},
    {"CC859",
     "a kernel that the runtime does not have",
     "Error 98, the requested device function does not exist or is not "
     "compiled for the proper device architecture.",
     "cudacompat check tells whether code for the GPU is missing",
     kErrors},
    {"CC860",
     "the fabric manager does not run",
     "Error 802, system not yet initialized, on machines with NVSwitch.",
     "nvidia-fabricmanager of the driver's version",
     "Fabric Manager for NVIDIA NVSwitch Systems, User Guide"},
    {"CC861",
     "a call that driver or GPU do not support",
     "Error 801: a feature is missing, as large kernel parameters before "
     "driver 530 (CC507), or unified memory on a vGPU.",
     "the driver of the toolkit, or a build with the driver's toolkit",
     "CUDA Compatibility, Minor Version Compatibility; pytorch/pytorch#135126"},
    {"CC862",
     "device code that is not linked",
     "Errors 302 and 303: a symbol of relocatable device code is missing when "
     "it is loaded.",
     "device-link the objects",
     kErrors},
    {"CC863",
     "a kernel that the module does not have",
     "Error 500, named symbol not found.",
     "cudacompat inspect lists the kernels",
     kErrors},
    {"CC864",
     "a .target that the compiler does not know",
     "The PTX is for an architecture that is newer than the compiler that "
     "reads it.",
     "PTX for an earlier architecture, or a newer compiler",
     "measured with ptxas 12.8.93"},
    {"CC865",
     "libnvJitLink of another release is loaded",
     "libcusparse and others name functions of their own release's "
     "libnvJitLink; LD_LIBRARY_PATH may put an older one before it.",
     "unset LD_LIBRARY_PATH",
     "pytorch/pytorch#131312"},
    {"CC866",
     "driver libraries and kernel module differ",
     "After an update of the driver the old kernel module runs on until the "
     "machine is restarted.",
     "reboot the machine",
     "NVIDIA driver, README; tensorflow/tensorflow#22525"},
    {"CC867",
     "there is no driver",
     "libcuda.so.1 and the kernel module come with the driver alone; in "
     "containers the host's are mounted.",
     "install the driver; start the container with --gpus all",
     "NVIDIA Container Toolkit, User Guide"},
    {"CC868",
     "a GPU or the driver does not answer",
     "NVML could not be started, or a GPU is lost.",
     "reset the GPU or reboot the machine",
     "NVML API Reference, nvmlReturn_t"},
    {"CC869",
     "a CUDA library is missing or too old",
     "Frameworks load the CUDA libraries that they were built with, or newer.",
     "the framework's own nvidia packages, no LD_LIBRARY_PATH",
     "jax-ml/jax#30050"},
    {"CC870",
     "an extension's nvcc is not of torch's CUDA",
     "torch.utils.cpp_extension refuses an nvcc of another major than torch "
     "was built with.",
     "CUDA_HOME of the release in torch.version.cuda",
     "pytorch/pytorch#73047; vllm-project/vllm#1453"},
    {"CC871",
     "an architecture that is none",
     "Build files that ask a GPU for its architecture hand on what the query "
     "printed instead; lists of torch have names of their own.",
     "name the architectures",
     "ggml-org/llama.cpp#18413; pytorch/pytorch#113948"},
    {"CC872",
     "a list of architectures in a wrong form",
     "CMake separates by ';', nvcc's code= by ',' in brackets; suffixes came "
     "with later versions of CMake.",
     "-DCMAKE_CUDA_ARCHITECTURES=\"80;90\"",
     "CMake, CUDA_ARCHITECTURES; measured with nvcc 13.0.88"},
    {"CC873",
     "a device link that cannot read its parts",
     "nvlink reads what its own and older toolkits compressed.",
     "link with the newest toolkit of the parts",
     "pytorch/pytorch#157791"},
    {"CC874",
     "libdevice is not found",
     "XLA looks for nvvm/libdevice in the CUDA folder that it is told.",
     "XLA_FLAGS=--xla_gpu_cuda_data_dir=FOLDER",
     "jax-ml/jax, README; tensorflow/tensorflow#58681"},
    {"CC875",
     "--compress-mode before CUDA 12.8",
     "An nvcc that does not know the option hands it to the host compiler.",
     "leave it out, or CUDA 12.8",
     "nvcc manual, --compress-mode"},
    {"CC876",
     "an nvidia-smi that is too old for a field",
     "compute_cap came after driver 470.",
     "query name,driver_version",
     "nvidia-smi --help-query-gpu"},
    {"CC877",
     "a driver older than XLA's ptxas",
     "XLA then links no kernels that it compiled side by side.",
     "a driver of the ptxas's release, where compile time matters",
     "jax-ml/jax#19821"},
    {"CC878",
     "a CUDA.jl that does not know the driver's major",
     "Drivers run programs of older CUDA majors; CUDA.jl checks for those that "
     "it knows.",
     "update CUDA.jl",
     "JuliaGPU/CUDA.jl#2896"},
    {"CC879",
     "an image that asks for a newer driver",
     "NVIDIA_REQUIRE_CUDA in an image names the CUDA release that its driver "
     "must support; the container is not started on an older one.",
     "a newer driver, or an image of an older CUDA release",
     "NVIDIA Container Toolkit, Specialized Configurations with Docker"},
};
// clang-format on

}  // namespace

std::span<const FindingRow> log_finding_table() { return kRows; }

}  // namespace cudacompat
