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

/// One random router's requests, credits and transfers, given to the allocator and to the naive one.
class SwitchMachine {
 public:
  SwitchMachine(const RouterConfig& config, RouterPorts ports, int capacity, Dice& dice)
      : config_(config),
        ports_(ports.count()),
        capacity_(capacity),
        dice_(dice),
        density_(dice.between(1, 20)),
        credits_(config.virtual_channels),
        allocator_(config, ports),
        naive_(config, ports, capacity) {
    for (int port = 0; port < ports_; ++port) credits_.set_capacity(port, capacity);
  }

  /// Grants of one edge; false if the two disagree.
  bool edge(std::uint64_t now) {
    end_transfers(now);
    return_credits();
    std::vector<SwitchGrant> grants;
    if (allocator_.pending()) {
      allocator_.allocate(now, credits_, [&](const SwitchGrant& grant) { grants.push_back(grant); });
    }
    const std::vector<SwitchGrant> expected = naive_.allocate(now);
    for (const SwitchGrant& grant : expected) {
      transfers_.push_back({grant, now + static_cast<std::uint64_t>(dice_.between(1, 9))});
    }
    granted_ += expected.size();
    make_requests();
    return grants == expected;
  }
  [[nodiscard]] std::size_t granted() const { return granted_; }

 private:
  void end_transfers(std::uint64_t now) {
    for (std::size_t i = 0; i < transfers_.size();) {
      if (transfers_[i].edge > now) {
        ++i;
        continue;
      }
      allocator_.release(transfers_[i].grant);
      naive_.release(transfers_[i].grant);
      transfers_[i] = transfers_.back();
      transfers_.pop_back();
    }
  }

  void return_credits() {
    for (int port = 0; port < ports_; ++port) {
      if (!dice_.chance(25)) continue;
      const int vc = dice_.below(config_.virtual_channels);
      const int flits = dice_.between(0, capacity_ - naive_.credits(port, vc));
      naive_.give(port, vc, flits);
      REQUIRE(credits_.give(port, vc, flits));
      allocator_.reconsider(port);
    }
  }

  void make_requests() {
    for (int requester = 0; requester < ports_ * config_.virtual_channels; ++requester) {
      if (!dice_.chance(density_)) continue;
      const int out_port = dice_.below(ports_);
      const bool standing = config_.input_queue == InputQueueKind::kFifo ? naive_.has_request(requester)
                                                                         : naive_.has_request(out_port, requester);
      if (standing) continue;
      const SwitchRequest want = random_request(config_.virtual_channels, capacity_, dice_);
      allocator_.set_request(out_port, requester, want);
      naive_.set_request({out_port, requester, want});
    }
  }

  RouterConfig config_;
  int ports_;
  int capacity_;
  Dice& dice_;
  int density_;  ///< requests made, per cent of the requesters at each edge
  OutputCredits credits_;
  SwitchAllocator allocator_;
  NaiveSwitchAllocator naive_;
  std::vector<Ending> transfers_;
  std::size_t granted_ = 0;
};

}  // namespace

TEST_CASE("SwitchAllocator: grants what looking at every request at every edge would grant",
          "[ROUTER-4][ROUTER-8][ROUTER-9][ROUTER-10][VCR-3]") {
  Dice dice(2);
  std::size_t granted = 0;
  for (int machine = 0; machine < kMachines; ++machine) {
    const RouterPorts ports = random_ports(machine / 84);
    const RouterConfig config = random_router(machine, ports, dice);
    SwitchMachine pair(config, ports, dice.between(2, 12), dice);
    for (std::uint64_t now = 0; now < kEdges; ++now) {
      if (!pair.edge(now)) FAIL("machine " << machine << ", edge " << now);
    }
    granted += pair.granted();
  }
  CHECK(granted > 100 * kMachines);
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

TEST_CASE("SwitchAllocator: reset forgets requests, transfers and whose turn it is") {
  RouterConfig config;
  OutputCredits credits(config.virtual_channels);
  credits.set_capacity(0, 8);
  SwitchAllocator allocator(config, {2, 4});
  std::vector<SwitchGrant> grants;
  const auto note = [&](const SwitchGrant& grant) { grants.push_back(grant); };
  allocator.set_request(0, 2, {1, 2, 0});
  allocator.set_request(0, 6, {1, 2, 0});
  allocator.allocate(0, credits, note);
  allocator.reset();
  CHECK_FALSE(allocator.pending());
  allocator.set_request(0, 2, {1, 2, 0});
  allocator.set_request(0, 4, {1, 2, 0});
  allocator.allocate(1, credits, note);
  REQUIRE(grants.size() == 2);
  CHECK(grants[0] == SwitchGrant{1, 0, 0, 0});
  CHECK(grants[1] == SwitchGrant{1, 0, 0, 0});
}

}  // namespace tactus
