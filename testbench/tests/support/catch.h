#pragma once

// Catch2 version 2 (Debian 12) and version 3 (Debian 13) have the same macros in different headers. Tests use the names
// of version 2; what version 3 calls otherwise has these names here too.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>  // IWYU pragma: export

#include <string>

using Catch::Approx;

namespace Catch::Matchers {

// In version 3 `Contains` looks for an element of a range; these are preferred for text.
inline StringContainsMatcher Contains(const char* text) { return ContainsSubstring(text); }
inline StringContainsMatcher Contains(std::string text) { return ContainsSubstring(text); }

}  // namespace Catch::Matchers
#else
#include <catch2/catch.hpp>  // IWYU pragma: export
#endif
