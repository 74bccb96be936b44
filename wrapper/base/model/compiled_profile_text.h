#pragma once

#include <string>
#include <string_view>

#include "base/model/profile.h"

namespace cudacompat {

// The class plan's text: lines that end in '\n', fields between single blanks,
// texts in double quotes with \" \\ \n \t \r and \xNN for other bytes below 32.
//
// <plan>      ::= <version> <profile> <policy> <class>* "end"
// <version>   ::= "cudacompat-classes 1"
// <profile>   ::= "profile" TEXT
// <policy>    ::= "accept" OUTCOME*, "downgrade-ptx" YESNO, "future-gpus"
// YESNO,
//                 <partial>* <suppress>*
// <partial>   ::= "partial" TEXT TEXT TEXT (CC,CC... | "-") TEXT
//                                              path unit kernel gpus reason
// <suppress>  ::= "suppress" TEXT TEXT TEXT                  id path reason
// <class>     ::= "class" COUNT TEXT, then <body>
// <body>      ::= "gpu" CC ("tegra" | "-") TEXT, then each of "driver" TEXT,
//                 "cuda" V, "cuda-compat" V, "max-ptx" V where it is known,
//                 "os" OS, <framework>*
// <framework> ::= "framework" TEXT TEXT (V | "-") ARCH*      name version cuda,
//                                                            sm_87 compute_90
inline constexpr std::string_view kCompiledProfileVersionLine =
    "cudacompat-classes 1";

/// Appends the lines of <body>: equal for classes that are judged alike.
void append_group_body(const TargetGroup& machine, std::string& out);

}  // namespace cudacompat
