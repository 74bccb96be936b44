# SPDX-License-Identifier: Apache-2.0

# The index includes every command file; a command's file, name and manual
# agree; every file guards itself.
file(READ "${MODULES}/CudaCompat.cmake" index)
file(GLOB files "${MODULES}/CudaCompat/*.cmake")
file(GLOB details "${MODULES}/CudaCompat/detail/*.cmake")
set(wrong "")

foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  set(
    include
    "include(\"\${CMAKE_CURRENT_LIST_DIR}/CudaCompat/${name}.cmake\")"
  )
  string(FIND "${index}" "${include}" included)
  if(included EQUAL -1)
    list(APPEND wrong "CudaCompat.cmake does not include ${name}.cmake")
  endif()
  if(NOT index MATCHES ":command:`cudacompat_${name}`")
    list(APPEND wrong "CudaCompat.cmake does not speak of cudacompat_${name}")
  endif()
  if(NOT text MATCHES "\n\\.\\. command:: cudacompat_${name}\n")
    list(APPEND wrong "${name}.cmake has no manual of cudacompat_${name}")
  endif()
  if(NOT text MATCHES "\nfunction\\(cudacompat_${name}[ )]")
    list(APPEND wrong "${name}.cmake does not define cudacompat_${name}")
  endif()
endforeach()

foreach(file IN LISTS files details)
  file(READ "${file}" text)
  # What is run or included again and again has no functions to guard.
  if(
    text MATCHES "\n(function|macro)\\("
    AND NOT text MATCHES "^(# [^\n]*\n)*include_guard\\(GLOBAL\\)\n"
  )
    list(APPEND wrong "${file} does not begin with include_guard(GLOBAL)")
  endif()
endforeach()

if(files STREQUAL "" OR NOT wrong STREQUAL "")
  list(JOIN wrong "\n  " wrong)
  message(FATAL_ERROR "  ${wrong}")
endif()
