# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/find_nvcc.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/find_programs.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/judge_chosen.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/probe_machine.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/read_plan.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/say.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/users_architectures.cmake")

# cudacompat_detail_choose_architectures(<changed>)
# Plans the current directory's profile for the nvcc in use. Sets in the
# caller what a project sees of it, and <changed> to the names of what was set.
function(cudacompat_detail_choose_architectures out_changed)
  foreach(name IN ITEMS PROFILE MODE OPTIMIZE)
    get_property(${name} DIRECTORY PROPERTY CUDACOMPAT_${name})
  endforeach()
  cudacompat_detail_find_programs()
  cudacompat_detail_probe_machine(PROFILE "${MODE}")
  set_property(DIRECTORY PROPERTY CUDACOMPAT_PROFILE "${PROFILE}")
  cudacompat_detail_find_nvcc(nvcc)
  set(changed "")

  if(nvcc STREQUAL "")
    message(
      STATUS
      "CudaCompat: no nvcc found, so no architectures are chosen; name it "
      "with -DCMAKE_CUDA_COMPILER=<nvcc>"
    )
  else()
    cudacompat_detail_write_groups(groups "${PROFILE}" "${nvcc}")
    set_property(DIRECTORY PROPERTY CUDACOMPAT_GROUPS "${groups}")
    set_property(DIRECTORY PROPERTY CUDACOMPAT_NVCC "${nvcc}")
    set(CudaCompat_GROUPS_FILE "${groups}")
    cudacompat_detail_read_plan(
      CudaCompat
      PROFILE "${PROFILE}"
      NVCC "${nvcc}"
      OPTIMIZE "${OPTIMIZE}"
    )
    list(
      APPEND changed
      CudaCompat_GROUPS_FILE
      CudaCompat_ARCHITECTURES
      CudaCompat_NVCC_FLAGS
      CudaCompat_TORCH_CUDA_ARCH_LIST
    )
    cudacompat_detail_users_architectures(users)
    if(users STREQUAL "")
      cudacompat_detail_take_plan(changed)
      set(wanted "${CudaCompat_ARCHITECTURES}")
      set(flags "${CudaCompat_NVCC_FLAGS}")
    else()
      cudacompat_detail_judge_users(flags "${users}")
      set(wanted "${users}")
    endif()
    cudacompat_detail_name_torch(changed)
    cudacompat_detail_knows_family_suffix(knows)
    if(wanted MATCHES "[0-9]f" AND NOT knows)
      message(
        STATUS
        "CudaCompat: CMake ${CMAKE_VERSION} cannot spell ${wanted} "
        "(4.0.2 can), so CMAKE_CUDA_ARCHITECTURES is OFF and the targets get ${flags}"
      )
      set(CMAKE_CUDA_ARCHITECTURES OFF)
      set_property(GLOBAL PROPERTY CUDACOMPAT_CHOSEN OFF)
      list(APPEND changed CMAKE_CUDA_ARCHITECTURES)
      set_property(DIRECTORY PROPERTY CUDACOMPAT_AS_FLAGS "${flags}")
    endif()
    set_property(
      DIRECTORY
      PROPERTY CUDACOMPAT_PLANNED "${CudaCompat_ARCHITECTURES}"
    )
  endif()

  foreach(name IN LISTS changed)
    set(${name} "${${name}}" PARENT_SCOPE)
  endforeach()
  set(${out_changed} "${changed}" PARENT_SCOPE)
endfunction()

# The plan becomes CMake's architectures.
macro(cudacompat_detail_take_plan changed)
  if(NOT CudaCompat_ERRORS STREQUAL "")
    cudacompat_detail_say("${MODE}" "${CudaCompat_ERRORS}")
  endif()
  if(NOT CudaCompat_WARNINGS STREQUAL "")
    cudacompat_detail_say(warn "${CudaCompat_WARNINGS}")
  endif()
  cudacompat_detail_report("${CudaCompat_REPORT}")

  if(NOT CudaCompat_ARCHITECTURES STREQUAL "")
    set(CMAKE_CUDA_ARCHITECTURES "${CudaCompat_ARCHITECTURES}")
    set_property(
      GLOBAL
      PROPERTY CUDACOMPAT_CHOSEN "${CudaCompat_ARCHITECTURES}"
    )
    list(APPEND ${changed} CMAKE_CUDA_ARCHITECTURES)
  endif()
endmacro()

# The plan for torch, whose package turns CMake's architectures off.
macro(cudacompat_detail_name_torch changed)
  set(torch "${TORCH_CUDA_ARCH_LIST}$ENV{TORCH_CUDA_ARCH_LIST}")
  if(NOT torch STREQUAL "")
    message(
      STATUS
      "CudaCompat: TORCH_CUDA_ARCH_LIST is ${torch}, as set (planned: "
      "${CudaCompat_TORCH_CUDA_ARCH_LIST}); what comes out is judged when it "
      "is built"
    )
  elseif(NOT CudaCompat_TORCH_CUDA_ARCH_LIST STREQUAL "")
    set(TORCH_CUDA_ARCH_LIST "${CudaCompat_TORCH_CUDA_ARCH_LIST}")
    list(APPEND ${changed} TORCH_CUDA_ARCH_LIST)
  endif()
endmacro()

function(cudacompat_detail_report text)
  string(REGEX REPLACE "\n+$" "" text "${text}")
  string(REPLACE ";" "\\;" text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  foreach(line IN LISTS lines)
    message(STATUS "CudaCompat: ${line}")
  endforeach()
endfunction()

# 3.31.8 and 4.0.2 are the first of their lines that take "100f".
function(cudacompat_detail_knows_family_suffix out)
  set(knows FALSE)
  if(
    CMAKE_VERSION VERSION_GREATER_EQUAL 4.0.2
    OR
      (
        CMAKE_VERSION VERSION_GREATER_EQUAL 3.31.8
        AND CMAKE_VERSION VERSION_LESS 4.0.0
      )
  )
    set(knows TRUE)
  endif()
  set(${out} ${knows} PARENT_SCOPE)
endfunction()
