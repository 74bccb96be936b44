# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/detail/find_nvcc.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/find_programs.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/read_plan.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/resolve_settings.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/detail/say.cmake")

#[=======================================================================[.rst:
.. command:: cudacompat_assert_environment

  Stops the configure step where driver, toolkit, frameworks or this build
  folder do not fit each other, with the cause and its fix.

  .. code-block:: cmake

    cudacompat_assert_environment([PYTHON_ENVIRONMENT <dir>]
                                  [PROFILE <file>] [BUILD] [WARN])

  Runs ``cudacompat doctor --assert``, with the nvcc that CMake takes.  The
  options are:

  ``PYTHON_ENVIRONMENT <dir>``
    A venv, a conda environment or a site-packages folder, relative to the
    current source directory, whose packages have to work too (torch, jax,
    tensorflow, cupy, triton and others with GPU code).  It is read, not run.

  ``PROFILE <file>``
    The machines that it has to work on: a profile, or ``portable``, chosen as
    :command:`cudacompat_init` does.  Without it this machine; where that has
    no GPU the step goes on and says so.

  ``BUILD``
    What CMake keeps in this build folder has to fit the nvcc and the GPUs of
    now.  It is not judged in the first configure step, nor in one that changes
    the compiler or the architectures.

  ``WARN``
    A warning instead of an error, as with ``CUDACOMPAT_MODE=warn``.  With
    ``CUDACOMPAT_MODE=off`` nothing is done.

  Example:

  .. code-block:: cmake

    cudacompat_assert_environment(PYTHON_ENVIRONMENT "$ENV{VIRTUAL_ENV}")
#]=======================================================================]
function(cudacompat_assert_environment)
  list(APPEND CMAKE_MESSAGE_CONTEXT "cudacompat.assert_environment")
  cmake_parse_arguments(
    PARSE_ARGV 0
    arg
    "BUILD;WARN"
    "PYTHON_ENVIRONMENT;PROFILE"
    ""
  )
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(
      FATAL_ERROR
      "cudacompat_assert_environment: unknown argument, or a keyword without "
      "its value:\n"
      "  ${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}\n"
      "allowed: PYTHON_ENVIRONMENT <dir>, PROFILE <file>, BUILD, WARN"
    )
  endif()
  set(mode "")
  if(arg_WARN)
    set(mode warn)
  endif()
  cudacompat_detail_resolve_mode(mode "${mode}")
  if(mode STREQUAL "off")
    return()
  endif()

  if(
    "PYTHON_ENVIRONMENT" IN_LIST ARGV
    AND "${arg_PYTHON_ENVIRONMENT}" STREQUAL ""
  )
    message(
      STATUS
      "CudaCompat: PYTHON_ENVIRONMENT is empty: no Python package is judged"
    )
  endif()
  set(options "")
  if(NOT "${arg_PYTHON_ENVIRONMENT}" STREQUAL "")
    get_filename_component(folder "${arg_PYTHON_ENVIRONMENT}" ABSOLUTE)
    list(APPEND options --env "${folder}")
  endif()
  if(NOT "${arg_PROFILE}" STREQUAL "")
    cudacompat_detail_resolve_profile(profile "${arg_PROFILE}")
    if(NOT profile STREQUAL "this-machine")
      list(APPEND options --profile "${profile}")
    endif()
  endif()
  if(arg_BUILD)
    cudacompat_detail_is_kept(kept)
    if(kept)
      list(APPEND options --build "${CMAKE_BINARY_DIR}")
    endif()
  endif()

  cudacompat_detail_find_programs()
  cudacompat_detail_find_nvcc(nvcc)
  cudacompat_detail_plain_environment(environment)
  if(NOT nvcc STREQUAL "")
    list(APPEND environment "CUDACOMPAT_NVCC=${nvcc}")
  endif()
  execute_process(
    COMMAND
      ${environment} "${CUDACOMPAT_PROGRAM}" doctor --assert --quiet ${options}
    OUTPUT_QUIET
    ERROR_VARIABLE said
    RESULT_VARIABLE status
  )
  string(REGEX REPLACE "^cudacompat( doctor)?: (error: )?" "" said "${said}")
  string(STRIP "${said}" said)
  if(status EQUAL 0)
    message(STATUS "CudaCompat: the environment fits")
  elseif(status EQUAL 77)
    message(STATUS "CudaCompat: the environment is not judged: ${said}")
  else()
    set(what "This environment is wrong")
    if(NOT status EQUAL 1)
      set(what "This environment cannot be judged")
    endif()
    if(said STREQUAL "")
      set(said "${CUDACOMPAT_PROGRAM} ended with ${status}")
    endif()
    string(REPLACE "; fix: " "\nfix: " said "${said}")
    cudacompat_detail_say("${mode}" "${what}" "${said}")
  endif()
endfunction()

# Whether this build folder was configured before, and what it keeps still holds
# in this configure step: CMake writes its cache when that has ended.
function(cudacompat_detail_is_kept out)
  set(${out} FALSE PARENT_SCOPE)
  if(NOT EXISTS "${CMAKE_BINARY_DIR}/CMakeCache.txt")
    return()
  endif()
  set(names CMAKE_CUDA_ARCHITECTURES CMAKE_CUDA_COMPILER TORCH_CUDA_ARCH_LIST)
  load_cache("${CMAKE_BINARY_DIR}" READ_WITH_PREFIX kept_ ${names})
  foreach(name IN LISTS names)
    if(NOT "${kept_${name}}" STREQUAL "$CACHE{${name}}")
      return()
    endif()
  endforeach()
  set(${out} TRUE PARENT_SCOPE)
endfunction()
