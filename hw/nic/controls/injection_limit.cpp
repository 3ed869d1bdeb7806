#include "hw/nic/injection_control.h"
#include "hw/nic/nic_registers.h"

namespace tactus {
namespace {

/// Local injection limitation: a packet is injected only while enough of the slots that it could go on to are free.
///
/// After Baydal, Lopez and Duato (IEEE TPDS 16(9), 2005), whose unit is the free virtual channel; with virtual
/// cut-through it is the free slot. Their rule is the router's, at the head of its injection queue: so a packet also
/// waits until the one before has begun to leave the router's NIC buffer. No control packets.
class InjectionLimit final : public InjectionControl {
 public:
  explicit InjectionLimit(const ControlPlace& place) : share_(place.control.free_share), room_(*place.room) {}

  [[nodiscard]] bool may_start(const PacketHeader& packet, Cycles now) const override {
    const OutputRoom room = room_.towards(packet.route, now);
    return room.free >= needed(room.capacity);
  }
  [[nodiscard]] Cycles look_again(const PacketHeader& packet, Cycles now) const override {
    return room_.when(packet.route, needed(room_.towards(packet.route, now).capacity), now);
  }
  [[nodiscard]] bool one_at_router() const override { return true; }

 private:
  [[nodiscard]] int needed(int capacity) const { return (share_ * capacity + kWhole - 1) / kWhole; }

  static constexpr int kWhole = 16;

  const int share_;  ///< sixteenths
  const RouterRoom& room_;
};

ControlPolicy injection_limit() {
  ControlPolicy policy = control_of<InjectionLimit>(
      "injection_limit", "A packet goes only while enough slots behind its output of the router are free.");
  policy.number = 3;
  policy.router_room = true;
  policy.single_packets = true;
  policy.keys = {ControlKey<int>{{"free_share", &ControlConfig::free_share,
                                  "Sixteenths of the slots behind the router's output that have to be free.", 0, 16},
                                 nic_reg::control_field(nic_reg::kLimit, nic_reg::kLimitFree)}};
  return policy;
}

const Registered<ControlKind> kRegistered{injection_limit()};

}  // namespace
}  // namespace tactus
