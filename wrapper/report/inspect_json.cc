// SPDX-License-Identifier: Apache-2.0
#include "report/inspect_json.h"

#include "base/text/sink.h"
#include "judge/facts/image_names.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

void write_image(JsonWriter& json, const Image& image) {
  json.begin_object(JsonWriter::Layout::line);
  json.member("kind", to_string(image.kind));
  if (image.kind == ImageKind::unknown) {
    json.member("raw_kind", std::uint64_t{image.raw_kind});
  }
  if (image.arch_known) {
    json.member("arch", to_string(image.arch));
  } else {
    json.null_member("arch");
  }
  json.value_or_null("ptx_isa", image.ptx_isa);
  json.member("compression", to_string(image.compression));
  json.member("size", image.size);
  json.member("unpacked_size", image.unpacked_size);
  json.member("offset", image.offset);
  if (image.cubin_abi != 0) {
    json.member("cubin_abi", std::uint64_t{image.cubin_abi});
  } else {
    json.null_member("cubin_abi");
  }
  json.value_or_null("toolkit", image.toolkit);
  json.member("concatenated", image.concatenated);
  json.member("empty", image.empty.value_or(false));
  json.member("kernels", image.kernels);
  json.end();
}

}  // namespace

void write_container(JsonWriter& json, const Container& container) {
  json.begin_object();
  json.member("id", container_id(place_of(container), container.offset));
  json.member("section", container.section);
  json.member("offset", container.offset);
  json.member("size", container.size);
  json.member("role", to_string(container.role));
  json.member("member", container.member);
  json.member("unit", container.unit);
  json.key("images");
  json.begin_array();
  for (const Image& image : container.images) write_image(json, image);
  json.end();
  json.end();
}

void write_runtime(JsonWriter& json, const RuntimeFacts& runtime) {
  if (!runtime.shared && !runtime.static_) {
    json.null_member("runtime");
    return;
  }
  json.key("runtime");
  json.begin_object(JsonWriter::Layout::line);
  json.member("linkage", runtime.static_ ? "static" : "shared");
  json.value_or_null("version", runtime.version);
  json.end();
}

void write_problems(JsonWriter& json, const std::vector<Problem>& problems,
                    std::uint64_t count) {
  json.member("problem_count", count);
  json.key("problems");
  json.begin_array();
  for (const Problem& problem : problems) {
    json.begin_object(JsonWriter::Layout::line);
    json.member("offset", problem.offset);
    json.member("member", problem.member);
    json.member("message", problem.message);
    json.end();
  }
  json.end();
}

InspectJson::InspectJson(Sink sink, const Tool& tool) : json_(std::move(sink)) {
  json_.begin_object();
  json_.member("schema_version", kReportSchemaVersion);
  write_tool(json_, tool);
  json_.key("artifacts");
  json_.begin_array();
}

void InspectJson::begin_file(const std::string& path) {
  problems_.clear();
  problem_count_ = 0;
  json_.begin_object();
  json_.member("path", path);
  json_.key("containers");
  json_.begin_array();
}

void InspectJson::container(const Container& container) {
  write_container(json_, container);
}

void InspectJson::problem(const Problem& problem) {
  ++problem_count_;
  if (problems_.size() < ArtifactFacts::kMaxProblems) {
    problems_.push_back(problem);
  }
}

void InspectJson::end_file(const ScanSummary& summary) {
  json_.end();
  json_.member("file", to_string(summary.file));
  write_runtime(json_, summary.runtime);
  write_problems(json_, problems_, problem_count_);
  json_.end();
}

void InspectJson::unread(const std::string& path, const Error& error) {
  begin_file(path);
  problem(
      {error.message, error.offset == Error::kNoOffset ? 0 : error.offset, ""});
  end_file({});
}

void InspectJson::finish() {
  json_.end();
  json_.end();
}

}  // namespace cudacompat
