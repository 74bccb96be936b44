#include "jit/rehearse.h"

#include <algorithm>

#include "bytes/little_endian.h"
#include "images/image.h"
#include "images/ptx.h"
#include "verdict/driver_choice.h"

namespace cudacompat {
namespace {

constexpr std::uint64_t kLongestText = std::uint64_t{256} << 20;
constexpr std::uint64_t kMostLinked = std::uint64_t{512} << 20;

class Rehearsal {
 public:
  Rehearsal(ByteSource& source, const ArtifactFacts& facts,
            const ArtifactVerdict& verdict,
            const std::vector<JudgedClass>& classes, const AskCompiler& ask)
      : source_(source),
        facts_(facts),
        verdict_(verdict),
        classes_(classes),
        ask_(ask),
        targets_(classes.size()),
        linked_(classes.size()) {
    for (std::size_t t = 0; t < classes.size(); ++t) {
      targets_[t].predicted = verdict.targets[t].outcome;
      targets_[t].cuda = machine(t).cuda;
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
  /// The objects' PTX that one class's driver would link.
  struct Linked {
    bool wanted = false;
    bool too_much = false;
    std::uint64_t bytes = 0;
    std::uint32_t first = 0;  // container
    ArchScope scope = ArchScope::base;
    std::vector<std::string> texts;
  };

  const MachineFacts& machine(std::size_t t) const {
    return classes_[t].situations.front();
  }
  /// The chip itself is the `a` architecture; code that asks for less is given
  /// to the compiler as the plain one.
  Arch gpu(std::size_t t, ArchScope asked) const {
    return {static_cast<std::uint16_t>(machine(t).cc),
            asked == ArchScope::base ? ArchScope::base : ArchScope::exact};
  }
  const std::string* text_of(const Container& container, std::size_t image);
  void keep_for_link(const Container& container, std::uint32_t index,
                     const ContainerShape& shape, std::size_t t);
  void answer(std::size_t t, std::uint32_t container, Outcome predicted,
              ArchScope scope, std::span<const std::string> texts);
  void trouble(std::size_t t, RehearsalTrouble what);

  ByteSource& source_;
  const ArtifactFacts& facts_;
  const ArtifactVerdict& verdict_;
  const std::vector<JudgedClass>& classes_;
  const AskCompiler& ask_;
  std::vector<RehearsedTarget> targets_;
  std::vector<Linked> linked_;
  // The text that was unpacked last: classes often pick the same one.
  std::string text_;
  std::uint64_t text_offset_ = ~std::uint64_t{0};
  std::uint64_t text_block_ = 0;
};

void Rehearsal::trouble(std::size_t t, RehearsalTrouble what) {
  RehearsedTarget& target = targets_[t];
  ++target.trouble_count;
  if (target.troubles.size() < RehearsedTarget::kMostTroubles)
    target.troubles.push_back(std::move(what));
}

const std::string* Rehearsal::text_of(const Container& container,
                                      std::size_t image) {
  const Image& wanted = container.images[image];
  if (wanted.offset == text_offset_ && wanted.block_offset == text_block_)
    return &text_;
  auto bytes = unpack(source_, wanted, kLongestText);
  if (!bytes) return nullptr;
  std::string text(as_text(*bytes));
  text.resize(std::min(text.find('\0'), text.size()));
  // Members of a thin archive lie in files of their own: not these bytes.
  const auto header = parse_ptx_header(text, 0);
  if (!header || header->isa != wanted.ptx_isa) return nullptr;
  text_ = std::move(text);
  text_offset_ = wanted.offset;
  text_block_ = wanted.block_offset;
  return &text_;
}

void Rehearsal::answer(std::size_t t, std::uint32_t container,
                       Outcome predicted, ArchScope scope,
                       std::span<const std::string> texts) {
  RehearsedTarget& target = targets_[t];
  JitInput input;
  input.arch = gpu(t, scope);
  for (const std::string& text : texts) input.ptx.emplace_back(text);
  RehearsalTrouble what;
  what.container = container;
  what.predicted = predicted;
  const auto said = target.cuda ? ask_(*target.cuda, input) : std::nullopt;
  Outcome outcome = Outcome::unknown;
  if (!said && fails(predicted)) {
    ++target.by_rule;
    target.refused_by_rule = true;
    outcome = predicted;
  } else if (!said) {
    what.kind = RehearsalTrouble::Kind::no_compiler;
    trouble(t, std::move(what));
  } else if (said->kind == JitAnswer::Kind::failed) {
    what.kind = RehearsalTrouble::Kind::no_answer;
    what.why = said->log;
    trouble(t, std::move(what));
  } else if (said->accepted()) {
    ++target.compiled;
    outcome = Outcome::loads_jit;
    if (fails(predicted)) {
      what.kind = RehearsalTrouble::Kind::accepted;
      trouble(t, std::move(what));
    }
  } else {
    ++target.compiled;
    outcome =
        is_version_refusal(said->log) ? Outcome::fails_222 : Outcome::fails_218;
    what.kind = RehearsalTrouble::Kind::refused;
    what.refusals = parse_refusals(said->log, texts.front());
    trouble(t, std::move(what));
  }
  target.outcome = std::max(target.outcome, outcome);
}

void Rehearsal::keep_for_link(const Container& container, std::uint32_t index,
                              const ContainerShape& shape, std::size_t t) {
  if (shape.role != ContainerRole::relocatable || shape.empty()) return;
  ContainerShape ptx_only = shape;
  std::vector<std::size_t> number;  // of each PTX image in the container
  std::erase_if(ptx_only.images, [](const ImageFacts& image) {
    return image.kind != ImageKind::ptx;
  });
  for (std::size_t i = 0; i < shape.images.size(); ++i)
    if (shape.images[i].kind == ImageKind::ptx) number.push_back(i);
  const Choice choice = driver_choice(ptx_only, machine(t));
  Linked& linked = linked_[t];
  if (!choice.image) return;
  const std::string* text = text_of(container, number[*choice.image]);
  if (text == nullptr || text->size() > kMostLinked - linked.bytes) {
    linked.too_much = true;
    return;
  }
  if (linked.texts.empty()) linked.first = index;
  const ArchScope scope = ptx_only.images[*choice.image].arch.scope;
  if (scope != ArchScope::base) linked.scope = scope;
  linked.bytes += text->size();
  linked.texts.push_back(*text);
}

void Rehearsal::container(const Container& container, std::uint32_t index) {
  if (index >= facts_.containers.size()) return;
  const std::uint32_t s = facts_.containers[index].shape;
  const ContainerShape& shape = facts_.shapes[s];
  // A shape that stands for several (see facts/artifact.cc) has no images of
  // its own.
  const bool own = shape.images.size() == container.images.size();
  for (std::size_t t = 0; t < classes_.size(); ++t) {
    if (linked_[t].wanted && own) keep_for_link(container, index, shape, t);
    const ShapeVerdict& judged = verdict_.targets[t].shapes[s];
    if (!judged.counts || judged.choice.reason == Reason::jit_link) continue;
    const Choice& choice = judged.choice;
    const bool ptx = own && choice.image &&
                     shape.images[*choice.image].kind == ImageKind::ptx;
    // Whether the text fits the GPU at all is a rule; whether it compiles is
    // the compiler's word.
    const bool asked = ptx && (choice.outcome == Outcome::loads_jit ||
                               choice.outcome == Outcome::fails_222 ||
                               choice.outcome == Outcome::fails_218 ||
                               choice.reason == Reason::doubt_ptx_ceiling);
    const std::string* text =
        asked ? text_of(container, *choice.image) : nullptr;
    if (text != nullptr) {
      answer(t, index, choice.outcome, shape.images[*choice.image].arch.scope,
             std::span(text, 1));
    } else {
      ++targets_[t].by_rule;
      targets_[t].outcome = std::max(targets_[t].outcome, choice.outcome);
    }
  }
}

void Rehearsal::finish() {
  for (std::size_t t = 0; t < classes_.size(); ++t) {
    const Linked& linked = linked_[t];
    if (!linked.wanted) continue;
    if (linked.too_much || linked.texts.empty()) {
      RehearsalTrouble what;
      what.kind = RehearsalTrouble::Kind::no_answer;
      what.container = linked.first;
      what.predicted = Outcome::loads_jit;
      what.why =
          "the relocatable PTX of all objects is too much to be linked "
          "in a rehearsal, or could not be read";
      trouble(t, std::move(what));
      targets_[t].outcome = std::max(targets_[t].outcome, Outcome::unknown);
      continue;
    }
    answer(t, linked.first, Outcome::loads_jit, linked.scope, linked.texts);
  }
}

}  // namespace

Result<std::vector<RehearsedTarget>> rehearse(
    ByteSource& source, Depth depth, const ArtifactFacts& facts,
    const ArtifactVerdict& verdict, const std::vector<JudgedClass>& classes,
    const AskCompiler& ask, const RehearsalProgress& progress) {
  Rehearsal rehearsal(source, facts, verdict, classes, ask);
  std::uint32_t index = 0;
  ScanSink sink;
  sink.container = [&](const Container& container) {
    rehearsal.container(container, index++);
    progress(index);
  };
  sink.problem = [](const Problem&) {};  // observe() told them
  auto walked = scan(source, depth, sink);
  if (!walked) return tl::unexpected(walked.error());
  rehearsal.finish();
  return rehearsal.take();
}

std::vector<JudgedClass> one_situation_each(
    const std::vector<JudgedClass>& classes) {
  std::vector<JudgedClass> out;
  for (const JudgedClass& judged : classes)
    for (const MachineFacts& situation : judged.situations)
      out.push_back({judged.machine, {situation}});
  return out;
}

}  // namespace cudacompat
