# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

#[=======================================================================[.rst:
.. command:: cudacompat_exclude_target

  Leaves a target alone: no launcher, no check, no test.

  .. code-block:: cmake

    cudacompat_exclude_target(<target> REASON <text>)

  The options are:

  ``<target>``
    A target of this build.  May be called before or after
    :command:`cudacompat_init`, from any directory.

  ``REASON <text>``
    Why; printed at the end of the configure step, so that what is not
    checked is not forgotten.

  Example:

  .. code-block:: cmake

    cudacompat_exclude_target(bench REASON "never leaves this machine")
#]=======================================================================]
function(cudacompat_exclude_target target)
  list(APPEND CMAKE_MESSAGE_CONTEXT "cudacompat.exclude_target")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "REASON" "")
  if(arg_UNPARSED_ARGUMENTS)
    message(
      FATAL_ERROR
      "cudacompat_exclude_target: unknown argument:\n"
      "  ${arg_UNPARSED_ARGUMENTS}\n"
      "allowed: <target> REASON <text>"
    )
  endif()
  if("${arg_REASON}" STREQUAL "")
    message(
      FATAL_ERROR
      "cudacompat_exclude_target: REASON is missing for target:\n"
      "  ${target}\n"
      "say why its GPU code need not load everywhere"
    )
  endif()
  if(NOT TARGET ${target})
    message(
      FATAL_ERROR
      "cudacompat_exclude_target: there is no target:\n  ${target}"
    )
  endif()
  set_property(TARGET ${target} PROPERTY CUDACOMPAT_EXCLUDED "${arg_REASON}")
endfunction()
