#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hw/common/link_speeds.h"
#include "hw/common/machine_config.h"
#include "hw/link/grant_sums.h"
#include "hw/link/packet_observer.h"
#include "hw/link/part_observer.h"
#include "tlm_models/packet/crossing.h"
#include "tlm_models/packet/crossings.h"
#include "tlm_models/packet/first_interrupt.h"
#include "tlm_models/packet/node_wheel.h"
#include "tlm_models/packet/packet_events.h"
#include "tlm_models/packet/packet_nic.h"
#include "tlm_models/packet/packet_router.h"
#include "tlm_models/packet/packet_timings.h"

namespace tactus {

/// By node: not 0 for those that are on pins; empty if none is.
using NodeMask = std::vector<char>;

/// Nodes `first` .. `first + count - 1`.
struct NodeRange {
  int first = 0;
  int count = 0;
};

/// Where what leaves a region goes.
struct RegionBorder {
  std::size_t region = 0;                     ///< the number of this one
  const std::vector<std::uint16_t>& regions;  ///< by node
  Crossings& crossings;
};

/// NICs and routers of some nodes of a torus, executed packet by packet: a wheel of cycles whose events are what
/// docs/timing.md says happens to a packet. No SystemC: its owner says how far it may go.
class PacketRegion final : private PartBacklog {
 public:
  /// `on_pins`: nodes that are executed elsewhere, here empty places; what goes there leaves the region.
  /// `border` must outlive this.
  PacketRegion(const MachineConfig& config, const PacketTimings& timings, NodeRange nodes, const NodeMask& on_pins,
               const MemoryFactory& memories, const RegionBorder& border);
  PacketRegion(const PacketRegion&) = delete;
  PacketRegion& operator=(const PacketRegion&) = delete;

  /// Told in the order of cycles, in one cycle first by the NICs and then by the routers, in the order of the nodes.
  /// `sums`, if there are any, outlive this.
  void observe(PacketObserver* observer, GrantSums* sums = nullptr);
  /// `observer` outlives this.
  void observe_part(PartObserver& observer);
  /// It as a part of the network.
  [[nodiscard]] NetworkPart part() const { return {first_, static_cast<int>(routers_.size()), this}; }
  /// A PartObserver can be told what happens in it: every packet is known to be in memory when it is taken.
  [[nodiscard]] bool can_tell_part() const;

  /// Next edge at which anything happens, or PacketWheel::kNever.
  [[nodiscard]] std::uint64_t next_edge() const { return std::min(wheel_.next_cycle(), looks_.next_cycle()); }
  /// Executes the edges before `limit`, and none after an `interrupt`; stops after one at which an interrupt line
  /// changed, which it tells, and goes no further while `changed_lines` is not empty.
  void run(std::uint64_t limit, FirstInterrupt& interrupt);
  /// Nodes whose interrupt line changed at edge `lines_changed_at`.
  [[nodiscard]] const std::vector<int>& changed_lines() const { return changed_lines_; }
  [[nodiscard]] std::uint64_t lines_changed_at() const { return lines_changed_at_; }
  void take_changed_lines() { changed_lines_.clear(); }

  /// Events executed since this was last asked.
  std::uint64_t take_events() { return std::exchange(events_, 0); }

  /// Crossings that have left for nodes on pins since the list was last cleared.
  std::vector<Crossing>& for_pins() { return for_pins_; }
  /// Takes what other regions have sent.
  void take_crossings() {
    border_.crossings.take(border_.region,
                           [this](const Crossing& crossing, std::uint64_t now) { accept(crossing, now); });
  }
  /// Something comes from without, after edge `now` and before the edge at which it matters. The region may have gone
  /// further than `now`, while others waited for an interrupt to be taken.
  void accept(const Crossing& crossing, std::uint64_t now);

  /// Software accesses the register of `node` at `address` in cycle `now`: its NIC acts at the next edge.
  void register_accessed(int node, std::uint64_t address, std::uint64_t now) {
    unsigned engines = nic(node).register_accessed(address);
    for (; engines != 0; engines &= engines - 1) wake_nic(node, __builtin_ctz(engines), now + 1);
  }

  [[nodiscard]] bool contains(int node) const {
    return static_cast<unsigned>(node - first_) < static_cast<unsigned>(routers_.size());
  }
  [[nodiscard]] PacketNic& nic(int node) { return *nics_[index(node)]; }
  [[nodiscard]] const PacketNic& nic(int node) const { return *nics_[index(node)]; }
  [[nodiscard]] PacketRouter& router(int node) { return routers_[index(node)]; }
  [[nodiscard]] const PacketRouter& router(int node) const { return routers_[index(node)]; }
  [[nodiscard]] std::uint64_t packets_in_flight() const { return packets_.in_flight(); }

 private:
  /// From the beginning of a line of the cache.
  struct alignas(64) TimesOfPacket {
    PacketTimes times;
  };
  /// A packet of a message that its NIC takes at this edge.
  struct Arrived {
    PacketTimes times;
    bool pending = false;
  };
  /// A packet that left the router at `node`.
  struct Departed {
    int node = 0;
    PacketRouter::Departure departure;
  };

  void prefetch(const PacketEvent& event);
  void prefetch(const Departed& departed);
  void prefetch_neighbours(int node, const SwitchGrant& grant);
  void apply_events(std::uint64_t now);
  void execute_routers(std::uint64_t now);
  void apply(const PacketEvent& event, std::uint64_t now);
  void wake_nic(int node, int part, std::uint64_t cycle) {
    if (cycle < nic_wake(node, part)) schedule_nic(node, part, cycle);
  }
  void schedule_nic(int node, int part, std::uint64_t cycle);
  void execute(std::uint64_t now);
  /// A NIC is looked at. Returns false if nothing is due by now.
  bool wake_parts(int node, std::uint64_t now);
  void execute_nic(int node, std::uint64_t now);
  void execute_router(int node, std::uint64_t now);
  void move_on(int node, const PacketRouter::Departure& departure, std::uint64_t now);
  void return_credits(int node, const PacketRouter::Departure& departure, std::uint64_t now);
  void return_to_router(int node, int engine, CreditReturn returned, std::uint64_t now);
  /// Credits of which the NIC knows when it returns them.
  void foresee_returns(int node, int engine, std::uint64_t now);
  void inject(int node, int engine, std::uint64_t now);
  /// Account of the packet that `engine` injects now.
  GrantAccount account_of(int node, int engine, const PacketHeader& header);
  void tell_grant(int node, const PacketRouter::Departure& departure, std::uint64_t now);
  void tell_part(int node, const PacketRouter::Departure& departure, std::uint64_t now);
  void observe_nics();
  /// The NIC of `node` has taken what came to `engine`, if anything has.
  void tell_delivered(int node, int engine, std::uint64_t now);
  PacketTimes& times_of(PacketIndex packet);
  [[nodiscard]] std::uint64_t oldest_ready(int node) const override { return router(node).oldest_ready(); }
  /// To a neighbour that this region does not contain.
  void leave(int neighbour, Crossing crossing);
  /// Credits of an output of `node`'s router are to come back; its NIC may wait for them.
  void credits_coming(int node, int port, int vc, const CreditStream& stream, std::uint64_t now);
  /// The NIC of `node` waits for room at its router, and is told of these credits.
  [[gnu::noinline]] void tell_room(int node, const CreditStream& stream);
  [[nodiscard]] std::size_t queues_of_nic() const {
    return static_cast<std::size_t>(nic_count_) * std::max<std::size_t>(1, config_.router.classes.size());
  }
  [[nodiscard]] std::size_t index(int node) const { return static_cast<std::size_t>(node - first_); }
  std::uint64_t& nic_wake(int node, int part) {
    return nic_wakes_[index(node) * nic_parts_ + static_cast<std::size_t>(part)];
  }
  [[nodiscard]] int neighbour(int node, int port) const {
    return neighbours_[index(node) * static_cast<std::size_t>(directions_) + static_cast<std::size_t>(port)];
  }
  /// The port of a neighbour that is at the other end of the link at `port`.
  static int reverse(int port) { return static_cast<int>(opposite(static_cast<Direction>(port))); }
  /// No region contains the answer for a node on pins.
  static constexpr int on_pins(int node) { return ~node; }

  const MachineConfig& config_;
  const PacketTimings timings_;
  const LinkSpeeds speeds_;
  const int directions_;
  const int nic_count_;
  // Parts of a NIC that are woken: its engines, and its memory.
  const int memory_part_;
  const std::size_t nic_parts_;
  const int first_;
  static constexpr int kLarge = 200;  ///< nodes: a few KiB each; below it the stages cost more than they save
  const bool counts_packets_;         ///< MachineConfig
  const bool large_;                  ///< more state than the caches hold: ask for it ahead of its use
  const std::unique_ptr<const RouteFunction> routes_;
  PacketPool packets_;
  PacketWheel wheel_;
  NodeWheel looks_;                               ///< routers to look at, by number in this region
  std::vector<std::unique_ptr<PacketNic>> nics_;  ///< none of switches, and of nodes on pins
  std::vector<PacketRouter> routers_;
  std::vector<PacketRouterRoom> rooms_;   ///< by router
  std::vector<int> neighbours_;           ///< by node and direction, links or not; `on_pins(number)` if it is
  std::vector<std::uint64_t> nic_wakes_;  ///< by node and part: cycle in which it is looked at
  std::vector<char> interrupt_lines_;
  std::vector<char> await_room_;  ///< by node: its NIC waits for room at the router
  // In a large region, of the edge that is executed: done one kind after the other, so that the next can be asked for.
  std::vector<PacketEvent> events_now_;
  std::vector<int> nics_now_;
  std::vector<int> routers_now_;
  std::vector<Departed> departed_now_;
  std::vector<int> changed_lines_;
  std::uint64_t lines_changed_at_ = 0;
  std::uint64_t last_edge_ = 0;  ///< that has been executed
  std::uint64_t events_ = 0;
  std::vector<Crossing> for_pins_;
  const RegionBorder border_;
  PacketObserver* packet_observer_ = nullptr;
  PacketObserver* observer_ = nullptr;  ///< `packet_observer_`, if it wants grants
  GrantSums* sums_ = nullptr;
  /// With `sums_`, by NIC, class and engine: account of the message that is being injected. An engine sends those of a
  /// class one after the other.
  std::vector<GrantAccount> accounts_;
  PartObserver* part_ = nullptr;
  PartObserver* credits_part_ = nullptr;  ///< `part_`, if it wants to be told of credits
  std::vector<TimesOfPacket> times_;      ///< with `part_`, by packet
  std::vector<Arrived> arrived_;          ///< with `part_`, by NIC and engine
};

}  // namespace tactus
