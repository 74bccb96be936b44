// SPDX-License-Identifier: Apache-2.0

// A PTX text downgraded to several ISAs: what downgrade/downgrade_text.h
// promises.
#include "change/downgrade/downgrade_text.h"

#include <algorithm>

#include "fuzz/checks.h"
#include "fuzz/targets/target.h"
#include "read/images/ptx.h"

using namespace cudacompat;
using namespace cudacompat::testing;

namespace {

auto lines(std::string_view text) {
  return std::count(text.begin(), text.end(), '\n');
}

void downgrade_and_check(std::string_view text, Version isa) {
  const Result<DowngradedText> downgraded = downgrade_text(text, isa);
  if (!downgraded) {
    require(!downgraded.error().message.empty(),
            "what is not downgraded says why");
    return;
  }
  const std::string& out = downgraded->text;
  require(out.size() == text.size() && lines(out) == lines(text),
          "size and lines stay");
  require(downgraded->reference.size() == text.size(), "so do the reference's");
  require(parse_ptx_header(out, 0)->isa == isa, "it says the wanted ISA");
  require(parse_ptx_header(downgraded->reference, 0)->isa ==
              parse_ptx_header(text, 0)->isa,
          "the reference says the old one");
  require(!downgrade_text(out, isa), "a second time there is nothing to do");
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
  for (const Version isa : {Version{7, 0}, Version{8, 2}, Version{8, 8},
                            Version{9, 0}, Version{9, 4}})
    downgrade_and_check(text, isa);
  return 0;
}
