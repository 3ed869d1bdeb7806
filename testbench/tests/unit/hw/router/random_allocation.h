#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "hw/router/output_credits.h"
#include "hw/router/switch_allocator.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"

namespace tactus {

constexpr int kMachines = 3000;
constexpr std::uint64_t kEdges = 120;  ///< of each machine

inline bool operator==(const SwitchGrant& a, const SwitchGrant& b) {
  return a.in_port == b.in_port && a.in_vc == b.in_vc && a.out_port == b.out_port && a.out_vc == b.out_vc;
}

/// Ports of a router: `index` runs through one to six dimensions with one to eight NICs.
inline RouterPorts random_ports(int index) {
  return {1 + index % kMaxDimensions, 1 + index / kMaxDimensions % kMaxNics};
}

/// Any router with `ports`: `index` runs through all arbiters, queue kinds and input limits, the rest is drawn.
inline RouterConfig random_router(int index, RouterPorts ports, Dice& dice) {
  RouterConfig config;
  config.virtual_channels = dice.between(1, std::min(kMaxVirtualChannels, kMaxInputVcs / ports.count()));
  config.arbiter = test::policy_at<ArbiterKind>(index);
  const int others = index / test::policy_count<ArbiterKind>();
  config.input_queue = static_cast<InputQueueKind>(others % 2);
  config.input_transfers = static_cast<InputTransfers>(others / 2 % 3);
  if (config.input_transfers == InputTransfers::kPort) {
    config.input_nomination = test::policy_at<NominationKind>(others / 6);
  }
  return config;
}

/// Any request that a buffer of `capacity` flits can satisfy, and now and then one for no credits at all.
inline SwitchRequest random_request(int virtual_channels, int capacity, Dice& dice) {
  SwitchRequest want;
  want.vc_mask = static_cast<std::uint8_t>(dice.between(1, (1 << virtual_channels) - 1));
  want.credits = static_cast<std::uint16_t>(dice.chance(10) ? 0 : dice.between(1, capacity));
  want.flits = static_cast<std::uint16_t>(want.credits + dice.between(0, 9));
  if (dice.chance(20)) want.bubble_vcs = static_cast<std::uint8_t>(want.vc_mask & dice.between(0, 0xff));
  // Around the wrap of the 32-bit cycle, with ties.
  want.age = 0xFFFFFFF8U + static_cast<std::uint32_t>(dice.below(16));
  want.routed = 0xFFFFFFF8U + static_cast<std::uint32_t>(dice.below(16));
  return want;
}

/// Something that ends at a known edge.
struct Ending {
  SwitchGrant grant;
  std::uint64_t edge;
};

/// One random router's requests, credits and what lasts from a grant on (a transfer, or a VC's owner), given to an
/// allocator and to the naive one.
template <class Allocator, class Naive>
class AllocatorMachine {
 public:
  AllocatorMachine(const RouterConfig& config, RouterPorts ports, int capacity, Dice& dice)
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
    end_grants(now);
    return_credits();
    std::vector<SwitchGrant> grants;
    std::vector<SwitchGrant> expected;
    const auto note = [&](const SwitchGrant& grant) { grants.push_back(grant); };
    if constexpr (kSwitch) {
      if (allocator_.pending()) allocator_.allocate(now, credits_, note);
      expected = naive_.allocate(now);
    } else {
      if (allocator_.pending()) allocator_.allocate(credits_, note);
      expected = naive_.allocate();
    }
    for (const SwitchGrant& grant : expected) {
      lasting_.push_back({grant, now + static_cast<std::uint64_t>(dice_.between(1, 9))});
    }
    granted_ += expected.size();
    make_requests();
    return grants == expected;
  }
  [[nodiscard]] std::size_t granted() const { return granted_; }

 private:
  static constexpr bool kSwitch = std::is_same_v<Allocator, SwitchAllocator>;

  template <class Either>
  static void release(Either& allocator, const SwitchGrant& grant) {
    if constexpr (kSwitch) {
      allocator.release(grant);
    } else {
      allocator.release(grant.out_port, grant.out_vc);
    }
  }

  void end_grants(std::uint64_t now) {
    for (std::size_t i = 0; i < lasting_.size();) {
      if (lasting_[i].edge > now) {
        ++i;
        continue;
      }
      release(allocator_, lasting_[i].grant);
      release(naive_, lasting_[i].grant);
      lasting_[i] = lasting_.back();
      lasting_.pop_back();
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
  Allocator allocator_;
  Naive naive_;
  std::vector<Ending> lasting_;
  std::size_t granted_ = 0;
};

/// On `kMachines` random machines, over `kEdges` edges each, the two grant the same.
template <class Allocator, class Naive>
void check_random_machines(std::uint64_t seed) {
  Dice dice(seed);
  std::size_t granted = 0;
  for (int machine = 0; machine < kMachines; ++machine) {
    const RouterPorts ports = random_ports(machine / 84);
    const RouterConfig config = random_router(machine, ports, dice);
    AllocatorMachine<Allocator, Naive> pair(config, ports, dice.between(2, 12), dice);
    for (std::uint64_t now = 0; now < kEdges; ++now) {
      if (!pair.edge(now)) FAIL("machine " << machine << ", edge " << now);
    }
    granted += pair.granted();
  }
  CHECK(granted > 100 * kMachines);
}

}  // namespace tactus
