# SPDX-License-Identifier: Apache-2.0

# The values of a fact's row as C++ text, for embed_facts.cmake.
include_guard(GLOBAL)

# <out> is true where a CUDA release is newer than CUDACOMPAT_FACTS_NEWEST.
function(cudacompat_is_cut cuda out)
  if(
    CUDACOMPAT_FACTS_NEWEST
    AND "${cuda}" VERSION_GREATER CUDACOMPAT_FACTS_NEWEST
  )
    set(${out} TRUE PARENT_SCOPE)
  else()
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

# <cpp_out> is the C++ text of <value>, empty where it is not a <type>.
# <cut_out> is true where it went with the releases left out; <cut_archs> and
# <cut_branches> are what went so far.
function(
  cudacompat_fact_value
  type
  value
  cut_archs
  cut_branches
  cpp_out
  cut_out
)
  set(cpp "")
  set(cut FALSE)
  if(type STREQUAL "text")
    if(NOT value STREQUAL "")
      string(REPLACE "\\" "\\\\" cpp "${value}")
      string(REPLACE "\"" "\\\"" cpp "${cpp}")
      set(cpp "\"${cpp}\"")
    endif()
  elseif(type STREQUAL "number" AND value MATCHES "^[0-9]+$")
    set(cpp "${value}")
  elseif(type STREQUAL "major" AND value MATCHES "^[0-9]+$")
    set(cpp "${value}")
    cudacompat_is_cut("${value}.0" cut)
  elseif(type STREQUAL "flag" AND value MATCHES "^(ON|OFF)$")
    string(REPLACE "ON" "true" cpp "${value}")
    string(REPLACE "OFF" "false" cpp "${cpp}")
  elseif(
    type MATCHES "^(version|cuda)$"
    AND value MATCHES "^([0-9]+)\\.([0-9]+)$"
  )
    set(cpp "{${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}}")
    if(type STREQUAL "cuda")
      cudacompat_is_cut("${value}" cut)
    endif()
  elseif(type STREQUAL "arch" AND value MATCHES "^([0-9]+)([af]?)$")
    set(scope_ "base")
    set(scope_a "exact")
    set(scope_f "family")
    set(cpp "{${CMAKE_MATCH_1}, ArchScope::${scope_${CMAKE_MATCH_2}}}")
    if(value IN_LIST cut_archs)
      set(cut TRUE)
    endif()
  elseif(type STREQUAL "cc" AND value MATCHES "^([0-9]+)\\.([0-9])$")
    set(cpp "${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
    if(cpp IN_LIST cut_archs)
      set(cut TRUE)
    endif()
  elseif(type STREQUAL "branch" AND value MATCHES "^[0-9]+$")
    set(cpp "${value}")
    if(cpp IN_LIST cut_branches)
      set(cut TRUE)
    endif()
  elseif(
    type STREQUAL "driver"
    AND value MATCHES "^[0-9]+(\\.[0-9]+)?(\\.[0-9]+)?$"
  )
    string(REPLACE "." ";" numbers "${value}")
    list(LENGTH numbers parts)
    list(APPEND numbers 0 0)
    list(SUBLIST numbers 0 3 numbers)
    # 06 is 6, and 08 would not be a number at all in C++.
    list(TRANSFORM numbers REPLACE "^0+([0-9])" "\\1")
    list(JOIN numbers ", " cpp)
    set(cpp "{${cpp}, ${parts}}")
  elseif(
    type STREQUAL "brand"
    AND value MATCHES "^(data_center|workstation|geforce|jetson)$"
  )
    set(cpp "Brand::${value}")
  elseif(
    type STREQUAL "os"
    AND value MATCHES "^(linux-x86_64|linux-aarch64|windows-x86_64)$"
  )
    string(REPLACE "-" "_" cpp "Os::${value}")
  endif()
  set(${cpp_out} "${cpp}" PARENT_SCOPE)
  set(${cut_out} ${cut} PARENT_SCOPE)
endfunction()

# A field of the row <json>, written as "key:type" and
#   ?DEFAULT  may be null or absent, then it is DEFAULT
#   []        a list, made a constexpr array of its own without what is cut
#   *         a list, each element of which makes a row of its own
#
# Sets <out>_cpp (C++ text), <out>_cut (it went with the releases left out),
# <out>_array (the list's array, <array>_<key>; may be empty), <out>_each (of a
# list that makes rows, whose <out>_cpp is @EACH@) and <out>_error.
function(
  cudacompat_fact_field
  json
  field
  array
  cut_archs
  cut_branches
  out
)
  string(REGEX MATCH "^([a-z_]+):([a-z]+)(.*)$" ignored "${field}")
  set(key "${CMAKE_MATCH_1}")
  set(type "${CMAKE_MATCH_2}")
  set(kind "${CMAKE_MATCH_3}")
  set(cpp "")
  set(cut FALSE)
  set(array_text "")
  set(each "")
  set(error "")
  set(values "")
  unset(wrong)
  string(JSON json_type ERROR_VARIABLE missing TYPE "${json}" ${key})
  if(missing OR json_type STREQUAL "NULL")
    if(kind MATCHES "^\\?(.*)$")
      set(cpp "${CMAKE_MATCH_1}")
    else()
      set(error "\"${key}\" is missing")
    endif()
  elseif(NOT kind MATCHES "^\\[]|\\*$")
    string(JSON value GET "${json}" ${key})
    cudacompat_fact_value(
      ${type}
      "${value}"
      "${cut_archs}"
      "${cut_branches}"
      cpp
      cut
    )
    if(cpp STREQUAL "")
      set(wrong "${value}")
    endif()
  elseif(NOT json_type STREQUAL "ARRAY")
    set(error "\"${key}\" is not a list")
  else()
    string(JSON elements GET "${json}" ${key})
    string(JSON length LENGTH "${elements}")
    set(position 0)
    while(position LESS length)
      string(JSON value GET "${elements}" ${position})
      math(EXPR position "${position} + 1")
      cudacompat_fact_value(
        ${type}
        "${value}"
        "${cut_archs}"
        "${cut_branches}"
        cpp
        element_cut
      )
      if(cpp STREQUAL "")
        set(wrong "${value}")
      elseif(NOT element_cut)
        list(APPEND values "${cpp}") # no ';' in these
      endif()
    endwhile()
    if(kind STREQUAL "*")
      set(each "${values}")
      set(cpp "@EACH@")
    elseif(values STREQUAL "")
      set(cpp "{}")
    else()
      set(cpp_arch "Arch")
      set(cpp_cc "Cc")
      set(cpp_branch "std::uint16_t")
      set(cpp "${array}_${key}")
      list(JOIN values ", " values)
      set(array_text "constexpr ${cpp_${type}} ${cpp}[] = {${values}};\n")
    endif()
  endif()
  if(DEFINED wrong AND wrong STREQUAL "")
    set(error "\"${key}\" is empty")
  elseif(DEFINED wrong)
    set(error "\"${key}\" is \"${wrong}\", which is not of type ${type}")
  endif()
  foreach(result IN ITEMS cpp cut each error)
    set(${out}_${result} "${${result}}" PARENT_SCOPE)
  endforeach()
  set(${out}_array "${array_text}" PARENT_SCOPE)
endfunction()
