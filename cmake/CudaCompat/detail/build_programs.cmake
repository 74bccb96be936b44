# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/say.cmake")

# cudacompat_detail_build_programs(<program> <launcher> <checkout>)
# Builds both programs for this machine into <build>/cudacompat/tool. The
# first configure of a build folder takes a minute or two, the next ones only
# look whether the checkout has changed.
function(cudacompat_detail_build_programs out_program out_launcher checkout)
  get_filename_component(checkout "${checkout}" ABSOLUTE)
  set(tool "${CMAKE_BINARY_DIR}/cudacompat/tool")
  set(log "${CMAKE_BINARY_DIR}/cudacompat/tool.log")
  set(suffix "${CMAKE_HOST_EXECUTABLE_SUFFIX}")
  set(program "${tool}/bin/cudacompat${suffix}")
  set(launcher "${tool}/bin/cudacompat-launch${suffix}")

  if(NOT EXISTS "${program}")
    message(STATUS "CudaCompat: building its programs, once (log: ${log})")
  endif()
  unset(ninja)
  find_program(ninja ninja NO_CACHE)
  set(generator "Unix Makefiles")
  if(ninja)
    set(generator "Ninja")
  endif()

  # Built for the machine that builds: what the environment says about the
  # project's own compile is not meant for these two programs, and a make
  # above this one has no job slots for it.
  set(
    clean
    "${CMAKE_COMMAND}"
    -E
    env
    --unset=CMAKE_TOOLCHAIN_FILE
    --unset=CMAKE_GENERATOR_PLATFORM
    --unset=CMAKE_GENERATOR_TOOLSET
    --unset=CFLAGS
    --unset=CXXFLAGS
    --unset=LDFLAGS
    --unset=MAKEFLAGS
    --unset=MAKELEVEL
    --unset=DESTDIR
  )
  file(MAKE_DIRECTORY "${tool}")
  execute_process(
    COMMAND
      ${clean} "${CMAKE_COMMAND}" -S "${checkout}" -B "${tool}" -G
      "${generator}" -DCMAKE_BUILD_TYPE=Release -DCUDACOMPAT_BUILD_TESTS=OFF
      -DCUDACOMPAT_WARNINGS_AS_ERRORS=OFF
    OUTPUT_FILE "${log}"
    ERROR_FILE "${log}"
    RESULT_VARIABLE failed
  )
  if(NOT failed)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    execute_process(
      COMMAND
        ${clean} "${CMAKE_COMMAND}" --build "${tool}" --parallel ${cores}
        --target cudacompat cudacompat-jit cudacompat-launch cudacompat-load
      OUTPUT_FILE "${log}.build"
      ERROR_FILE "${log}.build"
      RESULT_VARIABLE failed
    )
    file(READ "${log}.build" text)
    file(APPEND "${log}" "${text}")
    file(REMOVE "${log}.build")
  endif()

  if(failed)
    # The line that names the missing packages is the one that helps.
    file(STRINGS "${log}" lines REGEX "apt-get install|error:|CMake Error")
    list(SUBLIST lines 0 8 lines)
    list(JOIN lines "\n  " lines)
    cudacompat_detail_say(
      error
      "The GPU code cannot be judged: building cudacompat failed in"
      "  ${checkout}"
      "the log is"
      "  ${log}"
      "and says"
      "  ${lines}"
      "or name an installed one: -DCUDACOMPAT_PROGRAM=<prefix>/bin/cudacompat"
    )
  endif()
  set(${out_program} "${program}" PARENT_SCOPE)
  set(${out_launcher} "${launcher}" PARENT_SCOPE)
endfunction()
