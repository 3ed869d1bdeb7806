#include "tlm_models/traffic/phase_schedule/stagger_search.h"

#include <utility>

namespace tactus {

StaggerSearch::StaggerSearch(int slots, std::vector<std::vector<TakenSlot>> packets)
    : slots_(slots), packets_(std::move(packets)), staggers_(packets_.size()) {
  for (std::vector<char>& direction : taken_) direction.assign(static_cast<std::size_t>(slots), 0);
}

std::vector<int> StaggerSearch::run() {
  if (!packets_.empty() && place(0)) return staggers_;
  return {};
}

bool StaggerSearch::place(std::size_t packet) {
  if (packet == packets_.size()) return true;
  const int last = packet == 0 ? 1 : slots_;
  for (int stagger = 0; stagger < last && steps_ < kMostSteps; ++stagger) {
    ++steps_;
    if (!take(packet, stagger)) continue;
    staggers_[packet] = stagger;
    if (place(packet + 1)) return true;
    leave(packet, stagger, packets_[packet].size());
  }
  return false;
}

bool StaggerSearch::take(std::size_t packet, int stagger) {
  const std::vector<TakenSlot>& slots = packets_[packet];
  for (std::size_t i = 0; i < slots.size(); ++i) {
    char& slot = at(slots[i], stagger);
    if (slot != 0) {
      leave(packet, stagger, i);
      return false;
    }
    slot = 1;
  }
  return true;
}

void StaggerSearch::leave(std::size_t packet, int stagger, std::size_t taken) {
  for (std::size_t i = 0; i < taken; ++i) at(packets_[packet][i], stagger) = 0;
}

char& StaggerSearch::at(const TakenSlot& slot, int stagger) {
  return taken_[slot.direction][static_cast<std::size_t>((slot.slot + stagger) % slots_)];
}

}  // namespace tactus
