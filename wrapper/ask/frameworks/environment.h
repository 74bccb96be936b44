// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/system/nvcc.h"
#include "base/model/profile.h"
#include "judge/facts/artifact.h"

namespace cudacompat {

/// A Python distribution that brings GPU code, read from its files; nothing of
/// it is run or imported.
struct Package {
  std::string name;       // as PyPI normalizes it: "jax-cuda12-plugin"
  std::string version;    // "2.9.1+cu126"
  std::string framework;  // "torch", "jax", "tensorflow", "cupy", "triton";
                          // empty: another
  std::string platform;   // what it says to be built for: "cuda", "rocm",
                          // "xpu", "cpu"; empty: it does not say
  /// The release it was built with; minor 0 where only the major is reported.
  /// Of triton: the release of the ptxas it brings.
  std::optional<Version> cuda;
  std::string cuda_from;  // the file it is from
  /// Those with device code, and those that could not be read (with problems);
  /// `path` is the file's.
  std::vector<ArtifactFacts> files;
};

struct PythonEnvironment {
  std::string prefix;                // as given, links not followed
  std::vector<std::string> folders;  // its site-packages and dist-packages
  /// Sorted by name. Frameworks are in it even where they hold no device code.
  /// NVIDIA's own libraries (nvidia-*) are not: they hold fatbins for one GPU
  /// only and pick among them at run time.
  std::vector<Package> packages;
  /// Of nvidia-cuda-runtime(-cuNN) or conda's cuda-cudart, the newest.
  std::optional<Version> runtime;
  std::vector<std::string> problems;  // one line each, consequence first
};

/// Told before each distribution: its number, how many there are, its name.
using EnvironmentProgress =
    std::function<void(std::size_t, std::size_t, std::string_view)>;

/// `prefix`: a venv, a conda environment, or a site-packages folder itself, of
/// Linux or Windows. The files of a distribution are those that its RECORD
/// names; where it has none, those of its top-level folders. Of them, shared
/// libraries, programs, cubins, fatbins and PTX are read, as `check` reads
/// them; objects and archives are not, for no import loads them. Where two
/// folders hold a distribution of one name, Python takes the first, and so does
/// this. Of editable installs, only those of frameworks are reported, as a
/// problem: their files lie elsewhere. An Error (with the fix) where `prefix`
/// is not an environment.
Result<PythonEnvironment> read_python_environment(
    const std::string& prefix, Depth depth,
    const EnvironmentProgress& progress = {});

/// "3.11" of its folder's name; nullopt: Windows and conda's site-packages
/// folder alone do not tell.
std::optional<Version> python_of(const PythonEnvironment& environment);

/// Folders of its shared libraries of NVIDIA: site-packages/nvidia/*/lib, and
/// lib of a conda environment.
std::vector<std::string> nvidia_library_folders(
    const PythonEnvironment& environment);

/// For a profile's group: SASS and PTX that more than half of the package's
/// containers hold (of those that count), which is what it was built for. One
/// kernel for another GPU does not make a framework run there.
FrameworkSpec framework_spec(const Package& package);

/// All SASS and PTX of one file's containers that count.
FrameworkSpec all_code(const ArtifactFacts& file);

/// $VIRTUAL_ENV, $CONDA_PREFIX, else none.
std::optional<std::string> active_python_environment(
    const Environment& environment);

}  // namespace cudacompat
