# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/detail/add_gpu_test.cmake")

#[=======================================================================[.rst:
.. command:: cudacompat_add_canary

  Adds a small CUDA program, built with the flags and architectures of this
  project, and a test that runs it: does what this project's settings make run,
  and compute what it should, on the GPU of this machine?

  .. code-block:: cmake

    cudacompat_add_canary()

  Called once, behind ``project()``, in a directory that compiles CUDA the way
  the products are compiled.  The program is the target ``cudacompat_canary``,
  a part of ``all``, planned, judged and checked like every CUDA target.  It
  multiplies matrices on each GPU and compares the product with the host's.

  The test is called ``cudacompat.canary``, has the label ``gpu``, and without a
  GPU is skipped as those of :command:`cudacompat_add_load_test` are.
#]=======================================================================]
function(cudacompat_add_canary)
  list(APPEND CMAKE_MESSAGE_CONTEXT "cudacompat.add_canary")
  if(ARGC GREATER 0)
    message(
      FATAL_ERROR
      "cudacompat_add_canary: unknown argument:\n"
      "  ${ARGV}\n"
      "allowed: none"
    )
  endif()
  cudacompat_detail_resolve_mode(mode "")
  if(mode STREQUAL "off")
    return()
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT "CUDA" IN_LIST languages)
    message(
      FATAL_ERROR
      "cudacompat_add_canary: the project does not compile CUDA (yet):\n"
      "  ${PROJECT_NAME}\n"
      "call it behind project(<name> LANGUAGES CUDA)"
    )
  endif()
  # Installed it lies beside the commands.
  find_file(
    source
    canary.cu
    PATHS
      "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/detail"
      "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../templates"
    NO_DEFAULT_PATH
    NO_CMAKE_FIND_ROOT_PATH
    NO_CACHE
    REQUIRED
  )
  add_executable(cudacompat_canary "${source}")
  cudacompat_detail_add_gpu_test(
    cudacompat.canary
    cudacompat_canary
    1
    cudacompat_canary
  )
endfunction()
