// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cudacompat {

/// The program: see usage_text(). Returns its exit status where it does not
/// become, or end as, the command.
int launch(int argc, char** argv);

}  // namespace cudacompat
