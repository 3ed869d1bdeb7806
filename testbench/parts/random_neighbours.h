#pragma once

#include <deque>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_header.h"
#include "testbench/parts/dice.h"
#include "testbench/parts/port_values.h"
#include "testbench/parts/router_stimuli.h"

namespace tactus {

/// The neighbours of a router, up- and downstream: they keep the credit rule and are otherwise as unruly as they
/// may be. Packets of any length to anywhere, stretches of silence and of saturation, credits that come back at once,
/// late or in heaps, ports that are blocked for long.
class RandomNeighbours {
 public:
  /// Neighbours of a router at `here`.
  RandomNeighbours(const MachineConfig& config, std::uint64_t seed, Coordinate here);

  /// Inputs of the router at the next edge.
  PortValues next();
  /// Takes the outputs of the router at the last edge.
  void observe(const PortValues& driven);

  /// No new packets, and everything that is due is given back.
  void calm_down() { calm_ = true; }
  [[nodiscard]] std::uint64_t flits_sent() const { return flits_sent_; }
  [[nodiscard]] std::uint64_t flits_received() const { return flits_received_; }
  /// All credits that the router gave out have come back from it.
  [[nodiscard]] bool credits_home() const;
  /// Packets, flits and credits that were drawn.
  [[nodiscard]] const StimulusCounts<RouterStimulus>& stimuli() const { return stimuli_; }

 private:
  struct InputVcState {
    int credits = 0;
    std::deque<Flit> to_send;  ///< rest of the packet that has begun
  };
  struct Port {
    std::vector<InputVcState> inputs;  ///< [vc]
    std::vector<int> held;             ///< [vc] flits or packets received, credits not yet given back
    bool counts_packets = false;       ///< credits of the link are packets, not flits
    int capacity = 0;                  ///< credits of each input VC of the router
    int sending_vc = 0;
    int inject_percent = 0;
    int return_percent = 0;
    int edges_blocked = 0;  ///< since a credit was given back, while flits are held
  };

  void change_mood();
  Flit next_flit(Port& port);
  void begin_packet(const Port& port, InputVcState& input);
  CreditReturn next_credits(Port& port);
  void count_packet(const RouteHeader& header, int vc);
  void count_edge(const PortValues& sampled);

  MachineConfig config_;
  Coordinate here_;
  Dice dice_;
  int vcs_;
  int longest_;
  bool per_flit_;
  bool calm_ = false;
  int stretch_ = 0;
  std::uint32_t cycle_ = 0xFFFFFC00U;  ///< the wrap of the 32-bit injection cycle is passed on the way
  std::uint32_t packets_ = 0;
  std::uint64_t flits_sent_ = 0;
  std::uint64_t flits_received_ = 0;
  std::vector<Port> ports_;  ///< one for each of the router's
  StimulusCounts<RouterStimulus> stimuli_;
};

}  // namespace tactus
