# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(PROFILE fleet.json)
project(case LANGUAGES CXX CUDA)

# The objects hold 80 and 90, as hand-written flags go; the device link is not
# told and takes 80 alone. The launcher cannot see that, the product check does.
add_executable(app main.cpp sub_rdc/call.cu sub_rdc/called.cu)
set_target_properties(
  app
  PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES OFF
)
target_compile_options(
  app
  PRIVATE
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-gencode arch=compute_80,code=sm_80>"
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-gencode arch=compute_90,code=sm_90>"
)
target_link_options(app PRIVATE "$<DEVICE_LINK:-arch=sm_80>")
