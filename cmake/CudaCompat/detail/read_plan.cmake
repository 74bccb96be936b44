# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/say.cmake")

# cudacompat_detail_read_plan(<prefix> PROFILE <p> NVCC <n> [OPTIMIZE <o>]
#                             [CHOSEN <architectures>])
# Asks the program for the plan, or for its judgement of CHOSEN. Sets in the
# caller <prefix>_ARCHITECTURES, _NVCC_FLAGS, _TORCH_CUDA_ARCH_LIST, _REPORT,
# _ERRORS and _WARNINGS (both as text), and _MADE: whether there is a plan at
# all. What the program could not do stands in _ERRORS as it said it.
function(cudacompat_detail_read_plan prefix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PROFILE;NVCC;OPTIMIZE;CHOSEN" "")
  set(options "")
  if(NOT "${arg_OPTIMIZE}" STREQUAL "")
    list(APPEND options --optimize "${arg_OPTIMIZE}")
  endif()
  if(NOT "${arg_CHOSEN}" STREQUAL "")
    # A list of architectures is one word of the command line.
    string(REPLACE ";" "\\;" chosen "${arg_CHOSEN}")
    list(APPEND options "--architectures=${chosen}")
  endif()
  cudacompat_detail_downgrade_ptx_option(downgrade)
  cudacompat_detail_plain_environment(plain)
  execute_process(
    COMMAND
      ${plain} "${CUDACOMPAT_PROGRAM}" plan -p "${arg_PROFILE}" --nvcc
      "${arg_NVCC}" --format cmake -o - ${options} ${downgrade}
    OUTPUT_VARIABLE code
    ERROR_VARIABLE said
    RESULT_VARIABLE status
  )

  set(
    names
    ARCHITECTURES
    NVCC_FLAGS
    TORCH_CUDA_ARCH_LIST
    REPORT
    ERRORS
    WARNINGS
  )
  foreach(name IN LISTS names)
    set(CudaCompat_${name} "")
  endforeach()
  set(CudaCompat_MADE FALSE)
  if(status MATCHES "^[01]$")
    set(CudaCompat_MADE TRUE)
    cmake_language(EVAL CODE "${code}")
  endif()
  list(JOIN CudaCompat_WARNINGS "\n" CudaCompat_WARNINGS)
  list(JOIN CudaCompat_ERRORS "\n" CudaCompat_ERRORS)
  if(NOT status EQUAL 0 AND CudaCompat_ERRORS STREQUAL "")
    string(
      REGEX REPLACE "^cudacompat: error: (--architectures: )?"
      ""
      CudaCompat_ERRORS
      "${said}"
    )
    if(said STREQUAL "")
      set(CudaCompat_ERRORS "${CUDACOMPAT_PROGRAM} ended with ${status}")
    endif()
  endif()
  foreach(name IN LISTS names ITEMS MADE)
    set(${prefix}_${name} "${CudaCompat_${name}}" PARENT_SCOPE)
  endforeach()
endfunction()

# cudacompat_detail_write_groups(<out> <profile> <nvcc>)
# The profile's target groups, once, as the launcher and the product check
# read them. Left untouched where nothing changed, so that nothing is judged
# again for a profile that only got a new comment.
function(cudacompat_detail_write_groups out profile nvcc)
  get_filename_component(name "${profile}" NAME_WE)
  string(MD5 hash "${profile}")
  string(SUBSTRING "${hash}" 0 8 hash)
  set(file "${CMAKE_BINARY_DIR}/cudacompat/${name}-${hash}.groups")
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/cudacompat")

  set(toolkit "")
  if(NOT nvcc STREQUAL "")
    set(toolkit --nvcc "${nvcc}")
  endif()
  cudacompat_detail_downgrade_ptx_option(downgrade)
  cudacompat_detail_plain_environment(plain)
  execute_process(
    COMMAND
      ${plain} "${CUDACOMPAT_PROGRAM}" plan -p "${profile}" ${toolkit}
      ${downgrade} --format groups -o "${file}.new"
    ERROR_VARIABLE said
    OUTPUT_QUIET
    RESULT_VARIABLE status
  )
  if(NOT EXISTS "${file}.new" OR NOT status EQUAL 0)
    if(said STREQUAL "")
      set(said "${CUDACOMPAT_PROGRAM} ended with ${status}")
    endif()
    cudacompat_detail_say(
      error
      "The GPU code cannot be judged for the profile"
      "  ${profile}"
      "${said}"
    )
  endif()
  file(COPY_FILE "${file}.new" "${file}" ONLY_IF_DIFFERENT)
  file(REMOVE "${file}.new")
  set(${out} "${file}" PARENT_SCOPE)
endfunction()

# --downgrade-ptx on|off where CUDACOMPAT_DOWNGRADE_PTX is set, as a variable or in the
# environment; else nothing: the profile's policy holds.
function(cudacompat_detail_downgrade_ptx_option out)
  set(wanted "${CUDACOMPAT_DOWNGRADE_PTX}")
  if(wanted STREQUAL "")
    set(wanted "$ENV{CUDACOMPAT_DOWNGRADE_PTX}")
  endif()
  set(option "")
  if(NOT wanted STREQUAL "")
    set(option --downgrade-ptx off)
    if(wanted)
      set(option --downgrade-ptx on)
    endif()
  endif()
  set(${out} "${option}" PARENT_SCOPE)
endfunction()

# The start of a command line without the environment's twins of options that
# would change what is planned here.
function(cudacompat_detail_plain_environment out)
  set(command "${CMAKE_COMMAND}" -E env)
  foreach(
    name
    IN
    ITEMS
      ARCHITECTURES
      BUILD
      ENV
      FAIL_ON
      LOG
      DOWNGRADE_PTX
      NVCC
      OPTIMIZE
      PROFILE
      QUIET
      TARGET
      TOOLKIT
  )
    list(APPEND command --unset=CUDACOMPAT_${name})
  endforeach()
  set(${out} "${command}" PARENT_SCOPE)
endfunction()
