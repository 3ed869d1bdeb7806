#include "tlm_models/noise/trace_noise.h"

#include <algorithm>
#include <utility>

#include "tlm_models/noise/noise_streams.h"

namespace tactus {

TraceNoise::TraceNoise(std::vector<NoiseEvent> events, Picoseconds period, std::uint64_t seed)
    : events_(std::move(events)), sums_{0}, period_(period.count()), places_(seed ^ kNoiseSeed, kNoisePhaseStream) {
  for (const NoiseEvent& event : events_) sums_.push_back(sums_.back() + event.length.count());
}

std::size_t TraceNoise::events_before(std::uint64_t place) const {
  const auto starts_before = [](const NoiseEvent& event, std::uint64_t limit) { return event.start.count() < limit; };
  return static_cast<std::size_t>(std::lower_bound(events_.begin(), events_.end(), place, starts_before) -
                                  events_.begin());
}

std::uint64_t TraceNoise::length_before(std::uint64_t played) const {
  return played / period_ * sums_.back() + sums_[events_before(played % period_)];
}

Picoseconds TraceNoise::awake(std::uint64_t process, Picoseconds time) const {
  // An event may begin where another one ends, also from the end of the recording to its beginning.
  for (;;) {
    const std::uint64_t place = played(process, time) % period_;
    const std::size_t started = events_before(place + 1);
    if (started == 0) return time;
    const NoiseEvent& event = events_[started - 1];
    const std::uint64_t end = event.start.count() + event.length.count();
    if (place >= end) return time;
    time += Picoseconds{end - place};
  }
}

Picoseconds TraceNoise::next_event(std::uint64_t process, Picoseconds time) const {
  const std::uint64_t place = played(process, time) % period_;
  const std::size_t next = events_before(place);
  if (next < events_.size()) return time + Picoseconds{events_[next].start.count() - place};
  return time + Picoseconds{period_ - place + events_.front().start.count()};
}

Picoseconds TraceNoise::added(std::uint64_t process, Picoseconds begin, Picoseconds work) const {
  const std::uint64_t from = played(process, begin);
  return Picoseconds{length_before(from + work.count()) - length_before(from)};
}

}  // namespace tactus
