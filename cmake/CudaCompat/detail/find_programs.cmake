# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/build_programs.cmake")

# cudacompat_detail_find_programs()
# Sets CUDACOMPAT_PROGRAM and CUDACOMPAT_LAUNCHER_PROGRAM in the caller, in
# this order: what the user named; beside this module in an install tree; on
# the search path, where the version is this module's; built from the checkout
# that this module lies in.
function(cudacompat_detail_find_programs)
  get_filename_component(
    root
    "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../.."
    ABSOLUTE
  )
  set(in_checkout FALSE)
  get_filename_component(installed "${root}/../../bin" ABSOLUTE)
  if(EXISTS "${root}/wrapper/CMakeLists.txt")
    set(in_checkout TRUE)
    set(installed "")
  endif()

  set(program "${CUDACOMPAT_PROGRAM}")
  set(launcher "${CUDACOMPAT_LAUNCHER_PROGRAM}")
  if(program STREQUAL "")
    cudacompat_detail_find_pair(program launcher "${installed}")
  elseif(launcher STREQUAL "")
    get_filename_component(launcher "${program}" DIRECTORY)
    string(APPEND launcher "/cudacompat-launch${CMAKE_HOST_EXECUTABLE_SUFFIX}")
  endif()
  if(program STREQUAL "" AND in_checkout)
    cudacompat_detail_build_programs(program launcher "${root}")
  endif()

  foreach(file IN ITEMS "${program}" "${launcher}")
    if(file STREQUAL "" OR NOT EXISTS "${file}")
      message(
        FATAL_ERROR
        "The GPU code cannot be judged: the programs cudacompat and "
        "cudacompat-launch were not found\n"
        "  ${file}\n"
        "install CudaCompat, or name it with "
        "-DCUDACOMPAT_PROGRAM=<prefix>/bin/cudacompat"
      )
    endif()
  endforeach()

  set(CUDACOMPAT_PROGRAM "${program}" PARENT_SCOPE)
  set(CUDACOMPAT_LAUNCHER_PROGRAM "${launcher}" PARENT_SCOPE)
endfunction()

# cudacompat_detail_find_pair(<program> <launcher> <folder or empty>)
# Looked up afresh each time and kept out of the cache: an upgrade that moves
# them must not leave a build folder with names of what is gone.
function(cudacompat_detail_find_pair out_program out_launcher folder)
  if(folder STREQUAL "")
    set(where "")
  else()
    set(where PATHS "${folder}" NO_DEFAULT_PATH)
  endif()
  # A variable that is set, be it empty, is not looked for.
  unset(program)
  unset(launcher)
  find_program(program cudacompat ${where} NO_CACHE)
  find_program(launcher cudacompat-launch ${where} NO_CACHE)

  if(program AND launcher AND folder STREQUAL "")
    # Found by chance: another version may know other rules and other words.
    cudacompat_detail_own_version(wanted)
    execute_process(
      COMMAND "${program}" version
      OUTPUT_VARIABLE said
      ERROR_QUIET
      RESULT_VARIABLE failed
    )
    string(REPLACE "." "\\." wanted "${wanted}")
    if(failed OR NOT said MATCHES "(^|[^0-9.])${wanted}([^0-9.]|$)")
      set(program "")
    endif()
  endif()
  if(program AND launcher)
    set(${out_program} "${program}" PARENT_SCOPE)
    set(${out_launcher} "${launcher}" PARENT_SCOPE)
  else()
    set(${out_program} "" PARENT_SCOPE)
    set(${out_launcher} "" PARENT_SCOPE)
  endif()
endfunction()

# The version of the checkout that this module lies in.
function(cudacompat_detail_own_version out)
  set(file "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../CMakeLists.txt")
  set(version "")
  if(EXISTS "${file}")
    file(STRINGS "${file}" line REGEX "^project\\(CudaCompat VERSION")
    if(line MATCHES "VERSION ([0-9.]+)")
      set(version "${CMAKE_MATCH_1}")
    endif()
  endif()
  set(${out} "${version}" PARENT_SCOPE)
endfunction()
