// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/compile.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "ask/jit/cubin_digest.h"
#include "ask/jit/result_cache.h"
#include "ask/jit/worker_exit_codes.h"
#include "ask/system/process.h"
#include "ask/system/work_folder.h"

namespace cudacompat {
namespace {

/// Measured: libnvJitLink 13.0.88 knows -r, 12.9.86 does not.
constexpr Version kMakesRelocatableObjects{13, 0};

JitAnswer failed(std::string log) {
  return {JitAnswer::Kind::failed, std::move(log), {}};
}

/// What can change an answer: the input, the architecture, and which build of
/// the library it is (its size and time; its bytes would take longer to read
/// than most compiles take).
std::string key_of(const JitCompiler& compiler, const JitInput& input) {
  struct stat s {};
  if (stat(compiler.path.c_str(), &s) != 0) return {};
  std::string text =
      fmt::format("{} {} {} {} {}\n", to_string(compiler.cuda), compiler.path,
                  s.st_size, s.st_mtim.tv_sec, to_string(input.arch));
  if (input.object) text += "object\n";
  for (const std::string_view ptx : input.ptx)
    text += sha256(std::as_bytes(std::span(ptx))) + "\n";
  return sha256(std::as_bytes(std::span(text)));
}

constexpr std::string_view kNoOutput = "-";

JitAnswer read_cubin(const std::string& path, std::string log) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  auto digest = cubin_digest(std::as_bytes(std::span(bytes)));
  if (!digest) {
    return failed("it accepted the text and made no cubin that can be read: " +
                  digest.error().message);
  }
  return {JitAnswer::Kind::accepted, std::move(log), std::move(*digest)};
}

JitAnswer answer_of(const ProcessOutput& end, const std::string& cubin) {
  using namespace jit_worker;
  switch (end.exit_code) {
    case kAccepted:
      if (cubin == kNoOutput) return {JitAnswer::Kind::accepted, end.out, {}};
      return read_cubin(cubin, end.out);
    case kRefused:
      return {JitAnswer::Kind::refused, end.out, {}};
    case kUnusable:
    case kNotRead:
    case kUsage:
      return failed(end.out.empty() ? end.err : end.out);
    default:
      break;
  }
  if (end.exit_code > 128) {
    return failed(fmt::format("it was killed by signal {} ({})",
                              end.exit_code - 128,
                              strsignal(end.exit_code - 128)));
  }
  return failed(
      fmt::format("it ended with status {}: {}", end.exit_code, end.err));
}

}  // namespace

Arch jit_arch(Cc gpu, Arch code) {
  return {static_cast<std::uint16_t>(gpu),
          code.scope == ArchScope::base ? ArchScope::base : ArchScope::exact};
}

JitRunner::JitRunner(std::string worker, std::string cache, JitLimits limits)
    : worker_(std::move(worker)), cache_(std::move(cache)), limits_(limits) {}

JitAnswer JitRunner::compile(const JitCompiler& compiler,
                             const JitInput& input) {
  const JitAnswers answers(cache_);
  const std::string key = key_of(compiler, input);
  if (key.empty()) return failed(compiler.path + " is not there any more");
  if (auto known = answers.find(key)) return std::move(*known);
  const WorkFolder folder;
  if (!folder.made()) return failed("no temporary folder can be made");
  const bool compile_only =
      input.object && compiler.cuda < kMakesRelocatableObjects;
  const std::string cubin =
      compile_only ? std::string(kNoOutput) : folder.file("cubin");
  ProcessRequest request;
  request.time_limit = limits_.time;
  request.argv = {
      worker_,
      std::to_string(limits_.memory),
      std::to_string(limits_.time.count() / 1000 + 1),
      compiler.path,
      fmt::format("{}_{}", compiler.cuda.major, compiler.cuda.minor),
      "sm_" + to_string(input.arch),
      cubin,
  };
  if (input.object) request.argv.emplace_back("-r");
  for (std::size_t i = 0; i < input.ptx.size(); ++i) {
    request.argv.push_back(folder.file(fmt::format("{}.ptx", i)));
    std::ofstream out(request.argv.back(), std::ios::binary);
    out.write(input.ptx[i].data(),
              static_cast<std::streamsize>(input.ptx[i].size()));
    if (!out.flush()) {
      return failed(request.argv.back() + " cannot be written");
    }
  }
  auto end = run_process(request);
  if (!end) return failed(end.error().message);
  JitAnswer answer = answer_of(*end, cubin);
  answers.keep(key, answer);
  return answer;
}

}  // namespace cudacompat
