#include "testbench/app/files/user_cache.h"

#include <cstdlib>

#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("User's cache: XDG_CACHE_HOME, then HOME, then none") {
  setenv("HOME", "/home/of_nobody", 1);
  setenv("XDG_CACHE_HOME", "/caches", 1);
  CHECK(user_cache("plugins") == "/caches/tactus/plugins");
  for (const char* ignored : {"", "caches"}) {
    setenv("XDG_CACHE_HOME", ignored, 1);
    CHECK(user_cache("plugins") == "/home/of_nobody/.cache/tactus/plugins");
  }
  unsetenv("XDG_CACHE_HOME");
  CHECK(user_cache("replaced") == "/home/of_nobody/.cache/tactus/replaced");
  for (const char* no_home : {"", "home"}) {
    setenv("HOME", no_home, 1);
    CHECK(user_cache("replaced").empty());
  }
  unsetenv("HOME");
  CHECK(user_cache("replaced").empty());
}
