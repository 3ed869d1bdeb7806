#pragma once

#include <vector>

#include "hw/nic/injection_control.h"

// Packets that unit tests of injection controls give to the control of one NIC.

namespace tactus::test {

inline constexpr Coordinate kHere{1, 2};
inline constexpr std::uint32_t kFullPayload = 2016;

inline MachineConfig machine_of(int size) {
  MachineConfig machine;
  machine.network = {size, size};
  return machine;
}

/// Packet `index` of a message of `packets` full packets.
inline PacketHeader data_packet(Coordinate from, int from_nic, Coordinate to, int to_nic, std::uint32_t packets,
                                std::uint32_t index) {
  PacketHeader header;
  header.route.source = from;
  header.route.source_nic = static_cast<std::uint8_t>(from_nic);
  header.route.destination = to;
  header.route.destination_nic = static_cast<std::uint8_t>(to_nic);
  header.route.flits = 128;
  header.transport.message_bytes = packets * kFullPayload;
  header.transport.packet_index = index;
  header.transport.payload_bytes = kFullPayload;
  return header;
}

/// A control packet for engine `nic` of this node, of `packets` packets.
inline PacketHeader answer(PacketKind kind, Coordinate from, int nic, std::uint32_t packets, std::uint32_t cycle = 0) {
  PacketHeader header;
  header.route.kind = kind;
  header.route.source = from;
  header.route.destination = kHere;
  header.route.destination_nic = static_cast<std::uint8_t>(nic);
  header.transport.packet_index = packets;
  header.transport.create_cycle = cycle;
  return header;
}

/// What `control` has to send by `engine`, all of it.
inline std::vector<PacketHeader> take_all(InjectionControl& control, int engine) {
  std::vector<PacketHeader> all;
  while (!control.outgoing(engine).empty()) all.push_back(control.outgoing(engine).take());
  return all;
}

struct FakeRoom final : RouterRoom {
  [[nodiscard]] OutputRoom towards(const RouteHeader&, Cycles) const override { return room; }
  [[nodiscard]] Cycles when(const RouteHeader&, int free, Cycles) const override {
    return Cycles{static_cast<std::uint64_t>(free)};
  }
  OutputRoom room;
};

/// The control of `kind` with the settings of `control` for the NIC at kHere.
inline std::unique_ptr<InjectionControl> made(const ControlName& kind, ControlConfig control,
                                              const MachineConfig& machine, const RouterRoom* room = nullptr) {
  control.kind = kind;
  return make_injection_control({control, machine, kHere, room});
}

}  // namespace tactus::test
