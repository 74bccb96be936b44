# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

# cudacompat_detail_resolve_mode(<out> <argument>)
# error, warn or off: the variable, else the project's argument, else the
# environment, else error.
function(cudacompat_detail_resolve_mode out argument)
  set(mode "error")
  foreach(
    candidate
    IN
    ITEMS "${CUDACOMPAT_MODE}" "${argument}" "$ENV{CUDACOMPAT_MODE}"
  )
    if(NOT candidate STREQUAL "")
      set(mode "${candidate}")
      break()
    endif()
  endforeach()
  if(NOT mode MATCHES "^(error|warn|off)$")
    message(
      FATAL_ERROR
      "CUDACOMPAT_MODE:\n"
      "  ${mode}\n"
      "is not one of the following:\n"
      "  * error: what would not load stops the build\n"
      "  * warn: it is said, and the build goes on\n"
      "  * off: nothing is done"
    )
  endif()
  set(${out} "${mode}" PARENT_SCOPE)
endfunction()

# cudacompat_detail_resolve_profile(<out> <argument>)
# An absolute path, or the name of a built-in profile: the variable (the user
# at the command line knows the fleet better than the project does), else the
# argument, else the environment, else portable.
function(cudacompat_detail_resolve_profile out argument)
  set(built_in "^(portable|this-machine)$")

  # What the environment said when the build folder was made still holds when
  # the build tool runs CMake again without it, as with CUDAARCHS.
  if(
    "${CUDACOMPAT_PROFILE}${argument}" STREQUAL ""
    AND NOT "$ENV{CUDACOMPAT_PROFILE}" STREQUAL ""
  )
    set(CUDACOMPAT_PROFILE "$ENV{CUDACOMPAT_PROFILE}")
    if(NOT CUDACOMPAT_PROFILE MATCHES "${built_in}")
      get_filename_component(
        CUDACOMPAT_PROFILE
        "${CUDACOMPAT_PROFILE}"
        ABSOLUTE
        BASE_DIR "${CMAKE_SOURCE_DIR}"
      )
    endif()
    set(
      CUDACOMPAT_PROFILE
      "${CUDACOMPAT_PROFILE}"
      CACHE STRING
      "The machines that the GPU code must load on"
    )
  endif()

  if(NOT "${CUDACOMPAT_PROFILE}" STREQUAL "")
    set(type STRING)
    if(NOT CUDACOMPAT_PROFILE MATCHES "${built_in}")
      # Typed as a file, "-DCUDACOMPAT_PROFILE=fleet.json" is taken from where
      # cmake was called, which is what its user meant.
      set(type FILEPATH)
    endif()
    if(DEFINED CACHE{CUDACOMPAT_PROFILE})
      set(
        CUDACOMPAT_PROFILE
        ""
        CACHE ${type}
        "The machines that the GPU code must load on"
      )
      set(profile "$CACHE{CUDACOMPAT_PROFILE}")
    else()
      set(profile "${CUDACOMPAT_PROFILE}")
    endif()
  elseif(NOT "${argument}" STREQUAL "")
    set(profile "${argument}")
  else()
    set(profile portable)
  endif()

  if(NOT profile MATCHES "${built_in}")
    get_filename_component(profile "${profile}" ABSOLUTE)
    if(NOT EXISTS "${profile}" OR IS_DIRECTORY "${profile}")
      message(
        FATAL_ERROR
        "The GPU code cannot be judged: there is no profile\n"
        "  ${profile}\n"
        "name a JSON file, portable for every GPU that the toolkit builds "
        "for, or this-machine, by cudacompat_init(PROFILE ...) or "
        "-DCUDACOMPAT_PROFILE=..."
      )
    endif()
  endif()
  set(${out} "${profile}" PARENT_SCOPE)
endfunction()
