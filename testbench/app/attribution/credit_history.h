#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hw/common/router_config.h"
#include "testbench/app/attribution/history.h"

namespace tactus {

/// Credits of the VCs of an output, as they were at edges that have been: told of what was taken and what came back.
/// Plain class.
class CreditHistory {
 public:
  void set_capacity(int vc, int flits) { credits(vc) = flits; }

  /// A packet of `flits` has been granted.
  void take(int vc, int flits) { credits(vc) -= flits; }
  /// `flits` came back, to be used from edge `first` on: all at once, in any order of edges, or one per edge. These in
  /// the order of edges, and only after those before have come.
  void give(int vc, std::uint64_t first, int flits, bool at_once) {
    static_cast<void>(returns_.add());
    std::size_t place = returns_.size() - 1;
    for (; at_once && place > 0 && returns_[place - 1].first > first; --place) returns_[place] = returns_[place - 1];
    Return& next = returns_[place];
    next.first = first;
    next.flits = static_cast<std::uint16_t>(flits);
    next.vc = static_cast<std::uint8_t>(vc);
    next.at_once = at_once;
    credits(vc) += flits;
  }
  void prefetch() const { returns_.prefetch(); }
  /// `give` makes it grow.
  [[nodiscard]] bool full() const { return returns_.full(); }
  /// Nobody will ask for an edge before `edge`.
  void forget_before(std::uint64_t edge) {
    returns_.forget([edge](const Return& each) { return each.last() <= edge; });
  }
  /// First edge of [begin, end) at which there were `flits`; `end` if there was none. From `begin` on `taken_later`
  /// have been taken, all of them at `end` or later.
  [[nodiscard]] std::uint64_t first_room(int vc, std::uint64_t begin, std::uint64_t end, int flits,
                                         int taken_later) const {
    // What may still be away, of all that has come back.
    int spare = credits_[static_cast<std::size_t>(vc)] + taken_later - flits;
    if (spare < 0) return end;
    for (std::size_t i = returns_.size(); i > 0 && returns_[i - 1].last() > begin; --i) {
      const Return& last = returns_[i - 1];
      if (last.vc != vc) continue;
      if (last.flits > spare)
        return std::clamp(last.last() - (last.at_once ? 0 : static_cast<unsigned>(spare)), begin, end);
      spare -= last.flits;
    }
    return begin;
  }

 private:
  struct Return {
    std::uint64_t first;
    std::uint16_t flits;
    std::uint8_t vc;
    bool at_once;

    /// Edge at which all are there.
    [[nodiscard]] std::uint64_t last() const { return at_once ? first : first + flits - 1; }
  };

  int& credits(int vc) { return credits_[static_cast<std::size_t>(vc)]; }

  History<Return> returns_;
  std::array<int, kMaxVirtualChannels> credits_{};  ///< when all that is known of has come back
};

}  // namespace tactus
