# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/judge_chosen.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/read_plan.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/say.cmake")

# cudacompat_detail_judge_project(<scope>)
# What can only be seen when the whole project has been read: what was said in
# a way that has no effect, and what a package has changed behind the plan.
function(cudacompat_detail_judge_project scope)
  get_property(mode DIRECTORY "${scope}" PROPERTY CUDACOMPAT_MODE)
  get_property(planned DIRECTORY "${scope}" PROPERTY CUDACOMPAT_PLANNED)
  get_property(nvcc DIRECTORY "${scope}" PROPERTY CUDACOMPAT_NVCC)

  if(DEFINED CACHE{CUDA_ARCHITECTURES})
    get_property(help CACHE CUDA_ARCHITECTURES PROPERTY HELPSTRING)
    if(help MATCHES "specified on the command line")
      cudacompat_detail_say(
        warn
        "-DCUDA_ARCHITECTURES=${CUDA_ARCHITECTURES} has no effect:"
        "CMake has no such variable"
        "fix: -DCMAKE_CUDA_ARCHITECTURES=${CUDA_ARCHITECTURES}, or leave it"
        "to the profile, which chooses ${planned}"
      )
    endif()
  endif()
  if(NOT "${CUDA_NVCC_FLAGS}" STREQUAL "" AND NOT CUDA_FOUND)
    cudacompat_detail_say(
      warn
      "CUDA_NVCC_FLAGS has no effect: it belongs to FindCUDA, and this"
      "project uses CUDA as a language"
      "  ${CUDA_NVCC_FLAGS}"
      "fix: CMAKE_CUDA_FLAGS, and architectures in CMAKE_CUDA_ARCHITECTURES"
    )
  endif()

  if(NOT nvcc STREQUAL "" AND CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
    get_filename_component(asked "${nvcc}" REALPATH)
    get_filename_component(used "${CMAKE_CUDA_COMPILER}" REALPATH)
    if(NOT asked STREQUAL used)
      cudacompat_detail_say(
        "${mode}"
        "the plan was made for another nvcc than CMake compiles with"
        "  planned for: ${nvcc}"
        "  compiles:    ${CMAKE_CUDA_COMPILER}"
        "fix: -DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER}"
      )
    endif()
  elseif(nvcc STREQUAL "" AND CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
    cudacompat_detail_say(
      "${mode}"
      "no architectures were chosen for the profile, because the compiler"
      "was not found before CMake found it"
      "  ${CMAKE_CUDA_COMPILER}"
      "fix: -DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER}"
    )
  elseif(nvcc STREQUAL "")
    message(
      STATUS
      "CudaCompat: CUDA is compiled by ${CMAKE_CUDA_COMPILER_ID}, and a plan "
      "is made for nvcc only; what comes out is judged when it is built"
    )
  endif()

  get_property(groups DIRECTORY "${scope}" PROPERTY CUDACOMPAT_GROUPS)
  if(groups STREQUAL "")
    get_property(profile DIRECTORY "${scope}" PROPERTY CUDACOMPAT_PROFILE)
    set(nvcc "")
    if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
      set(nvcc "${CMAKE_CUDA_COMPILER}")
    endif()
    cudacompat_detail_write_groups(groups "${profile}" "${nvcc}")
    set_property(DIRECTORY "${scope}" PROPERTY CUDACOMPAT_GROUPS "${groups}")
  endif()
endfunction()

# cudacompat_detail_judge_target(<target> <scope>)
# A target's own architectures: native without a GPU, the plan's flags where
# CMake could not spell it, and what differs from the plan.
function(cudacompat_detail_judge_target target scope)
  get_property(mode DIRECTORY "${scope}" PROPERTY CUDACOMPAT_MODE)
  get_property(planned DIRECTORY "${scope}" PROPERTY CUDACOMPAT_PLANNED)
  get_target_property(own ${target} CUDA_ARCHITECTURES)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()

  if(own STREQUAL "native")
    cudacompat_detail_has_gpu(gpu)
    if(gpu AND DEFINED CMAKE_CUDA_ARCHITECTURES_NATIVE)
      # CMake 4.4 takes the text of its failed query for an architecture.
      if(NOT CMAKE_CUDA_ARCHITECTURES_NATIVE MATCHES "^[0-9]+[af]?(-real)?")
        set(gpu FALSE)
      endif()
    endif()
    if(NOT gpu)
      cudacompat_detail_say(
        "${mode}"
        "${target}: CUDA_ARCHITECTURES is native, but this machine has no"
        "GPU: nvcc would build for its default alone, and other machines"
        "would fail with error 209 or 222"
        "fix: leave it out, and the profile chooses ${planned}"
      )
    endif()
  elseif(NOT own)
    cudacompat_detail_pass_flags(${target} "${scope}")
  endif()
endfunction()

# For the CMake that cannot spell the architectures: their -gencode options, for
# compile and device link, unless the target brings its own.
function(cudacompat_detail_pass_flags target scope)
  get_property(flags DIRECTORY "${scope}" PROPERTY CUDACOMPAT_AS_FLAGS)
  get_target_property(options ${target} COMPILE_OPTIONS)
  if("${options}" MATCHES "-gencode|-generate-code|-arch[ =]")
    return()
  endif()
  foreach(flag IN LISTS flags)
    target_compile_options(
      ${target}
      PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${flag}>"
    )
    target_link_options(${target} PRIVATE "$<DEVICE_LINK:${flag}>")
  endforeach()
endfunction()
