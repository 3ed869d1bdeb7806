#pragma once

#include <cstdint>
#include <vector>

#include "hw/router/output_credits.h"
#include "tlm_models/packet/credit_line.h"

namespace tactus {

/// Credits of a router's outputs as of an edge: those at home, and those that are known to be on their way back, which
/// are taken home when they are asked for. Plain class.
class ReturningCredits {
 public:
  explicit ReturningCredits(int virtual_channels)
      : virtual_channels_(virtual_channels),
        home_(virtual_channels),
        lines_(static_cast<std::size_t>(kRouterPorts * virtual_channels)) {}

  void set_capacity(int port, int flits) { home_.set_capacity(port, flits); }
  [[nodiscard]] int capacity(int port) const { return home_.capacity(port); }

  /// All answers are as of edge `now`, which never goes back.
  void at(std::uint64_t now) { now_ = now; }
  /// Of output `port` and `vc`.
  void coming_back(int port, int vc, const CreditStream& stream) { line(port, vc).add(stream); }

  /// The lowest VC in `vc_mask` with room for `flits`, or -1.
  [[nodiscard]] int find_room(int port, unsigned vc_mask, int flits) {
    for (unsigned rest = vc_mask; rest != 0; rest &= rest - 1) {
      const int vc = __builtin_ctz(rest);
      if (home_.credits(port, vc) >= flits || collect(port, vc) >= flits) return vc;
    }
    return -1;
  }
  void take(int port, int vc, int flits) { home_.take(port, vc, flits); }
  /// Takes home what has come. Answers the credits at home; more than its capacity if there are too many.
  int collect(int port, int vc) {
    CreditLine& line = this->line(port, vc);
    if (!line.empty() && !home_.give(port, vc, line.collect(now_))) too_many_ = true;
    return home_.credits(port, vc);
  }
  /// More credits have come home than were ever given out.
  [[nodiscard]] bool too_many() const { return too_many_; }
  /// First cycle in which a VC in `vc_mask` will have `flits` credits, as far as is known; none has them now.
  [[nodiscard]] std::uint64_t when(int port, unsigned vc_mask, int flits) const {
    std::uint64_t first = CreditLine::kNever;
    for (unsigned rest = vc_mask; rest != 0; rest &= rest - 1) {
      const int vc = __builtin_ctz(rest);
      first = std::min(first, line(port, vc).when(flits - home_.credits(port, vc)));
    }
    return first;
  }

 private:
  [[nodiscard]] std::size_t index(int port, int vc) const {
    return static_cast<std::size_t>(port * virtual_channels_ + vc);
  }
  CreditLine& line(int port, int vc) { return lines_[index(port, vc)]; }
  [[nodiscard]] const CreditLine& line(int port, int vc) const { return lines_[index(port, vc)]; }

  int virtual_channels_;
  bool too_many_ = false;
  std::uint64_t now_ = 0;
  OutputCredits home_;
  std::vector<CreditLine> lines_;
};

}  // namespace tactus
