// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "ask/jit/store.h"
#include "base/json/json_writer.h"
#include "base/text/message_text.h"
#include "base/text/printable.h"
#include "judge/facts/tables.h"
#include "programs/cudacompat/commands.h"
#include "programs/cudacompat/exit_status.h"
#include "programs/cudacompat/messages.h"
#include "programs/cudacompat/options.h"
#include "report/tool.h"

namespace cudacompat {

namespace {

void write_text(const Sink& sink, const std::vector<JitCompiler>& compilers) {
  for (const JitCompiler& compiler : compilers) {
    const auto isa = ptx_isa_of(compiler.cuda);
    sink(fmt::format("{:<5} PTX {:<4} {:<13} {}\n", to_string(compiler.cuda),
                     isa ? to_string(*isa) : "?", compiler.from,
                     printable(compiler.path)));
  }
}

void write_json(const Sink& sink, const std::vector<JitCompiler>& compilers) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("schema_version", kReportSchemaVersion);
  json.key("compilers");
  json.begin_array();
  for (const JitCompiler& compiler : compilers) {
    const auto isa = ptx_isa_of(compiler.cuda);
    json.begin_object(JsonWriter::Layout::line);
    json.member("cuda", to_string(compiler.cuda));
    if (isa) {
      json.member("ptx_isa", to_string(*isa));
    } else {
      json.null_member("ptx_isa");
    }
    json.member("from", compiler.from);
    json.member("path", compiler.path);
    json.end();
  }
  json.end();
  json.end();
}

int write_list(const Options& options,
               const std::vector<JitCompiler>& compilers, int status) {
  Output output;
  if (!options.open(output)) return kUsage;
  if (options.common().format == "json") {
    write_json(output.sink(), compilers);
  } else {
    write_text(output.sink(), compilers);
  }
  return finish(output, status);
}

int run_list(int argc, char** argv) {
  Options options("jit list",
                  "Available JIT compilers (libnvJitLink), one a CUDA "
                  "release:\nin our cache, toolkits and site-packages.",
                  {"text", "json"});
  options.footer("exit: 0, also when none is available");
  if (const auto status = options.parse(argc, argv)) return *status;
  const auto compilers = find_jit_compilers(system_jit_places());
  if (compilers.empty()) {
    note(
        "no JIT compiler is available; get one: `cudacompat jit fetch 12.2 "
        "13.0`");
  }
  return write_list(options, compilers, kGood);
}

/// What `fetch` and `add` share: each word is got into the cache.
template <typename Get>
int run_get(Options& options, const std::vector<std::string>& words, Get get) {
  const std::string cache = system_cache();
  if (cache.empty()) {
    print_error(
        "there is no cache folder: none of CUDACOMPAT_CACHE, "
        "XDG_CACHE_HOME and HOME is set");
    return kUsage;
  }
  int status = kGood;
  std::vector<JitCompiler> got;
  for (const std::string& word : words) {
    auto compiler = get(cache, word);
    if (compiler) {
      got.push_back(std::move(*compiler));
      continue;
    }
    print_error("{}", printable(compiler.error().message));
    status = kUnread;
  }
  return write_list(options, got, status);
}

int run_fetch(int argc, char** argv) {
  Options options(
      "jit fetch",
      "Downloads the JIT compilers of CUDA releases from PyPI, by pip.",
      {"text", "json"});
  std::vector<std::string> releases;
  options.arguments("RELEASE", releases, "CUDA releases: 12.2 12.8", "");
  options.footer("exit: 0 all are available, 2 usage, 3 a download failed");
  if (const auto status = options.parse(argc, argv)) return *status;
  for (const std::string& word : releases) {
    const auto release = parse_version(word);
    if (release && release->major >= 12) continue;
    print_error(
        "{} is not a CUDA release from 12.0 on; those have a JIT compiler "
        "on PyPI",
        quote(word));
    return kUsage;
  }
  return run_get(options, releases,
                 [](const std::string& cache, const std::string& word) {
                   return fetch_jit_compiler(cache, *parse_version(word));
                 });
}

int run_add(int argc, char** argv) {
  Options options("jit add", "Copies a libnvJitLink.so into the cache.",
                  {"text", "json"});
  std::vector<std::string> files;
  options.arguments("FILE", files, "libnvJitLink.so.*, of any toolkit or wheel",
                    "");
  options.footer(
      "exit: 0 added, 2 usage, 3 a file is not one, or was not copied");
  if (const auto status = options.parse(argc, argv)) return *status;
  return run_get(options, files, add_jit_compiler);
}

}  // namespace

int run_jit(int argc, char** argv) {
  struct Action {
    std::string_view word;
    int (*run)(int, char**);
  };
  constexpr std::array<Action, 3> kActions = {
      {{"list", run_list}, {"fetch", run_fetch}, {"add", run_add}}};
  constexpr std::string_view kUsageText =
      "usage: cudacompat jit list\n"
      "       cudacompat jit fetch RELEASE...\n"
      "       cudacompat jit add FILE...\n";
  const std::string_view word = argc > 1 ? argv[1] : "";
  for (const Action& action : kActions)
    if (word == action.word) return action.run(argc - 1, argv + 1);
  if (word == "--help" || word == "-h") {
    std::fputs(kUsageText.data(), stdout);
    return kGood;
  }
  if (word.empty()) {
    std::fputs(kUsageText.data(), stderr);
  } else {
    constexpr std::array<std::string_view, 3> kWords = {"list", "fetch", "add"};
    print_error("jit has no {}; it is one of {}", quote(word), one_of(kWords));
  }
  return kUsage;
}

}  // namespace cudacompat
