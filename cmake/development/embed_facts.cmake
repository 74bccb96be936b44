# SPDX-License-Identifier: Apache-2.0

# templates/facts/*.json -> constexpr tables, at configure time.
#
# Each file is an object of "about" and "rows". CUDACOMPAT_FACTS_SOURCE is set
# to the generated sources: the tables (facts/tables.h), and apart from them
# the files' own text (facts/tables_print.h), which the launcher does without.
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/fact_values.cmake")

set(
  CUDACOMPAT_FACTS_NEWEST
  ""
  CACHE STRING
  "Leave out what came with a CUDA release newer than this one (for tests)"
)

# <out> is the error where <json> has a key not in <allowed>, else empty: an
# unknown key is a misspelt one, and a fact lost.
function(cudacompat_check_fact_keys json allowed out)
  set(${out} "" PARENT_SCOPE)
  string(JSON members LENGTH "${json}")
  set(member 0)
  while(member LESS members)
    string(JSON key MEMBER "${json}" ${member})
    if(NOT key IN_LIST allowed)
      list(JOIN allowed ", " allowed)
      set(${out} "\"${key}\" is not known; allowed: ${allowed}" PARENT_SCOPE)
      return()
    endif()
    math(EXPR member "${member} + 1")
  endwhile()
endfunction()

# Embeds the rows of <table>.json as a table of <row_type>, which <function>
# returns; fields are in the order of the struct. A row that holds a cut value
# is left out.
#
# Appends to these variables of the caller: CUDACOMPAT_FACT_FILES,
# CUDACOMPAT_FACT_ARRAYS and CUDACOMPAT_FACT_TABLES, the parts of the generated
# sources, and cut_archs and cut_branches, what was left out.
function(cudacompat_embed_facts table row_type function fields_text)
  string(REGEX REPLACE "[ \n]+" ";" field_list "${fields_text}")
  set(file "${CMAKE_CURRENT_SOURCE_DIR}/templates/facts/${table}.json")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" document)
  string(JSON rows ERROR_VARIABLE wrong GET "${document}" rows)
  if(wrong)
    message(FATAL_ERROR "${file}: ${wrong}")
  endif()
  string(JSON count LENGTH "${rows}")
  set(allowed ${field_list})
  list(TRANSFORM allowed REPLACE ":.*" "")
  list(APPEND allowed confirmed note)
  set(table_rows "")
  set(arrays "")
  set(index 0)
  while(index LESS count)
    # Each row is taken once and then asked: every question to string(JSON)
    # parses all of the text that it is given.
    string(JSON json GET "${rows}" ${index})
    cudacompat_check_fact_keys("${json}" "${allowed}" error)
    set(fields "")
    set(row_arrays "")
    set(each "@EACH@")
    set(row_cut FALSE)
    foreach(field IN LISTS field_list)
      if(error STREQUAL "")
        cudacompat_fact_field(
          "${json}"
          "${field}"
          "k_${table}_${index}"
          "${cut_archs}"
          "${cut_branches}"
          value
        )
        set(error "${value_error}")
      endif()
      if(NOT error STREQUAL "")
        message(FATAL_ERROR "${file}: rows[${index}]: ${error}\n  ${json}")
      endif()
      string(APPEND fields "${value_cpp}, ")
      string(APPEND row_arrays "${value_array}")
      if(value_cpp STREQUAL "@EACH@")
        set(each "${value_each}")
      endif()
      if(value_cut)
        set(row_cut TRUE)
      endif()
    endforeach()
    if(NOT row_cut)
      string(APPEND arrays "${row_arrays}")
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
  set(name "{}") # all of it may be cut, and C++ has no empty arrays
  if(table_rows)
    set(name "k_${table}")
    string(
      APPEND CUDACOMPAT_FACT_ARRAYS
      "${arrays}constexpr ${row_type} ${name}[] = {\n${table_rows}};\n\n"
    )
  endif()
  string(
    APPEND CUDACOMPAT_FACT_TABLES
    "std::span<const ${row_type}> ${function}() { return ${name}; }\n"
  )
  string(
    APPEND CUDACOMPAT_FACT_FILES
    "      {\"${table}\", R\"facts(${document})facts\"},\n"
  )
  foreach(
    result
    IN
    ITEMS
      CUDACOMPAT_FACT_FILES
      CUDACOMPAT_FACT_ARRAYS
      CUDACOMPAT_FACT_TABLES
      cut_archs
      cut_branches
  )
    set(${result} "${${result}}" PARENT_SCOPE)
  endforeach()
endfunction()

function(cudacompat_embed_all_facts)
  # Filled by the first two tables, used by the others.
  set(cut_archs "")
  set(cut_branches "")
  cudacompat_embed_facts(
    architectures
    ArchRow
    arch_table
    "arch:arch min_ptx:version first_toolkit:cuda last_toolkit:version?{}
     source:text"
  )
  cudacompat_embed_facts(
    driver_branches
    BranchRow
    branch_table
    "branch:branch cuda:cuda source:text"
  )
  cudacompat_embed_facts(
    releases
    ReleaseRow
    release_table
    "cuda:cuda ptx_isa:version archs:arch[] default_arch:number?0 source:text"
  )
  cudacompat_embed_facts(
    older_ptx_isas
    OlderPtxRow
    older_ptx_table
    "isa:version source:text"
  )
  cudacompat_embed_facts(
    gpus
    GpuRow
    gpu_table
    "cc:cc tegra:flag first_branch:branch?0 confirmed:flag?true
     last_branch:number?0 names:text source:text"
  )
  cudacompat_embed_facts(
    families
    FamilyRow
    family_table
    "arch:arch members:cc[] source:text"
  )
  cudacompat_embed_facts(
    aliases
    AliasRow
    alias_table
    "from:number to:number since:cuda source:text"
  )
  cudacompat_embed_facts(
    windows_drivers
    WindowsDriverRow
    windows_driver_table
    "low:driver last:number cuda:cuda source:text"
  )
  cudacompat_embed_facts(
    jetson_releases
    JetsonReleaseRow
    jetson_release_table
    "major:number first:number last:number cuda:cuda source:text"
  )
  cudacompat_embed_facts(
    minimum_drivers
    MinimumDriverRow
    minimum_driver_table
    "cuda_major:major linux:driver windows:driver?{} source:text
     linux_fails_below:driver?{} windows_fails_below:driver?{}"
  )
  cudacompat_embed_facts(
    release_drivers
    ReleaseDriverRow
    release_driver_table
    "release:text cuda:cuda linux:driver windows:driver?{} source:text"
  )
  cudacompat_embed_facts(
    forward_compat
    ForwardCompatRow
    forward_compat_table
    "package:cuda branches:branch[] same_branch:branch?0 source:text"
  )
  cudacompat_embed_facts(
    gpu_names
    GpuNameRow
    gpu_name_table
    "names:text* cc:cc?0 brand:brand source:text"
  )

  cudacompat_embed_facts(
    torch_wheels
    TorchWheelRow
    torch_wheel_table
    "torch:text python:version cuda:cuda os:os archs:arch[] zstd:flag source:text"
  )

  set(sources "")
  foreach(part IN ITEMS tables files)
    set(source "${PROJECT_BINARY_DIR}/generated/facts_${part}.cc")
    configure_file(
      "${CMAKE_CURRENT_SOURCE_DIR}/templates/facts_${part}.cc.in"
      "${source}"
      @ONLY
    )
    list(APPEND sources "${source}")
  endforeach()
  set(CUDACOMPAT_FACTS_SOURCE "${sources}" PARENT_SCOPE)
endfunction()
cudacompat_embed_all_facts()
