# SPDX-License-Identifier: Apache-2.0

# JSON tables of texts -> rows of a C++ array, at configure time.
include_guard(GLOBAL)

# `value` as a C++ literal of `type`, to `out`.
function(cudacompat_row_value out type value)
  if(type STREQUAL "text")
    string(REPLACE "\\" "\\\\" value "${value}")
    string(REPLACE "\"" "\\\"" value "${value}")
    set(value "\"${value}\"")
  elseif(NOT type STREQUAL "number")
    set(value "${type}::${value}")
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# The list `member` of the JSON file -> <generated>/<include>, a row a line, for
# an array to #include between its braces. FIELDS are in the order of the
# struct: KEY:text, KEY:number, or KEY:Scope, which is Scope::value. With "?"
# after it the key may be missing, with "[]" it is a list or missing: the field
# is then {}. An unknown key is an error, since it is a misspelt one.
function(cudacompat_embed_rows file member include)
  cmake_parse_arguments(arg "" "" "FIELDS" ${ARGN})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" document)
  string(JSON rows ERROR_VARIABLE wrong GET "${document}" ${member})
  if(wrong)
    message(FATAL_ERROR "${file}: ${wrong}")
  endif()
  set(lines "")
  string(JSON count LENGTH "${rows}")
  set(index 0)
  while(index LESS count)
    string(JSON row GET "${rows}" ${index})
    set(line "")
    set(known "")
    foreach(field IN LISTS arg_FIELDS)
      string(REGEX MATCH "^([a-z_]+):([A-Za-z]+)(.*)$" ignored "${field}")
      set(key "${CMAKE_MATCH_1}")
      set(type "${CMAKE_MATCH_2}")
      set(kind "${CMAKE_MATCH_3}")
      string(JSON value ERROR_VARIABLE missing GET "${row}" ${key})
      if(missing)
        if(kind STREQUAL "")
          message(
            FATAL_ERROR
            "${file}: ${member}[${index}]: \"${key}\" is missing\n${row}"
          )
        endif()
        string(APPEND line "{}, ")
        continue()
      endif()
      list(APPEND known ${key})
      if(kind STREQUAL "[]")
        string(JSON length LENGTH "${value}")
        set(position 0)
        string(APPEND line "{")
        while(position LESS length)
          string(JSON element GET "${value}" ${position})
          cudacompat_row_value(cpp "${type}" "${element}")
          string(APPEND line "${cpp}, ")
          math(EXPR position "${position} + 1")
        endwhile()
        string(APPEND line "}, ")
      else()
        cudacompat_row_value(cpp "${type}" "${value}")
        string(APPEND line "${cpp}, ")
      endif()
    endforeach()
    list(REMOVE_DUPLICATES known)
    list(LENGTH known used)
    string(JSON members LENGTH "${row}")
    if(NOT used EQUAL members)
      message(
        FATAL_ERROR
        "${file}: ${member}[${index}]: a key that is not known;"
        " known: ${arg_FIELDS}\n${row}"
      )
    endif()
    string(APPEND lines "{${line}},\n")
    math(EXPR index "${index} + 1")
  endwhile()
  # Only where it changed: what includes it is compiled again.
  file(
    CONFIGURE
    OUTPUT "${PROJECT_BINARY_DIR}/generated/${include}"
    CONTENT "@lines@"
    @ONLY
  )
endfunction()
