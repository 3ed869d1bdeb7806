#include "tlm_models/traffic/phase_schedule/stagger_search.h"

#include <array>
#include <bitset>

#include "hw/common/router_ports.h"

namespace tactus {
namespace {

using Packets = std::vector<std::vector<TakenSlot>>;

/// Sets of slots in `Bits` bits, at least as many as there are slots.
template <std::size_t Bits>
class StaggerSearch {
 public:
  StaggerSearch(std::size_t slots, const Packets& packets)
      : slots_(slots),
        packets_(packets.size()),
        all_(Set{}.set() >> (Bits - slots)),
        beside_(packets_ * packets_, all_),
        free_(packets_ * packets_, all_),
        staggers_(packets_) {
    for (std::size_t a = 0; a < packets_ && possible_; ++a) {
      Taken taken{};
      for (const TakenSlot& each : packets[a]) {
        auto slot = taken[each.direction][static_cast<std::size_t>(each.slot)];
        possible_ = possible_ && !slot;
        slot = true;
      }
      for (std::size_t b = a + 1; b < packets_ && possible_; ++b) find_beside(a, b, taken, packets[b]);
    }
  }

  std::vector<int> run() {
    if (packets_ != 0 && possible_ && place(0)) return staggers_;
    return {};
  }

 private:
  using Set = std::bitset<Bits>;
  using Taken = std::array<Set, kMaxTorusDirections>;

  /// Every slot of `set` is `by` later, modulo the slots.
  [[nodiscard]] Set later(const Set& set, std::size_t by) const {
    return ((set << by) | (set >> (slots_ - by))) & all_;
  }

  /// The staggers of packet `b`, counted from the stagger of packet `a`, with which they share no slot.
  void find_beside(std::size_t a, std::size_t b, const Taken& by_a, const std::vector<TakenSlot>& of_b) {
    Set staggers = all_;
    for (const TakenSlot& each : of_b) {
      staggers &= ~later(by_a[each.direction], (slots_ - static_cast<std::size_t>(each.slot)) % slots_);
    }
    beside_[pair(a, b)] = staggers;
    possible_ = staggers.any();
  }

  bool place(std::size_t packet) {
    if (packet == packets_) return true;
    const std::size_t last = packet == 0 ? 1 : slots_;
    for (std::size_t stagger = 0; stagger < last && steps_ < kMostSteps; ++stagger) {
      ++steps_;
      if (packet != 0 && !free_[pair(packet - 1, packet)][stagger]) continue;
      staggers_[packet] = static_cast<int>(stagger);
      if (leave_free(packet, stagger) && place(packet + 1)) return true;
    }
    return false;
  }

  /// Leaves the packets after `packet` their staggers beside its own. Whether each has one.
  bool leave_free(std::size_t packet, std::size_t stagger) {
    for (std::size_t other = packet + 1; other < packets_; ++other) {
      Set& left = free_[pair(packet, other)];
      left = later(beside_[pair(packet, other)], stagger);
      if (packet != 0) left &= free_[pair(packet - 1, other)];
      if (left.none()) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t pair(std::size_t a, std::size_t b) const { return a * packets_ + b; }

  static constexpr int kMostSteps = 200'000;

  const std::size_t slots_;
  const std::size_t packets_;
  const Set all_;
  int steps_ = 0;
  bool possible_ = true;  ///< each two packets alone have staggers
  std::vector<Set> beside_;
  /// By pair: staggers of the second packet beside those of all packets up to the first one.
  std::vector<Set> free_;
  std::vector<int> staggers_;
};

}  // namespace

std::vector<int> find_staggers(int slots, const Packets& packets) {
  const auto count = static_cast<std::size_t>(slots);
  if (slots <= 64) return StaggerSearch<64>(count, packets).run();
  if (slots <= kMostStaggers) return StaggerSearch<kMostStaggers>(count, packets).run();
  return {};
}

}  // namespace tactus
