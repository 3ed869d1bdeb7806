// Additive increase, multiplicative decrease, by the delay of acknowledgements.
#include <algorithm>
#include <array>

#include "hw/nic/injection_control.h"

namespace {
using namespace tactus;

constexpr NumberKey kTarget{"aimd_target", 3000, "Cycles to an acknowledgement above which a window shrinks.", 1, 1e9};
constexpr NumberKey kFirst{"aimd_window", 4, "Packets of an engine that may be under way at first.", 1, 1000};

class Aimd final : public InjectionControl {
 public:
  explicit Aimd(const ControlPlace& place) : target_(kTarget.of(place.control)) {
    for (Engine& engine : engines_) engine.window = kFirst.of(place.control);
  }

  bool may_start(const PacketHeader& packet, Cycles /*now*/) const override {
    const Engine& engine = engines_[packet.route.source_nic];
    return engine.under_way < engine.window;
  }
  void started(const PacketHeader& packet, Cycles /*now*/) override {
    engines_[packet.route.source_nic].under_way += 1;
  }
  void data_taken(const PacketHeader& packet, Cycles /*now*/) override {
    tell(PacketKind::kAcknowledgement, packet.route, 1);
  }
  bool control_taken(const PacketHeader& packet, Cycles now) override {
    Engine& engine = engines_[packet.route.destination_nic];
    const std::uint32_t delay = static_cast<std::uint32_t>(now.count()) - packet.transport.create_cycle;
    const double packets = packet.transport.packet_index;
    engine.under_way -= packets;
    if (delay <= target_) {
      engine.window += packets / engine.window;
    } else if (now >= engine.next_decrease) {
      engine.window = std::max(1.0, engine.window / 2);
      engine.next_decrease = now + Cycles{delay};
    }
    wake(packet.route.destination_nic);
    return true;
  }

 private:
  struct Engine {
    double window = 1;  ///< packets
    double under_way = 0;
    Cycles next_decrease;
  };

  double target_;
  std::array<Engine, kMaxNics> engines_;
};

ControlPolicy aimd() {
  ControlPolicy policy = control_of<Aimd>(
      "aimd", "A window of packets for each engine: one more per round trip, or half.", {kTarget, kFirst});
  policy.acknowledges = true;
  policy.single_packets = true;
  return policy;
}
const Registered<ControlKind> kAimd{aimd()};
}  // namespace
