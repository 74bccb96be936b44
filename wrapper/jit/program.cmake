# The program cudacompat-jit, which only cudacompat runs: it loads NVIDIA's JIT
# compilers, so it is linked dynamically, with nothing of the project.
add_executable(cudacompat-jit jit/main.cc)
target_include_directories(cudacompat-jit PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(
  cudacompat-jit
  PRIVATE cudacompat_warnings ${CMAKE_DL_LIBS}
)
if(NOT CUDACOMPAT_SANITIZE)
  target_link_options(cudacompat-jit PRIVATE -static-libstdc++ -static-libgcc)
endif()
install(TARGETS cudacompat-jit)
