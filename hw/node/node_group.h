#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/common/clock_domain.h"
#include "hw/common/probe.h"
#include "hw/link/wire.h"
#include "hw/node/node.h"
#include "hw/node/retry_link.h"

namespace tactus {

/// Nodes of a network on pins, all of them or some, and the cables between those that are next to each other.
///
/// No module: what it makes are children of the module in whose constructor it is made. Ports of nodes that lead out of
/// the group are for its owner to bind, and so are the interrupt lines. Between two edges it can be asked for sums over
/// the group. Reference: docs/reference/torus.md.
class NodeGroup {
 public:
  /// The nodes with these numbers, each once. `domain` and `config` must outlive it.
  NodeGroup(ClockDomain& domain, const MachineConfig& config, NodeParts parts, std::vector<int> numbers);

  /// Numbers of its nodes, in the order given.
  [[nodiscard]] const std::vector<int>& numbers() const { return numbers_; }
  [[nodiscard]] bool contains(int number) const { return nodes_[static_cast<std::size_t>(number)] != nullptr; }
  [[nodiscard]] Node& node(int number) { return *nodes_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const Node& node(int number) const { return *nodes_[static_cast<std::size_t>(number)]; }
  void observe(PacketObserver* observer);

  // Sums over its nodes.
  [[nodiscard]] std::uint64_t nic_counter(std::uint64_t engine_register) const;
  [[nodiscard]] std::uint64_t movements() const;
  [[nodiscard]] std::uint64_t flits_sent() const;      ///< by its NICs
  [[nodiscard]] std::uint64_t flits_received() const;  ///< by its NICs
  [[nodiscard]] std::uint64_t flits_in_receive_buffers() const;
  /// Flits in its routers, on its cables and on the wires between its routers and NICs.
  [[nodiscard]] std::uint64_t flits_present() const;

  /// A NIC waits for a point in time, or something is on a cable.
  [[nodiscard]] bool something_due() const;
  /// No credit is on a wire of it, all that its NICs received is visible in memory, and they have nothing to answer.
  [[nodiscard]] bool settled() const;
  /// Signals of one of its nodes that a waveform can show, under the name of the `torus` that it is in.
  [[nodiscard]] ProbeList probes(int number, const std::string& torus) const;
  [[nodiscard]] std::vector<std::string> final_faults() const;
  /// Retries so far of the link behind a port of one of its nodes, if it is in the group.
  [[nodiscard]] RetryCounts retries(int number, int port) const;

 private:
  /// One direction of a cable: flits forward, credits back.
  struct Cable {
    Cable(const std::string& name, ClockDomain& domain, Cycles delay);
    Wire<Flit> flit;
    Wire<CreditReturn> credit;
  };
  /// One direction of a cable that repeats packets.
  struct RepeatingCable {
    RepeatingCable(const std::string& name, ClockDomain& domain, const MachineConfig& config, Coordinate from,
                   Direction direction);
    RetryLink link;
    Wire<CreditReturn> credit;
  };

  void connect(ClockDomain& domain, Coordinate from, Direction direction);
  /// At the end of a row, where no route leads out: what would go to a neighbour leads back, and stays idle.
  void close(ClockDomain& domain, Coordinate from, Direction direction);
  void bind(Coordinate from, Direction direction, Wire<Flit>& near, Wire<Flit>& far, Wire<CreditReturn>& credit);
  void add_link_probes(int number, const std::string& scope, ProbeList& probes) const;
  [[nodiscard]] const RetryLink* repeating(int number, int port) const {
    const auto place = static_cast<std::size_t>(number * kMaxDirections + port);
    return repeating_of_.empty() || repeating_of_[place] == nullptr ? nullptr : &repeating_of_[place]->link;
  }
  [[nodiscard]] std::string cable_name(Coordinate from, Direction direction) const;
  [[nodiscard]] bool credits_on_cables() const;
  template <class Measure>
  [[nodiscard]] std::uint64_t sum(Measure measure) const;
  /// Over the nodes that are no switches.
  template <class Measure>
  [[nodiscard]] std::uint64_t sum_nics(Measure measure) const;

  const MachineConfig& config_;
  const std::vector<int> numbers_;
  std::vector<int> hosts_;                    ///< without switches
  std::vector<std::unique_ptr<Node>> nodes_;  ///< by number; null for those of others
  std::vector<std::unique_ptr<Cable>> cables_;
  std::vector<std::unique_ptr<RepeatingCable>> repeating_;  ///< empty unless links repeat packets
  std::vector<RepeatingCable*> repeating_of_;               ///< by node and port; empty as `repeating_`
};

}  // namespace tactus
