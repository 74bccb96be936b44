# The program cudacompat-load, which only cudacompat runs: it loads the driver
# library, so it is linked dynamically, with nothing of the project.
add_executable(cudacompat-load load/main.cc)
target_include_directories(
  cudacompat-load
  PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}"
)
target_link_libraries(
  cudacompat-load
  PRIVATE cudacompat_warnings ${CMAKE_DL_LIBS}
)
if(NOT CUDACOMPAT_SANITIZE)
  target_link_options(cudacompat-load PRIVATE -static-libstdc++ -static-libgcc)
endif()
install(TARGETS cudacompat-load)
