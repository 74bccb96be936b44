# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
project(case LANGUAGES CXX)
enable_testing()
add_executable(solver main.cpp)
cudacompat_add_load_test(NAME alone TARGET solver)
cudacompat_add_load_test(NAME shy TARGET solver COMMAND sh -c "exit 77")
cudacompat_add_load_test(
  NAME pair
  TARGET solver
  GPUS 2
  COMMAND
    sh
    -c
    "echo mode=$CUDA_MODULE_LOADING gpus=$CUDA_VISIBLE_DEVICES args=$0,$1"
    "$<TARGET_FILE_NAME:solver>"
    "a b"
)
