#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/flit.h"
#include "hw/link/packet_observer.h"
#include "hw/router/breaking_outputs.h"
#include "hw/router/input_vc.h"
#include "hw/router/link_transfer.h"
#include "hw/router/output_credits.h"
#include "hw/router/route_function.h"
#include "hw/router/switch_allocator.h"
#include "hw/router/vc_allocator.h"
#include "hw/router/waiting_packet.h"

namespace tactus {

/// Pipeline of a router without pins, stage by stage: buffers, credits, requests, grants and transfers.
///
/// The stages are called once per edge in the order in which they stand here (docs/timing.md, "Router"); an edge at
/// which nothing comes in and `busy` was false before may be left out. Plain class. Throws RouterFault when a neighbour
/// breaks the rules: kRouterOverflow, kRouterUnderrun, kRouterCreditOverflow or kRouterProtocol.
class RouterCore {
 public:
  /// `config` must outlive it; `arbiter` as SwitchAllocator's.
  RouterCore(const MachineConfig& config, Coordinate position, const ArbiterFactory& arbiter = {});

  /// State as after construction.
  void reset();

  // The pipeline, last stage first.
  /// ST: calls `place(int out_port)` for each output through which a flit passes, and fills in the `Flit&` that it
  /// answers; and `give(int in_port, CreditReturn, bool more)` for the slot that it leaves, with `more` if there has
  /// been one of the same input port. Where credits count packets, a tail leaves room for one.
  template <class Place, class Give>
  void switch_traversal(Place&& place, Give&& give);
  /// Credits that are sampled on `port`, if there are any.
  void take_credits(int port, CreditReturn returned) {
    if ((returned & no_credits_) != 0) refuse_credits(port);
    while (returned != 0) {
      const int vc = __builtin_ctzll(returned) / 8;
      if (!credits_.give(port, vc, static_cast<int>(credits_of(returned, vc)))) too_many_credits(port, vc);
      returned &= ~credits_for(vc, kMaxCreditsPerCycle);
    }
    hold_packet_ ? switch_allocator_.reconsider(port) : vc_allocator_.reconsider(port);
  }
  /// The link behind `port` has room for so many flits more, at edge `now`.
  void take_room(int port, int flits, Cycles now);
  /// SA at edge `now`.
  void switch_allocation(Cycles now) {
    if (!hold_packet_) request_flits();
    if (switch_allocator_.pending()) allocate_switch(now);
  }
  /// VA at edge `now`.
  void vc_allocation(Cycles now) {
    if (!new_fronts_.empty()) state_requests();
    if (!hold_packet_) allocate_vcs(now);
  }
  /// RC at edge `now`: a valid flit that is sampled on `port`.
  void accept(int port, const Flit& flit, Cycles now);

  /// Something is to be done at the next edge even if nothing comes in.
  [[nodiscard]] bool busy() const {
    return (active_outputs_ | late_outputs_ | resting_outputs_) != 0 || flit_accepted_ || !new_fronts_.empty() ||
           switch_allocator_.pending() || vc_allocator_.pending();
  }

  /// Links repeat packets, and tell of room in their replay buffers.
  [[nodiscard]] bool links_repeat() const { return repeats_; }
  /// A packet that has its output waits for its link.
  [[nodiscard]] bool waits_for_link() const { return late_outputs_ != 0; }

  void observe(PacketObserver* observer) { observer_ = observer; }

  // Between two edges.
  [[nodiscard]] RouterPorts ports() const { return ports_; }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }
  [[nodiscard]] std::uint64_t flits_sent(int port) const {
    return flits_granted_[index(port)] - static_cast<std::uint64_t>(flits_left(port));
  }
  [[nodiscard]] int occupancy(int port, int vc) const { return occupancy_[index(requester(port, vc))]; }
  [[nodiscard]] int credits(int port, int vc) const { return credits_.credits(port, vc); }
  [[nodiscard]] std::uint64_t closed_cycles(int port) const {
    return replays_.empty() ? 0 : replays_[index(port)].closed_cycles;
  }
  [[nodiscard]] int credit_capacity(int port) const { return credits_.capacity(port); }
  /// Input port of the transfer through `out_port`, or -1.
  [[nodiscard]] std::string side_name(int port) const { return config_.network.side_name(position_, port); }
  [[nodiscard]] int granted_to(int out_port) const {
    return active(out_port) ? transfers_[index(out_port)].in_port : -1;
  }
  /// Flits that the transfer through `out_port` has still to move.
  [[nodiscard]] int flits_left(int out_port) const {
    return active(out_port) ? transfers_[index(out_port)].flits_left : 0;
  }
  /// Number of the packet of that transfer, or 0.
  [[nodiscard]] std::uint64_t packet_through(int out_port) const;
  /// Output that the first packet in front of a queue of an input VC wants, or -1.
  [[nodiscard]] int front_wants(int port, int vc) const;
  /// Number of that packet, or 0.
  [[nodiscard]] std::uint64_t front_packet(int port, int vc) const;
  /// Packets at the fronts of the queues, in order of port and VC.
  [[nodiscard]] std::vector<WaitingPacket> waiting() const;
  /// Faults of the router `name` at rest: flits in buffers, credits not home. Empty if all is well.
  [[nodiscard]] std::vector<std::string> final_faults(const std::string& name) const;

 private:
  /// A transfer through one output: a whole packet, or one flit, as the switch is held. One cache line.
  struct alignas(64) Transfer {
    FlitRun::Piece piece;  ///< flits that are out of the buffer's storage already; they occupy it until they pass
    int flits_left = 0;    ///< to move
    BufferedPacket* packet = nullptr;
    std::uint8_t in_port = 0;
    std::uint8_t in_vc = 0;
    std::uint8_t requester = 0;
    std::uint8_t out_vc = 0;
    bool head = false;         ///< the next flit is the packet's first
    bool ends_packet = false;  ///< the last flit is the packet's last
  };
  static_assert(sizeof(Transfer) == 64);
  /// Replay buffer behind an output.
  struct Replay {
    int room = 0;                     ///< flits
    bool closed = false;              ///< the output has moved its packet, and there is no room for another
    std::uint64_t free = 0;           ///< edge from which it could be granted if it were not
    std::uint64_t closed_cycles = 0;  ///< edges so far at which it was closed
  };
  /// Packet that owns an output VC while the switch is held per flit.
  struct Stream {
    int packet = -1;
    int out_vc = 0;
    int flits = 0;
    int granted = 0;
    bool requested = false;
  };
  /// Packet that has come to the front of its queue and has not yet stated its request.
  struct Front {
    int requester;
    int packet;
  };

  [[nodiscard]] RouterGrant told(const SwitchGrant& grant, const BufferedPacket& packet, Cycles now) const;
  void allocate_switch(Cycles now);
  void allocate_vcs(Cycles now);
  void state_requests();
  /// States the requests of a packet that may go by several outputs.
  void state_choices(int requester, const BufferedPacket& packet);
  void grant_packet(const SwitchGrant& grant, Cycles now);
  void grant_flit(const SwitchGrant& grant, Cycles now);
  void begin_transfer(const SwitchGrant& grant, BufferedPacket& packet, int flits, Cycles now);
  /// Has the flits that are there taken out of storage, one at least.
  void refill(Transfer& transfer);
  void end_transfer(int out_port);
  void release(int out_port);
  [[nodiscard]] bool has_room(int out_port) const { return replays_[index(out_port)].room >= longest_packet_; }
  /// An edge more before the transfers that wait for their links; those begin that have waited enough.
  void begin_late();
  /// An edge more of rest; what has rested enough is released.
  void rest_outputs();
  void open_stream(const SwitchGrant& grant, Cycles now);
  void request_flits();
  void request_next_flit(int out_port, int requester);
  void accept_head(int port, const Flit& flit, Cycles now);
  [[noreturn]] static void refuse_credits(int port);
  [[noreturn]] static void too_many_credits(int port, int vc);
  [[noreturn]] void refuse(int port, const Flit& flit) const;
  [[noreturn]] static void refuse_body(int port, const InputVc& vc);
  /// The first packet in front of a queue of an input VC, or null.
  [[nodiscard]] const BufferedPacket* first_front(int port, int vc) const;

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] std::uint32_t age(const BufferedPacket& packet) const {
    return packet_age(ages_, packet.header.inject_cycle, packet.routed);
  }
  /// A transfer through the output has flits to move.
  [[nodiscard]] bool active(int out_port) const { return ((active_outputs_ | late_outputs_) >> out_port & 1U) != 0; }
  [[nodiscard]] int requester(int port, int vc) const { return port * virtual_channels_ + vc; }
  [[nodiscard]] InputVc& input(int port, int vc) { return inputs_[index(requester(port, vc))]; }
  [[nodiscard]] const InputVc& input(int port, int vc) const { return inputs_[index(requester(port, vc))]; }
  [[nodiscard]] int queues() const { return config_.router.input_queue == InputQueueKind::kFifo ? 1 : ports_.count(); }
  [[nodiscard]] Stream& stream(int out_port, int requester) {
    return streams_[index(out_port * ports_.count() * virtual_channels_ + requester)];
  }

  // What every edge needs comes first.
  alignas(64) PortSet active_outputs_ = 0;
  PortSet late_outputs_ = 0;     ///< outputs whose transfer has been granted and waits for its link
  PortSet resting_outputs_ = 0;  ///< outputs whose transfer has moved its tail, and is not released yet
  const int virtual_channels_;
  const int capacity_;             ///< flits of an input buffer
  const int longest_packet_;       ///< flits
  const CreditReturn no_credits_;  ///< credits of VCs that do not exist
  const PortSet packet_inputs_;    ///< input ports whose credits count packets
  const bool hold_packet_;
  const bool adaptive_;
  const bool repeats_;          ///< links repeat packets
  bool flit_accepted_ = false;  ///< at this edge, switch held per flit: it may be asked for at the next
  std::vector<Front> new_fronts_;
  std::vector<InputVc> inputs_;
  SwitchAllocator switch_allocator_;
  VcAllocator vc_allocator_;
  OutputCredits credits_;
  std::array<int, kMaxInputVcs> occupancy_{};  ///< flits, by requester
  std::array<Transfer, kMaxRouterPorts> transfers_{};

  const MachineConfig& config_;
  const Coordinate position_;
  const int node_;
  const RouterPorts ports_;
  const ArbiterAges ages_;
  std::unique_ptr<const RouteFunction> routes_;
  BreakingOutputs breaks_;
  std::vector<Stream> streams_;
  std::vector<LinkTransfer> links_;  ///< by output that leads to a router
  std::vector<Replay> replays_;      ///< by output that leads to a router; empty if no link repeats packets
  std::array<std::uint64_t, kMaxRouterPorts> late_left_{};      ///< edges, by output that is late
  std::array<std::uint64_t, kMaxRouterPorts> rest_left_{};      ///< edges, by output that rests
  std::array<std::uint64_t, kMaxRouterPorts> flits_granted_{};  ///< since reset, by output
  PacketObserver* observer_ = nullptr;
};

template <class Place, class Give>
void RouterCore::switch_traversal(Place&& place, Give&& give) {
  flit_accepted_ = false;
  if (resting_outputs_ != 0) rest_outputs();
  if (late_outputs_ != 0) begin_late();
  PortSet given = 0;  // input ports
  for (PortSet rest = active_outputs_; rest != 0; rest &= rest - 1) {
    const int out_port = first_port(rest);
    Transfer& transfer = transfers_[index(out_port)];
    if (transfer.piece.flits == 0) refill(transfer);
    const bool last = --transfer.flits_left == 0;
    const FlitRun::Data data = transfer.piece.take();
    Flit& flit = place(out_port);
    flit.data_lo = data.lo;
    flit.data_hi = data.hi;
    flit.valid = true;
    flit.head = std::exchange(transfer.head, false);
    flit.tail = last && transfer.ends_packet;
    flit.vc = transfer.out_vc;
    --occupancy_[transfer.requester];
    if (flit.tail || (packet_inputs_ >> transfer.in_port & 1U) == 0) {
      give(transfer.in_port, credits_for(transfer.in_vc, 1), (given >> transfer.in_port & 1U) != 0);
      given |= port_bit(transfer.in_port);
    }
    if (last) end_transfer(out_port);
  }
}

inline void RouterCore::accept(int port, const Flit& flit, Cycles now) {
  const std::size_t from = index(requester(port, flit.vc));
  if (flit.vc >= virtual_channels_ || occupancy_[from] >= capacity_) refuse(port, flit);
  if (flit.head) {
    accept_head(port, flit, now);
  } else {
    InputVc& vc = inputs_[from];
    if (vc.to_come() == 0 || flit.tail != (vc.to_come() == 1)) refuse_body(port, vc);
    vc.push_body(flit);
  }
  ++occupancy_[from];
  flit_accepted_ = !hold_packet_;
}

}  // namespace tactus
