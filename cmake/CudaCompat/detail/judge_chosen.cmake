# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/read_plan.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/say.cmake")

# cudacompat_detail_judge_users(<flags> <architectures>)
# Holds the user's architectures against the profile; <flags> is what they are
# as options of nvcc. Uses what choose_architectures knows: PROFILE, MODE, nvcc
# and the plan.
function(cudacompat_detail_judge_users out_flags users)
  set(${out_flags} "" PARENT_SCOPE)
  if(users STREQUAL "native")
    cudacompat_detail_has_gpu(gpu)
    if(NOT gpu)
      cudacompat_detail_say(
        "${MODE}"
        "CMAKE_CUDA_ARCHITECTURES is native, but this machine has no GPU:"
        "CMake from 3.31 on would build for nvcc's default alone (sm_75 with"
        "CUDA 13), and other machines would fail with error 209 or 222"
        "fix: leave CMAKE_CUDA_ARCHITECTURES out, and the profile chooses"
        "  ${CudaCompat_ARCHITECTURES}"
      )
    endif()
    return()
  elseif(users MATCHES "^(all|all-major)$")
    message(
      STATUS
      "CudaCompat: CMAKE_CUDA_ARCHITECTURES is ${users}, as set; what comes "
      "out is judged when it is built"
    )
    return()
  elseif(NOT users)
    message(
      STATUS
      "CudaCompat: CMAKE_CUDA_ARCHITECTURES is ${users}, so the project's own "
      "options choose; what comes out is judged when it is built"
    )
    return()
  endif()

  cudacompat_detail_read_plan(
    judged
    PROFILE "${PROFILE}"
    NVCC "${nvcc}"
    CHOSEN "${users}"
  )
  set(${out_flags} "${judged_NVCC_FLAGS}" PARENT_SCOPE)
  if(NOT judged_MADE)
    cudacompat_detail_say(
      error
      "CMAKE_CUDA_ARCHITECTURES cannot be what is meant"
      "  ${users}"
      "${judged_ERRORS}"
      "fix: leave CMAKE_CUDA_ARCHITECTURES (and CUDAARCHS) out, or set it to"
      "  ${CudaCompat_ARCHITECTURES}"
    )
  elseif(NOT judged_ERRORS STREQUAL "")
    cudacompat_detail_difference(
      difference
      "${users}"
      "${CudaCompat_ARCHITECTURES}"
    )
    cudacompat_detail_say(
      "${MODE}"
      "CMAKE_CUDA_ARCHITECTURES does not fit the profile"
      "  ${PROFILE}"
      "${difference}${judged_ERRORS}"
      "fix: leave CMAKE_CUDA_ARCHITECTURES (and CUDAARCHS) out, or set it to"
      "  ${CudaCompat_ARCHITECTURES}"
    )
  else()
    message(
      STATUS
      "CudaCompat: CMAKE_CUDA_ARCHITECTURES is ${users}, as set, and fits "
      "${PROFILE}"
    )
  endif()
  if(NOT judged_WARNINGS STREQUAL "")
    cudacompat_detail_say(warn "${judged_WARNINGS}")
  endif()
endfunction()

# Two lists as lines of text, with what only one of them has.
function(cudacompat_detail_difference out yours planned)
  set(text "  yours:   ${yours}\n")
  if(NOT planned STREQUAL "")
    string(APPEND text "  planned: ${planned}\n")
    set(missing "${planned}")
    list(REMOVE_ITEM missing ${yours})
    set(extra "${yours}")
    list(REMOVE_ITEM extra ${planned})
    if(NOT missing STREQUAL "")
      string(APPEND text "  missing: ${missing}\n")
    endif()
    if(NOT extra STREQUAL "")
      string(APPEND text "  only in yours: ${extra}\n")
    endif()
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# Whether a GPU can be here at all, before any compiler has run: the driver's
# device files (desktop and server, WSL, Tegra). Elsewhere than on Linux CMake
# has to find out.
function(cudacompat_detail_has_gpu out)
  set(has TRUE)
  if(CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux")
    file(GLOB devices /dev/nvidia[0-9]* /dev/dxg /dev/nvhost-gpu /dev/nvgpu)
    if(devices STREQUAL "")
      set(has FALSE)
    endif()
  endif()
  set(${out} ${has} PARENT_SCOPE)
endfunction()
