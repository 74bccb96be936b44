# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)
include(CudaCompat)
project(case LANGUAGES NONE)
cudacompat_assert_environment(PYTHON_ENVIRONMENT)
