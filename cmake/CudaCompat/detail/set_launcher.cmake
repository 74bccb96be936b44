include_guard(GLOBAL)

# Compiler launchers are run by these generators only.
function(cudacompat_detail_launcher_works out)
  set(works FALSE)
  if(CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    set(works TRUE)
  endif()
  set(${out} ${works} PARENT_SCOPE)
endfunction()

# cudacompat_detail_set_launcher(<target> <scope>)
# Puts cudacompat-launch in front of the launchers that are there: ccache and
# its like have to see nvcc as their own first word, and what they take from
# their store is judged like what nvcc just made.
function(cudacompat_detail_set_launcher target scope)
  get_property(classes DIRECTORY "${scope}" PROPERTY CUDACOMPAT_CLASSES)
  get_property(mode DIRECTORY "${scope}" PROPERTY CUDACOMPAT_MODE)
  set(launcher "${CUDACOMPAT_LAUNCHER_PROGRAM}" --plan "${classes}")
  if(mode STREQUAL "warn")
    list(APPEND launcher --mode warn)
  endif()

  get_target_property(present ${target} CUDA_COMPILER_LAUNCHER)
  if(NOT present)
    set(present "")
  endif()
  list(APPEND launcher -- ${present})
  set_property(TARGET ${target} PROPERTY CUDA_COMPILER_LAUNCHER "${launcher}")
endfunction()
