# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/find_programs.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/resolve_settings.cmake")

# cudacompat_detail_add_gpu_test(<name> <target> <gpus> <command>...)
# A test that is skipped where there is no GPU, and that ctest can give GPUs of
# its own.
function(cudacompat_detail_add_gpu_test name target gpus)
  cudacompat_detail_resolve_mode(mode "")
  if(mode STREQUAL "off")
    return()
  endif()
  cudacompat_detail_find_programs()
  set(command ${ARGN})
  list(POP_FRONT command first)
  if(TARGET "${first}")
    set(first "$<TARGET_FILE:${first}>")
  endif()
  # A process that needs several GPUs asks for one slot of each.
  string(REPEAT "gpus:1," ${gpus} groups)
  string(REGEX REPLACE ",$" "" groups "${groups}")
  add_test(
    NAME ${name}
    COMMAND
      sh "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run_on_gpu.sh"
      "${CUDACOMPAT_PROGRAM}" "${first}" ${command}
  )
  set_tests_properties(
    ${name}
    PROPERTIES
      LABELS "cudacompat;gpu"
      ENVIRONMENT CUDA_MODULE_LOADING=EAGER
      REQUIRED_FILES "$<TARGET_FILE:${target}>"
      RESOURCE_GROUPS "${groups}"
      SKIP_RETURN_CODE 77
  )
endfunction()
