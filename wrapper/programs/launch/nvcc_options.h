// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cudacompat {

/// How an option of nvcc takes its value. A value is always required: nvcc
/// takes the next word even where it looks like an option.
enum class NvccValue : std::uint8_t {
  none,    // -c
  word,    // -o FILE, -o=FILE
  joined,  // also -O3, -Iinclude
};

/// What an option means to us; `other` is only known, so that its value is
/// not taken for an input or for an option.
enum class NvccMeaning : std::uint8_t {
  other,
  output,
  output_directory,
  options_file,
  arch,
  code,
  gencode,
  language,
  lto,
  compile,
  device_c,
  device_w,
  device_link,
  lib,
  ptx,
  cubin,
  fatbin,
  no_product,  // preprocess, list, print, clean: nothing that we judge
};

struct NvccOption {
  std::string_view long_name;   // "--compile"
  std::string_view short_name;  // "-c"; empty: none
  NvccValue value;
  NvccMeaning meaning;
};

/// Every option of nvcc 13.0.88 and 13.5.37, ascending by long name: those of
/// `nvcc --help`, and those that it takes without listing them (found by giving
/// nvcc each word in its own binary). nvcc knows no abbreviations: a long name
/// needs two dashes, a short one has one.
std::span<const NvccOption> nvcc_option_table();

/// An option as found in a word of the command line.
struct FoundOption {
  const NvccOption* option = nullptr;  // nullptr: not an option of nvcc
  bool has_value = false;              // `value` was in the word itself
  std::string_view value;
};
FoundOption find_nvcc_option(std::string_view word);

}  // namespace cudacompat
