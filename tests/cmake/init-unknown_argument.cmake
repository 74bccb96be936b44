# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
cudacompat_init(FLEET fleet.json)
project(case LANGUAGES CXX CUDA)
