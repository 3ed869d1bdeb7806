#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "tlm_models/packet/packet_events.h"
#include "tlm_models/packet/packet_nic.h"
#include "tlm_models/packet/packet_router.h"
#include "tlm_models/packet/packet_timings.h"

namespace tactus {

/// All NICs and routers of a torus, executed packet by packet: a wheel of cycles whose events are what docs/timing.md
/// says happens to a packet. No SystemC: its owner says how far it may go.
class PacketNetwork {
 public:
  /// `timings`: test hook.
  explicit PacketNetwork(const MachineConfig& config, const PacketTimings& timings = {});

  void observe(PacketObserver* observer);

  /// Next edge at which anything happens, or PacketWheel::kNever.
  [[nodiscard]] std::uint64_t next_edge() { return wheel_.next_cycle(); }
  /// Executes edge `now`, which is the one that `next_edge` answered. Nodes whose interrupt line has changed are
  /// appended to `interrupts`.
  void execute(std::uint64_t now, std::vector<int>& interrupts);
  /// Software has accessed registers of `node` in cycle `now`: its NIC acts at the next edge.
  void registers_accessed(int node, std::uint64_t now) {
    nic(node).registers_accessed();
    for (int engine = 0; engine < kDmaEngines; ++engine) wake_nic(node, engine, now + 1);
  }

  [[nodiscard]] PacketNic& nic(int node) { return *nics_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] const PacketNic& nic(int node) const { return *nics_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] PacketRouter& router(int node) { return routers_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] const PacketRouter& router(int node) const { return routers_[static_cast<std::size_t>(node)]; }
  /// Flits in the buffer of input `port` and `vc` of the router at `node`, as of cycle `now`.
  [[nodiscard]] int occupancy(int node, int port, int vc, std::uint64_t now) const;
  [[nodiscard]] std::uint64_t packets_in_flight() const { return packets_.in_flight(); }

 private:
  void apply(const PacketEvent& event, std::uint64_t now);
  void mark_router(int node);
  void mark_nic(int node);
  void wake_nic(int node, int engine, std::uint64_t cycle);
  void execute_nic(int node, std::uint64_t now, std::vector<int>& interrupts);
  void execute_router(int node, std::uint64_t now);
  void depart(int node, const PacketRouter::Departure& departure, std::uint64_t now);
  void return_credits(int node, const PacketRouter::Departure& departure, std::uint64_t now);
  void return_to_router(int node, int engine, CreditReturn returned, std::uint64_t now);
  void inject(int node, int engine, std::uint64_t now);
  std::uint64_t& nic_wake(int node, int engine) {
    return nic_wakes_[static_cast<std::size_t>(node * kDmaEngines + engine)];
  }
  [[nodiscard]] int neighbour(int node, int port) const {
    return neighbours_[static_cast<std::size_t>(node * kTorusPorts + port)];
  }

  const MachineConfig& config_;
  const PacketTimings timings_;
  const std::uint64_t link_delay_;
  PacketPool packets_;
  PacketWheel wheel_;
  std::vector<std::unique_ptr<PacketNic>> nics_;
  std::vector<PacketRouter> routers_;
  std::vector<int> neighbours_;           ///< by node and direction
  std::vector<std::uint64_t> nic_wakes_;  ///< by node and engine: cycle of the pending kNic event
  std::vector<char> interrupt_lines_;
  std::vector<int> dirty_routers_;
  std::vector<int> dirty_nics_;
  PacketObserver* observer_ = nullptr;
};

}  // namespace tactus
