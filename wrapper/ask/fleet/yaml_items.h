// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "base/json/json_items.h"

namespace cudacompat {

/// each_json_item, of YAML as kubectl and Slurm write it (-o yaml, --yaml):
/// each element of the root's member `array`, or the elements of a root that is
/// one; of a document without such an array the whole document. Documents may
/// follow one another. Scalars are strings as written, quoted or not (06 keeps
/// its zero, true is "true"), whatever their tag, but for null.
///
/// An alias is an error: a few lines of them can stand for any amount of data,
/// and neither tool writes one. So is more than kMaxYamlDepth levels, an
/// element of more than kMaxJsonItem bytes or kMaxYamlValues values, and what
/// may be a part: YAML that was cut off at a line's end is still YAML. kubectl
/// writes "kind" behind a list and "spec" behind an object's labels, Slurm
/// "..." at the end.
Result<void> each_yaml_item(ByteSource& source, std::string_view array,
                            const std::function<void(const JsonItem&)>& sink);
inline constexpr std::size_t kMaxYamlDepth = 100;
inline constexpr std::size_t kMaxYamlValues = 500'000;

/// The items of a text that is JSON or, by its looks, YAML.
Result<void> each_item(ByteSource& source, std::string_view array,
                       const std::function<void(const JsonItem&)>& sink);

}  // namespace cudacompat
