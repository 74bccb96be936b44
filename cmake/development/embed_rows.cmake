# JSON tables of texts -> rows of a C++ array, at configure time.
include_guard(GLOBAL)

# The list `member` of the JSON file -> <generated>/<include>, a row a line, for
# an array to #include between its braces. FIELDS are in the order of the
# struct: KEY:text, KEY:number, or KEY:Enum, which is Enum::value; with "?" after
# it the key may be missing, then the field is empty. An unknown key is an error,
# since it is a misspelt one.
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
    string(JSON left LENGTH "${row}")
    set(line "")
    foreach(field IN LISTS arg_FIELDS)
      string(REGEX MATCH "^([a-z_]+):([A-Za-z]+)(\\??)$" ignored "${field}")
      set(key "${CMAKE_MATCH_1}")
      set(type "${CMAKE_MATCH_2}")
      set(optional "${CMAKE_MATCH_3}")
      string(JSON value ERROR_VARIABLE missing GET "${row}" ${key})
      if(missing AND NOT optional)
        message(
          FATAL_ERROR
          "${file}: ${member}[${index}]: no \"${key}\"\n${row}"
        )
      elseif(missing)
        string(APPEND line "{}, ")
        continue()
      endif()
      math(EXPR left "${left} - 1")
      if(type STREQUAL "text")
        string(REPLACE "\\" "\\\\" value "${value}")
        string(REPLACE "\"" "\\\"" value "${value}")
        string(APPEND line "\"${value}\", ")
      elseif(type STREQUAL "number")
        string(APPEND line "${value}, ")
      else()
        string(APPEND line "${type}::${value}, ")
      endif()
    endforeach()
    if(NOT left EQUAL 0)
      message(
        FATAL_ERROR
        "${file}: ${member}[${index}]: a key that is not one of"
        " ${arg_FIELDS}\n${row}"
      )
    endif()
    string(APPEND lines "{${line}},\n")
    math(EXPR index "${index} + 1")
  endwhile()
  # Only where it changed: what includes it is compiled anew.
  file(
    CONFIGURE
    OUTPUT "${PROJECT_BINARY_DIR}/generated/${include}"
    CONTENT "@lines@"
    @ONLY
  )
endfunction()
