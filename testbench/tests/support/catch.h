#pragma once

// Catch2 version 2 (Debian 12) and version 3 (Debian 13) have the same macros in different headers.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>  // IWYU pragma: export
#else
#include <catch2/catch.hpp>  // IWYU pragma: export
#endif
