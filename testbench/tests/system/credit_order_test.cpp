// Credits that come back in another order than they become known.
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

TEST_CASE(
    "Credits: a short packet that leaves beside a long one gives its credits back before it, at both levels alike",
    "[EQUAL-1]") {
  Scenario scenario = scenario_on(4, 4, "a2at");
  scenario.workload.message_size = Bytes{1000};  // a short packet behind a long one
  scenario.machine.nic.mtu = Bytes{512};
  scenario.machine.router.virtual_channels = 2;
  scenario.machine.router.input_queue = InputQueueKind::kPerOutput;
  scenario.machine.router.input_transfers = InputTransfers::kQueue;
  scenario.machine.router.vc_buffer = Bytes{1024};
  for (const char* arbiter : {"oldest_first", "round_robin"}) {
    CAPTURE(arbiter);
    scenario.machine.router.arbiter = arbiter;
    require_equal_levels(scenario);
  }
}
