#pragma once

#include <cstdint>

namespace tactus {

/// rtl/router/route_draw.sv of NIC 5 in a network of three dimensions.
class RouteDrawRtl {
 public:
  static constexpr int kNic = 5;

  /// Of the node at `position`, in fields of 8 bits, in a network of `shape`, in fields of 9 bits.
  RouteDrawRtl(std::uint32_t position, std::uint32_t shape);
  ~RouteDrawRtl();
  RouteDrawRtl(const RouteDrawRtl&) = delete;
  RouteDrawRtl& operator=(const RouteDrawRtl&) = delete;

  /// A packet that is injected in this cycle goes the second way.
  bool second(std::uint32_t inject_cycle);

 private:
  struct Verilated;
  Verilated* verilated_;
};

}  // namespace tactus
