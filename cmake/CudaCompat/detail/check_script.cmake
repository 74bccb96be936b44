# SPDX-License-Identifier: Apache-2.0

# Run with `cmake -P` after a link: PROGRAM judges PRODUCT for GROUPS. The
# report stays beside STAMP; it is shown where something is wrong, and then
# there is a stamp in warn mode only.
file(REMOVE "${STAMP}")
string(REGEX REPLACE "stamp$" "txt" report "${STAMP}")
execute_process(
  COMMAND
    "${PROGRAM}" check -p "${GROUPS}" --format text --color never -o "${report}"
    "${PRODUCT}"
  ERROR_VARIABLE said
  RESULT_VARIABLE status
)
if(NOT status EQUAL 0)
  set(text "")
  if(EXISTS "${report}")
    file(READ "${report}" text)
  endif()
  # NOTICE keeps the lines as they are, and goes to stderr.
  message(NOTICE "${said}${text}")
  if(NOT MODE STREQUAL "warn")
    message(
      FATAL_ERROR
      "the GPU code of ${PRODUCT} does not pass (exit status ${status})"
    )
  endif()
endif()
file(TOUCH "${STAMP}")
