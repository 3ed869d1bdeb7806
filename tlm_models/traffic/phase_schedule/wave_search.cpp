#include "tlm_models/traffic/phase_schedule/wave_search.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "tlm_models/traffic/phase_schedule/phase_wave.h"
#include "tlm_models/traffic/phase_schedule/stagger_search.h"

namespace tactus {

WaveSearch::WaveSearch(const PhaseNetwork& network, std::vector<PhaseMessage> messages, int slots, std::int64_t slot,
                       KnownStaggers& known)
    : network_(network), messages_(std::move(messages)), slots_(slots), slot_(slot), known_(known) {}

std::optional<std::vector<PhaseEngine>> WaveSearch::run(PhaseEffort effort) {
  for (int d = 0; d < network_.shape.dimensions(); ++d) {
    options_[static_cast<std::size_t>(d)] = waves_along(d);
    if (options_[static_cast<std::size_t>(d)].empty()) return std::nullopt;
  }
  combine(0, {}, {});
  const Waves* best = nullptr;
  for (const std::size_t i : least_early()) {
    const std::vector<int>& staggers = this->staggers(found_[i]);
    if (staggers.empty()) continue;
    const auto asked = static_cast<std::int64_t>(network_.lateness.count());
    const std::int64_t needed = best == nullptr ? asked : lateness_ + 1;
    const std::int64_t stands = lateness(found_[i], staggers, needed);
    if (stands < needed) continue;
    best = &found_[i];
    early_ = found_[i].early;
    lateness_ = stands;
    if (effort == PhaseEffort::kAny || lateness_ == slot_ - 1) break;
  }
  if (best == nullptr) return std::nullopt;
  return engines(*best, staggers(*best));
}

std::vector<std::size_t> WaveSearch::least_early() const {
  std::vector<std::size_t> order(found_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto earlier = [this](std::size_t a, std::size_t b) {
    return std::make_pair(found_[a].early, a) < std::make_pair(found_[b].early, b);
  };
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), kMostTries));
  std::partial_sort(order.begin(), end, order.end(), earlier);
  order.erase(end, order.end());
  return order;
}

void WaveSearch::take_slots(const Waves& waves, const std::vector<int>& staggers) {
  taken_.assign(static_cast<std::size_t>(kMaxTorusDirections * slots_), Taken{});
  for (std::size_t i = 0; i < staggers.size(); ++i) {
    std::int64_t slot = staggers[i];
    Taken packet{kMaxTorusDirections + static_cast<int>(i), 0};
    for (int d = 0; d < network_.shape.dimensions(); ++d) {
      const Wave& wave = waves.along[static_cast<std::size_t>(d)];
      const int entry = messages_[i].offset[d];
      const std::size_t way = entry < 0 ? 1 : 0;
      const int direction = static_cast<int>(direction_of(d, entry < 0));
      for (int link = 0; link < std::abs(entry); ++link, slot += wave.cadence[way]) {
        taken_[static_cast<std::size_t>(direction * slots_ + modulo(slot, slots_))] = packet;
        packet.input = direction;
        packet.early += wave.wait[way];
      }
    }
  }
}

std::int64_t WaveSearch::lateness(const Waves& waves, const std::vector<int>& staggers, std::int64_t needed) {
  take_slots(waves, staggers);
  std::int64_t least = slot_ - 1;
  for (auto direction = taken_.cbegin(); direction != taken_.cend() && least >= needed; direction += slots_) {
    for (int slot = 0; slot < slots_; ++slot) {
      const Taken& packet = direction[slot];
      for (int before = 1; packet.input != kNobody && before < slots_; ++before) {
        const Taken& other = direction[slot < before ? slot - before + slots_ : slot - before];
        if (other.input == kNobody || other.input == packet.input) continue;
        least = std::min(least, before * slot_ - 1 - packet.early);
        break;
      }
    }
  }
  return least;
}

std::int64_t WaveSearch::most_early() const { return static_cast<std::int64_t>(network_.room.count()); }

int WaveSearch::waits_along(const PhaseMessage& message, int d) const {
  for (int later = d + 1; later < network_.shape.dimensions(); ++later) {
    if (message.offset[later] != 0) return std::abs(message.offset[d]);
  }
  return std::max(0, std::abs(message.offset[d]) - 1);
}

/// All that differ: as many turns as the ring has nodes are as good as none.
std::vector<WaveSearch::Wave> WaveSearch::waves_along(int d) const {
  bool waits = false;
  bool forward = false;
  for (const PhaseMessage& message : messages_) {
    waits = waits || waits_along(message, d) > 0;
    forward = forward || message.offset[d] > 0;
  }
  std::vector<Wave> waves;
  for (int turns = 0; turns < (waits ? network_.shape.size(d) : 1); ++turns) {
    const Wave each = wave(d, forward ? turns : -turns);
    const bool early = std::any_of(messages_.begin(), messages_.end(), [&](const PhaseMessage& message) {
      return waits_along(message, d) * each.wait[message.offset[d] < 0 ? 1 : 0] > most_early();
    });
    if (!early && slots_differ(d, each)) waves.push_back(each);
  }
  return waves;
}

/// The fewest slots with which no packet leaves before it has come.
WaveSearch::Wave WaveSearch::wave(int d, int turns) const {
  const std::int64_t ring = turns * slots_ * slot_;
  const std::int64_t less = floor_div(ring, network_.shape.size(d));
  const std::int64_t more = ceiling_div(ring, network_.shape.size(d));
  const auto hop = static_cast<std::int64_t>(network_.hop[static_cast<std::size_t>(d)].count());
  Wave wave;
  wave.turns = turns;
  const std::int64_t forward = ceiling_div(hop + more, slot_);
  const std::int64_t backward = ceiling_div(hop - less, slot_);
  wave.cadence = {static_cast<int>(forward), static_cast<int>(backward)};
  wave.wait = {forward * slot_ - less - hop, backward * slot_ + more - hop};
  return wave;
}

/// A packet takes another slot on each link of the dimension.
bool WaveSearch::slots_differ(int d, const Wave& wave) const {
  return std::all_of(messages_.begin(), messages_.end(), [&](const PhaseMessage& message) {
    const int cadence = wave.cadence[message.offset[d] < 0 ? 1 : 0];
    return slots_ / std::gcd(slots_, cadence) >= std::abs(message.offset[d]);
  });
}

void WaveSearch::combine(int d, const Waves& chosen, const Early& early) {
  if (d == network_.shape.dimensions()) {
    found_.push_back(chosen);
    found_.back().early = *std::max_element(early.begin(), early.end());
    return;
  }
  for (const Wave& each : options_[static_cast<std::size_t>(d)]) {
    Early sum = early;
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      sum[i] += waits_along(messages_[i], d) * each.wait[messages_[i].offset[d] < 0 ? 1 : 0];
    }
    if (*std::max_element(sum.begin(), sum.end()) > most_early()) continue;
    Waves next = chosen;
    next.along[static_cast<std::size_t>(d)] = each;
    combine(d + 1, next, sum);
  }
}

std::vector<PhaseEngine> WaveSearch::engines(const Waves& waves, const std::vector<int>& staggers) const {
  std::vector<PhaseEngine> engines;
  for (std::size_t i = 0; i < staggers.size(); ++i) {
    PhaseEngine engine;
    engine.message = messages_[i];
    engine.stagger = staggers[i];
    for (int d = 0; d < network_.shape.dimensions(); ++d) {
      const auto index = static_cast<std::size_t>(d);
      engine.turns[index] = waves.along[index].turns;
      engine.cadence[index] = waves.along[index].cadence[engine.message.offset[d] < 0 ? 1 : 0];
    }
    engines.push_back(std::move(engine));
  }
  return engines;
}

const std::vector<int>& WaveSearch::staggers(const Waves& waves) const {
  StaggerKey key{slots_};
  std::size_t next = 1;
  for (int d = 0; d < network_.shape.dimensions(); ++d) {
    for (const int cadence : waves.along[static_cast<std::size_t>(d)].cadence) {
      key[next++] = static_cast<int>(modulo(cadence, slots_));
    }
  }
  auto found = known_.find(key);
  if (found == known_.end()) found = known_.emplace(key, search_staggers(waves)).first;
  return found->second;
}

std::vector<int> WaveSearch::search_staggers(const Waves& waves) const {
  std::vector<std::vector<TakenSlot>> packets;
  for (const PhaseMessage& message : messages_) {
    std::vector<TakenSlot> taken;
    std::int64_t slot = 0;
    for (int d = 0; d < network_.shape.dimensions(); ++d) {
      const bool backward = message.offset[d] < 0;
      const int cadence = waves.along[static_cast<std::size_t>(d)].cadence[backward ? 1 : 0];
      for (int link = 0; link < std::abs(message.offset[d]); ++link, slot += cadence) {
        taken.push_back({static_cast<std::size_t>(direction_of(d, backward)), static_cast<int>(modulo(slot, slots_))});
      }
    }
    packets.push_back(std::move(taken));
  }
  return find_staggers(slots_, packets);
}

}  // namespace tactus
