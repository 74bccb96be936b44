// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/launch.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/verdict/finding.h"
#include "programs/launch/downgrade_product.h"
#include "programs/launch/invocation.h"
#include "programs/launch/message.h"
#include "programs/launch/product_check.h"
#include "programs/launch/product_file.h"
#include "programs/launch/requested_code.h"
#include "programs/launch/run.h"
#include "programs/launch/settings.h"
#include "programs/launch/small_file.h"
#include "report/findings_text.h"

namespace cudacompat {
namespace {

enum ExitStatus { kRefused = 1, kUsage = 2, kFault = 4 };

constexpr std::string_view kName = "cudacompat-launch: ";
constexpr std::uint64_t kMaxOptionsFile = 16u << 20;

/// For --help and --version: nothing else ever goes to stdout.
void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(STDOUT_FILENO, text.data(), text.size());
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : std::string_view{};
}

std::optional<std::string> read_options_file(const std::string& path) {
  Result<std::string> text = read_small_file(path, kMaxOptionsFile);
  if (!text) return std::nullopt;
  return std::move(*text);
}

/// The toolkit that writes this PTX ISA, the oldest where several do.
const ReleaseRow* toolkit_of(const Judgement& judgement) {
  if (!judgement.ptx_isa) return nullptr;
  for (const ReleaseRow& row : release_table())
    if (row.ptx_isa == *judgement.ptx_isa && !row.archs.empty()) return &row;
  return nullptr;
}

/// One line for -v.
std::string describe(const NvccProduct& product, const Judgement& judgement,
                     const Invocation& invocation) {
  if (!judgement.device_code) return product.path + ": no device code";
  return product.path + ": " + std::string(to_string(judgement.outcome)) +
         "; asked for: " +
         requested_code_text(invocation.arch, toolkit_of(judgement));
}

/// All that is said at the end, written at once.
class Report {
 public:
  explicit Report(const Settings& settings) : settings_(settings) {}

  void judged(const NvccProduct& product, Judgement judgement,
              const Invocation& invocation) {
    if (settings_.verbose) line(describe(product, judgement, invocation));
    if (settings_.mode == Mode::warn)
      for (Finding& finding : judgement.findings)
        finding.severity = std::min(finding.severity, Severity::warning);
    text_ += findings_text(product.unit.empty() ? product.path : product.unit,
                           judgement.findings);
    if (!judgement.refused || settings_.mode == Mode::warn) return;
    take_away(product);
    status_ = std::max<int>(status_, kRefused);
  }

  /// What `cudacompat downgrade` said; only where it could not do all, or for
  /// -v.
  void downgrade(bool left, const std::string& said) {
    if (!said.empty() && (left || settings_.verbose)) text_ += said;
  }

  void not_checked(const std::string& path, std::string_view because) {
    if (settings_.verbose)
      line(path + ": not checked: " + std::string(because));
  }

  /// A fault of our own: the build goes on in mode warn.
  void fault(const NvccProduct& product, const std::string& because) {
    const bool warn = settings_.mode == Mode::warn;
    line(product.path + (warn ? ": warning" : ": error") +
         ": not checked: " + because);
    if (warn) return;
    take_away(product);
    status_ = kFault;
  }

  int finish() const {
    say(text_);
    return status_;
  }

 private:
  // What was refused or not judged must not be there for the next build.
  void take_away(const NvccProduct& product) {
    if (!stamp_of(product.path).regular) return;
    text_ += "  " + quarantine(product.path) + "\n";
  }
  void line(const std::string& words) {
    text_ += std::string(kName) + words + "\n";
  }

  const Settings& settings_;
  std::string text_;
  int status_ = 0;
};

void judge_products(const Invocation& invocation,
                    const std::vector<NvccProduct>& written,
                    const Settings& settings, Report& report) {
  const Result<Machines> machines = read_machines(settings.machines);
  for (const NvccProduct& product : written) {
    if (!machines) {
      report.fault(product, machines.error().message);
      continue;
    }
    Result<Judgement> judgement = judge_product(product, invocation, *machines);
    std::string downgrade;
    if (judgement && machines->policy.downgrade_ptx &&
        has_newer_ptx(*judgement)) {
      downgrade = downgrade_product(product.path, settings.machines);
      judgement = judge_product(product, invocation, *machines);
    }
    if (!judgement) {
      report.fault(product, judgement.error().message);
      continue;
    }
    report.downgrade(has_newer_ptx(*judgement), downgrade);
    report.judged(product, std::move(*judgement), invocation);
  }
}

/// nvcc has said that the architecture is none, but not why it is none.
void explain_failure(const Invocation& invocation, const CommandEnd& end) {
  if (end.how != CommandEnd::How::exited) return;
  const std::optional<std::string> word = failed_query_in(invocation.arch);
  if (!word) return;
  say(std::string(kName) + "'" + *word +
      "' is not an architecture but looks like the output of a failed GPU "
      "query: name the architectures instead of asking the build machine\n");
}

int after_command(const Invocation& invocation,
                  const std::vector<FileStamp>& before,
                  const Settings& settings) {
  Report report(settings);
  std::vector<NvccProduct> written;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const NvccProduct& product = invocation.products[i];
    const FileStamp after = stamp_of(product.path);
    if (!after.regular)
      report.not_checked(product.path, "not a regular file");
    else if (after == before[i])
      report.not_checked(product.path, "the command did not write it");
    else
      written.push_back(product);
  }
  const auto fault_of_all = [&](const char* because) {
    for (const NvccProduct& product : written) report.fault(product, because);
  };
  if (!written.empty()) {
    try {
      judge_products(invocation, written, settings, report);
    } catch (const std::bad_alloc&) {
      fault_of_all("out of memory");
    } catch (const std::exception& error) {
      fault_of_all(error.what());
    }
  }
  return report.finish();
}

}  // namespace

int launch(int argc, char** argv) {
  const std::vector<std::string_view> words(argv, argv + argc);
  const Result<Settings> settings = parse_settings(words, environment);
  if (!settings) {
    say(std::string(kName) + settings.error().message + "\n");
    return kUsage;
  }
  if (settings->help || settings->version) {
    print(settings->help ? usage_text() : version_text());
    return 0;
  }
  char** const command = argv + settings->command;
  if (settings->mode == Mode::off) become_command(command);

  const Invocation invocation =
      parse_nvcc(std::span(words).subspan(settings->command),
                 environment("NVCC_PREPEND_FLAGS"),
                 environment("NVCC_APPEND_FLAGS"), read_options_file);
  if (invocation.products.empty()) {
    if (settings->verbose)
      say(std::string(kName) +
          "not checked: this command writes nothing that is judged (it links, "
          "preprocesses or asks); check a program with `cudacompat check`\n");
    become_command(command);
  }

  std::vector<FileStamp> before;
  for (const NvccProduct& product : invocation.products)
    before.push_back(stamp_of(product.path));
  const CommandEnd end = run_command(command);
  if (!end.succeeded()) {
    explain_failure(invocation, end);
    end_as(end, command[0]);
  }
  return after_command(invocation, before, *settings);
}

}  // namespace cudacompat
