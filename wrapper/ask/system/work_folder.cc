// SPDX-License-Identifier: Apache-2.0
#include "ask/system/work_folder.h"

#include <cstdlib>

namespace cudacompat {

namespace fs = std::filesystem;

WorkFolder::WorkFolder() {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  std::string name =
      ((error ? fs::path("/tmp") : base) / "cudacompat-XXXXXX").string();
  made_ = mkdtemp(name.data()) != nullptr;
  path_ = name;
}

WorkFolder::~WorkFolder() {
  std::error_code error;
  if (made_) fs::remove_all(path_, error);
}

}  // namespace cudacompat
