# templates/facts/*.json -> constexpr tables, at configure time.
#
# Each file is an object of "about" and "rows". CUDACOMPAT_FACTS_SOURCE is set
# to the generated sources: the tables (facts/tables.h), and apart from them
# the files' own text (facts/tables_print.h), which the launcher does without.
include_guard(GLOBAL)

set(CUDACOMPAT_FACTS_NEWEST "" CACHE STRING
  "Leave out what came with a CUDA release newer than this one (for tests)")

# The macros below share the scope of cudacompat_embed_all_facts: they read
# `file`, `table`, `index`, `json` (the row's text), `key`, `type` and `value`,
# and leave `cpp` (C++ text) and `cut`.

macro(cudacompat_bad_fact what)
  message(FATAL_ERROR "${file}: rows[${index}]: ${what}\n  ${json}")
endmacro()

# true where a CUDA release is newer than CUDACOMPAT_FACTS_NEWEST.
macro(cudacompat_is_cut out cuda)
  set(${out} FALSE)
  if(CUDACOMPAT_FACTS_NEWEST AND "${cuda}" VERSION_GREATER CUDACOMPAT_FACTS_NEWEST)
    set(${out} TRUE)
  endif()
endmacro()

# The C++ text of `value`; `cut` where it went with the releases left out.
macro(cudacompat_fact_value)
  set(cpp "")
  set(cut FALSE)
  if(type STREQUAL "text")
    if(value STREQUAL "")
      cudacompat_bad_fact("\"${key}\" is empty")
    endif()
    string(REPLACE "\\" "\\\\" cpp "${value}")
    string(REPLACE "\"" "\\\"" cpp "${cpp}")
    set(cpp "\"${cpp}\"")
  elseif(type STREQUAL "number" AND value MATCHES "^[0-9]+$")
    set(cpp "${value}")
  elseif(type STREQUAL "major" AND value MATCHES "^[0-9]+$")
    set(cpp "${value}")
    cudacompat_is_cut(cut "${value}.0")
  elseif(type STREQUAL "flag" AND value MATCHES "^(ON|OFF)$")
    string(REPLACE "ON" "true" cpp "${value}")
    string(REPLACE "OFF" "false" cpp "${cpp}")
  elseif(type MATCHES "^(version|cuda)$" AND value MATCHES "^([0-9]+)\\.([0-9]+)$")
    set(cpp "{${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}}")
    if(type STREQUAL "cuda")
      cudacompat_is_cut(cut "${value}")
    endif()
  elseif(type STREQUAL "arch" AND value MATCHES "^([0-9]+)([af]?)$")
    set(scope_ "base")
    set(scope_a "exact")
    set(scope_f "family")
    set(cpp "{${CMAKE_MATCH_1}, ArchScope::${scope_${CMAKE_MATCH_2}}}")
    if(value IN_LIST cut_archs)
      set(cut TRUE)
    endif()
  elseif(type STREQUAL "cc" AND value MATCHES "^([0-9]+)\\.([0-9])$")
    set(cpp "${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
    if(cpp IN_LIST cut_archs)
      set(cut TRUE)
    endif()
  elseif(type STREQUAL "branch" AND value MATCHES "^[0-9]+$")
    set(cpp "${value}")
    if(cpp IN_LIST cut_branches)
      set(cut TRUE)
    endif()
  elseif(type STREQUAL "driver" AND value MATCHES "^[0-9]+(\\.[0-9]+)?(\\.[0-9]+)?$")
    string(REPLACE "." ";" numbers "${value}")
    list(LENGTH numbers parts)
    list(APPEND numbers 0 0)
    list(SUBLIST numbers 0 3 numbers)
    # 06 is 6, and 08 would be no number at all in C++.
    list(TRANSFORM numbers REPLACE "^0+([0-9])" "\\1")
    list(JOIN numbers ", " cpp)
    set(cpp "{${cpp}, ${parts}}")
  elseif(type STREQUAL "brand" AND value MATCHES "^(data_center|workstation|geforce|jetson)$")
    set(cpp "Brand::${value}")
  else()
    cudacompat_bad_fact("\"${key}\" is \"${value}\", which is no ${type}")
  endif()
endmacro()

# The C++ text of a field of the row, written as "key:type" and
#   ?DEFAULT  may be null or absent, then it is DEFAULT
#   []        a list, made a constexpr array of its own without what is cut
#   *         a list, each element of which makes a row of its own
macro(cudacompat_fact_field field)
  string(REGEX MATCH "^([a-z_]+):([a-z]+)(.*)$" ignored "${field}")
  set(key "${CMAKE_MATCH_1}")
  set(type "${CMAKE_MATCH_2}")
  set(kind "${CMAKE_MATCH_3}")
  set(cut FALSE)
  string(JSON json_type ERROR_VARIABLE missing TYPE "${json}" ${key})
  if(missing OR json_type STREQUAL "NULL")
    if(NOT kind MATCHES "^\\?(.*)$")
      cudacompat_bad_fact("\"${key}\" is missing")
    endif()
    set(cpp "${CMAKE_MATCH_1}")
  elseif(kind MATCHES "^\\[]|\\*$")
    if(NOT json_type STREQUAL "ARRAY")
      cudacompat_bad_fact("\"${key}\" is no list")
    endif()
    string(JSON elements GET "${json}" ${key})
    string(JSON length LENGTH "${elements}")
    set(values "")
    set(position 0)
    while(position LESS length)
      string(JSON value GET "${elements}" ${position})
      math(EXPR position "${position} + 1")
      cudacompat_fact_value()
      if(NOT cut)
        list(APPEND values "${cpp}") # no ';' in these
      endif()
    endwhile()
    set(cut FALSE)
    if(kind STREQUAL "*")
      set(each "${values}")
      set(cpp "@EACH@")
    elseif(values STREQUAL "")
      set(cpp "{}")
    else()
      set(cpp_arch "Arch")
      set(cpp_cc "Cc")
      set(cpp_branch "std::uint16_t")
      set(cpp "k_${table}_${index}_${key}")
      list(JOIN values ", " values)
      string(APPEND arrays "constexpr ${cpp_${type}} ${cpp}[] = {${values}};\n")
    endif()
  else()
    string(JSON value GET "${json}" ${key})
    cudacompat_fact_value()
  endif()
endmacro()

# An unknown key is a misspelt one, and a fact lost.
macro(cudacompat_check_fact_keys)
  string(JSON members LENGTH "${json}")
  set(member 0)
  while(member LESS members)
    string(JSON key MEMBER "${json}" ${member})
    if(NOT key IN_LIST allowed)
      list(JOIN allowed ", " allowed)
      cudacompat_bad_fact("\"${key}\" is not known; allowed: ${allowed}")
    endif()
    math(EXPR member "${member} + 1")
  endwhile()
endmacro()

# Adds the rows of <table>.json as a table of <row_type>; fields are in the
# order of the struct. A row that holds a cut value is left out.
macro(cudacompat_embed_facts table_name row_type function)
  set(table "${table_name}")
  set(file "${CMAKE_CURRENT_SOURCE_DIR}/templates/facts/${table}.json")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" document)
  string(APPEND CUDACOMPAT_FACT_FILES "      {\"${table}\", R\"facts(${document})facts\"},\n")
  string(JSON rows ERROR_VARIABLE wrong GET "${document}" rows)
  if(wrong)
    message(FATAL_ERROR "${file}: ${wrong}")
  endif()
  string(JSON count LENGTH "${rows}")
  set(allowed ${ARGN})
  list(TRANSFORM allowed REPLACE ":.*" "")
  list(APPEND allowed confirmed note)
  set(table_rows "")
  set(arrays "")
  set(index 0)
  while(index LESS count)
    # Each row is taken once and then asked: every question to string(JSON)
    # parses all of the text that it is given.
    string(JSON json GET "${rows}" ${index})
    cudacompat_check_fact_keys()
    set(fields "")
    set(each "@EACH@")
    set(row_cut FALSE)
    foreach(field IN ITEMS ${ARGN})
      cudacompat_fact_field("${field}")
      string(APPEND fields "${cpp}, ")
      if(cut)
        set(row_cut TRUE)
      endif()
    endforeach()
    if(NOT row_cut)
      foreach(one IN LISTS each)
        string(REPLACE "@EACH@" "${one}" line "    {${fields}},\n")
        string(APPEND table_rows "${line}")
      endforeach()
    elseif(table STREQUAL "architectures")
      string(JSON name GET "${json}" arch)
      list(APPEND cut_archs "${name}")
    elseif(table STREQUAL "driver_branches")
      string(JSON name GET "${json}" branch)
      list(APPEND cut_branches "${name}")
    endif()
    math(EXPR index "${index} + 1")
  endwhile()
  string(APPEND CUDACOMPAT_FACT_ARRAYS
    "${arrays}constexpr ${row_type} k_${table}[] = {\n${table_rows}};\n\n")
  string(APPEND CUDACOMPAT_FACT_TABLES
    "std::span<const ${row_type}> ${function}() { return k_${table}; }\n")
endmacro()

function(cudacompat_embed_all_facts)
  # Filled by the first two tables, used by the others.
  set(cut_archs "")
  set(cut_branches "")
  cudacompat_embed_facts(architectures ArchRow arch_table
    arch:arch min_ptx:version first_toolkit:cuda last_toolkit:version?{} source:text)
  cudacompat_embed_facts(driver_branches BranchRow branch_table
    branch:branch cuda:cuda source:text)
  cudacompat_embed_facts(releases ReleaseRow release_table
    cuda:cuda ptx_isa:version archs:arch[] default_arch:number?0 source:text)
  cudacompat_embed_facts(older_ptx_isas OlderPtxRow older_ptx_table
    isa:version source:text)
  cudacompat_embed_facts(gpus GpuRow gpu_table
    cc:cc tegra:flag first_branch:branch?0 confirmed:flag?true last_branch:number?0 names:text
    source:text)
  cudacompat_embed_facts(families FamilyRow family_table
    arch:arch members:cc[] source:text)
  cudacompat_embed_facts(aliases AliasRow alias_table
    from:number to:number since:cuda source:text)
  cudacompat_embed_facts(windows_drivers WindowsDriverRow windows_driver_table
    low:driver last:number cuda:cuda source:text)
  cudacompat_embed_facts(minimum_drivers MinimumDriverRow minimum_driver_table
    cuda_major:major linux:driver windows:driver?{} source:text
    linux_fails_below:driver?{} windows_fails_below:driver?{})
  cudacompat_embed_facts(release_drivers ReleaseDriverRow release_driver_table
    release:text cuda:cuda linux:driver windows:driver?{} source:text)
  cudacompat_embed_facts(forward_compat ForwardCompatRow forward_compat_table
    package:cuda branches:branch[] same_branch:branch?0 source:text)
  cudacompat_embed_facts(gpu_names GpuNameRow gpu_name_table
    names:text* cc:cc?0 brand:brand source:text)

  set(sources "")
  foreach(part IN ITEMS tables files)
    set(source "${PROJECT_BINARY_DIR}/generated/facts_${part}.cc")
    configure_file("${CMAKE_CURRENT_SOURCE_DIR}/templates/facts_${part}.cc.in" "${source}" @ONLY)
    list(APPEND sources "${source}")
  endforeach()
  set(CUDACOMPAT_FACTS_SOURCE "${sources}" PARENT_SCOPE)
endfunction()
cudacompat_embed_all_facts()
