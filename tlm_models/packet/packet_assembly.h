#pragma once

#include <cstdint>
#include <string>

#include "hw/common/machine_config.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// Flits of a link become packets: a packet is known with its second flit. Plain class.
///
/// Holds the flits to what the packet level relies on: those of a packet come one per cycle, on one VC, as many as its
/// head says, and it is for a node that exists.
class PacketAssembly {
 public:
  /// Fault of a flit.
  struct Fault {
    std::string what;
  };
  struct Packet {
    PacketHeader header;
    int vc = 0;
    std::uint64_t head = 0;  ///< edge at which the first flit came
  };

  /// `config` must outlive it.
  explicit PacketAssembly(const MachineConfig& config) : config_(config) {}

  /// The flit of edge `now`. Answers the packet if this is its second flit, otherwise null; good until the next flit.
  /// Throws Fault.
  const Packet* take(const Flit& flit, std::uint64_t now);
  /// The tail of a packet has not come.
  [[nodiscard]] bool open() const { return taken_ != 0; }

 private:
  void take_head(const Flit& flit, std::uint64_t now);
  void take_body(const Flit& flit, std::uint64_t now);

  const MachineConfig& config_;
  Packet packet_;
  Flit first_;
  int taken_ = 0;  ///< flits of a packet whose tail has not come
};

}  // namespace tactus
