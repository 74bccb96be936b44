# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/detail/choose_architectures.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/find_programs.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/resolve_settings.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/set_up_targets.cmake")

#[=======================================================================[.rst:
.. command:: cudacompat_init

  Plans, checks and tests the CUDA targets of a project for a profile.

  .. code-block:: cmake

    cudacompat_init([PROFILE <file>] [MODE error|warn|off]
                    [OPTIMIZE size|speed])

  Best called once before ``project()``: then CMake's own test of the compiler
  uses the planned architectures too.  After ``project()`` it works for the
  targets that are made from there on.  It covers every target of the
  directory that calls it and of those below; where a directory above has
  called it too, that one holds.

  The options are:

  ``PROFILE <file>``
    The machines that the code must load on: a JSON file, relative to the
    current source directory, or ``portable``: every GPU that the toolkit
    builds for, on the oldest driver that it promises to work with; or
    ``this-machine``: the GPUs and the driver of the machine that runs CMake,
    asked in each configure step.  Without a GPU that is an error; in warn mode
    ``portable`` is taken.  The variable ``CUDACOMPAT_PROFILE`` beats it; the
    environment variable of that name stands in where there is neither; then
    ``portable``.

  ``MODE error|warn|off``
    What a finding does: stop the configure step or the build, be said, or
    nothing at all.  The variable ``CUDACOMPAT_MODE`` beats it.

  ``OPTIMIZE size|speed``
    The fewest architectures that every machine loads (the default), or each
    machine's own.

  Sets ``CMAKE_CUDA_ARCHITECTURES``, and ``TORCH_CUDA_ARCH_LIST`` for projects
  that use torch, unless the user has: ``CMAKE_CUDA_ARCHITECTURES`` in the
  cache, in the project or in a toolchain file, or ``CUDAARCHS`` in the
  environment, wins.  It is held against the profile, and where the two
  contradict each other the difference is an error.

  Example:

  .. code-block:: cmake

    cudacompat_init(PROFILE fleet.json)
    project(app LANGUAGES CXX CUDA)
#]=======================================================================]
function(cudacompat_init)
  list(APPEND CMAKE_MESSAGE_CONTEXT "cudacompat.init")
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "PROFILE;MODE;OPTIMIZE" "")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(
      FATAL_ERROR
      "cudacompat_init: unknown argument, or a keyword without its value:\n"
      "  ${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}\n"
      "allowed: PROFILE <file>, MODE error|warn|off, OPTIMIZE size|speed"
    )
  endif()
  if(NOT "${arg_OPTIMIZE}" MATCHES "^(size|speed|)$")
    message(
      FATAL_ERROR
      "cudacompat_init: OPTIMIZE:\n"
      "  ${arg_OPTIMIZE}\n"
      "is not one of the following: size, speed"
    )
  endif()

  cudacompat_detail_resolve_mode(mode "${arg_MODE}")
  if(mode STREQUAL "off")
    return()
  endif()
  cudacompat_detail_outer_scope(outer "${CMAKE_CURRENT_SOURCE_DIR}")
  if(NOT outer STREQUAL "")
    message(STATUS "CudaCompat: what ${outer} has asked for holds here too")
    return()
  endif()

  cudacompat_detail_resolve_profile(profile "${arg_PROFILE}")
  if(
    "${CUDACOMPAT_PROFILE}${arg_PROFILE}" STREQUAL ""
    AND profile STREQUAL "portable"
  )
    message(
      STATUS
      "CudaCompat: no profile named, taking portable (every GPU that the "
      "toolkit builds for, on the oldest driver that it promises); name the "
      "real machines with cudacompat_init(PROFILE ...) or "
      "-DCUDACOMPAT_PROFILE=..."
    )
  elseif(EXISTS "${profile}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${profile}")
  endif()
  set_property(DIRECTORY PROPERTY CUDACOMPAT_PROFILE "${profile}")
  set_property(DIRECTORY PROPERTY CUDACOMPAT_MODE "${mode}")
  set_property(DIRECTORY PROPERTY CUDACOMPAT_OPTIMIZE "${arg_OPTIMIZE}")

  get_property(scheduled GLOBAL PROPERTY CUDACOMPAT_SCHEDULED)
  if(NOT scheduled)
    set_property(GLOBAL PROPERTY CUDACOMPAT_SCHEDULED TRUE)
    cmake_language(
      DEFER DIRECTORY "${CMAKE_SOURCE_DIR}"
      CALL cudacompat_detail_set_up_last
    )
  endif()

  if(NOT DEFINED PROJECT_NAME)
    # Toolchain file and platform are not known yet. project() includes this
    # file between learning them and testing the compilers.
    list(
      APPEND CMAKE_PROJECT_TOP_LEVEL_INCLUDES
      "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/detail/before_languages.cmake"
    )
    set(
      CMAKE_PROJECT_TOP_LEVEL_INCLUDES
      "${CMAKE_PROJECT_TOP_LEVEL_INCLUDES}"
      PARENT_SCOPE
    )
    return()
  endif()
  cudacompat_detail_choose_architectures(changed)
  foreach(name IN LISTS changed)
    set(${name} "${${name}}" PARENT_SCOPE)
  endforeach()
endfunction()

# The outermost directory at or above <folder>, other than itself, that has
# called cudacompat_init; empty where none has.
function(cudacompat_detail_outer_scope out folder)
  set(found "")
  set(at "${folder}")
  while(NOT at STREQUAL "")
    if(NOT at STREQUAL folder)
      get_property(profile DIRECTORY "${at}" PROPERTY CUDACOMPAT_PROFILE)
      if(NOT "${profile}" STREQUAL "")
        set(found "${at}")
      endif()
    endif()
    get_property(at DIRECTORY "${at}" PROPERTY PARENT_DIRECTORY)
  endwhile()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()
