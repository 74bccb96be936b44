// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/json/json_fields.h"
#include "base/model/profile_parts.h"
#include "base/text/message_text.h"

namespace cudacompat {
namespace {

constexpr std::array<std::string_view, 5> kPolicyKeys = {
    "accept", "downgrade_ptx", "future_gpus", "partial", "suppress"};
constexpr std::array<std::string_view, 5> kPartialKeys = {
    "path", "unit", "kernel", "gpus", "reason"};
constexpr std::array<std::string_view, 3> kSuppressKeys = {"id", "path",
                                                           "reason"};
constexpr std::array<std::string_view, 3> kAcceptable = {"loads", "loads-jit",
                                                         "unknown"};
constexpr std::size_t kMaxRows = 10'000;
constexpr std::size_t kMaxGpus = 1'000;

void read_accept(const JsonFields& fields, Policy& policy) {
  const JsonValue* list = fields.list("accept", kAcceptable.size());
  if (list == nullptr) return;
  policy.accept.clear();
  for (const JsonValue& element : JsonChildren(*list)) {
    const auto word = checked_text(element, "a verdict", fields.errors());
    if (!word) continue;
    const std::optional<Outcome> outcome = parse_outcome(*word);
    if (!outcome || fails(*outcome)) {
      const std::string_view meant = nearest(*word, kAcceptable);
      fields.errors().add(
          element.offset, "{} is not a verdict that can be accepted; {}",
          quote(*word),
          meant.empty() ? "write " + one_of(kAcceptable)
                        : fmt::format("did you mean \"{}\"?", meant));
    } else if (policy.accepts(*outcome)) {
      fields.errors().add(element.offset, "{} stands twice in \"accept\"",
                          quote(*word));
    } else {
      policy.accept.push_back(*outcome);
    }
  }
  if (!policy.accept.empty() && !policy.accepts(Outcome::loads)) {
    fields.errors().add(list->offset,
                        "\"accept\" without \"loads\" would refuse code that "
                        "loads; add \"loads\"");
  }
}

/// The text of a key, or empty; a pattern or an id.
std::string text_or_empty(const JsonFields& fields, std::string_view key) {
  return std::string(fields.text(key).value_or(std::string_view()));
}

std::string read_reason(const JsonFields& fields) {
  fields.require("reason", "say why; the report shows it");
  return text_or_empty(fields, "reason");
}

PartialRow read_partial(const JsonValue& value, LocatedErrors& errors) {
  PartialRow row;
  if (!is_object(value, "an element of \"partial\"", errors)) return row;
  const JsonFields fields(value, "a partial row", kPartialKeys, errors);
  row.path = text_or_empty(fields, "path");
  row.unit = text_or_empty(fields, "unit");
  row.kernel = text_or_empty(fields, "kernel");
  if (!fields.find("path") && !fields.find("unit") && !fields.find("kernel")) {
    errors.add(value.offset,
               "a partial row without \"path\", \"unit\" or \"kernel\" would "
               "take in all code; say which code is meant for some GPUs only");
  }
  fields.require("gpus", "say which GPUs the code is meant for");
  if (const JsonValue* list = fields.list("gpus", kMaxGpus)) {
    for (const JsonValue& element : JsonChildren(*list)) {
      const std::optional<Cc> cc = read_cc_value(element, errors);
      if (cc) row.gpus.push_back(*cc);
    }
  }
  row.reason = read_reason(fields);
  return row;
}

bool is_finding_id(std::string_view id) {
  return id.size() == 5 && id.starts_with("CC") &&
         id.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

SuppressRow read_suppress(const JsonValue& value, LocatedErrors& errors) {
  SuppressRow row;
  if (!is_object(value, "an element of \"suppress\"", errors)) return row;
  const JsonFields fields(value, "a suppress row", kSuppressKeys, errors);
  const JsonValue* id = fields.require("id", "say which finding, as in CC701");
  row.id = text_or_empty(fields, "id");
  if (id != nullptr && !row.id.empty() && !is_finding_id(row.id)) {
    errors.add(id->offset,
               "{} is not the id of a finding; write CC and three digits, as "
               "in \"CC701\"",
               quote(row.id));
  }
  row.path = text_or_empty(fields, "path");
  row.reason = read_reason(fields);
  return row;
}

}  // namespace

Policy read_policy(const JsonValue& value, LocatedErrors& errors) {
  Policy policy;
  if (!is_object(value, "\"policy\"", errors)) return policy;
  const JsonFields fields(value, "\"policy\"", kPolicyKeys, errors);
  read_accept(fields, policy);
  policy.downgrade_ptx = fields.boolean("downgrade_ptx").value_or(false);
  policy.future_gpus = fields.boolean("future_gpus").value_or(false);
  if (const JsonValue* rows = fields.list_or_empty("partial", kMaxRows)) {
    for (const JsonValue& row : JsonChildren(*rows)) {
      policy.partial.push_back(read_partial(row, errors));
    }
  }
  if (const JsonValue* rows = fields.list_or_empty("suppress", kMaxRows)) {
    for (const JsonValue& row : JsonChildren(*rows)) {
      policy.suppress.push_back(read_suppress(row, errors));
    }
  }
  return policy;
}

}  // namespace cudacompat
