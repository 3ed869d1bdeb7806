#include <memory>
#include <string>
#include <utility>

#include "rtl/twin/rtl_router.h"
#include "testbench/app/run/model_violation.h"
#include "testbench/app/run/rtl_twins.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/rtl/twin/faulty_router.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// From now on routers in RTL have this fault of router_faults.cmake.
void install_fault(int number) {
  RtlTwins twins;
  twins.router = [number](const char* name, const NodeSite& site, TwinSetup setup) {
    setup.router = [number](const MachineConfig& config, Coordinate at) {
      return make_faulty_router(config, at, number);
    };
    return std::make_unique<RtlRouter>(name, site.domain, site.config, site.position, setup);
  };
  install_rtl_twins(std::move(twins));
}

/// What a run of the committed scenario dies of.
std::string violation() {
  const auto read = read_scenario(scenario_path("cosim/one_rtl_router_8x8.yaml"), {"message_size=1 KiB"});
  Simulation simulation(std::get<Scenario>(read));
  try {
    (void)simulation.run();
  } catch (const ModelViolation& found) {
    return found.what();
  }
  return {};
}

}  // namespace

TEST_CASE("RTL routers: the first difference ends the run, with instance, port, cycle, both values and 20 cycles") {
  install_fault(24);  // flits keep VC 0
  const std::string text = violation();
  CHECK_THAT(text, Contains("/tactus/rtl/difference: torus.node_2_3.router, flit_o[") &&
                       Contains(": the model has head vc1 ") && Contains(", the RTL head vc0 "));
  CHECK_THAT(text, Contains("The ports in the last 20 of ") && Contains("\n    model: flit_o[") &&
                       Contains("\n    RTL:   flit_o["));
  std::size_t cycles = 0;
  for (std::size_t at = text.find("\n  cycle "); at != std::string::npos; at = text.find("\n  cycle ", at + 1))
    ++cycles;
  CHECK(cycles == 20);
}

TEST_CASE("RTL routers: an assertion ends the run in the same way, and is named") {
  install_fault(10);  // a grant takes a credit too few
  CHECK_THAT(violation(), Contains("/tactus/rtl/assertion: torus.node_2_3.router, cycle ") &&
                              Contains("CreditsBelowCapacity") && Contains("credit_pool.sv:"));
}
