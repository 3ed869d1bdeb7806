#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/router_ports.h"
#include "hw/memory/memory_port.h"
#include "tlm_models/node/copies/layout.h"
#include "tlm_models/node/copies/transfer_config.h"

namespace tactus {

/// A memory in front of another one for NICs that know datatypes: what the NIC takes for bytes in a row, a packet's
/// payload, is read and written where the datatype has it.
///
/// Each piece of a packet is a request of its own, all at the edge of the packet's, in the order of packing. A packet
/// is read, taken or visible when all its pieces are. Bytes [31:0] of an address say how far the packet is in the
/// message's data. What goes beyond the datatype's data lies in a row. Reference: docs/timing.md, SERVER-6.
class GatheringMemory final : public MemoryPort, private MemoryClient {
 public:
  /// `message` is valid: what is sent is read as one datatype, what is received is written as the other one. A memory
  /// with contents raises kMemoryContents.
  GatheringMemory(std::unique_ptr<MemoryPort> memory, const TransferConfig& message);

  void request(const MemoryRequest& request, Cycles now) override;
  void forget() override;

 private:
  /// A packet, and how many of its pieces are not read or taken, or not visible; with none it is no packet.
  struct Packet {
    std::uint32_t tag = 0;
    std::uint32_t taken = 0;
    std::uint32_t visible = 0;
  };
  using Packets = std::vector<Packet>;
  struct Part {
    std::uint64_t address = 0;
    Bytes bytes;
  };

  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override;
  void say(Cycles now) override;
  [[nodiscard]] std::vector<Part> parts_of(const MemoryRequest& request) const;
  Packets& packets(int engine, bool reads) { return (reads ? reads_ : writes_)[static_cast<std::size_t>(engine)]; }
  void look_ahead();

  std::unique_ptr<MemoryPort> memory_;
  Layout send_;
  Layout receive_;
  std::array<Packets, kMaxNics> reads_;
  std::array<Packets, kMaxNics> writes_;
};

}  // namespace tactus
