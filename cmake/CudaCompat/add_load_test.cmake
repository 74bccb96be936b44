# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/detail/add_gpu_test.cmake")

#[=======================================================================[.rst:
.. command:: cudacompat_add_load_test

  Adds a CTest test that runs on a GPU: a program of this build, or a command
  that uses one of its products.

  .. code-block:: cmake

    cudacompat_add_load_test(NAME <name> TARGET <target>
                             [COMMAND <command> [<argument>...]] [GPUS <n>])

  The options are:

  ``NAME <name>``
    The test is called ``cudacompat.run.<name>``.

  ``TARGET <target>``
    What is tested; the test fails where it has not been built.

  ``COMMAND <command> [<argument>...]``
    What to run.  Without it, the target, which is then a program.  As with
    ``add_test()``, a target stands for its program and generator expressions
    are kept.

  ``GPUS <n>``
    How many GPUs the test takes, 1 without it.

  Where there is no GPU the test is skipped and says why, as is one that exits
  with 77; with ``CUDACOMPAT_REQUIRE_GPU=1`` in the environment both fail.  Modules are
  loaded when the program starts (``CUDA_MODULE_LOADING=EAGER``), so that code
  which the driver refuses is seen even where nothing calls it.

  The test has the label ``gpu``.  Tests share the GPUs of a machine, each with
  as many as it takes to itself, under::

    cudacompat ctest-spec -o gpus.json
    ctest -L gpu --parallel 8 --resource-spec-file gpus.json

  Targets that hold CUDA code have ``cudacompat.load.<target>`` without this
  command; it loads their code and runs nothing.

  Example:

  .. code-block:: cmake

    cudacompat_add_load_test(NAME solver TARGET solver_test)
#]=======================================================================]
function(cudacompat_add_load_test)
  list(APPEND CMAKE_MESSAGE_CONTEXT "cudacompat.add_load_test")
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TARGET;GPUS" "COMMAND")
  if(arg_UNPARSED_ARGUMENTS)
    message(
      FATAL_ERROR
      "cudacompat_add_load_test: unknown argument:\n"
      "  ${arg_UNPARSED_ARGUMENTS}\n"
      "allowed: NAME <name> TARGET <target> [COMMAND <command>...] [GPUS <n>]"
    )
  endif()
  if("${arg_NAME}" STREQUAL "" OR "${arg_TARGET}" STREQUAL "")
    message(
      FATAL_ERROR
      "cudacompat_add_load_test: NAME and TARGET are needed, got:\n  ${ARGV}"
    )
  endif()
  if("${arg_GPUS}" STREQUAL "")
    set(arg_GPUS 1)
  elseif(NOT arg_GPUS MATCHES "^[1-9][0-9]*$")
    message(
      FATAL_ERROR
      "cudacompat_add_load_test: GPUS:\n"
      "  ${arg_GPUS}\n"
      "is not a number of GPUs"
    )
  endif()
  if("${arg_COMMAND}" STREQUAL "")
    set(arg_COMMAND ${arg_TARGET})
  endif()
  cudacompat_detail_add_gpu_test(
    cudacompat.run.${arg_NAME}
    ${arg_TARGET}
    ${arg_GPUS}
    ${arg_COMMAND}
  )
endfunction()
