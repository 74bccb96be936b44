// SPDX-License-Identifier: Apache-2.0
#include "ask/jit/rehearse.h"

#include <algorithm>

#include "judge/facts/tables.h"
#include "judge/verdict/driver_choice.h"
#include "read/images/image.h"
#include "read/images/ptx_text.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kMostLinked = std::uint64_t{512} << 20;

class Rehearsal {
 public:
  Rehearsal(ByteSource& source, const ArtifactFacts& facts,
            const ArtifactVerdict& verdict,
            const std::vector<JudgedGroup>& groups, const AskCompiler& ask)
      : source_(source),
        facts_(facts),
        verdict_(verdict),
        groups_(groups),
        ask_(ask),
        targets_(groups.size()),
        linked_(groups.size()) {
    for (std::size_t t = 0; t < groups.size(); ++t) {
      targets_[t].predicted = verdict.targets[t].outcome;
      targets_[t].cuda = machine(t).cuda;
      targets_[t].by_rule_shapes.resize(facts.shapes.size());
      if (verdict.targets[t].whole)
        targets_[t].outcome = verdict.targets[t].whole->outcome;
      for (const ShapeVerdict& shape : verdict.targets[t].shapes)
        linked_[t].wanted |=
            shape.counts && shape.choice.reason == Reason::jit_link;
    }
  }

  void container(const Container& container, std::uint32_t index);
  void finish();
  std::vector<RehearsedTarget> take() { return std::move(targets_); }

 private:
  /// The objects' PTX that one group's driver would link.
  struct Linked {
    bool wanted = false;
    std::uint64_t bytes = 0;
    std::uint32_t first = 0;  // container
    std::string why;          // not all could be read
    Arch gpu;
    std::vector<std::string> texts;
  };

  const DriverCase& machine(std::size_t t) const {
    return groups_[t].driver_cases.front();
  }
  /// nullptr: the reason is in why_.
  const std::string* text_of(const Image& image);
  bool compiler_may_be_asked(const Choice& choice, const ImageFacts& image,
                             const DriverCase& machine) const;
  void no_answer(std::size_t t, std::uint32_t container, Outcome predicted,
                 std::string why);
  void keep_for_link(const Container& container, std::uint32_t index,
                     const ContainerShape& shape, std::size_t t);
  void answer(std::size_t t, std::uint32_t container, Outcome predicted,
              Arch gpu, std::span<const std::string> texts);
  void judged_by_rule(std::size_t t, std::uint32_t container, Outcome outcome);
  void trouble(std::size_t t, RehearsalProblem what);

  ByteSource& source_;
  const ArtifactFacts& facts_;
  const ArtifactVerdict& verdict_;
  const std::vector<JudgedGroup>& groups_;
  const AskCompiler& ask_;
  std::vector<RehearsedTarget> targets_;
  std::vector<Linked> linked_;
  // The text that was unpacked last: groups often pick the same one.
  std::string text_, why_;
  std::uint64_t text_offset_ = ~std::uint64_t{0};
  std::uint64_t text_block_ = 0;
};

void Rehearsal::trouble(std::size_t t, RehearsalProblem what) {
  RehearsedTarget& target = targets_[t];
  ++target.trouble_count;
  for (RehearsalProblem& known : target.troubles) {
    if (!known.same_as(what)) continue;
    ++known.containers;
    return;
  }
  if (target.troubles.size() < RehearsedTarget::kMostTroubles)
    target.troubles.push_back(std::move(what));
}

const std::string* Rehearsal::text_of(const Image& image) {
  if (image.offset == text_offset_ && image.block_offset == text_block_)
    return &text_;
  auto text = ptx_text(source_, image);
  if (!text) {
    // Members of a thin archive lie in files of their own, for one.
    why_ = "its PTX cannot be read: " + text.error().message;
    return nullptr;
  }
  text_ = std::move(*text);
  text_offset_ = image.offset;
  text_block_ = image.block_offset;
  return &text_;
}

void Rehearsal::no_answer(std::size_t t, std::uint32_t container,
                          Outcome predicted, std::string why) {
  RehearsalProblem what;
  what.kind = RehearsalProblem::Kind::no_answer;
  what.container = container;
  what.predicted = predicted;
  what.why = std::move(why);
  trouble(t, std::move(what));
  targets_[t].outcome = std::max(targets_[t].outcome, Outcome::unknown);
}

void Rehearsal::answer(std::size_t t, std::uint32_t container,
                       Outcome predicted, Arch gpu,
                       std::span<const std::string> texts) {
  RehearsedTarget& target = targets_[t];
  JitInput input;
  input.arch = gpu;
  for (const std::string& text : texts) input.ptx.emplace_back(text);
  RehearsalProblem what;
  what.container = container;
  what.predicted = predicted;
  const auto said = target.cuda ? ask_(*target.cuda, input) : std::nullopt;
  Outcome outcome = Outcome::unknown;
  if (!said && fails(predicted)) {
    judged_by_rule(t, container, predicted);
    return;
  } else if (!said) {
    what.kind = RehearsalProblem::Kind::no_compiler;
    trouble(t, std::move(what));
  } else if (said->kind == JitAnswer::Kind::failed) {
    return no_answer(t, container, predicted,
                     fmt::format("the JIT compiler of CUDA {} gave no answer: "
                                 "{}",
                                 to_string(*target.cuda), said->log));
  } else if (said->accepted()) {
    ++target.compiled;
    outcome = Outcome::loads_jit;
    if (fails(predicted)) {
      what.kind = RehearsalProblem::Kind::accepted;
      trouble(t, std::move(what));
    }
  } else {
    ++target.compiled;
    outcome =
        is_version_refusal(said->log) ? Outcome::fails_222 : Outcome::fails_218;
    what.kind = RehearsalProblem::Kind::refused;
    what.outcome = outcome;
    what.refusals = parse_refusals(said->log, texts.front());
    trouble(t, std::move(what));
  }
  target.outcome = std::max(target.outcome, outcome);
}

void Rehearsal::judged_by_rule(std::size_t t, std::uint32_t container,
                               Outcome outcome) {
  RehearsedTarget& target = targets_[t];
  ++target.by_rule;
  target.by_rule_shapes[facts_.containers[container].shape] = true;
  target.outcome = std::max(target.outcome, outcome);
}

void Rehearsal::keep_for_link(const Container& container, std::uint32_t index,
                              const ContainerShape& shape, std::size_t t) {
  if (shape.role != ContainerRole::relocatable || shape.empty()) return;
  Linked& linked = linked_[t];
  const Choice choice = driver_choice_of_ptx(shape, machine(t));
  const std::string* text =
      choice.image ? text_of(container.images[*choice.image]) : nullptr;
  if (text == nullptr) {
    linked.why = why_;
    return;
  }
  if (text->size() > kMostLinked - linked.bytes) {
    linked.why = "the relocatable PTX of all objects is too much to be linked";
    return;
  }
  const Arch gpu = jit_arch(machine(t).cc, shape.images[*choice.image].arch);
  if (linked.texts.empty()) linked.first = index;
  if (linked.texts.empty() || gpu.scope != ArchScope::base) linked.gpu = gpu;
  linked.bytes += text->size();
  linked.texts.push_back(*text);
}

bool Rehearsal::compiler_may_be_asked(const Choice& choice,
                                      const ImageFacts& image,
                                      const DriverCase& machine) const {
  // Whether the text fits the GPU at all is a rule; whether it compiles is the
  // compiler's word.
  if (image.kind != ImageKind::ptx) return false;
  if (choice.outcome == Outcome::loads_jit ||
      choice.outcome == Outcome::fails_218 ||
      choice.reason == Reason::doubt_ptx_ceiling)
    return true;
  // A ceiling that the profile sets below its release's own stands.
  const bool own_ceiling = machine.cuda && machine.max_ptx &&
                           machine.max_ptx < ptx_isa_of(*machine.cuda);
  return choice.outcome == Outcome::fails_222 && !own_ceiling;
}

void Rehearsal::container(const Container& container, std::uint32_t index) {
  if (index >= facts_.containers.size()) return;
  const std::uint32_t s = facts_.containers[index].shape;
  const ContainerShape& shape = facts_.shapes[s];
  // A shape that stands for several (see facts/artifact.cc) has no images of
  // its own.
  const bool own = shape.images.size() == container.images.size();
  for (std::size_t t = 0; t < groups_.size(); ++t) {
    if (linked_[t].wanted && own) keep_for_link(container, index, shape, t);
    const ShapeVerdict& judged = verdict_.targets[t].shapes[s];
    const Choice& choice = judged.choice;
    if (!judged.counts || choice.reason == Reason::jit_link) continue;
    if (!own || !choice.image ||
        !compiler_may_be_asked(choice, shape.images[*choice.image],
                               machine(t))) {
      judged_by_rule(t, index, choice.outcome);
      continue;
    }
    const Arch code = shape.images[*choice.image].arch;
    const std::string* text = text_of(container.images[*choice.image]);
    if (text != nullptr) {
      answer(t, index, choice.outcome, jit_arch(machine(t).cc, code),
             std::span(text, 1));
    } else {
      no_answer(t, index, choice.outcome, why_);
    }
  }
}

void Rehearsal::finish() {
  for (std::size_t t = 0; t < groups_.size(); ++t) {
    const Linked& linked = linked_[t];
    if (!linked.wanted) continue;
    if (!linked.why.empty() || linked.texts.empty()) {
      no_answer(
          t, linked.first, Outcome::loads_jit,
          linked.why.empty() ? "no relocatable PTX was found" : linked.why);
    } else {
      answer(t, linked.first, Outcome::loads_jit, linked.gpu, linked.texts);
    }
  }
}

}  // namespace

Result<std::vector<RehearsedTarget>> rehearse(
    ByteSource& source, Depth depth, const ArtifactFacts& facts,
    const ArtifactVerdict& verdict, const std::vector<JudgedGroup>& groups,
    const AskCompiler& ask, const RehearsalProgress& progress) {
  Rehearsal rehearsal(source, facts, verdict, groups, ask);
  std::uint32_t index = 0;
  ScanSink sink;
  sink.container = [&](const Container& container) {
    rehearsal.container(container, index++);
    progress(index);
  };
  sink.problem = [](const Problem&) {};  // collect_facts() reported them
  auto walked = scan(source, depth, sink);
  if (!walked) return tl::unexpected(walked.error());
  rehearsal.finish();
  return rehearsal.take();
}

bool RehearsalProblem::same_as(const RehearsalProblem& other) const {
  return kind == other.kind && predicted == other.predicted &&
         why == other.why && refusals == other.refusals;
}

std::vector<JudgedGroup> one_driver_case_each(
    const std::vector<JudgedGroup>& groups) {
  std::vector<JudgedGroup> out;
  for (const JudgedGroup& judged : groups)
    for (const DriverCase& driver_case : judged.driver_cases)
      out.push_back({judged.machine, {driver_case}});
  return out;
}

}  // namespace cudacompat
