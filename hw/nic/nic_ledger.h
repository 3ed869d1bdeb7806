#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/flit.h"
#include "hw/link/packet_header.h"
#include "hw/link/packet_observer.h"

namespace tactus {

/// Accounts of a NIC that is known by its pins alone. Holds a NIC of anybody to the contract of a part
/// (docs/reference/parts.md): whole packets of its own, a flit per cycle, on VC 0, each for a credit, and no credit for
/// a flit that has not come. Tells an observer of the packets that it sees. Plain class; all functions of the pins
/// throw PinFault, whose port is the engine.
class NicLedger {
 public:
  /// `config` must outlive it.
  NicLedger(const MachineConfig& config, Coordinate position);

  /// State as after construction.
  void reset();
  /// Told of packets that are injected, when their second flit leaves, and of those that are delivered.
  void observe(PacketObserver* observer) { observer_ = observer; }

  // In this order at an edge: what an engine samples, what it puts.
  void credits_in(int engine, CreditReturn returned);
  void flit_in(int engine, const Flit& flit, Cycles edge);
  void flit_out(int engine, const Flit& flit, Cycles edge);
  void credits_out(int engine, CreditReturn returned);

  // Sums over the engines.
  [[nodiscard]] std::uint64_t flits_sent() const { return sent_; }
  [[nodiscard]] std::uint64_t flits_received() const { return received_; }
  [[nodiscard]] std::uint64_t packets_sent() const { return packets_sent_; }          ///< control packets aside
  [[nodiscard]] std::uint64_t packets_received() const { return packets_received_; }  ///< control packets aside
  /// Flits that came in and whose credits have not gone back.
  [[nodiscard]] std::uint64_t flits_in_receive_buffer() const { return in_buffer_; }
  /// Faults of the NIC `name` at rest: packets half sent, credits not home or not given back. Empty if all is well.
  [[nodiscard]] std::vector<std::string> final_faults(const std::string& name) const;

 private:
  /// Packet on its way through the pins.
  struct Passing {
    Flit head;
    PacketHeader header;  ///< complete with the second flit
    int flits = 0;        ///< that have passed
  };
  struct Engine {
    int credits = 0;
    int to_come = 0;  ///< flits of the packet that is leaving
    Cycles last;      ///< edge of its last flit
    Passing leaving;
    std::array<Passing, kMaxVirtualChannels> coming;  ///< by VC
    std::array<int, kMaxVirtualChannels> held{};      ///< flits in the receive buffer, by VC
  };
  /// Takes down a flit of `packet`; true if its header is now complete.
  bool pass(Passing& packet, const Flit& flit) const;
  void head_out(int engine, const Flit& flit, Cycles edge);
  [[nodiscard]] Engine& at(int engine) { return engines_[static_cast<std::size_t>(engine)]; }

  const MachineConfig& config_;
  const Coordinate position_;
  const int virtual_channels_;
  std::vector<Engine> engines_;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t in_buffer_ = 0;
  std::uint64_t packets_sent_ = 0;
  std::uint64_t packets_received_ = 0;
  PacketObserver* observer_ = nullptr;
};

}  // namespace tactus
