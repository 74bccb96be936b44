// SPDX-License-Identifier: Apache-2.0
#pragma once

// What nearly every file includes, parsed once for all of them. Each file still
// includes what it uses: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds too.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>
