#pragma once

#include "hw/nic/injection_control.h"

namespace tactus {

/// A window of packets per engine, led by the delay between a packet and its acknowledgement.
///
/// After Swift (Kumar et al., SIGCOMM 2020, algorithm 1): below the target delay, which grows with the hops, the window
/// grows by `increase` per round trip; above it shrinks by 13/16 of the share that is too much, by half at most, once
/// per round trip. Each packet taken in is acknowledged; acknowledgements that cannot leave at once are joined.
class DelayWindow final : public InjectionControl {
 public:
  DelayWindow(const ControlConfig& control, NetworkShape torus, Coordinate position);

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles now) const override;
  void started(const PacketHeader& packet) override;
  void data_taken(const PacketHeader& packet, Cycles now) override;
  bool control_taken(const PacketHeader& packet, Cycles now) override;
  [[nodiscard]] std::vector<std::string> final_faults() const override;

  /// Window of `engine`, in 1/65536 packet.
  [[nodiscard]] std::uint64_t window(int engine) const { return flows_[static_cast<std::size_t>(engine)].window; }

 private:
  /// State of the packets that an engine has sent.
  struct Flow {
    std::uint64_t window = 0;     ///< packets, in 1/65536
    std::uint32_t in_flight = 0;  ///< packets without acknowledgement
    Cycles may_shrink;            ///< not before this edge
  };

  void grow(Flow& flow, std::uint32_t packets) const;
  void shrink(Flow& flow, std::uint64_t delay, std::uint64_t target, Cycles now) const;

  const ControlConfig control_;
  const NetworkShape torus_;
  const Coordinate position_;
  std::array<Flow, kMaxNics> flows_;
};

}  // namespace tactus
