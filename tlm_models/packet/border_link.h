#pragma once

#include <systemc>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/common/machine_config.h"
#include "hw/common/ring_queue.h"
#include "hw/link/flit_trace.h"
#include "hw/link/link_flit.h"
#include "hw/link/wire.h"
#include "hw/router/retry_schedule.h"
#include "tlm_models/packet/border_faults.h"
#include "tlm_models/packet/credit_line.h"
#include "tlm_models/packet/crossing.h"
#include "tlm_models/packet/flit_stream.h"
#include "tlm_models/packet/packet_assembly.h"

namespace tactus {

/// The link between a node on pins and a neighbour at packet level, both ways.
///
/// Towards the pins: a packet that was granted onto the link becomes flits, and credits become words, each put on its
/// wire at the edge before that at which the node samples it, as if it came out of a cable. Away from them: a packet is
/// told with its second flit, credits with the word, both before the edge at which the neighbour may use them, which
/// the delay of the link makes possible. Raises kBorderProtocol for what the packet level cannot execute: see
/// PacketAssembly; flits that the buffer behind the link has no room for; credits for VCs that do not exist.
/// Reference: docs/reference/island.md.
class BorderLink : public ClockedModule {
 public:
  sc_core::sc_in<Flit> flit_i;             ///< from the node on pins
  sc_core::sc_in<CreditReturn> credit_i;   ///< slots freed by the node on pins
  sc_core::sc_out<Flit> flit_o;            ///< to the node on pins
  sc_core::sc_out<CreditReturn> credit_o;  ///< slots freed by the neighbour

  /// The neighbour's end: its number, and its port for both ways.
  struct FarEnd {
    int node = 0;
    int port = 0;
  };

  /// Makes a link that tells `network` of everything that leaves the pins. All arguments must outlive it. `faults`:
  /// test hook.
  BorderLink(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config, FarEnd far,
             BorderSink& network, const BorderFaults& faults);

  /// Something comes from the neighbour, at the edges before that at which it has to be on a wire.
  void accept(const Crossing& crossing);

  /// Tells the router on pins by `room` of room in the replay buffer behind it; null if links repeat no packets.
  void tell_room(Wire<LinkRoom>* room) { room_out_ = room; }
  /// Retries of the link away from the pins up to edge `now`.
  [[nodiscard]] RetryCounts retries(std::uint64_t now) const {
    return schedule_ ? schedule_->counts(now) : RetryCounts{};
  }

  /// Nothing is on its way to the pins.
  [[nodiscard]] bool empty() const;
  /// Faults of a border link at rest: whatever is left over when nothing should be under way. Empty if all is well.
  [[nodiscard]] std::vector<std::string> final_faults() const;
  /// Flits that have been put on the wire to the node, and that have been taken from it.
  [[nodiscard]] std::uint64_t flits_in() const { return flits_in_; }
  [[nodiscard]] std::uint64_t flits_out() const { return flits_out_; }

 private:
  void end_of_elaboration() override;
  void reset() override {}
  Cycles tick(Cycles now) override;
  void take_flit(const Flit& flit, Cycles now);
  void take_credits(CreditReturn returned, Cycles now);
  void put_flit(Cycles now);
  void put_credits(Cycles now);
  void put_room(Cycles now);
  /// RC at the neighbour of a packet whose head was taken from the pins at edge `head`.
  std::uint64_t arrival(const PacketAssembly::Packet& packet);
  [[nodiscard]] Cycles next_put(Cycles now) const;
  void report(const std::string& what, Cycles now) const;

  const MachineConfig& config_;
  const std::uint64_t link_delay_;  ///< cycles
  const FarEnd far_;
  BorderSink& network_;
  const BorderFaults faults_;
  FlitStream flits_;                 ///< by the edge at which the node samples them, as the next
  std::vector<CreditLine> credits_;  ///< by VC
  PacketAssembly assembly_;
  std::unique_ptr<RetrySchedule> schedule_;  ///< the link away from the pins; null unless it repeats packets
  RingQueue<CreditStream> acked_;            ///< flits of packets that it has taken, by the router's edge
  const bool counts_packets_;                ///< MachineConfig
  const int capacity_;                       ///< credits of each VC
  std::vector<int> room_;  ///< by VC: free slots of the neighbour's buffer, of which the node can know
  std::uint64_t flits_in_ = 0;
  std::uint64_t flits_out_ = 0;
  std::uint64_t credits_in_ = 0;
  std::uint64_t credits_out_ = 0;
  Wire<Flit>* flit_in_ = nullptr;
  Wire<CreditReturn>* credit_in_ = nullptr;
  Wire<Flit>* flit_out_ = nullptr;
  Wire<CreditReturn>* credit_out_ = nullptr;
  Wire<LinkRoom>* room_out_ = nullptr;
};

}  // namespace tactus
