#include "hw/router/switch_allocator.h"

#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/naive_allocators.h"
#include "testbench/tests/unit/hw/router/random_allocation.h"

namespace tactus {
namespace {

/// Long packets before short ones, the highest VC of an input port before the others.
const Registered<NominationKind> kLongest{
    {{"test_longest", "An input port offers its longest packet with credits."},
     [](const NominationRequest& request) { return static_cast<std::uint32_t>(-8 * request.flits - request.in_vc); }}};

/// An allocator with credits for output 0 alone, and what it has granted.
struct OneOutput {
  OutputCredits credits{RouterConfig{}.virtual_channels};
  SwitchAllocator allocator{RouterConfig{}, {2, 4}};
  std::vector<SwitchGrant> grants;

  OneOutput() { credits.set_capacity(0, 8); }
  void allocate(std::uint64_t now) {
    allocator.allocate(now, credits, [this](const SwitchGrant& grant) { grants.push_back(grant); });
  }
};

}  // namespace

TEST_CASE("SwitchAllocator: grants what looking at every request at every edge would grant",
          "[ROUTER-4][ROUTER-8][ROUTER-9][ROUTER-10][VCR-3]") {
  check_random_machines<SwitchAllocator, NaiveSwitchAllocator>(2);
}

TEST_CASE(
    "SwitchAllocator: starts with output (edge mod ports), and an input that one output took is gone for the next",
    "[ROUTER-9][PIN-5][VCR-3]") {
  const RouterPorts ports = random_ports(GENERATE(range(0, kMaxDimensions * kMaxNics)));
  const auto count = static_cast<std::uint64_t>(ports.count());
  const int last = ports.count() - 1;
  RouterConfig config;
  config.virtual_channels = 2;
  config.input_transfers = InputTransfers::kPort;
  // The second stretch lies where 32 bits do not hold the edge.
  for (std::uint64_t i = 0; i < 4 * count; ++i) {
    const std::uint64_t now = i < 2 * count ? i : (std::uint64_t{1} << 32) - count + i;
    SwitchAllocator allocator(config, ports);
    OutputCredits credits(2);
    for (int port = 0; port < ports.count(); ++port) credits.set_capacity(port, 4);
    allocator.set_request(1, 0, {1, 2, 0});
    allocator.set_request(last, 1, {1, 2, 0});
    std::vector<int> outputs;
    allocator.allocate(now, credits, [&](const SwitchGrant& grant) { outputs.push_back(grant.out_port); });
    const bool last_first = now % count >= 2;
    CHECK(outputs == std::vector<int>{last_first ? last : 1});
  }
}

TEST_CASE("SwitchAllocator: a closed output is granted to nobody, whatever is released, until reset", "[ROUTE-59]") {
  OneOutput bench;
  SwitchAllocator& allocator = bench.allocator;
  const std::vector<SwitchGrant>& grants = bench.grants;
  allocator.set_request(0, 2, {1, 2, 0});
  bench.allocate(0);
  REQUIRE(grants.size() == 1);
  allocator.close_output(0);
  CHECK(allocator.is_closed(0));
  allocator.set_request(0, 4, {1, 2, 0});
  CHECK_FALSE(allocator.pending());
  allocator.release(grants[0]);
  CHECK_FALSE(allocator.pending());
  bench.allocate(9);
  CHECK(grants.size() == 1);
  allocator.reset();
  CHECK_FALSE(allocator.is_closed(0));
  allocator.set_request(0, 4, {1, 2, 0});
  bench.allocate(10);
  CHECK(grants.size() == 2);
}

TEST_CASE("SwitchAllocator: reset forgets requests, transfers and whose turn it is") {
  OneOutput bench;
  SwitchAllocator& allocator = bench.allocator;
  const std::vector<SwitchGrant>& grants = bench.grants;
  allocator.set_request(0, 2, {1, 2, 0});
  allocator.set_request(0, 6, {1, 2, 0});
  bench.allocate(0);
  allocator.reset();
  CHECK_FALSE(allocator.pending());
  allocator.set_request(0, 2, {1, 2, 0});
  allocator.set_request(0, 4, {1, 2, 0});
  bench.allocate(1);
  REQUIRE(grants.size() == 2);
  CHECK(grants[0] == SwitchGrant{1, 0, 0, 0});
  CHECK(grants[1] == SwitchGrant{1, 0, 0, 0});
}

}  // namespace tactus
