#include "tlm_models/noise/poisson_noise.h"

#include <algorithm>
#include <cmath>

#include "tlm_models/noise/noise_streams.h"

namespace tactus {
namespace {

constexpr std::uint64_t kDrawsPerCell = 64;  ///< the number of events; start and length of each
constexpr double kLongestDraw = 36.8;        ///< -log(2^-53), in means

/// P(count <= i) for a mean of 1, in 2^-64.
template <std::size_t Size>
std::array<std::uint64_t, Size> cumulative_counts() {
  std::array<std::uint64_t, Size> table{};
  long double term = std::exp(-1.0L);
  long double sum = 0;
  for (std::size_t i = 0; i < Size; ++i) {
    sum += term;
    term /= static_cast<long double>(i + 1);
    table[i] = sum < 1 ? static_cast<std::uint64_t>(std::ldexp(sum, 64)) : ~std::uint64_t{0};
  }
  return table;
}

}  // namespace

PoissonNoise::PoissonNoise(Picoseconds interval, Picoseconds length, NoiseLength distribution, std::uint64_t seed)
    : interval_(interval.count()), length_(length.count()), distribution_(distribution), seed_(seed ^ kNoiseSeed) {
  if (distribution == NoiseLength::kExponential) {
    reach_ = static_cast<std::int64_t>(
        std::ceil(kLongestDraw * static_cast<double>(length_) / static_cast<double>(interval_)));
  }
}

void PoissonNoise::draw(const RandomStream& stream, std::int64_t number, Cell& cell) const {
  static const auto kCounts = cumulative_counts<kMostEvents>();
  std::uint64_t index = static_cast<std::uint64_t>(number + reach_) * kDrawsPerCell;
  const std::uint64_t lot = stream.bits(index++);
  cell.count = 0;
  while (cell.count < kMostEvents && lot >= kCounts[static_cast<std::size_t>(cell.count)]) ++cell.count;
  for (int i = 0; i < cell.count; ++i) {
    NoiseEvent& event = cell.events[static_cast<std::size_t>(i)];
    const std::uint64_t within = stream.below(index++, interval_);
    // Starts before time 0 wrap around in 64 bits, and sums with them come out right.
    event.start = Picoseconds{static_cast<std::uint64_t>(number) * interval_ + within};
    event.length = Picoseconds{length_};
    if (distribution_ == NoiseLength::kExponential) {
      const double length = -std::log(stream.unit(index)) * static_cast<double>(length_);
      event.length = Picoseconds{std::max<std::uint64_t>(1, static_cast<std::uint64_t>(length))};
    }
    ++index;
  }
}

Picoseconds PoissonNoise::awake(std::uint64_t process, Picoseconds time) const {
  const RandomStream draws = stream(process);
  Cell cell;
  for (bool moved = true; moved;) {
    moved = false;
    const std::int64_t last = cell_of(time);
    for (std::int64_t number = last - reach_; number <= last; ++number) {
      if (number < -reach_) continue;
      draw(draws, number, cell);
      for (const NoiseEvent& event : cell) {
        // In signed numbers: an event may have started before time 0.
        const auto since = static_cast<std::int64_t>((time - event.start).count());
        if (since < 0 || since >= static_cast<std::int64_t>(event.length.count())) continue;
        time = event.start + event.length;
        moved = true;
      }
    }
  }
  return time;
}

Picoseconds PoissonNoise::next_event(std::uint64_t process, Picoseconds time) const {
  const RandomStream draws = stream(process);
  Cell cell;
  for (std::int64_t number = cell_of(time);; ++number) {
    draw(draws, number, cell);
    Picoseconds first = Picoseconds::max();
    for (const NoiseEvent& event : cell) {
      if (event.start >= time && event.start < first) first = event.start;
    }
    if (!(first == Picoseconds::max())) return first;
  }
}

Picoseconds PoissonNoise::added(std::uint64_t process, Picoseconds begin, Picoseconds work) const {
  const RandomStream draws = stream(process);
  const Picoseconds end = begin + work;
  Picoseconds sum{0};
  Cell cell;
  for (std::int64_t number = cell_of(begin); number <= cell_of(end); ++number) {
    draw(draws, number, cell);
    for (const NoiseEvent& event : cell) {
      if (event.start >= begin && event.start < end) sum += event.length;
    }
  }
  return sum;
}

}  // namespace tactus
