#include "tlm_models/packet/border_link.h"

#include <fmt/core.h>

#include <algorithm>

#include "hw/common/reports.h"
#include "tlm_models/packet/packet_timings.h"

namespace tactus {
namespace {

constexpr int kFlitBit = 0;
constexpr int kCreditBit = 1;
/// RC to the first edge at which SA sees the request.
constexpr std::uint64_t kRouteToRequest = PacketTimings{}.route_to_request;

std::uint64_t shifted(std::uint64_t cycle, int late) { return cycle + static_cast<std::uint64_t>(late); }

}  // namespace

BorderLink::BorderLink(const sc_core::sc_module_name& name, ClockDomain& domain, const MachineConfig& config,
                       FarEnd far, BorderSink& network, const BorderFaults& faults)
    : ClockedModule(name, domain),
      flit_i("flit_i"),
      credit_i("credit_i"),
      flit_o("flit_o"),
      credit_o("credit_o"),
      config_(config),
      link_delay_(config.link_speed(config.network.coordinate(far.node), static_cast<Direction>(far.port)).delay),
      far_(far),
      network_(network),
      faults_(faults),
      flits_(config.network.dimensions()),
      credits_(static_cast<std::size_t>(config.router.virtual_channels)),
      assembly_(config),
      counts_packets_(config.counts_packets()),
      capacity_(config.credits_behind(far.port)),
      room_(credits_.size(), capacity_) {
  if (!config.faults.repeat_packets()) return;
  const Coordinate there = config.network.coordinate(far.node);
  const auto back = static_cast<Direction>(far.port);
  schedule_ = std::make_unique<RetrySchedule>(config, config.network.neighbour(there, back), opposite(back));
}

void BorderLink::end_of_elaboration() {
  flit_in_ = &wire_at<Flit>(flit_i);
  credit_in_ = &wire_at<CreditReturn>(credit_i);
  flit_out_ = &wire_at<Flit>(flit_o);
  credit_out_ = &wire_at<CreditReturn>(credit_o);
  flit_in_->read_by(*this, kFlitBit);
  credit_in_->read_by(*this, kCreditBit);
}

void BorderLink::accept(const Crossing& crossing) {
  if (crossing.credits.left != 0) {
    CreditStream stream = crossing.credits;
    stream.next = shifted(stream.next, faults_.credits_in_late);
    credits_[crossing.vc].add(stream);
  } else {
    flits_.add(crossing.header, crossing.vc, shifted(crossing.ready - kRouteToRequest, faults_.flits_in_late));
  }
  wake();
}

bool BorderLink::empty() const {
  return flits_.empty() && acked_.empty() && flit_out_->under_way() == 0 && credit_out_->under_way() == 0 &&
         credit_in_->under_way() == 0 &&
         std::all_of(credits_.begin(), credits_.end(), [](const CreditLine& line) { return line.empty(); });
}

std::vector<std::string> BorderLink::final_faults() const {
  std::vector<std::string> faults;
  if (assembly_.open()) faults.push_back(fmt::format("{}: the tail of a packet has not come", name()));
  for (std::size_t vc = 0; vc < room_.size(); ++vc) {
    if (room_[vc] == capacity_) continue;
    faults.push_back(
        fmt::format("{}: VC {}: {} slots are free behind the link, of {}", name(), vc, room_[vc], capacity_));
  }
  return faults;
}

Cycles BorderLink::tick(Cycles now) {
  const std::uint32_t come = arrivals(now);
  if ((come >> kFlitBit & 1U) != 0) take_flit(flit_in_->take(), now);
  if ((come >> kCreditBit & 1U) != 0) take_credits(credit_in_->take(), now);
  put_flit(now);
  put_credits(now);
  put_room(now);
  return next_put(now);
}

void BorderLink::take_flit(const Flit& flit, Cycles now) {
  if (!flit.valid || ++flits_out_ == faults_.flit_out_lost) return;
  const PacketAssembly::Packet* packet = nullptr;
  try {
    packet = assembly_.take(flit, now.count());
  } catch (const PacketAssembly::Fault& fault) {
    return report(fault.what, now);
  }
  if ((flit.head || !counts_packets_) && room_[flit.vc]-- == 0)
    return report(fmt::format("VC {}: a flit without a credit", flit.vc), now);
  if (packet == nullptr) return;
  const std::uint64_t ready = arrival(*packet) + kRouteToRequest;
  network_.cross({far_.node,
                  static_cast<std::uint8_t>(far_.port),
                  static_cast<std::uint8_t>(packet->vc),
                  shifted(ready, faults_.packets_out_late),
                  {},
                  packet->header,
                  {},
                  {}});
}

std::uint64_t BorderLink::arrival(const PacketAssembly::Packet& packet) {
  if (!schedule_) return packet.head + link_delay_;
  // The sender samples the head where the cable of another link would.
  const std::uint64_t granted = packet.head - PacketTimings{}.grant_to_link;
  const RetrySchedule::Passage passage = schedule_->pass(granted, packet.header.route.flits);
  acked_.push({passage.acked, packet.header.route.flits, true});
  return passage.arrives;
}

void BorderLink::put_room(Cycles now) {
  if (acked_.empty() || acked_.front().next != now.count() + 1) return;
  room_out_->put(now, static_cast<LinkRoom>(acked_.front().left));
  acked_.pop();
}

void BorderLink::take_credits(CreditReturn returned, Cycles now) {
  for (std::size_t vc = 0; vc < kMaxVirtualChannels; ++vc) {
    int freed = static_cast<int>(credits_of(returned, static_cast<int>(vc)));
    if (freed == 0) continue;
    if (vc >= credits_.size()) return report(fmt::format("VC {}: credits, but it does not exist", vc), now);
    if (++credits_out_ == faults_.credit_out_lost && --freed == 0) continue;
    // One at a time they make one long stream of successive words.
    const CreditStream stream{shifted(now.count() + link_delay_, faults_.credits_out_late), freed, freed > 1};
    network_.cross(
        {far_.node, static_cast<std::uint8_t>(far_.port), static_cast<std::uint8_t>(vc), 0, stream, {}, {}, {}});
  }
}

void BorderLink::put_flit(Cycles now) {
  if (flits_.next() != now.count() + 1) return;
  const Flit flit = flits_.take();
  if (++flits_in_ != faults_.flit_in_lost) flit_out_->put(now, flit);
}

void BorderLink::put_credits(Cycles now) {
  CreditReturn word = 0;
  for (std::size_t vc = 0; vc < credits_.size(); ++vc) {
    if (credits_[vc].empty()) continue;
    auto freed = static_cast<unsigned>(credits_[vc].collect(now.count() + 1));
    if (freed == 0) continue;
    if (++credits_in_ == faults_.credit_in_lost) --freed;
    room_[vc] += static_cast<int>(freed);
    word |= credits_for(static_cast<int>(vc), freed);
  }
  if (word != 0) credit_out_->put(now, word);
}

Cycles BorderLink::next_put(Cycles now) const {
  std::uint64_t next = flits_.next();
  for (const CreditLine& line : credits_) {
    if (!line.empty()) next = std::min(next, line.when(1));
  }
  if (!acked_.empty()) next = std::min(next, acked_.front().next);
  return next == FlitStream::kNever ? kUntilWoken : std::max(now + Cycles{1}, Cycles{next - 1});
}

void BorderLink::report(const std::string& what, Cycles now) const {
  SC_REPORT_ERROR(reports::kBorderProtocol, fmt::format("{}, cycle {}: {}", name(), now.count(), what).c_str());
}

}  // namespace tactus
