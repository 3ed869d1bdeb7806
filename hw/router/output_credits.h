#pragma once

#include <array>
#include <cstdint>

#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/switch_request.h"

namespace tactus {

/// Credits of a router's outputs: free flit slots in the next buffer, or packets that it has room for (RouteDecision),
/// by output port and VC.
class OutputCredits {
 public:
  explicit OutputCredits(int virtual_channels) : virtual_channels_(virtual_channels) {}

  /// The buffer behind every VC of `port` has `flits` slots, all of them free.
  void set_capacity(int port, int flits) {
    ports_[index(port)].capacity = flits;
    ports_[index(port)].credits.fill(0);
    for (int vc = 0; vc < virtual_channels_; ++vc) ports_[index(port)].credits[index(vc)] = flits;
  }
  [[nodiscard]] int capacity(int port) const { return ports_[index(port)].capacity; }
  [[nodiscard]] int credits(int port, int vc) const { return ports_[index(port)].credits[index(vc)]; }
  /// Slots that are not free: for OutputChoice.
  [[nodiscard]] int used(int port, int vc) const { return capacity(port) - credits(port, vc); }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }

  /// The lowest VC with the credits of `need`, or -1.
  [[nodiscard]] int find_room(int port, const SwitchNeed& need) const {
    const auto& row = ports_[index(port)].credits;
    for (unsigned rest = need.vc_mask; rest != 0; rest &= rest - 1) {
      const int vc = __builtin_ctz(rest);
      if (row[index(vc)] >= need.credits_on(vc)) return vc;
    }
    return -1;
  }
  void take(int port, int vc, int flits) { ports_[index(port)].credits[index(vc)] -= flits; }
  /// False if more credits have come home than were ever given out.
  [[nodiscard]] bool give(int port, int vc, int flits) {
    int& credits = ports_[index(port)].credits[index(vc)];
    credits += flits;
    return credits <= ports_[index(port)].capacity;
  }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  struct Port {
    std::array<int, kMaxVirtualChannels> credits{};
    int capacity = 0;
  };
  std::array<Port, kMaxRouterPorts> ports_{};
  int virtual_channels_;
};

}  // namespace tactus
