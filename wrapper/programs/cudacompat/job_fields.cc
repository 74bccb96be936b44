// SPDX-License-Identifier: Apache-2.0
#include "programs/cudacompat/job_fields.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <set>

#include "base/json/json_writer.h"
#include "base/text/message_text.h"
#include "base/text/printable.h"
#include "base/text/split.h"

namespace cudacompat {

namespace {

using kainjow::mustache::data;
using Texts = std::vector<std::string>;

/// A DNS label has 63 letters; "load-test-" and a number have to fit too.
constexpr std::size_t kLongestSlug = 40;

std::string slug_of(std::string_view name) {
  std::string slug;
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    if (letter < 0x80 && std::isalnum(letter) != 0) {
      slug += static_cast<char>(std::tolower(letter));
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
    if (slug.size() == kLongestSlug) break;
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "group" : slug;
}

std::string unlike_others(const std::string& slug, std::set<std::string>& all) {
  std::string unlike = slug;
  for (int i = 2; !all.insert(unlike).second; ++i) {
    unlike = fmt::format("{}-{}", slug, i);
  }
  return unlike;
}

template <typename Form>
std::string joined(const Texts& texts, Form form, std::string_view between) {
  Texts forms;
  for (const std::string& text : texts) forms.push_back(form(text));
  return fmt::format("{}", fmt::join(forms, between));
}

data label(const std::string& name, const char* op, const std::string& value) {
  data out;
  out.set("label", name);
  out.set("operator", op);
  out.set("value", value);
  return out;
}

/// Names of one thing in GPU feature discovery: those of v0.16 and newer, and
/// the older ones, which newer releases may leave out.
struct Spelling {
  std::string driver, driver_patch, runtime;
};
const std::array<Spelling, 2> kSpellings = {{
    {"cuda.driver-version", "revision", "cuda.runtime-version"},
    {"cuda.driver", "rev", "cuda.runtime"},
}};

data labels_of(const TargetGroup& machine, const Spelling& spelling) {
  data labels(data::type::list);
  const auto each_part = [&labels](const std::string& name, const Texts& words,
                                   const std::string& version) {
    // Compared as text: 06 is not 6.
    const auto parts = split(version, '.');
    for (std::size_t i = 0; i < parts.size(); ++i) {
      labels << label(name + "." + words[i], "In", std::string(parts[i]));
    }
  };
  if (machine.driver) {
    const DriverRange& range = *machine.driver;
    if (range.high == range.low && range.low.parts > 1) {
      each_part(spelling.driver, {"major", "minor", spelling.driver_patch},
                to_string(range.low));
      return labels;
    }
    // Labels compare whole numbers only: a range is taken by its branches.
    const std::string major = spelling.driver + ".major";
    labels << label(major, "Gt", std::to_string(range.low.branch - 1));
    if (range.high) {
      const bool whole = range.high_excluded && range.high->parts == 1;
      labels << label(major, "Lt",
                      std::to_string(range.high->branch + (whole ? 0 : 1)));
    }
  } else if (machine.cuda) {
    each_part(spelling.runtime, {"major", "minor"}, to_string(*machine.cuda));
  }
  return labels;
}

data terms_of(const TargetGroup& machine) {
  const std::string text = cc_to_string(machine.gpu.cc);
  const auto cc = split(text, '.');
  data terms(data::type::list);
  for (const Spelling& spelling : kSpellings) {
    data term;
    term.set("cpu", machine.os == Os::linux_aarch64 ? "arm64" : "amd64");
    term.set("cc_major", std::string(cc[0]));
    term.set("cc_minor", std::string(cc[1]));
    term.set("labels", labels_of(machine, spelling));
    terms << std::move(term);
    if (!machine.driver && !machine.cuda) break;
  }
  return terms;
}

}  // namespace

data job_fields(const JobRequest& requests,
                std::span<const TargetGroup> groups) {
  data fields;
  fields.set("profile", printable(requests.profile));
  fields.set("image", json_quoted(requests.image));
  const std::string words = joined(requests.files, shell_word, " ");
  fields.set("files_sh", words);
  const std::string in_quotes = json_quoted(words);
  fields.set("files_quoted", in_quotes.substr(1, in_quotes.size() - 2));
  fields.set("files_list", joined(requests.files, json_quoted, ", "));
  std::set<std::string> slugs;
  data list(data::type::list);
  for (const TargetGroup& machine : groups) {
    data one;
    one.set("name", printable(machine.name));
    one.set("slug", unlike_others(slug_of(machine.name), slugs));
    one.set("terms", terms_of(machine));
    list << std::move(one);
  }
  fields.set("groups", std::move(list));
  return fields;
}

}  // namespace cudacompat
