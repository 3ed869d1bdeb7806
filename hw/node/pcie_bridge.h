#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/ring_queue.h"
#include "hw/link/link_channel.h"
#include "hw/node/node_limit.h"
#include "hw/node/numa_config.h"

namespace tactus {

/// Bridge between a HyperTransport link to a socket and PCI Express slots.
///
/// Upstream it cuts TLPs into transfers that cross no multiple of 64 B and sends those of one TLP, then lets the next
/// slot or class have its turn; a TLP's buffer is free when its last transfer has left. A read waits for one of `reads`
/// tags per transfer. Nothing overtakes an older posted TLP of its slot. Downstream it gathers what was read into
/// completions of at most `max_payload`, each when it is full or the last of its request.
class PcieBridge final : public LinkSender, public LinkReceiver {
 public:
  struct Slot {
    LinkChannel* up;    ///< from the NIC
    LinkChannel* down;  ///< to it
    int nic;
  };
  PcieBridge(const NumaNodeConfig::Bridge& config, LinkChannel& to_socket, LinkChannel& from_socket,
             const std::vector<Slot>& slots);

  /// Port numbers of the links at a bridge: slots from 0, then the socket.
  [[nodiscard]] int socket_port() const { return static_cast<int>(slots_.size()); }

  void arrived(int port, const LinkPacket& packet, Picoseconds now) override;
  void may_send(int port, Picoseconds now) override;

  /// Reason why the TLPs of `traffic` of a NIC wait; nothing if no other stands behind the one that is being sent on.
  [[nodiscard]] LinkStand stand(int nic, TrafficClass traffic, Picoseconds now) const;
  /// Whether data that has been read waits to go to the NIC.
  [[nodiscard]] bool has_completions(int nic) const;
  /// When the last of the reads that it may have under way ended, with no other left.
  [[nodiscard]] Picoseconds read_came() const { return read_came_; }
  [[nodiscard]] bool idle() const;
  void add_probes(ProbeList& probes, const std::string& scope) const;

 private:
  /// A TLP of which transfers are still to be sent.
  struct Input {
    RingQueue<LinkPacket> tlps;
    std::uint32_t sent = 0;  ///< bytes of the first one
  };
  struct Read {
    std::uint32_t to_come = 0;
    std::uint32_t gathered = 0;
  };
  struct SlotState {
    Slot link;
    std::uint32_t max_payload;
    std::array<Input, 2> inputs{};  ///< posted, non-posted
    std::uint32_t arrivals = 0;
    std::vector<Read> reads{};  ///< by tag
    RingQueue<LinkPacket> completions{};
    std::uint32_t completions_waiting = 0;
  };
  static constexpr std::uint32_t kInputs = 2;

  void send_up(Picoseconds now);
  [[nodiscard]] bool may_go(const SlotState& slot, std::uint32_t traffic) const;
  /// Sends the next transfer of the first TLP there; whether that TLP is finished.
  bool send_transfer(SlotState& slot, std::uint32_t traffic, Picoseconds now);
  void take_responses(Picoseconds now);
  /// Whether that has made a completion.
  static bool gather(SlotState& slot, const LinkPacket& response);
  void send_down(SlotState& slot, Picoseconds now);
  [[nodiscard]] const SlotState& slot_of_nic(int nic) const {
    return slots_[slot_of_nic_[static_cast<std::size_t>(nic)]];
  }

  LinkChannel& to_socket_;
  LinkChannel& from_socket_;
  std::uint32_t most_completions_;
  std::uint32_t reads_;
  std::uint32_t free_reads_;
  Picoseconds read_came_;
  std::vector<SlotState> slots_;
  std::vector<std::size_t> slot_of_nic_;
  RingQueue<LinkPacket> responses_;
  std::uint32_t tlps_ = 0;  ///< that have transfers to be sent, of all slots
  std::uint32_t turn_ = 0;  ///< slot * kInputs + class that is asked first
};

}  // namespace tactus
