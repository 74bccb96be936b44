# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

# Compiler launchers are run by these generators only.
function(cudacompat_detail_launcher_works out)
  set(works FALSE)
  if(CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    set(works TRUE)
  endif()
  set(${out} ${works} PARENT_SCOPE)
endfunction()

# cudacompat_detail_set_launcher(<target> <scope>)
# Puts cudacompat-launch in front of the launchers that are there: ccache and
# its like have to see nvcc as their own first word, and what they take from
# their store is judged like what nvcc just made.
function(cudacompat_detail_set_launcher target scope)
  get_property(groups DIRECTORY "${scope}" PROPERTY CUDACOMPAT_GROUPS)
  get_property(mode DIRECTORY "${scope}" PROPERTY CUDACOMPAT_MODE)
  set(launcher "${CUDACOMPAT_LAUNCHER_PROGRAM}" --plan "${groups}")
  if(mode STREQUAL "warn")
    list(APPEND launcher --mode warn)
  endif()

  # A rule launcher runs before every compiler launcher, whatever the language.
  # ccache there has to stay behind ours; ctest's own is meant to be first.
  cudacompat_detail_rule_launcher(rule ${target})
  if(NOT rule STREQUAL "" AND NOT rule MATCHES "ctest[^ ]* +--launch")
    set(words "")
    foreach(word IN LISTS launcher)
      string(APPEND words "\"${word}\" ")
    endforeach()
    set_property(
      TARGET ${target}
      PROPERTY RULE_LAUNCH_COMPILE "${words}-- ${rule}"
    )
    return()
  endif()

  get_target_property(present ${target} CUDA_COMPILER_LAUNCHER)
  if(NOT present)
    set(present "")
  endif()
  list(APPEND launcher -- ${present})
  set_property(TARGET ${target} PROPERTY CUDA_COMPILER_LAUNCHER "${launcher}")
endfunction()

# RULE_LAUNCH_COMPILE as it holds for a target: its own, its directory's or
# the global one.
function(cudacompat_detail_rule_launcher out target)
  get_target_property(folder ${target} SOURCE_DIR)
  get_property(rule TARGET ${target} PROPERTY RULE_LAUNCH_COMPILE)
  if("${rule}" STREQUAL "")
    get_property(rule DIRECTORY "${folder}" PROPERTY RULE_LAUNCH_COMPILE)
  endif()
  if("${rule}" STREQUAL "")
    get_property(rule GLOBAL PROPERTY RULE_LAUNCH_COMPILE)
  endif()
  set(${out} "${rule}" PARENT_SCOPE)
endfunction()
