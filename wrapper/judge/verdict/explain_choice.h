#pragma once

#include <string>
#include <string_view>

#include "judge/facts/artifact.h"
#include "judge/rules/machine.h"
#include "judge/verdict/driver_choice.h"

namespace cudacompat {

/// The finding of a reason ("CC201"); empty where there is nothing to tell.
std::string_view finding_id(Reason reason, const DriverCase& machine);

/// "fails with error 222 (the provided PTX was compiled with an unsupported
/// toolchain)", "starts only after the driver has compiled its PTX", ...
std::string consequence(Outcome outcome);

/// Why, in one clause: "it holds SASS 75, PTX 75 (9.0), and PTX 9.0 is newer
/// than the 8.2 that the driver reads". `shape` is null where the whole file
/// decides.
std::string cause(const Choice& choice, const ContainerShape* shape,
                  const ArtifactFacts& artifact, const DriverCase& machine);

/// What to change, with the exact flag, version or package.
std::string fix(const Choice& choice, const ContainerShape* shape,
                const ArtifactFacts& artifact, const DriverCase& machine);

}  // namespace cudacompat
