#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/flit.h"
#include "hw/link/packet_observer.h"
#include "hw/router/input_vc.h"
#include "hw/router/output_credits.h"
#include "hw/router/route_function.h"
#include "hw/router/switch_allocator.h"
#include "hw/router/vc_allocator.h"
#include "hw/router/waiting_packet.h"

namespace tactus {

/// What a router does at an edge, stage by stage, without pins: buffers, credits, requests, grants and transfers.
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
  /// ST: calls `send(int out_port, const Flit&)` for each output through which a flit passes.
  template <class Send>
  void switch_traversal(Send&& send);
  /// Credits that are sampled on `port`, if there are any.
  void take_credits(int port, CreditReturn returned);
  /// SA at edge `now`.
  void switch_allocation(Cycles now);
  /// VA at edge `now`.
  void vc_allocation(Cycles now);
  /// RC at edge `now`: a valid flit that is sampled on `port`.
  void accept(int port, const Flit& flit, Cycles now);
  /// Calls `give(int in_port, CreditReturn)` for each input port of which ST has freed slots at this edge.
  template <class Give>
  void return_credits(Give&& give);

  /// Something is to be done at the next edge even if nothing comes in.
  [[nodiscard]] bool busy() const {
    return (active_outputs_ | resting_outputs_) != 0 || flit_accepted_ || !new_fronts_.empty() ||
           switch_allocator_.pending() || vc_allocator_.pending();
  }

  /// A hint to the cache that the stages are about to be called.
  void prefetch() const {
    for (unsigned rest = active_outputs_; rest != 0; rest &= rest - 1) {
      const Transfer& transfer = transfers_[index(__builtin_ctz(rest))];
      __builtin_prefetch(transfer.vc);
      __builtin_prefetch(transfer.packet);
      __builtin_prefetch(transfer.packet->first);
    }
  }

  void observe(PacketObserver* observer) { observer_ = observer; }

  // Between two edges.
  [[nodiscard]] RouterPorts ports() const { return ports_; }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }
  [[nodiscard]] std::uint64_t flits_sent(int port) const { return flits_sent_[index(port)]; }
  [[nodiscard]] int occupancy(int port, int vc) const { return input(port, vc).occupancy(); }
  [[nodiscard]] int credits(int port, int vc) const { return credits_.credits(port, vc); }
  [[nodiscard]] int credit_capacity(int port) const { return credits_.capacity(port); }
  /// Input port of the transfer through `out_port`, or -1.
  [[nodiscard]] int granted_to(int out_port) const {
    return active(out_port) ? transfers_[index(out_port)].grant.in_port : -1;
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
  /// What is left over when nothing should be under way, of the router `name`: flits in buffers, credits not home.
  [[nodiscard]] std::vector<std::string> final_faults(const std::string& name) const;

 private:
  /// A transfer through one output: a whole packet, or one flit, as the switch is held.
  struct Transfer {
    SwitchGrant grant;
    InputVc* vc = nullptr;
    BufferedPacket* packet = nullptr;
    int flits_left = 0;
    std::uint64_t rest_left = 0;  ///< edges, once it has moved its tail
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
  void grant_packet(const SwitchGrant& grant, Cycles now);
  void grant_flit(const SwitchGrant& grant);
  void end_transfer(int out_port) {
    if (config_.router.turnaround == Cycles{0}) {
      switch_allocator_.release(transfers_[index(out_port)].grant);
    } else {
      resting_outputs_ |= 1U << out_port;
      transfers_[index(out_port)].rest_left = config_.router.turnaround.count();
    }
  }
  /// An edge more of rest; what has rested enough is released.
  void rest_outputs();
  void open_stream(const SwitchGrant& grant, Cycles now);
  void request_flits();
  void request_next_flit(int out_port, int requester);
  void accept_head(int port, const Flit& flit, Cycles now);
  void accept_body(int port, const Flit& flit);
  [[noreturn]] void underrun(int port) const;
  /// The first packet in front of a queue of an input VC, or null.
  [[nodiscard]] const BufferedPacket* first_front(int port, int vc) const;

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] std::uint32_t age(const BufferedPacket& packet) const {
    return packet_age(config_.router.arbiter, packet.header.inject_cycle, packet.routed);
  }
  [[nodiscard]] bool active(int out_port) const { return (active_outputs_ >> out_port & 1U) != 0; }
  [[nodiscard]] int requester(int port, int vc) const { return port * virtual_channels_ + vc; }
  [[nodiscard]] InputVc& input(int port, int vc) { return inputs_[index(requester(port, vc))]; }
  [[nodiscard]] const InputVc& input(int port, int vc) const { return inputs_[index(requester(port, vc))]; }
  [[nodiscard]] int queues() const { return config_.router.input_queue == InputQueueKind::kFifo ? 1 : ports_.count(); }
  [[nodiscard]] Stream& stream(int out_port, int requester) {
    return streams_[index(out_port * ports_.count() * virtual_channels_ + requester)];
  }

  // What every edge needs comes first.
  alignas(64) unsigned active_outputs_ = 0;
  unsigned resting_outputs_ = 0;  ///< whose transfer has moved its tail, and is not released yet
  unsigned returning_ = 0;        ///< input ports whose `credit_returns_` is not 0
  bool flit_accepted_ = false;    ///< at this edge, switch held per flit: it may be asked for at the next
  std::vector<Front> new_fronts_;
  std::array<CreditReturn, kMaxRouterPorts> credit_returns_{};
  const MachineConfig& config_;
  const Coordinate position_;
  const int node_;
  const RouterPorts ports_;
  const int virtual_channels_;
  const bool hold_packet_;
  std::unique_ptr<const RouteFunction> routes_;
  OutputCredits credits_;
  SwitchAllocator switch_allocator_;
  VcAllocator vc_allocator_;
  std::vector<InputVc> inputs_;
  std::vector<Stream> streams_;
  std::array<Transfer, kMaxRouterPorts> transfers_{};
  std::array<std::uint64_t, kMaxRouterPorts> flits_sent_{};
  PacketObserver* observer_ = nullptr;
};

template <class Send>
void RouterCore::switch_traversal(Send&& send) {
  flit_accepted_ = false;
  if (resting_outputs_ != 0) rest_outputs();
  for (unsigned rest = active_outputs_; rest != 0; rest &= rest - 1) {
    const int out_port = __builtin_ctz(rest);
    Transfer& transfer = transfers_[index(out_port)];
    const SwitchGrant& grant = transfer.grant;
    if (!transfer.packet->has_flit()) underrun(grant.in_port);
    send(out_port, transfer.vc->pop_flit(*transfer.packet, grant.out_vc));
    ++flits_sent_[index(out_port)];
    credit_returns_[index(grant.in_port)] += credits_for(grant.in_vc, 1);
    returning_ |= 1U << grant.in_port;
    if (--transfer.flits_left == 0) {
      active_outputs_ &= ~(1U << out_port);
      end_transfer(out_port);
    }
  }
}

template <class Give>
void RouterCore::return_credits(Give&& give) {
  for (; returning_ != 0; returning_ &= returning_ - 1) {
    const int in_port = __builtin_ctz(returning_);
    give(in_port, credit_returns_[index(in_port)]);
    credit_returns_[index(in_port)] = 0;
  }
}

}  // namespace tactus
