// NICs in RTL whose memories are TLM targets with bytes in them.
#include "rtl/twin/rtl_nic.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/contents_bench.h"

namespace tactus {
namespace {

/// NICs in RTL in every node whose x coordinate is `x`.
NodeParts rtl_nics_at(int x) {
  NodeParts parts = cycle_level_parts();
  const auto model = parts.nic;
  parts.nic = [model, x](const char* name, const NodeSite& site, MemoryPort& memory) -> std::unique_ptr<NicModule> {
    if (site.position[0] != x) return model(name, site, memory);
    return std::make_unique<RtlNic>(name, site.domain, site.config, site.position, memory);
  };
  return parts;
}

ContentsSetup setup_with(NodeParts parts) {
  ContentsSetup setup;
  setup.parts = std::move(parts);
  return setup;
}

}  // namespace

TEST_CASE("Memory contents: NICs in RTL and NICs of the model bring each other the bytes, in the same cycles",
          "[TLM-9][TLM-10][PORT-8]") {
  check_equal_contents(6, {}, setup_with(rtl_nics_at(1)));
}

TEST_CASE("Memory contents: NICs in RTL at packet level bring the bytes, in the same cycles", "[TLM-9][ISLAND-1]") {
  ContentsSetup setup = setup_with(rtl_nics_at(1));
  setup.level = Execution::kPacket;
  setup.on_pins = {1, 2, 4};
  check_equal_contents(7, {}, setup);
}

}  // namespace tactus
