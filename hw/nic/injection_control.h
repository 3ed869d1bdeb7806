#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/control_config.h"
#include "hw/common/machine_config.h"
#include "hw/common/nic_config.h"
#include "hw/nic/control_queue.h"
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

  /// `packet`, the next of its engine, may go at edge `now`.
  [[nodiscard]] virtual bool may_start(const PacketHeader& packet, Cycles now) const = 0;
  /// It may not; the first edge at which that may be otherwise though nothing is told.
  [[nodiscard]] virtual Cycles look_again(const PacketHeader& /*packet*/, Cycles /*now*/) const {
    return Cycles::max();
  }
  /// Besides, a packet waits until the one before it has begun to leave the router's NIC buffer.
  [[nodiscard]] virtual bool one_at_router() const { return false; }
  virtual void started(const PacketHeader& /*packet*/) {}

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

/// The policy of `control` for the NIC at `position`; null for none. `room` may be null unless it is an injection
/// limit; it and `machine` outlive the policy.
std::unique_ptr<InjectionControl> make_injection_control(const ControlConfig& control, const MachineConfig& machine,
                                                         Coordinate position, const RouterRoom* room);

}  // namespace tactus
