#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "hw/common/line_array.h"
#include "hw/common/router_ports.h"

namespace tactus {

/// Edges at which ports of a router can be granted something next, as far as is known, and the first of them. Plain
/// class.
class Chances {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  explicit Chances(int ports) : own_(static_cast<std::size_t>(ports)), edges_(own_.data()), step_(1) {
    for (int port = 0; port < ports; ++port) edge(port) = kNever;
  }
  /// For ports that have their edges beside other state: `first` is that of port 0, all are kNever, and from one to the
  /// next there are `step` numbers. They outlive this.
  Chances(std::uint64_t* first, std::size_t step) : own_(0), edges_(first), step_(step) {}

  [[nodiscard]] std::uint64_t of(int port) const { return edges_[static_cast<std::size_t>(port) * step_]; }
  void set(int port, std::uint64_t edge) {
    this->edge(port) = edge;
    const PortSet bit = port_bit(port);
    hopeful_ = edge != kNever ? hopeful_ | bit : hopeful_ & ~bit;
    if (edge < first_) {
      first_ = edge;
      first_ports_ = bit;
    } else if (edge == first_) {
      first_ports_ |= bit & hopeful_;
    } else if ((first_ports_ & bit) != 0) {
      first_ports_ &= ~bit;
      if (first_ports_ == 0) find_first();
    }
  }
  /// The ports in `ports` have no chance, and what is first is not known again before `find_first`.
  void forget(PortSet ports) {
    first_ = first_ports_ = 0;
    hopeful_ &= ~ports;
    for (; ports != 0; ports &= ports - 1) edge(first_port(ports)) = kNever;
  }
  void find_first() {
    std::uint64_t first = kNever;
    PortSet ports = 0;
    for (PortSet rest = hopeful_; rest != 0; rest &= rest - 1) {
      const std::uint64_t edge = of(first_port(rest));
      if (edge > first) continue;
      ports = (edge < first ? 0 : ports) | (rest & (~rest + 1));
      first = edge;
    }
    first_ = first;
    first_ports_ = ports;
  }
  /// First edge at which any port has its chance, or kNever.
  [[nodiscard]] std::uint64_t first() const { return first_; }
  /// The ports that have it then, a bit for each.
  [[nodiscard]] PortSet first_ports() const { return first_ports_; }
  /// A hint to the cache that they are about to be read or set.
  void prefetch() const { __builtin_prefetch(edges_); }

 private:
  std::uint64_t& edge(int port) { return edges_[static_cast<std::size_t>(port) * step_]; }

  std::uint64_t first_ = kNever;
  PortSet first_ports_ = 0;
  PortSet hopeful_ = 0;  ///< ports that have a chance
  LineArray<std::uint64_t> own_;
  std::uint64_t* edges_;
  std::size_t step_;
};

}  // namespace tactus
