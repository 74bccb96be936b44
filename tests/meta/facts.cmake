# SPDX-License-Identifier: Apache-2.0

# What templates/facts/*.json may hold, and what CUDACOMPAT_FACTS_NEWEST leaves
# out. Run with -DSOURCE=<checkout> -DWORK=<scratch folder> -P.
cmake_minimum_required(VERSION 3.25)

set(embed "${WORK}/embed.cmake")
file(
  WRITE "${embed}"
  "cmake_minimum_required(VERSION 3.25)\n"
  "include(\"${SOURCE}/cmake/development/embed_facts.cmake\")\n"
)

# Embeds the facts of <tree>: result, output and tables are set for the caller.
function(embed_facts tree)
  file(REMOVE_RECURSE "${WORK}/out")
  execute_process(
    COMMAND
      "${CMAKE_COMMAND}" "-DPROJECT_BINARY_DIR=${WORK}/out" ${ARGN} -P
      "${embed}"
    WORKING_DIRECTORY "${tree}"
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output
  )
  # Messages are wrapped.
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  set(tables "")
  if(result EQUAL 0)
    file(READ "${WORK}/out/generated/facts_tables.cc" tables)
  endif()
  return(PROPAGATE result output tables)
endfunction()

function(expect_in_tables)
  foreach(text IN LISTS ARGN)
    string(FIND "${tables}" "${text}" at)
    if(at EQUAL -1)
      message(SEND_ERROR "the tables lack ${text}")
    endif()
  endforeach()
endfunction()

function(expect_not_in_tables)
  foreach(text IN LISTS ARGN)
    string(FIND "${tables}" "${text}" at)
    if(NOT at EQUAL -1)
      message(SEND_ERROR "the tables still have ${text}")
    endif()
  endforeach()
endfunction()

# In a copy of the facts, <from> in <table>.json becomes <to>: refused with
# <message>.
function(expect_refusal table from to message)
  file(REMOVE_RECURSE "${WORK}/tree")
  file(COPY "${SOURCE}/templates" DESTINATION "${WORK}/tree")
  set(path "${WORK}/tree/templates/facts/${table}.json")
  file(READ "${path}" text)
  string(FIND "${text}" "${from}" at)
  string(REPLACE "${from}" "${to}" text "${text}")
  file(WRITE "${path}" "${text}")
  embed_facts("${WORK}/tree")
  string(FIND "${output}" "${table}.json: ${message}" found)
  if(at EQUAL -1 OR result EQUAL 0 OR found EQUAL -1)
    message(
      SEND_ERROR
      "${table}: ${from} -> ${to}:\nexpected ${message}\ngot ${output}"
    )
  endif()
endfunction()

expect_refusal(
  aliases
  [["since"]]
  [["sinse"]]
  [=[rows[0]: "sinse" is not known; allowed: from, to, since, source,]=]
)
expect_refusal(
  aliases
  [["since": "13.0", ]]
  ""
  [=[rows[0]: "since" is missing]=]
)
expect_refusal(
  aliases
  [[, "source": ]]
  [[, "note": ]]
  [=[rows[0]: "source" is missing]=]
)
expect_refusal(
  aliases
  [["source": "PTX]]
  [["source": "", "note": "PTX]]
  [=[rows[0]: "source" is empty]=]
)
expect_refusal(
  aliases
  [["13.0"]]
  [["13"]]
  [=[rows[0]: "since" is "13", which is not of type cuda]=]
)
expect_refusal(aliases [["rows"]] [["row"]] "member 'rows' not found")
expect_refusal(
  releases
  [=["80", "86"]]=]
  [=["sm_80", "86"]]=]
  [=[rows[7]: "archs" is "sm_80", which is not of type arch]=]
)
expect_refusal(
  gpus
  [["cc": "3.5"]]
  [["cc": "35"]]
  [=[rows[2]: "cc" is "35", which is not of type cc]=]
)
expect_refusal(
  gpus
  [["tegra": true]]
  [["tegra": 1]]
  [=[rows[1]: "tegra" is "1", which is not of type flag]=]
)
expect_refusal(
  families
  [=[["10.7"]]=]
  [["10.7"]]
  [=[rows[2]: "members" is not a list]=]
)
expect_refusal(
  minimum_drivers
  "450.80.02"
  "R450"
  [=[rows[0]: "linux" is "R450", which is not of type driver]=]
)
expect_refusal(
  gpu_names
  [["geforce"]]
  [["GeForce"]]
  [=[rows[2]: "brand" is "GeForce", which is not of type brand]=]
)

embed_facts("${SOURCE}")
expect_in_tables("{{13, 5}, {9, 5}" "{{107, ArchScope::exact}" "{620, {13, 5}")
expect_in_tables("{100, 103, 107}" "{{616, 0, 0, 2}" "{\"13.4 GA\"")

embed_facts("${SOURCE}" -DCUDACOMPAT_FACTS_NEWEST=13.3)
expect_in_tables("{{13, 3}, {9, 3}" "{610, {13, 3}" "{100, 103}" "{{610, 47,")
expect_not_in_tables("{13, 4}" "{13, 5}" "{107" "{615" "{620" "{{616" "\"13.4")

# Whole tables may be cut.
embed_facts("${SOURCE}" -DCUDACOMPAT_FACTS_NEWEST=12.8)
expect_in_tables("{{100, ArchScope::exact}" "family_table() { return {}\\;")
