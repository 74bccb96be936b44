// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "base/bytes/byte_source.h"

namespace cudacompat {

/// One element of a long JSON array. Numbers are strings, as written.
using JsonItem = rapidjson::Value;

/// Gives each element of the array at `path` ({"data", "result"}) to `sink`,
/// one at a time, whatever the document's length; the item is gone afterwards.
/// Of a document whose root is an array its elements are given, of one that
/// has no such array the whole document. Documents may follow one another. An
/// element of more than kMaxJsonItem bytes is an error, as is what is no JSON.
Result<void> each_json_item(ByteSource& source,
                            std::span<const std::string_view> path,
                            const std::function<void(const JsonItem&)>& sink);
inline constexpr std::uint64_t kMaxJsonItem = 8u << 20;

/// A member of an object; null where it is absent, or stands twice.
const JsonItem* json_member(const JsonItem& object, std::string_view key);
/// A string or number of an object, or nothing.
std::optional<std::string_view> json_text(const JsonItem& object,
                                          std::string_view key);
std::string_view json_string(const JsonItem& value);

}  // namespace cudacompat
