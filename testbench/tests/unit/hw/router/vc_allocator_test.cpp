#include "hw/router/vc_allocator.h"

#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/naive_allocators.h"
#include "testbench/tests/unit/hw/router/random_allocation.h"

namespace tactus {
TEST_CASE("VcAllocator: allocates what looking at every request at every edge would allocate",
          "[FLIT-1][FLIT-2][long]") {
  check_random_machines<VcAllocator, NaiveVcAllocator>(3);
}

TEST_CASE("VcAllocator: gives a VC to one packet at a time, and one VC of an output per edge", "[FLIT-1][FLIT-3]") {
  RouterConfig config;
  config.virtual_channels = 2;
  OutputCredits credits(2);
  credits.set_capacity(0, 8);
  VcAllocator allocator(config, {2, 4});
  for (int requester = 0; requester < 3; ++requester) allocator.set_request(0, requester, {0b11, 2, 0});
  std::vector<SwitchGrant> grants;
  const auto note = [&](const SwitchGrant& grant) { grants.push_back(grant); };
  for (int edge = 0; edge < 4; ++edge) allocator.allocate(credits, note);
  REQUIRE(grants.size() == 2);
  CHECK(grants[0].out_vc == 0);
  CHECK(grants[1].out_vc == 1);
  allocator.release(0, 1);
  allocator.allocate(credits, note);
  REQUIRE(grants.size() == 3);
  CHECK(grants[2] == SwitchGrant{1, 0, 0, 1});
}

TEST_CASE("VcAllocator: reset forgets requests and owners") {
  RouterConfig config;
  config.virtual_channels = 1;
  OutputCredits credits(1);
  credits.set_capacity(0, 8);
  VcAllocator allocator(config, {2, 4});
  std::vector<SwitchGrant> grants;
  const auto note = [&](const SwitchGrant& grant) { grants.push_back(grant); };
  allocator.set_request(0, 1, {1, 2, 0});
  allocator.set_request(0, 5, {1, 2, 0});
  allocator.allocate(credits, note);
  allocator.reset();
  CHECK_FALSE(allocator.pending());
  allocator.set_request(0, 6, {1, 2, 0});
  allocator.allocate(credits, note);
  REQUIRE(grants.size() == 2);
  CHECK(grants[1] == SwitchGrant{6, 0, 0, 0});
}

}  // namespace tactus
