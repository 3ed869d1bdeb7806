#include "hw/nic/nic_ledger.h"

#include <fmt/core.h>

#include "hw/link/pin_fault.h"

namespace tactus {

NicLedger::NicLedger(const MachineConfig& config, Coordinate position)
    : config_(config), position_(position), virtual_channels_(config.router.virtual_channels) {
  reset();
}

void NicLedger::reset() {
  engines_.assign(static_cast<std::size_t>(config_.nics()), {});
  for (Engine& engine : engines_) engine.credits = config_.vc_buffer_flits();
  sent_ = received_ = in_buffer_ = packets_sent_ = packets_received_ = 0;
}

void NicLedger::credits_in(int engine, CreditReturn returned) {
  if (returned > kMaxCreditsPerCycle) throw PinFault{engine, "is given credits on another VC than 0"};
  Engine& sender = at(engine);
  sender.credits += static_cast<int>(returned);
  if (sender.credits > config_.vc_buffer_flits()) throw PinFault{engine, "is given more credits than there are slots"};
}

bool NicLedger::pass(Passing& packet, const Flit& flit) const {
  if (flit.head) packet = {flit, {}, 0};
  if (++packet.flits != kHeaderFlits) return false;
  packet.header = unpack(packet.head, flit, config_.network.dimensions());
  return true;
}

void NicLedger::flit_in(int engine, const Flit& flit, Cycles edge) {
  if (flit.vc >= virtual_channels_) {
    throw PinFault{engine, fmt::format("is sent a flit on VC {}, which does not exist", flit.vc)};
  }
  if (++at(engine).held[flit.vc] > config_.receive_buffer_flits()) {
    throw PinFault{engine, fmt::format("VC {}: is sent a flit without a credit", flit.vc)};
  }
  ++received_;
  ++in_buffer_;
  Passing& packet = at(engine).coming[flit.vc];
  pass(packet, flit);
  if (!flit.tail) return;
  packets_received_ += packet.header.route.is_control() ? 0 : 1;
  if (observer_ != nullptr) observer_->packet_delivered(packet.header, edge);
}

void NicLedger::flit_out(int engine, const Flit& flit, Cycles edge) {
  Engine& sender = at(engine);
  if (flit.vc != 0) throw PinFault{engine, fmt::format("sends a flit on VC {}: NICs send on VC 0", flit.vc)};
  if (sender.credits == 0) throw PinFault{engine, "sends a flit without a credit"};
  if (flit.head) {
    head_out(engine, flit, edge);
  } else if (sender.to_come == 0) {
    throw PinFault{engine, "sends a flit that belongs to no packet"};
  } else if (edge != sender.last + Cycles{1}) {
    throw PinFault{engine, "sends a packet with a bubble"};
  }
  --sender.credits;
  --sender.to_come;
  sender.last = edge;
  ++sent_;
  if (flit.tail != (sender.to_come == 0))
    throw PinFault{engine, "sends a packet longer or shorter than its header says"};
  if (!pass(sender.leaving, flit)) return;
  packets_sent_ += sender.leaving.header.route.is_control() ? 0 : 1;
  if (observer_ != nullptr) observer_->packet_injected(sender.leaving.header, edge - Cycles{1});
}

void NicLedger::head_out(int engine, const Flit& flit, Cycles edge) {
  Engine& sender = at(engine);
  if (sender.to_come != 0) throw PinFault{engine, "sends a head flit before the tail of the last packet"};
  const RouteHeader header = unpack_route(flit, config_.network.dimensions());
  const NetworkShape& network = config_.network;
  const bool own = network.contains(header.source) && network.node(header.source) == network.node(position_) &&
                   header.source_nic == engine;
  if (!own) throw PinFault{engine, "sends a packet whose source is another NIC"};
  if (!network.contains(header.destination) || header.destination_nic >= config_.nics()) {
    throw PinFault{engine, "sends a packet to a NIC that does not exist"};
  }
  if (header.flits < kHeaderFlits || header.flits > config_.max_packet_flits()) {
    throw PinFault{engine, fmt::format("sends a packet of {} flits: 2 to {} fit nic.mtu", header.flits,
                                       config_.max_packet_flits())};
  }
  if (header.inject_cycle != static_cast<std::uint32_t>(edge.count())) {
    throw PinFault{engine, fmt::format("sends a packet with inject_cycle {}: its head leaves in cycle {}",
                                       header.inject_cycle, edge.count())};
  }
  sender.to_come = header.flits;
}

void NicLedger::credits_out(int engine, CreditReturn returned) {
  for (int vc = 0; returned != 0; ++vc, returned >>= 8) {
    const auto credits = static_cast<int>(credits_of(returned, 0));
    if (credits == 0) continue;
    if (vc >= virtual_channels_) {
      throw PinFault{engine, fmt::format("gives back credits on VC {}, which does not exist", vc)};
    }
    int& held = at(engine).held[static_cast<std::size_t>(vc)];
    if (credits > held) {
      throw PinFault{engine, fmt::format("VC {}: gives back {} credits for {} flits", vc, credits, held)};
    }
    held -= credits;
    in_buffer_ -= static_cast<std::uint64_t>(credits);
  }
}

std::vector<std::string> NicLedger::final_faults(const std::string& name) const {
  std::vector<std::string> faults;
  for (std::size_t e = 0; e < engines_.size(); ++e) {
    const Engine& engine = engines_[e];
    if (engine.to_come != 0) {
      faults.push_back(fmt::format("{}: engine {} has still to send {} flits of a packet", name, e, engine.to_come));
    }
    const int missing = config_.vc_buffer_flits() - engine.credits;
    if (missing != 0) faults.push_back(fmt::format("{}: {} credits of engine {} are not home", name, missing, e));
    for (int vc = 0; vc < virtual_channels_; ++vc) {
      const int held = engine.held[static_cast<std::size_t>(vc)];
      if (held == 0) continue;
      faults.push_back(fmt::format("{}: engine {} has {} flits of VC {} in its receive buffer", name, e, held, vc));
    }
  }
  return faults;
}

}  // namespace tactus
