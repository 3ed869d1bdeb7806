#pragma once

#include <array>

#include "hw/common/random.h"
#include "tlm_models/noise/noise_source.h"

namespace tactus {

/// Events at the moments of a Poisson process, `interval` apart in the mean, of one length or of exponential ones.
/// Time is cut into cells of `interval`; how many events start in a cell, where, and how long they are, are draws that
/// cell and process number. So any moment of any process is answered alone, from its cell and those before it from
/// which an event can reach it: one for events of one length, at most 37 for exponential ones (a draw of 53 bits is at
/// most 36.8 means long). Overlapping events take the processor once: it is there exp(-length / interval) of the time.
class PoissonNoise final : public NoiseSource {
 public:
  /// `length`, of an event or in the mean, is below `interval`.
  PoissonNoise(Picoseconds interval, Picoseconds length, NoiseLength distribution, std::uint64_t seed);

  [[nodiscard]] Picoseconds awake(std::uint64_t process, Picoseconds time) const override;
  [[nodiscard]] Picoseconds next_event(std::uint64_t process, Picoseconds time) const override;
  [[nodiscard]] Picoseconds added(std::uint64_t process, Picoseconds begin, Picoseconds work) const override;

 private:
  static constexpr int kMostEvents = 20;  ///< in a cell: more have a probability of 2^-64

  /// Events that start in one cell, in no order.
  struct Cell {
    std::array<NoiseEvent, kMostEvents> events;
    int count = 0;

    [[nodiscard]] const NoiseEvent* begin() const { return events.data(); }
    [[nodiscard]] const NoiseEvent* end() const { return events.data() + count; }
  };

  [[nodiscard]] RandomStream stream(std::uint64_t process) const { return {seed_, process}; }
  /// Draws cell `number`; cell 0 starts at time 0, and `reach_` cells are before it.
  void draw(const RandomStream& stream, std::int64_t number, Cell& cell) const;
  [[nodiscard]] std::int64_t cell_of(Picoseconds time) const {
    return static_cast<std::int64_t>(time.count() / interval_);
  }

  std::uint64_t interval_;
  std::uint64_t length_;
  NoiseLength distribution_;
  std::uint64_t seed_;
  std::int64_t reach_ = 1;  ///< cells that an event can span beyond its own
};

}  // namespace tactus
