#pragma once

#include <array>
#include <cstdint>

#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"

namespace tactus {

/// Credits of a router's outputs: free flit slots in the next buffer, by output port and VC.
class OutputCredits {
 public:
  explicit OutputCredits(int virtual_channels) : virtual_channels_(virtual_channels) {}

  /// The buffer behind every VC of `port` has `flits` slots, all of them free.
  void set_capacity(int port, int flits) {
    capacity_[index(port)] = flits;
    credits_[index(port)].fill(0);
    for (int vc = 0; vc < virtual_channels_; ++vc) credits_[index(port)][index(vc)] = flits;
  }
  [[nodiscard]] int capacity(int port) const { return capacity_[index(port)]; }
  [[nodiscard]] int credits(int port, int vc) const { return credits_[index(port)][index(vc)]; }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }

  /// The lowest VC in `vc_mask` with room for `flits`, or -1.
  [[nodiscard]] int find_room(int port, unsigned vc_mask, int flits) const {
    const auto& row = credits_[index(port)];
    for (unsigned rest = vc_mask; rest != 0; rest &= rest - 1) {
      const int vc = __builtin_ctz(rest);
      if (row[index(vc)] >= flits) return vc;
    }
    return -1;
  }
  void take(int port, int vc, int flits) { credits_[index(port)][index(vc)] -= flits; }
  /// False if more credits have come home than were ever given out.
  [[nodiscard]] bool give(int port, int vc, int flits) {
    int& credits = credits_[index(port)][index(vc)];
    credits += flits;
    return credits <= capacity_[index(port)];
  }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  int virtual_channels_;
  std::array<int, kMaxRouterPorts> capacity_{};
  std::array<std::array<int, kMaxVirtualChannels>, kMaxRouterPorts> credits_{};
};

}  // namespace tactus
