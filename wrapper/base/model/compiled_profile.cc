#include "base/model/compiled_profile_text.h"
#include "base/model/profile.h"

namespace cudacompat {
namespace {

void append_text(std::string_view text, std::string& out) {
  out += " \"";
  for (const char c : text) {
    switch (c) {
      case '"':
      case '\\':
        out += '\\';
        out += c;
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

void append_version(std::string_view key, const std::optional<Version>& value,
                    std::string& out) {
  if (!value) return;
  out += key;
  out += ' ';
  out += to_string(*value);
  out += '\n';
}

void append_framework(const FrameworkSpec& framework, std::string& out) {
  out += "framework";
  append_text(framework.name, out);
  append_text(framework.version, out);
  out += ' ';
  out += framework.cuda ? to_string(*framework.cuda) : "-";
  for (const Arch arch : framework.sass) out += " sm_" + to_string(arch);
  for (const Arch arch : framework.ptx) out += " compute_" + to_string(arch);
  out += '\n';
}

void append_partial(const PartialRow& row, std::string& out) {
  out += "partial";
  append_text(row.path, out);
  append_text(row.unit, out);
  append_text(row.kernel, out);
  out += row.gpus.empty() ? " -" : " ";
  for (std::size_t i = 0; i < row.gpus.size(); ++i) {
    if (i > 0) out += ',';
    out += cc_to_string(row.gpus[i]);
  }
  append_text(row.reason, out);
  out += '\n';
}

void append_policy(const Policy& policy, std::string& out) {
  out += "accept";
  for (const Outcome outcome : policy.accept) {
    out += ' ';
    out += to_string(outcome);
  }
  out += "\ndowngrade-ptx ";
  out += policy.downgrade_ptx ? "yes" : "no";
  out += "\nfuture-gpus ";
  out += policy.future_gpus ? "yes" : "no";
  out += '\n';
  for (const PartialRow& row : policy.partial) append_partial(row, out);
  for (const SuppressRow& row : policy.suppress) {
    out += "suppress";
    append_text(row.id, out);
    append_text(row.path, out);
    append_text(row.reason, out);
    out += '\n';
  }
}

}  // namespace

void append_group_body(const TargetGroup& machine, std::string& out) {
  out += "gpu ";
  out += cc_to_string(machine.gpu.cc);
  out += machine.gpu.tegra ? " tegra" : " -";
  append_text(machine.gpu.name, out);
  out += '\n';
  if (machine.driver) {
    out += "driver";
    append_text(to_string(*machine.driver), out);
    out += '\n';
  }
  append_version("cuda", machine.cuda, out);
  append_version("cuda-compat", machine.cuda_compat, out);
  append_version("max-ptx", machine.max_ptx, out);
  out += "os ";
  out += to_string(machine.os);
  out += '\n';
  for (const FrameworkSpec& framework : machine.frameworks) {
    append_framework(framework, out);
  }
}

std::string serialize(const CompiledProfile& plan) {
  std::string out(kCompiledProfileVersionLine);
  out += "\nprofile";
  append_text(plan.profile, out);
  out += '\n';
  append_policy(plan.policy, out);
  for (const TargetGroup& machine : plan.groups) {
    out += "class " + std::to_string(machine.count);
    append_text(machine.name, out);
    out += '\n';
    append_group_body(machine, out);
  }
  out += "end\n";
  return out;
}

}  // namespace cudacompat
