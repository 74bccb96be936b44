# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/check_product.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/find_cuda_targets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/judge_project.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/set_launcher.cmake")

# Deferred once more, so that targets made by deferred calls of the project
# are there too.
function(cudacompat_detail_set_up_last)
  cmake_language(
    DEFER DIRECTORY "${CMAKE_SOURCE_DIR}"
    CALL cudacompat_detail_set_up_targets
  )
  if(NOT DEFINED BUILD_TESTING OR BUILD_TESTING)
    # Called here rather than there: it counts in its caller's scope.
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL enable_testing)
  endif()
endfunction()

# cudacompat_detail_set_up_targets()
# At the end of the top directory: launcher, product check and test for every
# CUDA target of every directory that is under a cudacompat_init().
function(cudacompat_detail_set_up_targets)
  list(APPEND CMAKE_MESSAGE_CONTEXT "cudacompat")
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT "CUDA" IN_LIST languages)
    message(
      STATUS
      "CudaCompat: the project does not enable CUDA; nothing to check"
    )
    return()
  endif()
  cudacompat_detail_find_programs()
  cudacompat_detail_import_programs()
  cudacompat_detail_launcher_works(launched)
  if(NOT launched)
    message(
      STATUS
      "CudaCompat: the ${CMAKE_GENERATOR} generator runs no compiler "
      "launchers, so compiles are not judged; the finished products are"
    )
  endif()

  cudacompat_detail_find_cuda_targets(compiling carrying)
  cudacompat_detail_built_by_all(built "${carrying}")
  add_custom_target(cudacompat_check)
  set(judged "")
  set(targets 0)
  set(products 0)
  foreach(target IN LISTS carrying)
    get_target_property(folder ${target} SOURCE_DIR)
    cudacompat_detail_scope_of(scope "${folder}")
    get_target_property(reason ${target} CUDACOMPAT_EXCLUDED)
    if(scope STREQUAL "")
      continue()
    elseif(reason)
      message(STATUS "CudaCompat: ${target} is not checked: ${reason}")
      continue()
    endif()
    if(NOT scope IN_LIST judged)
      list(APPEND judged "${scope}")
      cudacompat_detail_judge_project("${scope}")
    endif()

    math(EXPR targets "${targets} + 1")
    if(target IN_LIST compiling)
      cudacompat_detail_judge_target(${target} "${scope}")
    endif()
    if(launched)
      cudacompat_detail_set_launcher(${target} "${scope}")
    endif()
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(EXECUTABLE|(SHARED|MODULE|STATIC)_LIBRARY)$")
      math(EXPR products "${products} + 1")
      set(all "")
      if(target IN_LIST built)
        set(all ALL)
        if(NOT DEFINED BUILD_TESTING OR BUILD_TESTING)
          cudacompat_detail_add_test(${target} "${scope}")
        endif()
      endif()
      cudacompat_detail_check_product(${target} "${scope}" "${all}")
    endif()
  endforeach()
  message(
    STATUS
    "CudaCompat: CUDA targets: ${targets}, products to check: ${products}"
  )
endfunction()

# The outermost directory at or above <folder> that has called
# cudacompat_init(); empty where none has.
function(cudacompat_detail_scope_of out folder)
  cudacompat_detail_outer_scope(scope "${folder}")
  if(scope STREQUAL "")
    get_property(profile DIRECTORY "${folder}" PROPERTY CUDACOMPAT_PROFILE)
    if(NOT "${profile}" STREQUAL "")
      set(scope "${folder}")
    endif()
  endif()
  set(${out} "${scope}" PARENT_SCOPE)
endfunction()

function(cudacompat_detail_import_programs)
  if(NOT TARGET CudaCompat::cudacompat)
    add_executable(CudaCompat::cudacompat IMPORTED GLOBAL)
    set_target_properties(
      CudaCompat::cudacompat
      PROPERTIES IMPORTED_LOCATION "${CUDACOMPAT_PROGRAM}"
    )
    add_executable(CudaCompat::launcher IMPORTED GLOBAL)
    set_target_properties(
      CudaCompat::launcher
      PROPERTIES IMPORTED_LOCATION "${CUDACOMPAT_LAUNCHER_PROGRAM}"
    )
  endif()
endfunction()
