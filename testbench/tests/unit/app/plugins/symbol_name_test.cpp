#include "testbench/app/plugins/symbol_name.h"

#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("Plug-ins: symbols are shown as C++ writes them", "[PLUGIN-3]") {
  CHECK(symbol_name("_ZN6tactus5Pacer5resetEv") == "tactus::Pacer::reset()");
  CHECK(symbol_name("malloc") == "malloc");
  CHECK(symbol_name("_Znot_a_symbol") == "_Znot_a_symbol");
  CHECK(with_symbol_name("/a/b.so: undefined symbol: _ZN6tactus5Pacer5resetEv") ==
        "/a/b.so: undefined symbol: tactus::Pacer::reset()");
  CHECK(with_symbol_name("symbol _ZN6tactus5Pacer5resetEv, version 1") == "symbol tactus::Pacer::reset(), version 1");
  CHECK(with_symbol_name("b.so: file too short") == "b.so: file too short");
}
