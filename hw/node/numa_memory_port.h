#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "hw/link/packet_header.h"
#include "hw/memory/memory_port.h"
#include "hw/node/access_ways.h"
#include "hw/node/numa_node.h"

namespace tactus {

/// The memories of a NUMA node behind the memory port of a NIC: each DMA engine asks through a slot, which engines may
/// share. Cycle level and packet level call the same object and see the same node.
///
/// Between two edges the node goes on by itself; what it answers counts at the next edge. Times of answers are rounded
/// up to the grain of `TimedEvents` first, so that one that falls on an edge may count at the next one.
class NumaMemoryPort final : public MemoryPort {
 public:
  /// `config` is free of faults; `engine_nics` has the NIC of each DMA engine.
  NumaMemoryPort(const NumaNodeConfig& config, std::vector<int> engine_nics, Clock clock);

  /// From now on `way` says where accesses have been; to be called before the first one.
  void keep_ways() { ways_ = std::make_unique<AccessWays>(node_, clock_); }

  /// From now on `packet` knows of accesses; to be called before the first one.
  void keep_packets() { keeps_packets_ = true; }
  /// Packet of an access under way, by the tag that the node has of it; null: it is not known.
  [[nodiscard]] const PacketHeader* packet(bool read, std::uint32_t tag) const;

  void request(const MemoryRequest& request, Cycles now) override;
  [[nodiscard]] const AccessWay* way() const override { return ways_ ? &way_ : nullptr; }
  void forget() override { ++reset_; }

  /// Whether the node, once it has gone on to its end, has nothing under way and every credit back. Only to be asked
  /// when nothing is requested any more.
  [[nodiscard]] bool drained();

  [[nodiscard]] NumaNode& node() { return node_; }
  [[nodiscard]] const NumaNode& node() const { return node_; }

 private:
  /// Answers of one slot, from the node to the NIC.
  class Slot final : public DmaClient {
   public:
    explicit Slot(NumaMemoryPort& port) : port_(port) {}
    void read_done(std::uint32_t tag, Picoseconds now) override { port_.answered(tag, MemoryAnswer::kRead, now); }
    void write_taken(std::uint32_t tag, Picoseconds now) override { port_.answered(tag, MemoryAnswer::kTaken, now); }
    void write_visible(std::uint32_t tag, Picoseconds now) override {
      port_.answered(tag, MemoryAnswer::kVisible, now);
    }

   private:
    NumaMemoryPort& port_;
  };

  void say(Cycles now) override;
  void answered(std::uint32_t tag, MemoryAnswer answer, Picoseconds now);
  void look_ahead(Cycles now);

  Clock clock_;
  TimedEvents events_;
  NumaNode node_;
  std::vector<Slot> slots_;
  std::unique_ptr<AccessWays> ways_;  ///< null: nobody wants to know
  AccessWay way_;                     ///< way of what is being answered
  bool keeps_packets_ = false;
  std::array<std::unordered_map<std::uint32_t, PacketHeader>, 2> packets_;  ///< packets of writes and of reads, by tag
  std::vector<int> engine_nics_;
  std::uint32_t reset_ = 0;  ///< number of the last reset: what was asked for before is not answered
};

}  // namespace tactus
