# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

# cudacompat_detail_find_nvcc(<out>)
# The nvcc that CMake will take, before it has looked itself: the variable,
# the environment, the search path, then the usual folder. Empty where there
# is none, or where CUDA is compiled by something else.
function(cudacompat_detail_find_nvcc out)
  set(named "${CMAKE_CUDA_COMPILER}")
  if(named STREQUAL "")
    # May hold options after the program, as CMake allows.
    separate_arguments(named NATIVE_COMMAND "$ENV{CUDACXX}")
  endif()

  unset(nvcc)
  if(NOT named STREQUAL "")
    list(GET named 0 named)
    find_program(nvcc NAMES "${named}" NO_CACHE)
    get_filename_component(name "${named}" NAME)
    if(name MATCHES "clang")
      set(nvcc "")
    endif()
  else()
    find_program(
      nvcc
      nvcc
      PATHS
        "$ENV{CUDA_PATH}/bin"
        "$ENV{CUDA_HOME}/bin"
        /usr/local/cuda/bin
        /opt/cuda/bin
        NO_CACHE
    )
  endif()
  if(NOT nvcc)
    set(nvcc "")
  endif()
  set(${out} "${nvcc}" PARENT_SCOPE)
endfunction()
