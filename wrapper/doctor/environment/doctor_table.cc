#include <array>

#include "doctor/environment/doctor_findings.h"

namespace cudacompat {
namespace {

// Sorted by id. One field a line reads better than columns.
// clang-format off
constexpr std::array kRows = {
    FindingRow{"CC801",
     "no GPU here",
     "Neither the driver's library nor nvidia-smi, the kernel's files or "
     "Jetson's release file show a GPU. What is installed is still compared "
     "with itself.",
     "run it on the machine that fails, or name one: --target 9.0@535.183.06",
     "none"},
    FindingRow{"CC802",
     "a GPU driver is there, and programs get no GPU",
     "The kernel has the driver, but its user-mode library does not come to "
     "programs. In a container that library is mounted only where the "
     "compute capability is asked for.",
     "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility",
     "NVIDIA Container Toolkit, Driver Capabilities"},
    FindingRow{"CC803",
     "a stub stands before the driver's library",
     "Toolkits have a libcuda.so to link with, which does nothing: error 34. "
     "In LD_LIBRARY_PATH it is found before the driver's.",
     "take the folder stubs out of LD_LIBRARY_PATH",
     "NVIDIA/warp#219; numba/numba#9732"},
    FindingRow{"CC805",
     "a cuda-compat library stands before the driver's",
     "Programs load the first libcuda.so.1 that the loader finds. Where that "
     "is a cuda-compat package's, its CUDA release counts, and it works on "
     "some drivers and GPUs only (803, 804).",
     "remove the cuda-compat package, or its folder from LD_LIBRARY_PATH and "
     "/etc/ld.so.conf.d",
     "CUDA Compatibility, Forward Compatibility; "
     "NVIDIA/nvidia-container-toolkit#1679"},
    FindingRow{"CC811",
     "flags for nvcc in the environment",
     "nvcc adds NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS to every command; "
     "no build file shows them.",
     "unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS",
     "nvcc manual, NVCC Environment Variables"},
    FindingRow{"CC812",
     "the JIT compiler is switched by the environment",
     "CUDA_FORCE_PTX_JIT makes the driver ignore SASS, CUDA_DISABLE_PTX_JIT "
     "makes it ignore PTX: products fail that are right.",
     "unset CUDA_FORCE_PTX_JIT CUDA_DISABLE_PTX_JIT",
     "CUDA C++ Programming Guide, CUDA Environment Variables"},
    FindingRow{"CC813",
     "TORCH_CUDA_ARCH_LIST does not serve the GPU",
     "Extensions that are built with it have no code that the GPU can load.",
     "TORCH_CUDA_ARCH_LIST with the GPU's compute capability",
     "PyTorch, torch.utils.cpp_extension"},
    FindingRow{"CC814",
     "Triton's assembler does not fit",
     "Triton compiles kernels at run time with a ptxas of its own, or that of "
     "TRITON_PTXAS_PATH. It must know the GPU, and be of no newer CUDA major "
     "than the driver.",
     "install a newer triton, or set TRITON_PTXAS_PATH to a ptxas that fits",
     "QwenLM/Qwen2.5-Omni#247; triton-lang/triton, third_party/nvidia/backend"},
    FindingRow{"CC815",
     "CUDA_VISIBLE_DEVICES hides the GPUs",
     "Programs see the devices that it lists up to the first that is not "
     "there; empty or -1 hides all (error 100).",
     "unset CUDA_VISIBLE_DEVICES",
     "CUDA C++ Programming Guide, CUDA Environment Variables"},
    FindingRow{"CC821",
     "the toolkit is newer than the driver",
     "PTX of a newer toolkit is refused (222); programs of a newer CUDA major "
     "do not start (35).",
     "build SASS for the GPU, use a toolkit no newer than the driver's CUDA, "
     "or install a newer driver",
     "CUDA Compatibility, Minor Version Compatibility"},
    FindingRow{"CC822",
     "framework and toolkit are of different CUDA releases",
     "Extensions are compiled by the nvcc at hand and run with the framework's "
     "libraries. torch refuses another major.",
     "use the toolkit that the framework was built with",
     "vllm-project/vllm#1453; pytorch/pytorch#73047"},
    FindingRow{"CC823",
     "the framework's CUDA libraries are not there",
     "CuPy's wheels bring no CUDA libraries: they open those of their CUDA "
     "major, from NVIDIA's wheels or a toolkit.",
     "install the wheel for the toolkit's major, or with its libraries",
     "CuPy, Installing CuPy"},
    FindingRow{"CC824",
     "some kernels of a package are for other GPUs",
     "Frameworks hold kernels for single GPUs and pick them at run time; a "
     "package is judged as most of its fatbins are.",
     "none where the package works",
     "cudacompat check FILE, for each fatbin"},
    FindingRow{"CC825",
     "whether code loads here is not known",
     "A part of a package could not be read, a fact about the machine is "
     "missing, or the tables do not tell. That is no pass.",
     "complete the machine (--target 9.0@535.183.06), or read the part that is "
     "named",
     "none"},
    FindingRow{"CC826",
     "the log tells no error that is known here",
     "Errors are found by their spelling; one that no row has is passed over.",
     "run the program again with CUDA_LOG_FILE=cuda.log, and give that",
     "CUDA C++ Programming Guide, CUDA Environment Variables"},
    FindingRow{"CC827",
     "a framework that was built without CUDA",
     "Builds for CPU or for another maker's GPUs have no code for this one: "
     "Torch not compiled with CUDA enabled.",
     "install the framework's build for CUDA",
     "pytorch/pytorch, Get Started (Compute Platform)"},
    FindingRow{"CC828",
     "one library of a package does not load",
     "Most of the package loads; what uses that library fails.",
     "none where the package picks among its libraries",
     "vllm-project/vllm#47397"},
    FindingRow{"CC829",
     "no Python environment was looked at",
     "None is active (VIRTUAL_ENV, CONDA_PREFIX), and none was named.",
     "cudacompat doctor --env DIR; /usr or /usr/local for the system's Python",
     "none"},
};
// clang-format on

}  // namespace

std::span<const FindingRow> doctor_finding_table() { return kRows; }

}  // namespace cudacompat
