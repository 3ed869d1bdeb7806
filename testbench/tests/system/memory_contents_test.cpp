#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/report_of.h"
#include "testbench/tests/system/contents_bench.h"

namespace tactus {

TEST_CASE("Memory contents: random messages bring their bytes, at cycle and at packet level in the same cycles",
          "[TLM-9][TLM-10][PORT-8]") {
  check_equal_contents(1, {Execution::kCycle}, {Execution::kPacket});
}

TEST_CASE("Memory contents: registers on a bus make no difference", "[TLM-2]") {
  check_equal_contents(5, {}, {Execution::kPacket, false, false, true});
}

TEST_CASE("Memory contents: control packets carry none", "[TLM-9]") {
  PacingConfig pacing;
  pacing.control.kind = "delay_window";
  check_equal_contents(3, {Execution::kCycle}, {Execution::kPacket}, pacing);
}

TEST_CASE("Memory contents: by direct access, too, at cycle and at packet level", "[TLM-7][TLM-9][TLM-10]") {
  check_equal_contents(2, {Execution::kCycle, true}, {Execution::kPacket, true});
}

TEST_CASE("Memory contents: a target that waits, called by threads, is as fast as one that adds its delay",
          "[TLM-11][TLM-10]") {
  check_equal_contents(4, {Execution::kCycle}, {Execution::kCycle, false, true});
}

TEST_CASE("Memory contents: threads grant no time at packet level, which is a report", "[TLM-11]") {
  CHECK(report_of([] {
          check_equal_contents(4, {Execution::kCycle}, {Execution::kPacket, false, true});
        }) == reports::kMemoryAccess);
}

}  // namespace tactus
