#include "hw/nic/delay_window.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

constexpr std::uint64_t kPacket = 65'536;  // a packet of the window
// Swift's beta of 0.8 and its largest decrease of 0.5, in sixteenths.
constexpr std::uint64_t kBeta = 13;
constexpr std::uint64_t kMostDecrease = 8;

std::uint64_t packets(int number) { return kPacket * static_cast<std::uint64_t>(number); }

}  // namespace

DelayWindow::DelayWindow(const ControlConfig& control, NetworkShape torus, Coordinate position)
    : control_(control), torus_(torus), position_(position) {
  for (Flow& flow : flows_) flow.window = packets(control.first_window);
}

bool DelayWindow::may_start(const PacketHeader& packet, Cycles /*now*/) const {
  const Flow& flow = flows_[packet.route.source_nic];
  return flow.in_flight < flow.window / kPacket;
}

void DelayWindow::started(const PacketHeader& packet) { ++flows_[packet.route.source_nic].in_flight; }

void DelayWindow::data_taken(const PacketHeader& packet, Cycles /*now*/) {
  tell(PacketKind::kAcknowledgement, packet.route, 1);
}

bool DelayWindow::control_taken(const PacketHeader& packet, Cycles now) {
  Flow& flow = flows_[packet.route.destination_nic];
  const std::uint32_t acknowledged = packet.transport.packet_index;
  if (packet.route.kind != PacketKind::kAcknowledgement || acknowledged > flow.in_flight) return false;
  flow.in_flight -= acknowledged;
  const std::uint64_t delay = static_cast<std::uint32_t>(now.count()) - packet.transport.create_cycle;
  const auto hops = static_cast<std::uint64_t>(torus_.hops(position_, packet.route.source));
  const std::uint64_t target = control_.target_delay.count() + hops * control_.delay_per_hop.count();
  if (delay < target) {
    grow(flow, acknowledged);
  } else if (now >= flow.may_shrink) {
    shrink(flow, delay, target, now);
  }
  wake(packet.route.destination_nic);
  return true;
}

void DelayWindow::grow(Flow& flow, std::uint32_t packets_taken) const {
  const std::uint64_t per_trip = kPacket / 8 * static_cast<std::uint64_t>(control_.increase.eighths());
  flow.window += per_trip * packets_taken * kPacket / flow.window;
  flow.window = std::min(flow.window, packets(control_.largest_window));
}

void DelayWindow::shrink(Flow& flow, std::uint64_t delay, std::uint64_t target, Cycles now) const {
  const std::uint64_t by_delay = flow.window * kBeta * (delay - target) / (16 * delay);
  flow.window -= std::min(by_delay, flow.window * kMostDecrease / 16);
  flow.window = std::max(flow.window, packets(1));
  flow.may_shrink = now + Cycles{delay};
}

std::vector<std::string> DelayWindow::final_faults() const {
  std::vector<std::string> faults;
  for (std::size_t e = 0; e < flows_.size(); ++e) {
    if (flows_[e].in_flight == 0) continue;
    faults.push_back(fmt::format("NIC {} engine {}: {} packets without acknowledgement", torus_.text(position_), e,
                                 flows_[e].in_flight));
  }
  return faults;
}

}  // namespace tactus
