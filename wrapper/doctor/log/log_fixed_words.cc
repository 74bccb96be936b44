#include <algorithm>
#include <map>

#include "doctor/log/log_words.h"

namespace cudacompat {
namespace {

using enum Severity;

constexpr const char* kReload =
    "start nvidia_uvm: nvidia-modprobe -c 0 -u; after a suspend end the "
    "programs that use the GPU, then rmmod nvidia_uvm && modprobe nvidia_uvm; "
    "else reboot; start a container with --gpus all; `dmesg | grep NVRM` may "
    "tell more";

const std::map<std::string_view, SymptomWords>& table() {
  // One field a line reads better than columns.
  // clang-format off
  static const std::map<std::string_view, SymptomWords> kTable = {
      {"ptx-too-new",
       {error,
        "the program stops at its first CUDA call, whichever that is (error "
        "222): it has no SASS for the GPU, and its PTX is newer than the "
        "driver's JIT compiler",
        "`cudacompat check FILE -p this-machine` names the PTX, and the driver "
        "that reads it; add SASS for the GPU, or install that driver"}},
      {"ptx-refused",
       {error,
        "a kernel is not compiled (error 218): the driver's JIT compiler "
        "refuses the text of the PTX, not its version. PTX that a framework "
        "makes when it runs is not in its files",
        "`cudacompat rehearse FILE -p this-machine` tells the line that it "
        "refuses; for PTX made at run time, update the framework that made it"}},
      {"ptx-feature",
       {error,
        "a kernel is not compiled (error 218): its PTX uses what its .version "
        "does not have, or is not valid",
        "build the PTX anew with nvcc, which writes the .version that it "
        "needs; `cudacompat rehearse FILE -p this-machine` tells the line"}},
      {"ptx-older-than-target",
       {error,
        "a kernel is not compiled (error 218): the .version of its PTX is "
        "older than its .target",
        "raise .version to the one that has the .target (`cudacompat facts "
        "architectures`), or build the PTX anew"}},
      {"ptx-later-gpu",
       {error,
        "a kernel is not compiled: PTX compiles for its .target and later "
        "GPUs, and this .target is later than the GPU that is compiled for",
        "build PTX for that GPU or an earlier one: "
        "-gencode=arch=compute_NN,code=compute_NN"}},
      {"no-kernel-image",
       {error,
        "kernels do not start (error 209): the program, or a library of it, "
        "has neither SASS nor PTX that fits this GPU",
        "`cudacompat check FILE... -p this-machine` names the file and the "
        "architecture to add; for Python `cudacompat doctor --env VENV`"}},
      {"no-function",
       {error,
        "a kernel does not start (error 98): it was not compiled for this GPU, "
        "or the runtime does not know it",
        "`cudacompat check FILE... -p this-machine` tells whether code for "
        "the GPU is missing"}},
      {"image-invalid",
       {error,
        "kernels do not load (error 200): the driver cannot read the image "
        "that it picked. It is compressed with zstd and the driver is older "
        "than CUDA 12.4, or SASS of a newer CUDA major, or damaged",
        "`cudacompat check FILE... -p this-machine` tells which"}},
      {"no-jit-compiler",
       {error,
        "PTX is not compiled (error 221): libnvidia-ptxjitcompiler, a part of "
        "the driver, is not there; containers get it with the compute "
        "capability",
        "run the container with NVIDIA_DRIVER_CAPABILITIES=compute,utility; "
        "outside of one, install the driver's compute libraries "
        "(libnvidia-compute, nvidia-driver-cuda-libs)"}},
      {"jit-disabled",
       {error,
        "PTX is not compiled (error 223): the environment forbids it, and the "
        "program has no SASS for the GPU",
        "unset CUDA_DISABLE_PTX_JIT CUDA_DISABLE_JIT; or add SASS for the GPU"}},
      {"stub",
       {error,
        "no CUDA call works (error 34): the program loads the libcuda.so that "
        "is for linking only, a stub, before the driver's",
        "take .../lib64/stubs out of LD_LIBRARY_PATH and of the program's "
        "RUNPATH (readelf -d PROGRAM)"}},
      {"old-driver",
       {error,
        "no CUDA call works (error 35): the driver is older than the CUDA "
        "major of the program's runtime, or there is no driver",
        "`cudacompat doctor` shows driver and runtime side by side; install "
        "the least driver of that major, or a build for an older one"}},
      {"newer-call",
       {error,
        "a call fails (error 36): the program uses what a CUDA release newer "
        "than the driver's brought",
        "install the driver of the toolkit that it was built with"}},
      {"no-device",
       {error,
        "no GPU is used (error 100): the driver shows none to the program",
        "look at nvidia-smi and at CUDA_VISIBLE_DEVICES; start a container "
        "with --gpus all"}},
      {"driver-unknown",
       {error,
        "a CUDA call fails, most often the first (error 999): the driver tells "
        "no reason. Its module nvidia_uvm, or /dev/nvidia-uvm, is not as it "
        "should be, as after a suspend or in a container",
        kReload}},
      {"driver-start",
       {error,
        "no GPU is used: the driver library does not start, with an error that "
        "tells no more",
        kReload}},
      {"driver-other",
       {error,
        "no CUDA call works (error 500): the libcuda.so.1 that is loaded is "
        "not of the driver that runs. Docker Desktop, WSL or a container "
        "toolkit older than the driver hands on a wrong one",
        "update Docker Desktop, and run `wsl --update`; on Linux update "
        "nvidia-container-toolkit and restart docker; remove driver libraries "
        "from the image (`cudacompat probe` lists every libcuda.so.1)"}},
      {"gpu-busy",
       {error,
        "no GPU is used (error 46): another process has it for itself, or the "
        "GPU is shut for programs",
        "end that process (`nvidia-smi` lists it), or let several in: "
        "nvidia-smi -c DEFAULT; with MIG name an instance in "
        "CUDA_VISIBLE_DEVICES (`nvidia-smi -L`)"}},
      {"gpu-number",
       {error,
        "a GPU is not used (error 101): there is none of the number that is "
        "asked for. Numbers count from 0, among those of CUDA_VISIBLE_DEVICES",
        "ask for as many GPUs as `nvidia-smi -L` lists (--nproc_per_node, "
        "--tensor-parallel-size), or correct CUDA_VISIBLE_DEVICES; where they "
        "are right, reset the GPU or reboot"}},
      {"torch-without-cuda",
       {error,
        "torch does not use the GPU: it is a build for CPUs, as PyPI has them "
        "for Windows",
        "pip uninstall -y torch torchvision torchaudio; pip install torch "
        "torchvision torchaudio --index-url "
        "https://download.pytorch.org/whl/cu126 (cu128 for Blackwell, cu130 "
        "for driver 580 or newer)"}},
      {"jax-without-cuda",
       {error,
        "jax does not use the GPU: its CUDA plugin is not installed",
        "pip install -U \"jax[cuda12]\" (driver 580 or newer: "
        "\"jax[cuda13]\")"}},
      {"bitsandbytes-kernel",
       {error,
        "a kernel of bitsandbytes does not start: this build has no code for "
        "the GPU. The runtime calls it a symbol that is not found (error 500)",
        "pip install -U bitsandbytes; or build it for the GPU: cmake "
        "-DCOMPUTE_BACKEND=cuda -DCOMPUTE_CAPABILITY=NN -S . && make; "
        "`cudacompat doctor --env VENV` tells what there is code for"}},
      {"cutlass-kernel",
       {error,
        "a kernel of CUTLASS stops: it needs instructions of an architecture "
        "with suffix (sm_90a), and was compiled without it (sm_90)",
        "compile it for the suffix: -gencode=arch=compute_90a,code=sm_90a "
        "(CMake: 90a; 100a and 120a alike)"}},
      {"tensorrt-engine",
       {error,
        "the model is not loaded: a TensorRT engine is for the GPU and the "
        "release of TensorRT that it was built with, and these are others",
        "build it there anew: trtexec --onnx=MODEL --saveEngine=ENGINE; for "
        "several GPUs from Ampere on add "
        "--hardwareCompatibilityLevel=ampere+"}},
      {"nvvm-other",
       {error,
        "a kernel is not compiled: the libNVVM that is loaded is of another "
        "CUDA release than numba makes its IR for",
        "pip install -U \"numba-cuda[cu12]\" (cu13 for CUDA 13), which brings "
        "its own, and unset CUDA_HOME"}},
      {"not-ready",
       {error,
        "no CUDA call works (error 802): the GPUs are joined by NVSwitch, and "
        "the fabric manager, which sets it up, does not run",
        "systemctl start nvidia-fabricmanager, of the driver's own version"}},
      {"driver-mismatch",
       {error,
        "no CUDA call works (error 803): the libcuda.so.1 that is loaded does "
        "not fit the driver's kernel module. It is of a cuda-compat package "
        "older than the driver, or of another driver",
        "take the cuda-compat folder out of LD_LIBRARY_PATH and ld.so.conf, "
        "and remove second driver libraries: `cudacompat probe` lists every "
        "libcuda.so.1"}},
      {"compat-refused",
       {error,
        "no CUDA call works (error 804): a cuda-compat library is loaded, and "
        "works on data-center GPUs, Jetson and selected RTX boards only",
        "remove the cuda-compat-* package or its ld.so.conf entry, then "
        "install a driver of that CUDA release, or use an older image"}},
      {"not-supported",
       {error,
        "a call fails (error 801): the driver or this GPU does not have what "
        "it asks for. Kernel parameters over 4 KiB need driver 530; a vGPU "
        "may be without unified memory",
        "install the driver of the toolkit that the program was built with, "
        "or build it with one of the driver's release"}},
      {"code-not-linked",
       {error,
        "a kernel does not load (error 302, 303): its device code is linked "
        "when it is loaded, and a part of it is missing",
        "device-link the objects: nvcc -dlink, or the property "
        "CUDA_RESOLVE_DEVICE_SYMBOLS of CMake"}},
      {"no-symbol",
       {error,
        "a kernel is not found (error 500): the module that was loaded has "
        "none of that name, as where it was built from other source, or its "
        "C++ name is not the one asked for",
        "`cudacompat inspect FILE` lists the kernels that are there"}},
      {"nvjitlink-refused",
       {error,
        "PTX is not compiled: libnvJitLink, not the driver, refuses it",
        "the lines of ptxas beside it tell why; where it is the version, "
        "install the libnvJitLink of the toolkit that made the PTX"}},
      {"nvjitlink-mixed",
       {error,
        "a CUDA library does not load: it was built for a newer libnvJitLink "
        "than the one that the loader finds first",
        "unset LD_LIBRARY_PATH, or put the folder nvidia/nvjitlink/lib of the "
        "Python environment first in it; else update nvidia-nvjitlink to the "
        "release of the other nvidia packages"}},
      {"nvrtc-gpu",
       {error,
        "a kernel is not compiled: the NVRTC that is loaded does not know the "
        "GPU that it is asked to compile for",
        "install the NVRTC of a CUDA release that knows the GPU: `cudacompat "
        "facts architectures`"}},
      {"driver-not-restarted",
       {error,
        "no CUDA call works: the driver was updated and the old kernel module "
        "still runs, or the driver libraries in the container are not the "
        "host's",
        "reboot the machine (or unload and load the nvidia modules)"}},
      {"driver-library-missing",
       {error,
        "no GPU is used: libcuda.so.1, the driver's own library, is not found",
        "install the driver; start a container with --gpus all (a driver "
        "library inside of an image is wrong)"}},
      {"no-container-toolkit",
       {error,
        "the container does not start: docker was asked for a GPU and does "
        "not know how to give it one",
        "install nvidia-container-toolkit, then nvidia-ctk runtime configure "
        "--runtime=docker and restart docker"}},
      {"no-cdi",
       {error,
        "the container does not start: the GPUs are asked for as CDI devices, "
        "and this machine has no list of them, or an old one",
        "nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml (of "
        "nvidia-container-toolkit)"}},
      {"no-module",
       {error,
        "no GPU is used: the kernel that runs has no module of the driver, as "
        "after an update of the kernel",
        "install linux-headers-$(uname -r), then dkms autoinstall and modprobe "
        "nvidia; or install the driver anew"}},
      {"tensorflow-cudart",
       {error,
        "TensorFlow does not use a GPU: libcudart is not found, which it calls "
        "missing drivers",
        "pip install \"tensorflow[and-cuda]\"; nothing where no GPU is meant"}},
      {"unused-variable",
       {warning,
        "the architectures that were asked for are not built: "
        "CUDA_ARCHITECTURES is a property of targets, not a variable",
        "-DCMAKE_CUDA_ARCHITECTURES="}},
      {"quotes-in-list",
       {error,
        "nvcc stops: quotes of -gencode code=\\\"...\\\" reach it as text",
        "write code=[sm_90,compute_90], without quotes"}},
      {"nvcc-codes-differ",
       {error,
        "nvcc stops: code= asks for SASS of an earlier GPU than arch=",
        "give arch= the number of code= or a lower one"}},
      {"list-form",
       {error,
        "the configure step stops: CMAKE_CUDA_ARCHITECTURES, or what a project "
        "makes of it, is not the list that is expected",
        "separate by ';' and quote the list: "
        "-DCMAKE_CUDA_ARCHITECTURES=\"86;87\"; suffixes like 120f need CMake "
        "4.0.2; a project that counts with the entries takes none with -real"}},
      {"no-architecture",
       {error,
        "the configure step stops: a target was given no CUDA architecture",
        "choose them: `cudacompat plan -p PROFILE`, or cudacompat_init() "
        "before project()"}},
      {"native-without-gpu",
       {warning,
        "the program is built for the default architecture of nvcc alone: "
        "native was asked for, and no GPU was found",
        "name the architectures: `cudacompat plan -p PROFILE`"}},
      {"link-dropped-code",
       {warning,
        "kernels may not start (error 209): the device link makes code for an "
        "architecture that its objects do not have, and drops theirs",
        "pass the same -gencode flags to the device link as to the compiles"}},
      {"link-cannot-read",
       {error,
        "the device link stops: an object or library in it was compressed by a "
        "newer toolkit than this nvlink",
        "link with the newest of the toolkits that made its parts"}},
      {"compress-mode-unknown",
       {error,
        "the compile stops: this nvcc has no --compress-mode (it came with "
        "12.8) and hands it to the host compiler",
        "leave it out, or build with CUDA 12.8 or newer"}},
      {"libdevice",
       {warning,
        "kernels that need libdevice are not compiled: the CUDA folder that "
        "the framework looks in has no nvvm/libdevice",
        "XLA_FLAGS=--xla_gpu_cuda_data_dir=/usr/local/cuda (TensorFlow, jax), "
        "or install nvidia-cuda-nvcc into the environment"}},
      {"julia-driver",
       {error,
        "CUDA.jl does not start: this version of it does not know drivers of "
        "that CUDA major",
        "update CUDA.jl; the driver itself runs programs of older majors"}},
      {"library-too-old",
       {error,
        "the framework does not use the GPU: a CUDA library that it loads is "
        "older than the one that it was built with",
        "unset LD_LIBRARY_PATH, so that its own nvidia packages are found, or "
        "update them (pip install -U \"jax[cuda12]\")"}},
      {"gpu-dropped",
       {error,
        "no GPU is used: this driver does not drive the GPU any more; the "
        "kernel log names the branch that does",
        "install the driver branch that the line names (580 is the last for "
        "Maxwell, Pascal and Volta)"}},
      {"gpu-lost",
       {error,
        "a GPU is not used: it does not answer the driver",
        "reset it (nvidia-smi --gpu-reset) or reboot the machine; see dmesg"}},
  };
  // clang-format on
  return kTable;
}

}  // namespace

const SymptomWords* fixed_words(std::string_view kind) {
  const auto found = table().find(kind);
  return found == table().end() ? nullptr : &found->second;
}

}  // namespace cudacompat
