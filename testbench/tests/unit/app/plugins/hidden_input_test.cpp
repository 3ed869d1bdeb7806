#include <string>
#include <vector>

#include "testbench/app/plugins/plugin_library.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("Plug-ins: a clock and random numbers without a seed are hidden input", "[PLUGIN-3]") {
  for (const char* name : {"time", "clock", "clock_gettime", "gettimeofday", "timespec_get", "rand", "srand", "random",
                           "srandom", "rand_r", "drand48", "lrand48", "getrandom", "getentropy", "arc4random",
                           "std::random_device::_M_getval()", "std::random_device::_M_init(std::string const&)",
                           "std::chrono::_V2::system_clock::now()", "std::chrono::_V2::steady_clock::now()"}) {
    CHECK(hidden_input({"malloc", name, "free"}) == name);
  }
}

TEST_CASE("Plug-ins: the simulation's time is an input apart, since modules need it", "[PLUGIN-3]") {
  for (const char* name :
       {"sc_core::sc_time_stamp()", "sc_core::sc_curr_simcontext", "sc_core::sc_get_curr_simcontext()"}) {
    CHECK(simulation_input({"malloc", name, "free"}) == name);
    CHECK(hidden_input({name}).empty());
  }
  CHECK(simulation_input({"sc_core::sc_module::sc_module()", "time"}).empty());
}

TEST_CASE("Plug-ins: names that only begin or end like those of hidden input are none", "[PLUGIN-3]") {
  CHECK(hidden_input({}).empty());
  CHECK(hidden_input({"timer", "mytime", "random_shuffle", "operator new(unsigned long)", "clock_domain", "ldexp",
                      "mine::std::random_device::get()", "std::chrono::duration", "tactus::time"})
            .empty());
}

TEST_CASE("Plug-ins: of several hidden inputs the first is named", "[PLUGIN-3]") {
  CHECK(hidden_input({"free", "rand", "time"}) == "rand");
}

}  // namespace
}  // namespace tactus
