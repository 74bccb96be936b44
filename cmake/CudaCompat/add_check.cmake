# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/detail/find_programs.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/find_nvcc.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/probe_machine.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/read_plan.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/resolve_settings.cmake")

#[=======================================================================[.rst:
.. command:: cudacompat_add_check

  Adds a CTest test that judges files which no target of this build makes: a
  vendored library, a wheel, what a custom command wrote.

  .. code-block:: cmake

    cudacompat_add_check(NAME <name> FILES <file>... [PROFILE <file>])

  The options are:

  ``NAME <name>``
    The test is called ``cudacompat.check.<name>``.

  ``FILES <file>...``
    What to judge; relative to the current source directory.  Generator
    expressions are kept.

  ``PROFILE <file>``
    A profile, ``portable`` or ``this-machine``.  Without it, as
    :command:`cudacompat_init` chooses.

  Targets that hold CUDA code have their test without this command.

  Example:

  .. code-block:: cmake

    cudacompat_add_check(NAME vendored FILES third_party/libfast.so)
#]=======================================================================]
function(cudacompat_add_check)
  list(APPEND CMAKE_MESSAGE_CONTEXT "cudacompat.add_check")
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;PROFILE" "FILES")
  if(arg_UNPARSED_ARGUMENTS)
    message(
      FATAL_ERROR
      "cudacompat_add_check: unknown argument:\n"
      "  ${arg_UNPARSED_ARGUMENTS}\n"
      "allowed: NAME <name> FILES <file>... [PROFILE <file>]"
    )
  endif()
  if("${arg_NAME}" STREQUAL "" OR "${arg_FILES}" STREQUAL "")
    message(
      FATAL_ERROR
      "cudacompat_add_check: NAME and FILES are needed, got:\n  ${ARGV}"
    )
  endif()

  cudacompat_detail_resolve_mode(mode "")
  if(mode STREQUAL "off")
    return()
  endif()
  cudacompat_detail_resolve_profile(profile "${arg_PROFILE}")
  cudacompat_detail_find_programs()
  cudacompat_detail_probe_machine(profile "${mode}")
  cudacompat_detail_find_nvcc(nvcc)
  cudacompat_detail_write_groups(groups "${profile}" "${nvcc}")

  set(files "")
  foreach(file IN LISTS arg_FILES)
    if(NOT file MATCHES "^\\$<")
      get_filename_component(file "${file}" ABSOLUTE)
    endif()
    list(APPEND files "${file}")
  endforeach()
  add_test(
    NAME cudacompat.check.${arg_NAME}
    COMMAND "${CUDACOMPAT_PROGRAM}" check -p "${groups}" ${files}
  )
  set_tests_properties(
    cudacompat.check.${arg_NAME}
    PROPERTIES LABELS cudacompat
  )
endfunction()
