#include <fmt/core.h>

#include <algorithm>

#include "hw/nic/injection_control.h"
#include "hw/nic/nic_registers.h"

namespace tactus {
namespace {

constexpr std::uint64_t kPacket = 65'536;  // a packet of the window
// Swift's beta of 0.8 and its largest decrease of 0.5, in sixteenths.
constexpr std::uint64_t kBeta = 13;
constexpr std::uint64_t kMostDecrease = 8;

std::uint64_t packets(int number) { return kPacket * static_cast<std::uint64_t>(number); }

/// A window of packets per engine, led by the delay between a packet and its acknowledgement.
///
/// After Swift (Kumar et al., SIGCOMM 2020, algorithm 1): below the target delay, which grows with the hops, the window
/// grows by `increase` per round trip; above it shrinks by 13/16 of the share that is too much, by half at most, once
/// per round trip. Each packet taken in is acknowledged; acknowledgements that cannot leave at once are joined.
class DelayWindow final : public InjectionControl {
 public:
  explicit DelayWindow(const ControlPlace& place);

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles now) const override;
  void started(const PacketHeader& packet, Cycles now) override;
  void data_taken(const PacketHeader& packet, Cycles now) override;
  bool control_taken(const PacketHeader& packet, Cycles now) override;
  [[nodiscard]] std::vector<std::string> final_faults() const override;

 private:
  /// State of the packets that an engine has sent.
  struct Flow {
    std::uint64_t window = 0;     ///< packets, in 1/65536
    std::uint32_t in_flight = 0;  ///< packets without acknowledgement
    Cycles may_shrink;            ///< not before this edge
  };

  void grow(Flow& flow, std::uint32_t packets) const;
  void shrink(Flow& flow, std::uint64_t delay, std::uint64_t target, Cycles now) const;

  const ControlConfig control_;
  const NetworkShape torus_;
  const Coordinate position_;
  std::array<Flow, kMaxNics> flows_;
};

DelayWindow::DelayWindow(const ControlPlace& place)
    : control_(place.control), torus_(place.machine.network), position_(place.position) {
  for (Flow& flow : flows_) flow.window = packets(control_.first_window);
}

bool DelayWindow::may_start(const PacketHeader& packet, Cycles /*now*/) const {
  const Flow& flow = flows_[packet.route.source_nic];
  return flow.in_flight < flow.window / kPacket;
}

void DelayWindow::started(const PacketHeader& packet, Cycles /*now*/) { ++flows_[packet.route.source_nic].in_flight; }

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

ControlPolicy delay_window() {
  ControlPolicy policy = control_of<DelayWindow>(
      "delay_window", "Each engine has a window of packets, which follows the delay of acknowledgements.");
  policy.number = 4;
  policy.acknowledges = true;
  policy.single_packets = true;
  using namespace nic_reg;
  policy.keys = {
      ControlKey<Cycles>{{"target_delay",
                          &ControlConfig::target_delay,
                          "Target for the time from a packet's injection to its acknowledgement, without distance; "
                          "rounded up to cycles.",
                          {},
                          Cycles{(1U << 24U) - 1},
                          ControlConfig::kTargetDelay},
                         control_field(kDelayTarget, kDelayTargetTarget)},
      ControlKey<Cycles>{{"delay_per_hop",
                          &ControlConfig::delay_per_hop,
                          "Time that each link of the way adds to `pacing.target_delay`.",
                          {},
                          Cycles{(1U << 16U) - 1},
                          ControlConfig::kDelayPerHop},
                         control_field(kDelayPerHop, kDelayPerHopDelay)},
      ControlKey<int>{
          {"first_window", &ControlConfig::first_window,
           "Packets of an engine that may be under way, to begin with; at most `pacing.largest_window`.", 1, 255},
          control_field(kDelayWindow, kDelayWindowFirst)},
      ControlKey<int>{{"largest_window", &ControlConfig::largest_window,
                       "Largest number of packets of an engine that may be under way.", 1, 255},
                      control_field(kDelayWindow, kDelayWindowLargest)},
      ControlKey<PacketEighths>{{"increase", &ControlConfig::increase,
                                 "Packets by which the window grows per round trip below the target, a multiple of "
                                 "1/8.",
                                 PacketEighths{0}, PacketEighths{255}},
                                control_field(kDelayWindow, kDelayWindowIncrease)},
  };
  policy.check = [](const PacingConfig& pacing, ConfigFaults& faults) {
    const ControlConfig& c = pacing.control;
    faults.require(c.first_window <= c.largest_window, "control.first_window", "{} packets: 1 to {}", c.first_window,
                   c.largest_window);
  };
  return policy;
}

const Registered<ControlKind> kRegistered{delay_window()};

}  // namespace
}  // namespace tactus
