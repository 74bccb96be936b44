// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudacompat {

/// What one run of nvcc makes. Where several are asked for, nvcc makes the
/// earliest of its own phases: -c -ptx is `ptx`.
enum class NvccPhase : std::uint8_t {
  compile,      // -c, -dc, -dw: an object for each input
  device_link,  // -dlink: one object, fatbin, cubin or PTX
  lib,          // -lib: an archive
  ptx,          // -ptx, -cubin, -fatbin: a bare file for each input
  cubin,
  fatbin,
  link,        // an executable or shared library
  no_product,  // -E, -M, --version, --dryrun and the like
};
/// Whether a file comes out that holds device code for us to judge. Linked
/// products are not: the launcher does not see every link, so the product
/// check does that.
bool has_judged_product(NvccPhase phase);

/// A file that the command should write, and its source for messages (empty
/// where several inputs go into it).
struct NvccProduct {
  std::string path;
  std::string unit;
  friend bool operator==(const NvccProduct&, const NvccProduct&) = default;
};

/// The architecture options as written, values only, in order.
struct ArchFlags {
  std::string arch;  // of the last -arch; empty: none
  std::string code;  // of all -code, joined by ','
  std::vector<std::string> gencode;
  bool lto = false;  // -dlto
  bool none() const { return arch.empty() && code.empty() && gencode.empty(); }
  bool native() const { return arch == "native"; }
};

/// An nvcc command as data. Nothing here is ever used to change the command.
struct Invocation {
  bool nvcc = false;  // the compiler goes by the name of nvcc
  NvccPhase phase = NvccPhase::link;
  std::vector<std::string> inputs;
  std::vector<NvccProduct> products;
  ArchFlags arch;
  /// Options that nvcc 13 does not have; they never stop anything.
  std::vector<std::string> unknown;
  /// Options files that could not be read.
  std::vector<std::string> unread;
};

/// Contents of an options file; nullopt: it cannot be read.
using OptionsFileReader =
    std::function<std::optional<std::string>(const std::string& path)>;

/// Reads a command line: launchers (ccache, sccache, distcc, env, cmake -E and
/// others, with KEY=VALUE words), the compiler, its arguments. `prepend` and
/// `append` are the values of NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS, which
/// KEY=VALUE words before the compiler override. Pure but for `read`.
Invocation parse_nvcc(std::span<const std::string_view> command,
                      std::string_view prepend, std::string_view append,
                      const OptionsFileReader& read);

/// nvcc, nvcc-12.8, nvcc_wrapper, x86_64-linux-nvcc, with any directory.
bool is_nvcc_name(std::string_view word);
/// Where the compiler stands in a command: the first word that is an nvcc by
/// name, else the first that is not a launcher we know; command.size() where
/// there is none.
std::size_t find_compiler(std::span<const std::string_view> command);

/// Words of an options file, as nvcc splits them: at white space, double
/// quotes group, a backslash takes the next character as it is.
std::vector<std::string> split_options_file(std::string_view text);
/// Words of NVCC_APPEND_FLAGS: double quotes group and stay in the word; a
/// backslash means nothing.
std::vector<std::string> split_environment_flags(std::string_view text);

}  // namespace cudacompat
