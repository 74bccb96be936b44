# The program cudacompat-launch. It stands in front of every compile, so it is
# linked statically (a dynamic C++ library costs a millisecond at each start),
# for size, and without what it does not use.
target_compile_definitions(
  cudacompat_launcher
  PRIVATE CUDACOMPAT_VERSION="${PROJECT_VERSION}"
)

add_executable(cudacompat-launch launcher/main.cc)
target_link_libraries(
  cudacompat-launch
  PRIVATE cudacompat_launcher cudacompat_warnings
)
if(NOT CUDACOMPAT_SANITIZE AND NOT CUDACOMPAT_FMT_SHARED)
  target_link_options(cudacompat-launch PRIVATE -static -Wl,--gc-sections)
endif()
install(TARGETS cudacompat-launch)
