#include "tlm_models/noise/periodic_noise.h"

#include "tlm_models/noise/noise_streams.h"

namespace tactus {

PeriodicNoise::PeriodicNoise(Picoseconds period, Picoseconds length, std::uint64_t seed)
    : period_(period.count()), length_(length.count()), phases_(seed ^ kNoiseSeed, kNoisePhaseStream) {}

Picoseconds PeriodicNoise::awake(std::uint64_t process, Picoseconds time) const {
  const std::uint64_t since = since_start(process, time);
  return since < length_ ? time + Picoseconds{length_ - since} : time;
}

Picoseconds PeriodicNoise::next_event(std::uint64_t process, Picoseconds time) const {
  const std::uint64_t since = since_start(process, time);
  return since == 0 ? time : time + Picoseconds{period_ - since};
}

Picoseconds PeriodicNoise::added(std::uint64_t process, Picoseconds begin, Picoseconds work) const {
  const std::uint64_t until_start = (next_event(process, begin) - begin).count();
  if (work.count() <= until_start) return {};
  return Picoseconds{length_ * (1 + (work.count() - until_start - 1) / period_)};
}

Picoseconds PeriodicNoise::end_of_work(std::uint64_t process, Picoseconds begin, Picoseconds work) const {
  const std::uint64_t since = since_start(process, begin);
  const Picoseconds from = since < length_ ? begin + Picoseconds{length_ - since} : begin;
  if (work.count() == 0) return from;
  const std::uint64_t used = since < length_ ? 0 : since - length_;  // of the free part of the period
  const std::uint64_t events = (used + work.count() - 1) / (period_ - length_);
  return from + work + Picoseconds{events * length_};
}

}  // namespace tactus
