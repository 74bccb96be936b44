# The values of a fact's row as C++ text, for embed_facts.cmake.
#
# These are macros that share the scope of cudacompat_embed_all_facts: they read
# `file`, `table`, `index`, `json` (the row's text), `key`, `type` and `value`,
# and leave `cpp` (C++ text) and `cut` (it came with a release left out).
include_guard(GLOBAL)

macro(cudacompat_bad_fact what)
  message(FATAL_ERROR "${file}: rows[${index}]: ${what}\n  ${json}")
endmacro()

# true where a CUDA release is newer than CUDACOMPAT_FACTS_NEWEST.
macro(cudacompat_is_cut out cuda)
  set(${out} FALSE)
  if(
    CUDACOMPAT_FACTS_NEWEST
    AND "${cuda}" VERSION_GREATER CUDACOMPAT_FACTS_NEWEST
  )
    set(${out} TRUE)
  endif()
endmacro()

# The C++ text of `value`; `cut` where it went with the releases left out.
macro(cudacompat_fact_value)
  set(cpp "")
  set(cut FALSE)
  if(type STREQUAL "text")
    if(value STREQUAL "")
      cudacompat_bad_fact("\"${key}\" is empty")
    endif()
    string(REPLACE "\\" "\\\\" cpp "${value}")
    string(REPLACE "\"" "\\\"" cpp "${cpp}")
    set(cpp "\"${cpp}\"")
  elseif(type STREQUAL "number" AND value MATCHES "^[0-9]+$")
    set(cpp "${value}")
  elseif(type STREQUAL "major" AND value MATCHES "^[0-9]+$")
    set(cpp "${value}")
    cudacompat_is_cut(cut "${value}.0")
  elseif(type STREQUAL "flag" AND value MATCHES "^(ON|OFF)$")
    string(REPLACE "ON" "true" cpp "${value}")
    string(REPLACE "OFF" "false" cpp "${cpp}")
  elseif(
    type MATCHES "^(version|cuda)$"
    AND value MATCHES "^([0-9]+)\\.([0-9]+)$"
  )
    set(cpp "{${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}}")
    if(type STREQUAL "cuda")
      cudacompat_is_cut(cut "${value}")
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
    # 06 is 6, and 08 would be no number at all in C++.
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
  else()
    cudacompat_bad_fact("\"${key}\" is \"${value}\", which is no ${type}")
  endif()
endmacro()

# The C++ text of a field of the row, written as "key:type" and
#   ?DEFAULT  may be null or absent, then it is DEFAULT
#   []        a list, made a constexpr array of its own without what is cut
#   *         a list, each element of which makes a row of its own
macro(cudacompat_fact_field field)
  string(REGEX MATCH "^([a-z_]+):([a-z]+)(.*)$" ignored "${field}")
  set(key "${CMAKE_MATCH_1}")
  set(type "${CMAKE_MATCH_2}")
  set(kind "${CMAKE_MATCH_3}")
  set(cut FALSE)
  string(JSON json_type ERROR_VARIABLE missing TYPE "${json}" ${key})
  if(missing OR json_type STREQUAL "NULL")
    if(NOT kind MATCHES "^\\?(.*)$")
      cudacompat_bad_fact("\"${key}\" is missing")
    endif()
    set(cpp "${CMAKE_MATCH_1}")
  elseif(kind MATCHES "^\\[]|\\*$")
    if(NOT json_type STREQUAL "ARRAY")
      cudacompat_bad_fact("\"${key}\" is no list")
    endif()
    string(JSON elements GET "${json}" ${key})
    string(JSON length LENGTH "${elements}")
    set(values "")
    set(position 0)
    while(position LESS length)
      string(JSON value GET "${elements}" ${position})
      math(EXPR position "${position} + 1")
      cudacompat_fact_value()
      if(NOT cut)
        list(APPEND values "${cpp}") # no ';' in these
      endif()
    endwhile()
    set(cut FALSE)
    if(kind STREQUAL "*")
      set(each "${values}")
      set(cpp "@EACH@")
    elseif(values STREQUAL "")
      set(cpp "{}")
    else()
      set(cpp_arch "Arch")
      set(cpp_cc "Cc")
      set(cpp_branch "std::uint16_t")
      set(cpp "k_${table}_${index}_${key}")
      list(JOIN values ", " values)
      string(
        APPEND row_arrays
        "constexpr ${cpp_${type}} ${cpp}[] = {${values}};\n"
      )
    endif()
  else()
    string(JSON value GET "${json}" ${key})
    cudacompat_fact_value()
  endif()
endmacro()
