# SPDX-License-Identifier: Apache-2.0

# The CMake package: the commands, and what find_package(CudaCompat) reads. It
# goes to lib/ whatever the distribution calls its library folder, because
# before project() nobody knows that name; the commands look for the programs
# in ../../../bin.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(folder lib/cmake/CudaCompat)
configure_package_config_file(
  templates/CudaCompatConfig.cmake.in
  CudaCompatConfig.cmake
  INSTALL_DESTINATION ${folder}
  NO_SET_AND_CHECK_MACRO
)
write_basic_package_version_file(
  CudaCompatConfigVersion.cmake
  COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT
)
install(
  FILES
    cmake/CudaCompat.cmake
    "${PROJECT_BINARY_DIR}/CudaCompatConfig.cmake"
    "${PROJECT_BINARY_DIR}/CudaCompatConfigVersion.cmake"
  DESTINATION ${folder}
)
install(DIRECTORY cmake/CudaCompat DESTINATION ${folder})
install(FILES templates/canary.cu DESTINATION ${folder}/CudaCompat/detail)
