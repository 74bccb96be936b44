# SPDX-License-Identifier: Apache-2.0

# Included, not called, so that what cudacompat_init() sets lands in the
# directory that is being injected into.
foreach(file IN LISTS CMAKE_PROJECT_TOP_LEVEL_INCLUDES)
  get_filename_component(file "${file}" REALPATH BASE_DIR "${CMAKE_SOURCE_DIR}")
  get_filename_component(
    index
    "${CMAKE_CURRENT_LIST_DIR}/../../CudaCompat.cmake"
    REALPATH
  )
  if(file STREQUAL index)
    cudacompat_init()
    break()
  endif()
endforeach()
unset(file)
unset(index)
