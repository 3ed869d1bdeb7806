#include "tlm_models/traffic/phase_schedule/stagger_search.h"

#include <algorithm>

namespace tactus {

StaggerSearch::StaggerSearch(int slots, const std::vector<std::vector<TakenSlot>>& packets)
    : slots_(static_cast<std::size_t>(slots)),
      packets_(packets.size()),
      beside_(2 * slots_ * packets_ * packets_, 1),
      free_(slots_ * packets_ * packets_, 1),
      staggers_(packets_) {
  for (std::size_t a = 0; a < packets_ && possible_; ++a) {
    taken_.assign(kMaxDirections * slots_, 0);
    for (const TakenSlot& each : packets[a]) {
      unsigned char& slot = taken_[each.direction * slots_ + static_cast<std::size_t>(each.slot)];
      possible_ = possible_ && slot == 0;
      slot = 1;
    }
    for (std::size_t b = a + 1; b < packets_ && possible_; ++b) find_beside(a, b, packets[b]);
  }
}

void StaggerSearch::find_beside(std::size_t a, std::size_t b, const std::vector<TakenSlot>& of_b) {
  unsigned char* const staggers = beside(a, b);
  for (const TakenSlot& each : of_b) {
    const unsigned char* const taken = &taken_[each.direction * slots_];
    const std::size_t less = slots_ - static_cast<std::size_t>(each.slot);
    for (std::size_t at = 0; at < slots_; ++at) {
      if (taken[at] != 0) staggers[(at + less) % slots_] = 0;
    }
  }
  std::copy(staggers, staggers + slots_, staggers + slots_);
  possible_ = std::find(staggers, staggers + slots_, 1) != staggers + slots_;
}

std::vector<int> StaggerSearch::run() {
  if (packets_ != 0 && possible_ && place(0)) return staggers_;
  return {};
}

bool StaggerSearch::place(std::size_t packet) {
  if (packet == packets_) return true;
  const std::size_t last = packet == 0 ? 1 : slots_;
  for (std::size_t stagger = 0; stagger < last && steps_ < kMostSteps; ++stagger) {
    ++steps_;
    if (packet != 0 && free(packet - 1, packet)[stagger] == 0) continue;
    staggers_[packet] = static_cast<int>(stagger);
    if (leave_free(packet, stagger) && place(packet + 1)) return true;
  }
  return false;
}

bool StaggerSearch::leave_free(std::size_t packet, std::size_t stagger) {
  for (std::size_t other = packet + 1; other < packets_; ++other) {
    // Stagger s of the other is s - stagger from this one.
    const unsigned char* const of_other = beside(packet, other) + slots_ - stagger;
    const unsigned char* const before = packet == 0 ? of_other : free(packet - 1, other);
    unsigned char* const left = free(packet, other);
    unsigned char any = 0;
    for (std::size_t s = 0; s < slots_; ++s) {
      left[s] = static_cast<unsigned char>(of_other[s] & before[s]);
      any = static_cast<unsigned char>(any | left[s]);
    }
    if (any == 0) return false;
  }
  return true;
}

}  // namespace tactus
