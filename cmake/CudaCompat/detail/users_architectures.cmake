# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

# cudacompat_detail_users_architectures(<out>)
# The architectures that the user or the project chose: a variable of any
# kind, else CUDAARCHS as CMake would take it. Empty where nobody chose: what an
# earlier call has set, and what CMake itself put into the cache as the
# compiler's default, is nobody's choice.
function(cudacompat_detail_users_architectures out)
  set(users "")
  if(NOT "${CMAKE_CUDA_ARCHITECTURES}" STREQUAL "")
    set(users "${CMAKE_CUDA_ARCHITECTURES}")
  elseif(NOT "$ENV{CUDAARCHS}" STREQUAL "")
    set(users "$ENV{CUDAARCHS}")
  endif()

  get_property(ours GLOBAL PROPERTY CUDACOMPAT_CHOSEN)
  if("${users}" STREQUAL "${ours}")
    set(users "")
  endif()

  # CMake documents its default with these words, and what came from CUDAARCHS
  # too, so the value has to be a default of some nvcc as well.
  if(
    DEFINED CACHE{CMAKE_CUDA_ARCHITECTURES}
    AND "${users}" STREQUAL "$CACHE{CMAKE_CUDA_ARCHITECTURES}"
    AND "$ENV{CUDAARCHS}" STREQUAL ""
  )
    get_property(help CACHE CMAKE_CUDA_ARCHITECTURES PROPERTY HELPSTRING)
    if(help STREQUAL "CUDA architectures" AND users MATCHES "^(30|35|52|75)$")
      set(users "")
    endif()
  endif()
  set(${out} "${users}" PARENT_SCOPE)
endfunction()
