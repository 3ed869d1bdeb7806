#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hw/common/config_faults.h"
#include "hw/common/control_config.h"
#include "hw/common/machine_config.h"
#include "hw/common/nic_config.h"
#include "hw/common/policy_key.h"
#include "hw/nic/control_queue.h"
#include "hw/nic/register_layout.h"
#include "hw/nic/router_room.h"

namespace tactus {

/// Policy of a NIC that decides, beside the pacer, when a packet of any of its engines may go.
///
/// PacketSender asks it for the oldest packet of its engine when nothing else keeps that back, and sends its control
/// packets before any such packet. PacketReceiver tells it of every packet taken in. At an edge the telling comes
/// before the asking. Decides only, moves nothing, so that every level calls it. Engines are those of the packets'
/// headers. Reference: docs/reference/injection_control.md.
class InjectionControl {
 public:
  virtual ~InjectionControl() = default;
  InjectionControl() = default;
  InjectionControl(const InjectionControl&) = delete;
  InjectionControl& operator=(const InjectionControl&) = delete;

  /// `packet`, the next of its engine, may go at edge `now`. Asked any number of times; changes nothing.
  [[nodiscard]] virtual bool may_start(const PacketHeader& packet, Cycles now) const = 0;
  /// It may not; the first edge at which that may be otherwise though nothing is told.
  [[nodiscard]] virtual Cycles look_again(const PacketHeader& /*packet*/, Cycles /*now*/) const {
    return Cycles::max();
  }
  /// Besides, a packet waits until the one before it has begun to leave the router's NIC buffer.
  [[nodiscard]] virtual bool one_at_router() const { return false; }
  /// `packet` starts at edge `now`.
  virtual void started(const PacketHeader& /*packet*/, Cycles /*now*/) {}

  /// The tail of a packet of a message has been taken at edge `now`.
  virtual void data_taken(const PacketHeader& /*packet*/, Cycles /*now*/) {}
  /// Tells of a control packet that has been taken in; false if this policy sends none of its kind.
  virtual bool control_taken(const PacketHeader& /*packet*/, Cycles /*now*/) { return false; }

  /// Does all that is due at edge `now` for `engine`. More calls than `next` asks for change nothing.
  virtual void advance(int /*engine*/, Cycles /*now*/) {}
  /// The first edge at which `advance` has something to do for `engine` unless something is told before.
  [[nodiscard]] virtual Cycles next(int /*engine*/) const { return Cycles::max(); }

  /// Control packets that `engine` has to send before its own packets.
  ControlQueue& outgoing(int engine) { return outgoing_[static_cast<std::size_t>(engine)]; }
  [[nodiscard]] const ControlQueue& outgoing(int engine) const { return outgoing_[static_cast<std::size_t>(engine)]; }
  /// Mask of the engines that have something to do at this edge for what has been told since the last call.
  unsigned take_woken() { return std::exchange(woken_, 0U); }

  /// Faults of a policy at rest: state that differs from its first when nothing should be under way. Empty if all is
  /// well.
  [[nodiscard]] virtual std::vector<std::string> final_faults() const { return {}; }

 protected:
  void wake(int engine) { woken_ |= 1U << engine; }
  /// Tells the sender of `packet`, which this NIC has received, of `packets` more.
  void tell(PacketKind kind, const RouteHeader& packet, std::uint32_t packets) {
    outgoing(packet.destination_nic).add(kind, packet, packets);
    wake(packet.destination_nic);
  }

 private:
  std::array<ControlQueue, kMaxNics> outgoing_;
  unsigned woken_ = 0;
};

/// The NIC that an injection control works for. `machine` and `room` outlive the control.
struct ControlPlace {
  const ControlConfig& control;  ///< a copy of what it needs is the control's
  const MachineConfig& machine;  ///< `machine.network.hops` has the links of a way
  Coordinate position{};
  const RouterRoom* room = nullptr;  ///< there is one if the policy has `router_room`
};

/// A key `pacing.<name>` of one injection control, a member of ControlConfig that a field of the control block holds.
template <class T>
struct ControlKey : PolicyKey<ControlConfig, T> {
  nic_reg::WordField field;

  // The setting as the number that the field holds.
  [[nodiscard]] std::int64_t get(const ControlConfig& control) const { return number_of(control.*this->member); }
  void set(ControlConfig& control, std::int64_t number) const { control.*this->member = with_number(number); }
  [[nodiscard]] std::int64_t lowest() const { return this->least ? number_of(*this->least) : 0; }
  [[nodiscard]] std::int64_t highest() const { return this->most ? number_of(*this->most) : field.bits.mask(); }

 private:
  static std::int64_t number_of(T value) {
    if constexpr (std::is_same_v<T, int>) {
      return value;
    } else if constexpr (std::is_same_v<T, PacketEighths>) {
      return value.eighths();
    } else {
      return static_cast<std::int64_t>(value.count());
    }
  }
  static T with_number(std::int64_t number) {
    if constexpr (std::is_same_v<T, int> || std::is_same_v<T, PacketEighths>) {
      return T{static_cast<std::int32_t>(number)};
    } else {
      return T{static_cast<std::uint64_t>(number)};
    }
  }
};
using AnyControlKey =
    std::variant<ControlKey<int>, ControlKey<Cycles>, ControlKey<Bytes>, ControlKey<PacketEighths>, NumberKey>;

/// Calls `each` with every key of `keys` that a register holds.
template <class Each>
void for_registers(const std::vector<AnyControlKey>& keys, Each each) {
  for (const AnyControlKey& key : keys) {
    std::visit(
        [&each](const auto& declared) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(declared)>, NumberKey>) each(declared);
        },
        key);
  }
}

/// Registration of an injection control, in hw/nic/controls/<name>.cpp. Cycle and packet level have every one; the flow
/// level has no packets, and NICs in RTL have no injection control.
struct ControlPolicy : Policy {
  /// nullptr: nothing is controlled.
  std::unique_ptr<InjectionControl> (*make)(const ControlPlace& place) = nullptr;
  /// Value of CONTROL.kind that chooses it; none: it has no registers, and is taken from the machine's configuration.
  std::optional<std::uint32_t> number{};
  bool router_room = false;     ///< it looks at the credits of its router, which a router in RTL does not show
  bool acknowledges = false;    ///< receivers acknowledge every packet
  bool single_packets = false;  ///< it acts on messages of one packet too, as those of an open loop are
  std::vector<AnyControlKey> keys{};
  /// Adds faults that no range of a key tells, by member: "window", "control.piece".
  void (*check)(const PacingConfig& pacing, ConfigFaults& faults) = nullptr;
};

/// The registration of an injection control that is a `C`, made of its place.
template <class C>
ControlPolicy control_of(const char* name, const char* summary, std::vector<AnyControlKey> keys = {}) {
  ControlPolicy policy;
  policy.name = name;
  policy.summary = summary;
  policy.make = [](const ControlPlace& place) -> std::unique_ptr<InjectionControl> {
    return std::make_unique<C>(place);
  };
  policy.keys = std::move(keys);
  return policy;
}

/// The policy of `place.control`; null for none.
std::unique_ptr<InjectionControl> make_injection_control(const ControlPlace& place);

}  // namespace tactus
