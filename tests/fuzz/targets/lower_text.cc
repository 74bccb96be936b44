// A PTX text lowered to several ISAs: what lower/lower_text.h promises.
#include "lower/lower_text.h"

#include <algorithm>

#include "fuzz/checks.h"
#include "fuzz/targets/target.h"
#include "images/ptx.h"

using namespace cudacompat;
using namespace cudacompat::testing;

namespace {

auto lines(std::string_view text) {
  return std::count(text.begin(), text.end(), '\n');
}

void lower_and_check(std::string_view text, Version isa) {
  const Result<LoweredText> lowered = lower_text(text, isa);
  if (!lowered) {
    require(!lowered.error().message.empty(), "what is not lowered says why");
    return;
  }
  const std::string& out = lowered->text;
  require(out.size() == text.size() && lines(out) == lines(text),
          "size and lines stay");
  require(lowered->reference.size() == text.size(), "so do the reference's");
  require(parse_ptx_header(out, 0)->isa == isa, "it says the wanted ISA");
  require(parse_ptx_header(lowered->reference, 0)->isa ==
              parse_ptx_header(text, 0)->isa,
          "the reference says the old one");
  require(!lower_text(out, isa), "a second time there is nothing to do");
  std::size_t changed = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (out[i] == text[i]) continue;
    require(out[i] == ' ' || ++changed <= 4, "only blanks and the number");
  }
  const std::string bare = without_comments(out);
  require(bare.size() <= out.size() + 1, "less text is not longer");
  require(parse_ptx_header(bare, 0)->isa == isa, "and says the same");
  require(without_comments(bare) == bare, "nothing is left to leave out");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes input = with_start(bytes_of(data, size), ".version ");
  const std::string_view text(reinterpret_cast<const char*>(input.data()),
                              input.size());
  for (const Version isa : {
           Version{7, 0},
           Version{8, 2},
           Version{8, 8},
           Version{9, 0},
           Version{9, 4}
  })
    lower_and_check(text, isa);
  return 0;
}
