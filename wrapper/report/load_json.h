// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "ask/driver/collect.h"
#include "ask/driver/load_test.h"
#include "base/json/json_writer.h"
#include "report/load_text.h"

namespace cudacompat {

/// templates/schemas/load-test.json.
class LoadJson {
 public:
  LoadJson(Sink sink, const DriverReport& machine)
      : json_(std::move(sink)), machine_(machine) {}
  void start(const std::string& node, const std::vector<std::size_t>& devices,
             const std::string& skipped);
  void file(const LoadedFile& file);
  void unread(const std::string& path, const Error& error);
  void finish();

 private:
  void begin_artifact(const std::string& path, const std::string& error);
  void container(const LoadedContainer& container);
  void run(LoadMode mode, const LoadRun& run);

  JsonWriter json_;
  const DriverReport& machine_;
};

/// Of reports of this machine: who wrote it; the driver; a text, or null where
/// it is empty.
void begin_load_json(JsonWriter& json);
void write_driver(JsonWriter& json, const DriverReport& driver);

/// templates/schemas/load-collect.json.
void write_collection_json(const Sink& sink, const Collection& all);

}  // namespace cudacompat
