// A gap that a NIC learns: it grows while packets start late, and never shrinks. Meant for pacing.mode off and a
// window.
#include <algorithm>
#include <array>

#include "hw/nic/injection_control.h"

namespace {
using namespace tactus;

constexpr NumberKey kFirst{"learned_bias", 0.25, "Bias in packets to begin with.", 0, 3};
constexpr double kStep = 0.25;  ///< packets
constexpr double kMost = 3;     ///< packets
constexpr Cycles kLate{128};
constexpr Cycles kPause{4096};  ///< between two steps; an engine that started nothing for so long is idle

/// A packet of L flits over h links keeps its engine for L max(1, (h + b) a / n) cycles: a of n engines are busy, and b
/// is the NIC's bias. A packet that is more than 128 cycles late, as a window or the router make it, raises b. The
/// first packet of a message neither waits nor teaches.
class LearnedGap final : public InjectionControl {
 public:
  explicit LearnedGap(const ControlPlace& place)
      : network_(place.machine.network),
        position_(place.position),
        nics_(place.machine.nics()),
        bias_(kFirst.of(place.control)) {}

  bool may_start(const PacketHeader& packet, Cycles now) const override {
    return packet.transport.packet_index == 0 || now >= engines_[packet.route.source_nic].due;
  }
  Cycles look_again(const PacketHeader& packet, Cycles /*now*/) const override {
    return engines_[packet.route.source_nic].due;
  }
  void started(const PacketHeader& packet, Cycles now) override {
    Engine& engine = engines_[packet.route.source_nic];
    const bool is_late = packet.transport.packet_index > 0 && now > engine.due + kLate;
    if (is_late && now >= next_step_ && bias_ < kMost) {
      bias_ += kStep;
      next_step_ = now + kPause;
    }
    engine.idle_from = now + kPause;
    const auto busy =
        std::count_if(engines_.begin(), engines_.end(), [now](const Engine& e) { return now < e.idle_from; });
    const double hops = network_.hops(position_, packet.route.destination);
    const double share = (hops + bias_) * static_cast<double>(busy) / nics_;
    engine.due = now + Cycles{static_cast<std::uint64_t>(packet.route.flits * std::max(1.0, share))};
  }

 private:
  struct Engine {
    Cycles due;        ///< slot of the next packet of its message
    Cycles idle_from;  ///< edge from which it counts as idle
  };

  const NetworkShape& network_;
  Coordinate position_;
  int nics_;
  double bias_;  ///< packets
  Cycles next_step_;
  std::array<Engine, kMaxNics> engines_;
};

const Registered<ControlKind> kLearned{control_of<LearnedGap>(
    "learned_gap", "A gap by distance and by busy engines, with a bias that grows while packets start late.",
    {kFirst})};
}  // namespace
