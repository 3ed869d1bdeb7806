#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/ring_queue.h"
#include "hw/link/link_channel.h"
#include "hw/link/pcie_config.h"
#include "hw/node/dma_client.h"

namespace tactus {

/// A NIC's end of its PCI Express link: makes TLPs of its accesses to memory.
///
/// Writes become posted TLPs of at most `max_payload` that cross no multiple of it, reads requests of at most
/// `max_read_request` likewise, each with one of `read_tags` tags until its data is complete. Writes leave in their
/// order, reads in theirs; if both can, they take turns.
class PcieEndpoint final : public LinkSender, public LinkReceiver, public TimedPart {
 public:
  /// `nic` is its number in the node. `up` leads to the bridge, `down` from there.
  PcieEndpoint(const PcieLinkConfig& config, int nic, LinkChannel& up, LinkChannel& down, TimedEvents& events);

  void connect(DmaClient& client) { client_ = &client; }
  /// Access of at least 1 B of one memory (AddressMap::home), asked for at `now`; answered by the client's calls.
  void write(std::uint32_t tag, std::uint64_t address, std::uint32_t bytes, Picoseconds now);
  void read(std::uint32_t tag, std::uint64_t address, std::uint32_t bytes, Picoseconds now);

  /// `bytes` of write `transaction` are in memory at `done`.
  void written(std::uint32_t transaction, std::uint32_t bytes, Picoseconds done);

  void may_send(int port, Picoseconds now) override;
  void arrived(int port, const LinkPacket& packet, Picoseconds now) override;
  void due(std::uint32_t what, Picoseconds now) override;

  [[nodiscard]] bool has_writes_to_send() const { return !writes_to_send_.empty(); }
  [[nodiscard]] bool waits_for_reads() const { return reads_open_ != 0; }
  /// Tag that the client gave the access of which `packet`, of this NIC, is a part; the access is under way.
  [[nodiscard]] std::uint32_t client_tag(const LinkPacket& packet) const;
  /// When the last tag for reads came back of which there was none.
  [[nodiscard]] Picoseconds tag_came() const { return tag_came_; }
  void add_probes(ProbeList& probes, const std::string& scope) const;
  /// Whether nothing is under way.
  [[nodiscard]] bool idle() const { return reads_open_ == 0 && writes_open_ == 0; }

 private:
  struct Access {
    std::uint64_t address = 0;    ///< address of the next byte to send, or to ask for
    std::uint32_t to_send = 0;    ///< bytes; of a read: to ask for
    std::uint32_t to_finish = 0;  ///< bytes that are not in memory yet, or have not come
    std::uint32_t tag = 0;
    Picoseconds asked;
    Picoseconds done{};  ///< latest time at which a part of it is in memory
  };
  /// Accesses under way, by number; numbers are used again.
  struct Accesses {
    std::uint32_t open(const Access& access);
    std::vector<Access> all;
    std::vector<std::uint32_t> free;
  };
  enum What : std::uint32_t { kTaken, kVisible, kWhats };
  void send(Picoseconds now);
  bool send_write(Picoseconds now);
  bool send_read(Picoseconds now);
  bool blocked(TrafficClass traffic, std::uint32_t payload, Picoseconds now);
  LinkPacket packet_of(Access& access, Bytes most);

  PcieLinkConfig config_;
  std::uint8_t nic_;
  LinkChannel& up_;
  LinkChannel& down_;
  TimedEvents& events_;
  DmaClient* client_ = nullptr;
  Accesses writes_;
  Accesses reads_;
  RingQueue<std::uint32_t> writes_to_send_;
  RingQueue<std::uint32_t> reads_to_send_;
  std::uint64_t free_tags_;
  Picoseconds tag_came_;
  std::vector<std::uint32_t> read_of_tag_;
  std::vector<std::uint32_t> bytes_of_tag_;  ///< that have not come
  bool read_is_next_ = false;
  std::uint32_t writes_open_ = 0;
  std::uint32_t reads_open_ = 0;
};

}  // namespace tactus
