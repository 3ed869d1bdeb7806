#include "hw/router/vc_allocator.h"

#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/naive_allocators.h"
#include "testbench/tests/unit/hw/router/random_allocation.h"

namespace tactus {
namespace {

class VcMachine {
 public:
  VcMachine(const RouterConfig& config, RouterPorts ports, int capacity, Dice& dice)
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

  /// Allocations of one edge; false if the two disagree.
  bool edge(std::uint64_t now) {
    end_ownerships(now);
    return_credits();
    make_requests();
    std::vector<SwitchGrant> grants;
    if (allocator_.pending()) {
      allocator_.allocate(credits_, [&](const SwitchGrant& grant) { grants.push_back(grant); });
    }
    const std::vector<SwitchGrant> expected = naive_.allocate();
    for (const SwitchGrant& grant : expected) {
      owners_.push_back({grant, now + static_cast<std::uint64_t>(dice_.between(1, 9))});
    }
    granted_ += expected.size();
    return grants == expected;
  }
  [[nodiscard]] std::size_t granted() const { return granted_; }

 private:
  void end_ownerships(std::uint64_t now) {
    for (std::size_t i = 0; i < owners_.size();) {
      if (owners_[i].edge > now) {
        ++i;
        continue;
      }
      allocator_.release(owners_[i].grant.out_port, owners_[i].grant.out_vc);
      naive_.release(owners_[i].grant.out_port, owners_[i].grant.out_vc);
      owners_[i] = owners_.back();
      owners_.pop_back();
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
      const int out_port = dice_.below(ports_);
      const bool standing = config_.input_queue == InputQueueKind::kFifo ? naive_.has_request(requester)
                                                                         : naive_.has_request(out_port, requester);
      if (standing || !dice_.chance(density_)) continue;
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
  VcAllocator allocator_;
  NaiveVcAllocator naive_;
  std::vector<Ending> owners_;
  std::size_t granted_ = 0;
};

}  // namespace

TEST_CASE("VcAllocator: allocates what looking at every request at every edge would allocate",
          "[FLIT-1][FLIT-2][long]") {
  Dice dice(3);
  std::size_t granted = 0;
  for (int machine = 0; machine < kMachines; ++machine) {
    const RouterPorts ports = random_ports(machine / 84);
    const RouterConfig config = random_router(machine, ports, dice);
    VcMachine pair(config, ports, dice.between(2, 12), dice);
    for (std::uint64_t now = 0; now < kEdges; ++now) {
      if (!pair.edge(now)) FAIL("machine " << machine << ", edge " << now);
    }
    granted += pair.granted();
  }
  CHECK(granted > 100 * kMachines);
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
