#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/router/switch_request.h"
#include "tlm_models/packet/credit_line.h"

namespace tactus {

/// Credits of a router's outputs as of an edge: those at home, and those that are known to be on their way back, which
/// are taken home when they are asked for. Plain class.
class ReturningCredits {
 public:
  ReturningCredits(int ports, int virtual_channels)
      : virtual_channels_(virtual_channels), channels_(static_cast<std::size_t>(ports * virtual_channels)) {}

  /// The buffer behind every VC of `port` has `flits` slots, all of them free.
  void set_capacity(int port, int flits) {
    for (int vc = 0; vc < virtual_channels_; ++vc) channel(port, vc).home = channel(port, vc).capacity = flits;
  }
  [[nodiscard]] int capacity(int port, int vc) const { return channel(port, vc).capacity; }

  /// All answers are as of edge `now`, which never goes back.
  void at(std::uint64_t now) { now_ = now; }
  /// Credits of output `port` and `vc` are on their way back. If there is no room for more, those that have come are
  /// taken home.
  void coming_back(int port, int vc, const CreditStream& stream) {
    Channel& channel = this->channel(port, vc);
    if (channel.coming.crowded()) make_place(port, vc);
    channel.coming.add(stream);
  }

  /// The lowest VC with the credits of `need`, or -1.
  [[nodiscard]] int find_room(int port, const SwitchNeed& need) {
    for (unsigned rest = need.vc_mask; rest != 0; rest &= rest - 1) {
      const int vc = __builtin_ctz(rest);
      const int credits = need.credits_on(vc);
      if (channel(port, vc).home >= credits || collect(port, vc) >= credits) return vc;
    }
    return -1;
  }
  void take(int port, int vc, int flits) { channel(port, vc).home -= flits; }
  /// Takes home what has come. Answers the credits at home; more than its capacity if there are too many.
  int collect(int port, int vc) {
    Channel& channel = this->channel(port, vc);
    if (!channel.coming.empty()) {
      channel.home += channel.coming.collect(now_);
      too_many_ = too_many_ || channel.home > channel.capacity;
    }
    return channel.home;
  }
  /// Slots that are not free at the edge: for OutputChoice.
  [[nodiscard]] int used(int port, int vc) { return capacity(port, vc) - collect(port, vc); }
  /// Credits at home after edge `edge`, which is not before the last one that anything was taken at. Takes nothing
  /// home.
  [[nodiscard]] int free_at(int port, int vc, std::uint64_t edge) const {
    const Channel& channel = this->channel(port, vc);
    return channel.home + channel.coming.arrived(edge);
  }
  /// First edge after `edge` after which more are at home, as far as is known, or CreditLine::kNever.
  [[nodiscard]] std::uint64_t next_after(std::uint64_t edge) const {
    std::uint64_t next = CreditLine::kNever;
    for (const Channel& channel : channels_) next = std::min(next, channel.coming.next_after(edge));
    return next;
  }
  /// The first edge from `edge` on after which so many are at home on the VCs in `vc_mask` together, as far as is
  /// known.
  [[nodiscard]] std::uint64_t when_free(int port, unsigned vc_mask, int wanted, std::uint64_t edge) const {
    const auto enough = [&](std::uint64_t at) {
      int sum = 0;
      for (unsigned rest = vc_mask; rest != 0; rest &= rest - 1) sum += free_at(port, __builtin_ctz(rest), at);
      return sum >= wanted;
    };
    if (!enough(CreditLine::kNever - 1)) return CreditLine::kNever;
    std::uint64_t step = 1;
    for (; !enough(edge + step - 1); step *= 2) continue;
    // The number grows with time: not after `low - 1`, but after `high`.
    std::uint64_t low = edge + step / 2;
    std::uint64_t high = edge + step - 1;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      (enough(middle) ? high : low) = enough(middle) ? middle : middle + 1;
    }
    return high;
  }
  void prefetch(int port) const {
    for (int vc = 0; vc < virtual_channels_; ++vc) __builtin_prefetch(&channel(port, vc));
  }
  /// More credits have come home than were ever given out.
  [[nodiscard]] bool too_many() const { return too_many_; }
  /// First cycle in which a VC will have the credits of `need`, as far as is known; 0 if one has them at home.
  [[nodiscard]] std::uint64_t when(int port, const SwitchNeed& need) const {
    std::uint64_t first = CreditLine::kNever;
    for (unsigned rest = need.vc_mask; rest != 0; rest &= rest - 1) {
      const int vc = __builtin_ctz(rest);
      const Channel& channel = this->channel(port, vc);
      const int lacking = need.credits_on(vc) - channel.home;
      if (lacking <= 0) return 0;
      first = std::min(first, channel.coming.when(lacking));
    }
    return first;
  }

 private:
  /// A line of the cache.
  struct alignas(64) Channel {
    CreditLine coming;
    int home = 0;
    int capacity = 0;
  };
  [[gnu::noinline]] void make_place(int port, int vc) { collect(port, vc); }
  [[nodiscard]] std::size_t index(int port, int vc) const {
    return static_cast<std::size_t>(port * virtual_channels_ + vc);
  }
  Channel& channel(int port, int vc) { return channels_[index(port, vc)]; }
  [[nodiscard]] const Channel& channel(int port, int vc) const { return channels_[index(port, vc)]; }

  int virtual_channels_;
  bool too_many_ = false;
  std::uint64_t now_ = 0;
  std::vector<Channel> channels_;  ///< by output and VC
};

}  // namespace tactus
