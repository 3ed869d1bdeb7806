#pragma once

#include <systemc>

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "hw/link/wire.h"
#include "hw/node/node_parts.h"
#include "testbench/parts/bench_clock.h"
#include "testbench/parts/port_values.h"
#include "testbench/parts/test_packet.h"

namespace tactus {

/// Ports of the default machine's routers.
inline constexpr RouterPorts kPorts{2, 4};

/// A router with wires on all its ports, played by a script: what it samples at which edge, and a record of what it
/// drove at which edge.
class RouterBench {
 public:
  struct SentFlit {
    std::uint64_t edge = 0;
    Flit flit;
  };

  /// Makes the router on test: a VcRouter, one of its twins, or any other one with these pins.
  using MakeRouter = std::function<std::unique_ptr<RouterModule>(const char* name, const NodeSite& site)>;

  RouterBench(BenchClock& clock, const MachineConfig& config, Coordinate position = kHere);
  RouterBench(BenchClock& clock, MachineConfig config, Coordinate position, const MakeRouter& make);

  RouterModule& router() { return *router_; }

  /// Flit i of `packet` is sampled on `port` at edge `edge + i`, on virtual channel `vc`.
  void send(int port, int vc, std::uint64_t edge, const std::vector<Flit>& packet);
  void send(int port, std::uint64_t edge, const Flit& flit) { script_[edge].flit[index(port)] = flit; }
  /// `flits` slots of the buffer behind `port` are found free at edge `edge`.
  void give(int port, int vc, unsigned flits, std::uint64_t edge) {
    script_[edge].credit[index(port)] += credits_for(vc, flits);
  }
  /// Puts `values` on the inputs now.
  void drive(const PortValues& values);
  [[nodiscard]] PortValues outputs() const;

  /// The script's part of the next edge, and the record of it.
  void before(std::uint64_t edge) { drive(script_.count(edge) != 0 ? script_.at(edge) : PortValues{}); }
  void after(std::uint64_t edge);

  /// Valid flits on `port`, in order.
  [[nodiscard]] const std::vector<SentFlit>& sent(int port) const { return sent_[index(port)]; }
  /// Edges at which a credit of input `vc` was returned, one entry per credit.
  [[nodiscard]] std::vector<std::uint64_t> returned(int port, int vc) const;

  static constexpr Coordinate kHere{1, 1};

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  [[nodiscard]] std::size_t ports() const { return static_cast<std::size_t>(config_.ports().count()); }

  const MachineConfig config_;
  std::unique_ptr<RouterModule> router_;
  sc_core::sc_vector<Wire<Flit>> flit_i_, flit_o_;
  sc_core::sc_vector<Wire<CreditReturn>> credit_i_, credit_o_;
  std::map<std::uint64_t, PortValues> script_;
  std::array<std::vector<SentFlit>, kMaxRouterPorts> sent_;
  std::map<std::uint64_t, std::array<CreditReturn, kMaxRouterPorts>> returned_;
};

/// Executes edges up to and including `last` with the scripts of `benches`.
void run(BenchClock& clock, const std::vector<RouterBench*>& benches, std::uint64_t last);

/// Header of a packet of `flits` flits from a router at `RouterBench::kHere` on towards `out_port` (of a 4x4 torus with
/// four NICs), by the shorter way and without wraparound.
RouteHeader header_to(int out_port, int flits);
/// Packet with the header of `header_to`.
std::vector<Flit> packet_to(int out_port, int flits, std::uint32_t tag = 0);

}  // namespace tactus
