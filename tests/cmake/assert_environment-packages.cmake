# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
project(case LANGUAGES NONE)

# A package with a kernel, as pip leaves it
set(site "${CMAKE_SOURCE_DIR}/venv/lib/python3.11/site-packages")
file(
  WRITE "${site}/fast-1.0.dist-info/METADATA"
  "Metadata-Version: 2.1\nName: fast\nVersion: 1.0\n"
)
file(WRITE "${site}/fast-1.0.dist-info/RECORD" "fast/kernels.fatbin,,\n")
file(MAKE_DIRECTORY "${site}/fast")
set(nvcc nvcc)
if(NOT "$ENV{CUDACXX}" STREQUAL "")
  set(nvcc "$ENV{CUDACXX}")
endif()
set(flags "")
foreach(arch IN LISTS CODE)
  list(APPEND flags "-gencode=arch=compute_${arch},code=sm_${arch}")
endforeach()
execute_process(
  COMMAND "${nvcc}" ${flags} -fatbin kernels.cu -o "${site}/fast/kernels.fatbin"
  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
  COMMAND_ERROR_IS_FATAL ANY
)

cudacompat_assert_environment(
  PYTHON_ENVIRONMENT venv
  PROFILE fleet.json
  ${MORE}
)
