#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "hw/common/probe.h"
#include "hw/common/probe_time.h"
#include "hw/common/ring_queue.h"
#include "hw/node/pcie_endpoint.h"
#include "tlm_models/node/rdma/rdma_config.h"

namespace tactus {

/// Work that software gives to a NIC: data to be written into the other node's memory, then perhaps a message.
struct RailWork {
  std::uint64_t local = 0;    ///< address of the data
  std::uint64_t remote = 0;   ///< where it is written
  std::uint64_t bytes = 0;    ///< at least 1
  bool in_work = false;       ///< the data stands in the work itself, and need not be read
  std::uint32_t message = 0;  ///< told to the other side's software when the data is there; 0: none, at most 7
  std::uint32_t number = 0;   ///< number of the message that it is about; for waveforms
};

/// Software as a NIC sees it.
class RailListener {
 public:
  virtual ~RailListener() = default;
  /// Everything that the other side gave to this rail up to the work with `message` is in memory.
  virtual void message(int rail, std::uint32_t message, Picoseconds now) = 0;
};

/// An RDMA NIC with one cable: reads what it sends through its slot, packet by packet, and writes what it receives.
///
/// Work is done in order. Up to `read_ahead` packets are read before they can leave. A packet that came is worked on
/// for `packet_time`, then written, one at a time; its buffer is free when it has left for memory. Messages are told in
/// order, when all data before them is visible.
class RailNic final : public DmaClient, public LinkSender, public LinkReceiver, public TimedPart {
 public:
  RailNic(const RailNicConfig& config, const CableConfig& cable, int rail, PcieEndpoint& slot, LinkChannel& out,
          LinkChannel& in, TimedEvents& events);

  void connect(RailListener& listener) { listener_ = &listener; }
  void post(const RailWork& work, Picoseconds now);

  void read_done(std::uint32_t tag, Picoseconds now) override;
  void write_taken(std::uint32_t tag, Picoseconds now) override;
  void write_visible(std::uint32_t tag, Picoseconds now) override;
  void may_send(int port, Picoseconds now) override;
  void arrived(int port, const LinkPacket& packet, Picoseconds now) override;
  void due(std::uint32_t what, Picoseconds now) override;

  /// Number of the message that a read or a write of its slot is about; the access is under way.
  [[nodiscard]] std::uint64_t number_of(bool read, std::uint32_t tag) const;
  /// Number of the message that a packet on a cable is about.
  static std::uint64_t number_of(const LinkPacket& packet) { return packet.transaction >> kMessageBits; }
  void add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now) const;

  /// Whether it works on a packet that came.
  [[nodiscard]] bool works_on_packet() const { return working_; }
  [[nodiscard]] std::uint64_t bytes_sent() const { return bytes_sent_; }
  [[nodiscard]] std::uint64_t bytes_received() const { return bytes_received_; }
  [[nodiscard]] std::uint64_t packets_received() const { return packets_received_; }
  [[nodiscard]] bool idle() const { return outgoing_.empty() && received_.empty() && work_.empty() && writes_.empty(); }

 private:
  static constexpr int kMessageBits = 3;  ///< bits of a packet's `transaction` that are a message, below its number
  struct Outgoing {
    LinkPacket packet;
    bool here = false;
  };
  struct Write {
    std::uint32_t message = 0;
    std::uint32_t number = 0;
    bool visible = false;
  };
  void read_ahead(Picoseconds now);
  void send(Picoseconds now);
  void begin_packet(Picoseconds now);

  RailNicConfig config_;
  std::uint64_t mtu_;
  int rail_;
  PcieEndpoint& slot_;
  LinkChannel& out_;
  LinkChannel& in_;
  TimedEvents& events_;
  RailListener* listener_ = nullptr;
  RingQueue<RailWork> work_;
  std::uint64_t done_of_work_ = 0;  ///< bytes of the first one for which a packet has been made
  std::deque<Outgoing> outgoing_;
  std::uint32_t first_outgoing_ = 0;  ///< number of the first of them, which is its tag
  RingQueue<LinkPacket> received_;
  bool working_ = false;  ///< on the first of them
  bool writing_ = false;  ///< the first of them
  std::deque<Write> writes_;
  std::uint32_t first_write_ = 0;
  std::uint64_t bytes_sent_ = 0;
  std::uint64_t bytes_received_ = 0;
  std::uint64_t packets_received_ = 0;
  std::uint64_t posts_ = 0;  ///< work that software has given to it
  std::uint64_t told_ = 0;   ///< messages that it has told software
};

}  // namespace tactus
