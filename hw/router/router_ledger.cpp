#include "hw/router/router_ledger.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hw/link/packet_number.h"
#include "hw/link/pin_fault.h"
#include "hw/router/missing_credits.h"

namespace tactus {
namespace {

/// VC of some credits in `returned`, which are not 0.
int lowest_vc(CreditReturn returned) { return __builtin_ctzll(returned) / 8; }

std::string no_such_vc(int vc) { return fmt::format("on VC {}, which does not exist", vc); }

}  // namespace

RouterLedger::RouterLedger(const MachineConfig& config, Coordinate position)
    : config_(config),
      position_(position),
      node_(config.network.node(position)),
      ports_(config.ports()),
      virtual_channels_(config.router.virtual_channels),
      hold_packet_(config.router.switch_hold == SwitchHold::kPacket),
      routes_(make_route_function(config)),
      credits_(virtual_channels_) {
  reset();
}

void RouterLedger::reset() {
  for (int port = 0; port < ports_.count(); ++port) credits_.set_capacity(port, config_.flits_behind(port));
  packets_.clear();
  inputs_.assign(requester(ports_.count(), 0), {});
  outputs_.assign(index(ports_.count()), {});
  last_order_.assign(inputs_.size() * outputs_.size(), 0);
  sent_.fill(0);
  heads_ = 0;
}

void RouterLedger::credits_in(int port, CreditReturn returned) {
  while (returned != 0) {
    const int vc = lowest_vc(returned);
    if (vc >= virtual_channels_) throw PinFault{port, "is given credits " + no_such_vc(vc)};
    if (!credits_.give(port, vc, static_cast<int>(credits_of(returned, vc)))) {
      throw PinFault{port, fmt::format("VC {}: is given more credits than there are slots", vc)};
    }
    returned &= ~credits_for(vc, kMaxCreditsPerCycle);
  }
}

void RouterLedger::flit_in(int port, const Flit& flit, Cycles edge) {
  if (flit.vc >= virtual_channels_) throw PinFault{port, "is sent a flit " + no_such_vc(flit.vc)};
  Input& input = inputs_[requester(port, flit.vc)];
  if (input.inside + input.to_return >= config_.vc_buffer_flits()) {
    throw PinFault{port, fmt::format("VC {}: is sent a flit without a credit", flit.vc)};
  }
  if (flit.head) head_in(port, flit, edge);
  if (input.coming == nullptr) throw PinFault{port, "is sent a flit that belongs to no packet"};
  Packet& packet = *input.coming;
  packet.data.push_back({flit.data_lo, flit.data_hi});
  if (flit.tail != (packet.data.size() == packet.header.flits)) {
    throw PinFault{port, "is sent a packet longer or shorter than its header says"};
  }
  if (flit.tail) input.coming = nullptr;
  ++input.inside;
}

void RouterLedger::head_in(int port, const Flit& flit, Cycles edge) {
  Input& input = inputs_[requester(port, flit.vc)];
  if (input.coming != nullptr) throw PinFault{port, "is sent a head flit before the tail of the last packet"};
  const RouteHeader header = unpack_route(flit, config_.network.dimensions());
  if (!config_.network.contains(header.source) || !config_.network.contains(header.destination)) {
    throw PinFault{port, "is sent a packet from or to a node that does not exist"};
  }
  const std::uint64_t number = packet_number(config_, header);
  const auto [place, is_new] = packets_.try_emplace(number);
  if (!is_new) throw PinFault{port, fmt::format("is sent packet {} a second time", number)};
  place->second = {header, number, ++heads_, port, flit.vc, edge, {}, 0};
  input.coming = &place->second;
}

void RouterLedger::flit_out(int port, const Flit& flit, Cycles edge) {
  if (flit.vc >= virtual_channels_) throw PinFault{port, "sends a flit " + no_such_vc(flit.vc)};
  if (credits_.credits(port, flit.vc) <= 0) {
    throw PinFault{port, fmt::format("VC {}: sends a flit without a credit", flit.vc)};
  }
  Output& output = outputs_[index(port)];
  if (hold_packet_ && output.open >= 0) {
    if (flit.head) throw PinFault{port, "sends a head flit before the tail of the last packet"};
    if (flit.vc != output.open) {
      throw PinFault{port, fmt::format("sends a packet that began on VC {} on VC {}", output.open, flit.vc)};
    }
  }
  if (flit.head) head_out(port, flit, edge);
  Packet* packet = output.leaving[flit.vc];
  if (packet == nullptr) {
    throw PinFault{port, fmt::format("VC {}: sends a flit that belongs to no packet", flit.vc)};
  }
  const bool bubble = hold_packet_ && output.open >= 0 && edge != output.last + Cycles{1};
  output.last = edge;
  output.open = flit.tail ? -1 : flit.vc;
  put(port, flit, *packet);
  if (bubble) throw PinFault{port, "sends a packet with a bubble"};
}

void RouterLedger::head_out(int port, const Flit& flit, Cycles edge) {
  Output& output = outputs_[index(port)];
  if (output.leaving[flit.vc] != nullptr) throw PinFault{port, "sends a head flit before the tail of the last packet"};
  const RouteHeader header = unpack_route(flit, config_.network.dimensions());
  const bool possible = config_.network.contains(header.source) && config_.network.contains(header.destination);
  const auto found = possible ? packets_.find(packet_number(config_, header)) : packets_.end();
  if (found == packets_.end()) {
    throw PinFault{port, "sends a head flit that has not come in, or has left already: made up, changed or doubled"};
  }
  Packet& packet = found->second;
  if (packet.left != 0) throw PinFault{port, fmt::format("sends packet {} a second time", packet.number)};
  check_way(port, packet);
  check_order(port, packet);
  output.leaving[flit.vc] = &packet;
  if (observer_ == nullptr) return;
  // SA of a router of ours is an edge before ST.
  const Cycles granted = edge - Cycles{1};
  observer_->packet_granted(
      {node_, packet.in_port, port, flit.vc, granted, packet.in_vc, std::min(packet.routed, granted)}, packet.header);
}

void RouterLedger::check_way(int port, const Packet& packet) const {
  if (!ports_.is_nic(port)) {
    if (config_.has_link(position_, static_cast<Direction>(port))) return;
    throw PinFault{port, fmt::format("sends packet {} where no link is", packet.number)};
  }
  const bool here = config_.network.node(packet.header.destination) == node_;
  if (here && ports_.nic_of(port) == packet.header.destination_nic) return;
  throw PinFault{port, fmt::format("sends packet {}, which is for NIC {} of {}, to this NIC", packet.number,
                                   packet.header.destination_nic, config_.network.text(packet.header.destination))};
}

void RouterLedger::check_order(int port, const Packet& packet) {
  std::uint64_t& last = last_order_[requester(packet.in_port, packet.in_vc) * outputs_.size() + index(port)];
  if (packet.order < last) {
    throw PinFault{port, fmt::format("sends packet {} after one that came behind it, in port {}, VC {}", packet.number,
                                     ports_.name(packet.in_port), packet.in_vc)};
  }
  last = packet.order;
}

void RouterLedger::put(int port, const Flit& flit, Packet& packet) {
  if (packet.left == packet.data.size()) {
    throw PinFault{port, fmt::format("sends flit {} of packet {} before it has come in", packet.left, packet.number)};
  }
  const bool last = packet.left + 1 == packet.header.flits;
  if (packet.data[packet.left] != FlitData{flit.data_lo, flit.data_hi} || flit.tail != last) {
    throw PinFault{port, fmt::format("sends another flit than flit {} of packet {}: one is lost, doubled or changed",
                                     packet.left, packet.number)};
  }
  credits_.take(port, flit.vc, 1);
  ++sent_[index(port)];
  Input& input = inputs_[requester(packet.in_port, packet.in_vc)];
  --input.inside;
  ++input.to_return;
  ++packet.left;
  if (!last) return;
  outputs_[index(port)].leaving[flit.vc] = nullptr;
  packets_.erase(packet.number);
}

void RouterLedger::credits_out(int port, CreditReturn returned) {
  while (returned != 0) {
    const int vc = lowest_vc(returned);
    if (vc >= virtual_channels_) throw PinFault{port, "gives back credits " + no_such_vc(vc)};
    const auto credits = static_cast<int>(credits_of(returned, vc));
    int& to_return = inputs_[requester(port, vc)].to_return;
    if (credits > to_return) {
      throw PinFault{port,
                     fmt::format("VC {}: gives back {} credits for {} flits that have left: more are lost, or have "
                                 "still to leave",
                                 vc, credits, to_return)};
    }
    to_return -= credits;
    returned &= ~credits_for(vc, kMaxCreditsPerCycle);
  }
}

std::vector<WaitingPacket> RouterLedger::waiting() const {
  std::map<std::size_t, const Packet*> oldest;
  for (const auto& [number, packet] : packets_) {
    if (packet.left != 0) continue;
    const Packet*& front = oldest[requester(packet.in_port, packet.in_vc)];
    if (front == nullptr || packet.order < front->order) front = &packet;
  }
  std::vector<WaitingPacket> list;
  for (const auto& [from, packet] : oldest) {
    const RouteDecision route = routes_->route(position_, packet->in_port, packet->in_vc, packet->header);
    const int out_vc = __builtin_ctz(route.vc_mask);
    list.push_back({node_, packet->in_port, packet->in_vc, route.out_port, out_vc, packet->header.flits,
                    credits_.credits(route.out_port, out_vc), packet->header});
  }
  return list;
}

std::vector<std::string> RouterLedger::final_faults(const std::string& name) const {
  std::vector<std::string> faults;
  for (int port = 0; port < ports_.count(); ++port) {
    for (int vc = 0; vc < virtual_channels_; ++vc) {
      const int missing = credit_capacity(port) - credits(port, vc);
      if (missing != 0) faults.push_back(missing_credits(name, missing, ports_.name(port), vc));
      const Input& input = inputs_[requester(port, vc)];
      if (input.inside != 0) {
        faults.push_back(
            fmt::format("{}: {} flits of port {}, VC {} have not left", name, input.inside, ports_.name(port), vc));
      }
      if (input.to_return != 0) {
        faults.push_back(fmt::format("{}: {} credits of port {}, VC {} were not given back", name, input.to_return,
                                     ports_.name(port), vc));
      }
    }
  }
  return faults;
}

}  // namespace tactus
