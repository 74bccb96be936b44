# SPDX-License-Identifier: Apache-2.0

# What it says stops nothing where that is asked for.
foreach(option IN ITEMS -DMORE=WARN -DCUDACOMPAT_MODE=warn)
  configure(${option})
  expect_result(0)
  expect("${stderr}" "^CMake Warning at .*This environment is wrong")
  configure(-UMORE -UCUDACOMPAT_MODE)
  expect_result(1)
endforeach()
configure(-DCUDACOMPAT_MODE=off)
expect_result(0)
expect_not("${output}" "CudaCompat")

# Fixed
configure(-DCUDACOMPAT_MODE=error "-DCODE=80|90")
expect_result(0)
expect("${stderr}" "^$")
expect("${stdout}" "CudaCompat: the environment fits")
