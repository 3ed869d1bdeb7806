#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "hw/router/arbiter.h"
#include "hw/router/route_function.h"
#include "testbench/parts/port_values.h"

namespace tactus {

/// The router once more, written from docs/timing.md alone: every packet remembers the edges of its history, and
/// everything else is looked up in these histories anew at every edge. Shares routing and arbiters with the module
/// under test (they have tests of their own) and nothing else. Slow.
class NaiveRouter {
 public:
  NaiveRouter(const MachineConfig& config, Coordinate position);

  /// Edges at which SA could have granted a packet and did not, by what stood in its way; the first of these counts.
  struct Waits {
    /// Its request was not stated, somebody was ahead of it: by the output that who was in front wants.
    std::array<std::uint64_t, kMaxRouterPorts> queue{};
    std::uint64_t output = 0;   ///< somebody else has its output
    std::uint64_t input = 0;    ///< somebody else has its input side, or was nominated by its input port
    std::uint64_t credits = 0;  ///< it has no room behind its output
    std::uint64_t bubble = 0;   ///< it has, and not the spare room that it must find to enter a ring
  };
  /// Told of each packet that SA grants, the switch held per packet.
  using Granted = std::function<void(const RouterGrant&, const RouteHeader&, const Waits&)>;
  void tell(Granted granted) { granted_ = std::move(granted); }

  /// One edge: what is sampled, and what is driven from then on.
  PortValues edge(std::uint64_t now, const PortValues& sampled);

 private:
  using Edge = std::optional<std::uint64_t>;
  /// What is seldom asked for of a packet, apart from it: every packet looks at all others at every edge.
  struct Record {
    std::deque<Flit> flits;              ///< arrived and not yet on their way
    std::vector<std::uint64_t> sampled;  ///< edge of each flit
    std::vector<Waits> waits;            ///< by choice
    std::uint64_t behind_front = 0;      ///< edges behind the packet that is in front still
  };
  struct Packet {
    RouteHeader header;
    std::vector<RouteChoice> choices;
    RouteDecision route;  ///< the one that it was granted; before, the first
    int in_port = 0;
    int in_vc = 0;
    int out_vc = 0;
    int flits_granted = 0;
    std::uint64_t routed = 0;  ///< RC
    Edge stated;               ///< VA; with the switch held per flit, the edge at which it became owner of its VC
    Edge granted;              ///< SA: of the whole packet, or of the latest flit
    std::uint64_t leaves = 0;  ///< edge at which the last flit of that grant moves
    std::unique_ptr<Record> record = std::make_unique<Record>();
    [[nodiscard]] int length() const { return header.flits; }
    [[nodiscard]] bool left_queue() const { return flits_granted == length(); }
  };

  void switch_traversal(PortValues& driven);
  void take_credits(const PortValues& sampled);
  void switch_allocation();
  void count_wait(Packet& packet) const;
  [[nodiscard]] const Packet& ahead(const Packet& packet) const;
  void vc_allocation_per_packet();
  void vc_allocation_per_flit();
  void route_computation(const PortValues& sampled);

  [[nodiscard]] bool moves_at(const Packet& packet, std::uint64_t edge) const;
  [[nodiscard]] bool holds_at(const Packet& packet, std::uint64_t edge) const;
  [[nodiscard]] bool at_front(const Packet& packet) const;
  [[nodiscard]] bool output_busy(int out_port) const;
  [[nodiscard]] bool input_busy(const Packet& packet) const;
  [[nodiscard]] bool vc_owned(int out_port, int vc) const;
  [[nodiscard]] bool counts_packets(int port) const;
  [[nodiscard]] int taken(const Packet& packet, int out_port) const;
  [[nodiscard]] int needed(const Packet& packet, int out_port, int vc) const;
  [[nodiscard]] bool keeps_bubble(int vc) const;
  [[nodiscard]] int find_vc(const Packet& packet, const RouteDecision& way, bool unowned) const;
  [[nodiscard]] bool lacks_bubble(const Packet& packet, const RouteDecision& way) const;
  [[nodiscard]] bool may_switch(const Packet& packet, const RouteDecision& way) const;
  [[nodiscard]] bool prefers_another(const Packet& packet, const RouteChoice& way) const;
  [[nodiscard]] double cost(const Packet& packet, const RouteChoice& way) const;
  void grant(Packet& packet, std::size_t choice);
  [[nodiscard]] std::vector<const Packet*> nominated() const;
  Packet* pick(Arbiter& arbiter, const std::vector<Packet*>& candidates) const;
  /// Those of the candidates that are of the class which has its turn at an output.
  std::vector<Packet*> of_turn(int out_port, const std::vector<Packet*>& candidates);
  [[nodiscard]] std::size_t class_of(const Packet& packet) const;

  const MachineConfig config_;
  Coordinate position_;
  int ports_;
  int vcs_;
  bool per_flit_;
  std::unique_ptr<const RouteFunction> routes_;
  std::uint64_t now_ = 0;
  Granted granted_;
  std::vector<Packet> packets_;  ///< in order of arrival
  std::array<std::array<int, kMaxVirtualChannels>, kMaxRouterPorts> credits_{};
  std::array<int, kMaxRouterPorts> capacity_{};
  std::vector<std::unique_ptr<Arbiter>> switch_arbiters_;
  std::vector<std::unique_ptr<Arbiter>> vc_arbiters_;
  std::vector<std::vector<int>> accounts_;  ///< by output and class: flits that it may still send
};

}  // namespace tactus
