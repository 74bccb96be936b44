# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

# cudacompat_detail_list_targets(<out> <directory>)
# Every target made in a directory and below; imported ones and aliases are
# not among them.
function(cudacompat_detail_list_targets out directory)
  get_property(found DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
  foreach(folder IN LISTS below)
    cudacompat_detail_list_targets(more "${folder}")
    list(APPEND found ${more})
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# cudacompat_detail_names_in(<out> <text>)
# The targets that a link list or a source list names, also inside generator
# expressions such as $<LINK_ONLY:x> and $<TARGET_OBJECTS:x>.
function(cudacompat_detail_names_in out text)
  set(names "")
  string(REGEX MATCHALL "[A-Za-z0-9_.+-]+(::[A-Za-z0-9_.+-]+)*" words "${text}")
  list(REMOVE_DUPLICATES words)
  foreach(word IN LISTS words)
    if(TARGET ${word})
      get_target_property(aliased ${word} ALIASED_TARGET)
      if(aliased)
        set(word "${aliased}")
      endif()
      list(APPEND names "${word}")
    endif()
  endforeach()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# cudacompat_detail_compiles_cuda(<out> <target>)
# Whether a target has CUDA sources of its own, or hands some to those that
# link it. A custom target only shows its sources in IDEs.
function(cudacompat_detail_compiles_cuda out target)
  set(result FALSE)
  set(${out} FALSE PARENT_SCOPE)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "UTILITY")
    return()
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(property IN ITEMS SOURCES INTERFACE_SOURCES)
    get_target_property(sources ${target} ${property})
    if(NOT sources)
      continue()
    elseif("${sources};" MATCHES "\\.cu[;>,]")
      set(result TRUE)
      break()
    endif()
    foreach(source IN LISTS sources)
      if(source MATCHES "\\$<")
        continue()
      endif()
      get_source_file_property(
        language
        "${source}"
        DIRECTORY "${folder}"
        LANGUAGE
      )
      if(language STREQUAL "CUDA")
        set(result TRUE)
        break()
      endif()
    endforeach()
  endforeach()
  set(${out} ${result} PARENT_SCOPE)
endfunction()

# cudacompat_detail_built_by_all(<out> <targets>)
# Those of <targets> that "all" builds: that are not excluded from it, or that
# something in it needs.
function(cudacompat_detail_built_by_all out targets)
  set(excluded "")
  foreach(target IN LISTS targets)
    cudacompat_detail_is_excluded(is ${target})
    if(is)
      list(APPEND excluded ${target})
    endif()
  endforeach()
  set(built ${targets})
  if(NOT excluded STREQUAL "")
    list(REMOVE_ITEM built ${excluded})
    cudacompat_detail_list_targets(reached "${CMAKE_SOURCE_DIR}")
    set(todo "")
    foreach(target IN LISTS reached)
      cudacompat_detail_is_excluded(is ${target})
      if(NOT is)
        list(APPEND todo ${target})
      endif()
    endforeach()
    set(reached ${todo})
    while(NOT todo STREQUAL "")
      list(POP_FRONT todo from)
      cudacompat_detail_needs(needs ${from})
      foreach(target IN LISTS needs)
        if(NOT target IN_LIST reached)
          list(APPEND reached ${target})
          list(APPEND todo ${target})
        endif()
      endforeach()
    endwhile()
    foreach(target IN LISTS excluded)
      if(target IN_LIST reached)
        list(APPEND built ${target})
      endif()
    endforeach()
  endif()
  set(${out} "${built}" PARENT_SCOPE)
endfunction()

# The targets that have to be built for another one, one step away.
function(cudacompat_detail_needs out target)
  set(text "")
  foreach(
    property
    IN
    ITEMS
      LINK_LIBRARIES
      INTERFACE_LINK_LIBRARIES
      MANUALLY_ADDED_DEPENDENCIES
      SOURCES
  )
    get_target_property(value ${target} ${property})
    if(value)
      list(APPEND text "${value}")
    endif()
  endforeach()
  cudacompat_detail_names_in(names "${text}")
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# By its own property, or by that of a directory at or above its own.
function(cudacompat_detail_is_excluded out target)
  get_target_property(excluded ${target} EXCLUDE_FROM_ALL)
  get_target_property(at ${target} SOURCE_DIR)
  while(NOT excluded AND NOT at STREQUAL "")
    get_property(excluded DIRECTORY "${at}" PROPERTY EXCLUDE_FROM_ALL)
    get_property(at DIRECTORY "${at}" PROPERTY PARENT_DIRECTORY)
  endwhile()
  if(excluded)
    set(excluded TRUE)
  else()
    set(excluded FALSE)
  endif()
  set(${out} ${excluded} PARENT_SCOPE)
endfunction()
