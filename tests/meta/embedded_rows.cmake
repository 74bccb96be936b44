# SPDX-License-Identifier: Apache-2.0

# How templates/*.json become rows of C++ arrays, and what is refused. Run with
# -DSOURCE=<checkout> -DWORK=<scratch folder> -P.
cmake_minimum_required(VERSION 3.25)

file(
  WRITE "${WORK}/embed.cmake"
  "cmake_minimum_required(VERSION 3.25)\n"
  "include(\"${SOURCE}/cmake/development/embed_rows.cmake\")\n"
  "cudacompat_embed_rows(rows.json rows rows.inc\n"
  "  FIELDS kind:Kind text:text number:number? words:text[])\n"
)

# Embeds rows of JSON: result, output and rows are set for the caller.
function(embed json)
  file(REMOVE_RECURSE "${WORK}/out")
  file(WRITE "${WORK}/rows.json" "{\"rows\": [${json}]}")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DPROJECT_BINARY_DIR=${WORK}/out" -P embed.cmake
    WORKING_DIRECTORY "${WORK}"
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output
  )
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  set(rows "")
  if(result EQUAL 0)
    file(READ "${WORK}/out/generated/rows.inc" rows)
  endif()
  return(PROPAGATE result output rows)
endfunction()

function(expect_rows json expected)
  embed("${json}")
  if(NOT rows STREQUAL expected)
    message(SEND_ERROR "${json}\n${output}\nmade ${rows}, not ${expected}")
  endif()
endfunction()

function(expect_refusal json message)
  embed("${json}")
  string(FIND "${output}" "${message}" at)
  if(result EQUAL 0 OR at EQUAL -1)
    message(SEND_ERROR "${json}\nwas not refused with ${message}: ${output}")
  endif()
endfunction()

expect_rows(
  [[{"kind": "a_b", "text": "x"}]]
  "{Kind::a_b, \"x\", {}, {}, },\n"
)
# Quotes, backslashes, semicolons, brackets and what CMake would expand.
expect_rows(
  [[{"kind": "a", "text": "\"x\" \\n; [y] @z@ ${w}", "number": -1,
     "words": ["p; q", "\"r\""]}]]
  "{Kind::a, \"\\\"x\\\" \\\\n; [y] @z@ \${w}\", -1, {\"p; q\", \"\\\"r\\\"\", }, },\n"
)
expect_refusal([[{"kind": "a"}]] [["text" is missing]])
expect_refusal([[{"kind": "a", "text": "x", "txet": "y"}]] "is not known")
expect_refusal([[{"kind": "a", "text": "x"}, {"text": "x"}]] "rows[1]")
expect_refusal([[{"kind": "a" "text"}]] "rows.json")
