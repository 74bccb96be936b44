# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/read_plan.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/say.cmake")

# cudacompat_detail_probe_machine(<variable> <mode>)
# Where the variable is this-machine, the profile of this machine is written
# down and the variable names its file, so that the plan, the launcher and the
# checks speak of one machine until CMake runs again. Without a GPU there is
# no such profile: an error, for whatever is built instead is a guess. In warn
# mode the build goes on, so there it is portable, which promises the most.
function(cudacompat_detail_probe_machine variable mode)
  if(NOT "${${variable}}" STREQUAL "this-machine")
    return()
  endif()
  set(file "${CMAKE_BINARY_DIR}/cudacompat/this-machine.json")
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/cudacompat")
  file(REMOVE "${file}.new")
  cudacompat_detail_plain_environment(plain)
  execute_process(
    COMMAND
      ${plain} "${CUDACOMPAT_PROGRAM}" probe --format profile -o "${file}.new"
    ERROR_VARIABLE said
    OUTPUT_QUIET
    RESULT_VARIABLE status
  )
  if(EXISTS "${file}.new")
    if(NOT status EQUAL 0)
      cudacompat_detail_say(warn "${said}")
    endif()
    file(COPY_FILE "${file}.new" "${file}" ONLY_IF_DIFFERENT)
    file(REMOVE "${file}.new")
    set(${variable} "${file}" PARENT_SCOPE)
    return()
  endif()

  string(REGEX REPLACE "cudacompat: (error|note): " "" said "${said}")
  if(said STREQUAL "")
    set(said "${CUDACOMPAT_PROGRAM} ended with ${status}")
  endif()
  set(instead "")
  if(mode STREQUAL "warn")
    set(instead "; taking portable")
  endif()
  cudacompat_detail_say(
    "${mode}"
    "The GPU code cannot be planned for this-machine${instead}"
    "${said}"
    "fix: name the machines that it is for with -DCUDACOMPAT_PROFILE=<file>"
    "(on one of them: cudacompat probe --format profile), or portable for"
    "every GPU that the toolkit builds for"
  )
  set(${variable} portable PARENT_SCOPE)
endfunction()
