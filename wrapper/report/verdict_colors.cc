// SPDX-License-Identifier: Apache-2.0
#include "report/verdict_colors.h"

namespace cudacompat {

Paint paint_of(Outcome outcome) {
  if (fails(outcome)) return Paint::bad;
  return outcome == Outcome::unknown ? Paint::doubt : Paint::good;
}

Paint paint_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return Paint::bad;
    case Severity::warning:
      return Paint::doubt;
    case Severity::note:
      break;
  }
  return Paint::faint;
}

}  // namespace cudacompat
