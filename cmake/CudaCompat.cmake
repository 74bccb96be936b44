# SPDX-License-Identifier: Apache-2.0
#[=======================================================================[.rst:
CudaCompat
----------

Makes sure while you build that the GPU code in your program will load on the
machines it is meant for::

  cmake_minimum_required(VERSION 3.25)
  list(APPEND CMAKE_MODULE_PATH path/to/CudaCompat/cmake)
  include(CudaCompat)                  # or find_package(CudaCompat)
  cudacompat_init(PROFILE fleet.json)
  project(app LANGUAGES CXX CUDA)
  add_library(kernels SHARED kernels.cu)

Nothing else is to be written.  Every target that holds CUDA code is compiled
for the architectures that the profile's machines need, each compile is judged
by the launcher ``cudacompat-launch``, each linked product is judged again (by
the target ``cudacompat_check_<target>``, a part of ``all``), and CTest gets
``cudacompat.check.<target>``, ``cudacompat.rehearse.<target>``, which gives
the PTX to the available JIT compilers and is skipped where one is missing,
and ``cudacompat.load.<target>`` (label ``gpu``), which gives programs and
shared libraries to this machine's driver and is skipped where there is no GPU;
``CUDACOMPAT_REQUIRE_GPU=1`` in the environment makes that a failure.

A project that must not be edited is built with::

  cmake -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=path/to/CudaCompat.cmake
        -DCUDACOMPAT_PROFILE=fleet.json ...

Commands:

* :command:`cudacompat_init`: what a project calls, once
* :command:`cudacompat_exclude_target`: leaves a target alone
* :command:`cudacompat_add_check`: a test for files that no target makes
* :command:`cudacompat_add_load_test`: a test that runs on a GPU
* :command:`cudacompat_add_canary`: a kernel built as this project builds, run
* :command:`cudacompat_assert_environment`: stops where the environment is wrong

Variables that a user may set, each with a twin of the same name in the
environment:

``CUDACOMPAT_PROFILE``
  A profile (JSON), ``portable`` or ``this-machine``; beats the one that the project names.
``CUDACOMPAT_MODE``
  ``error`` (the default), ``warn`` or ``off``; beats the project's.
``CUDACOMPAT_DOWNGRADE_PTX``
  ``ON`` or ``OFF``: whether PTX that is too new for a machine of the profile is
  downgraded to what its driver reads; beats ``downgrade_ptx`` of the profile.

Variables that are set for the project's use:

``CudaCompat_ARCHITECTURES``
  The architectures planned for the profile, in CMake's spelling.
``CudaCompat_TORCH_CUDA_ARCH_LIST``
  The same in torch's spelling.
``CudaCompat_NVCC_FLAGS``
  The same as options of nvcc.
``CudaCompat_GROUPS_FILE``
  The target groups of the profile, as the launcher reads them.

Targets: ``CudaCompat::cudacompat`` and ``CudaCompat::launcher``, the two
programs; ``cudacompat_check``, all product checks.

Compiles are judged with the Ninja and Makefile generators; with others only
the products are, and the configure step says so.
#]=======================================================================]
include_guard(GLOBAL)

# An injected project may ask for a much older CMake: what is included here
# keeps the policies that it was written for.
cmake_policy(VERSION 3.25...4.4)

include("${CMAKE_CURRENT_LIST_DIR}/CudaCompat/add_canary.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CudaCompat/add_check.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CudaCompat/add_load_test.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CudaCompat/assert_environment.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CudaCompat/exclude_target.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CudaCompat/init.cmake")

# Injected: the project knows nothing of this file, so nobody else will call.
include("${CMAKE_CURRENT_LIST_DIR}/CudaCompat/detail/injected.cmake")
