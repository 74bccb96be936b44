# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

# cudacompat_detail_check_product(<target> <scope>)
# Judges what the linker wrote: the launcher never sees a device link. A stamp
# made in the top directory, because add_custom_command(TARGET) cannot be passed
# of a target of another directory. It is made again when the product, the
# target groups or the program have changed; a failed check leaves none.
# <all> is ALL where "all" builds the product, else empty.
function(cudacompat_detail_check_product target scope all)
  get_property(groups DIRECTORY "${scope}" PROPERTY CUDACOMPAT_GROUPS)
  get_property(mode DIRECTORY "${scope}" PROPERTY CUDACOMPAT_MODE)
  set(stamps "${CMAKE_BINARY_DIR}/cudacompat/checked")
  set(configuration "")
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several)
    set(configuration "-$<CONFIG>")
  endif()
  file(MAKE_DIRECTORY "${stamps}")
  set(stamp "${stamps}/${target}${configuration}.stamp")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/check_script.cmake")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND
      "${CMAKE_COMMAND}" "-DPROGRAM=${CUDACOMPAT_PROGRAM}" "-DGROUPS=${groups}"
      "-DMODE=${mode}" "-DSTAMP=${stamp}" "-DPRODUCT=$<TARGET_FILE:${target}>"
      -P "${script}"
    DEPENDS
      ${target}
      "$<TARGET_FILE:${target}>"
      "${groups}"
      "${CUDACOMPAT_PROGRAM}"
      "${script}"
    COMMENT "Checking the GPU code of ${target}"
    VERBATIM
  )
  add_custom_target(cudacompat_check_${target} ${all} DEPENDS "${stamp}")
  add_dependencies(cudacompat_check cudacompat_check_${target})
  set_target_properties(cudacompat_check_${target} PROPERTIES FOLDER CudaCompat)
endfunction()

# cudacompat_detail_add_test(<target> <scope>)
# The same check by ctest, on whatever product lies there; a rehearsal by the
# available JIT compilers, which is skipped where one of those is missing (exit
# status 3); and a load test of what a program loads, which is skipped where
# there is no GPU or no code to load, and says so. What is in a static library is loaded as a part
# of what links it.
function(cudacompat_detail_add_test target scope)
  get_property(groups DIRECTORY "${scope}" PROPERTY CUDACOMPAT_GROUPS)
  add_test(
    NAME cudacompat.check.${target}
    COMMAND
      "${CUDACOMPAT_PROGRAM}" check -p "${groups}" "$<TARGET_FILE:${target}>"
  )
  add_test(
    NAME cudacompat.rehearse.${target}
    COMMAND
      "${CUDACOMPAT_PROGRAM}" rehearse -p "${groups}" "$<TARGET_FILE:${target}>"
  )
  set_tests_properties(
    cudacompat.check.${target}
    cudacompat.rehearse.${target}
    PROPERTIES LABELS cudacompat
  )
  set_property(TEST cudacompat.rehearse.${target} PROPERTY SKIP_RETURN_CODE 3)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "STATIC_LIBRARY")
    add_test(
      NAME cudacompat.load.${target}
      COMMAND
        "${CUDACOMPAT_PROGRAM}" load-test -p "${groups}"
        "$<TARGET_FILE:${target}>"
    )
    set_tests_properties(
      cudacompat.load.${target}
      PROPERTIES LABELS "cudacompat;gpu" SKIP_RETURN_CODE 77
    )
  endif()
endfunction()
