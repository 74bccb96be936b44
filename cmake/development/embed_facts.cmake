# templates/facts/*.json -> constexpr tables, at configure time.
include_guard(GLOBAL)
set(CUDACOMPAT_FACTS_SOURCE "")
