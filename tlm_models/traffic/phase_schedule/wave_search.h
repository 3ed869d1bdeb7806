#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

namespace tactus {

/// Finds waves for messages that share links, in a period of `slots` slots of `slot` cycles.
class WaveSearch {
 public:
  WaveSearch(const PhaseNetwork& network, std::vector<PhaseMessage> messages, int slots, std::int64_t slot);

  /// Engines without phases, with which the group stands most lateness. None if no wave stands the network's.
  std::optional<std::vector<PhaseEngine>> run();
  [[nodiscard]] std::int64_t early() const { return early_; }
  [[nodiscard]] std::int64_t lateness() const { return lateness_; }

 private:
  /// A wave along one dimension. Arrays: forward, backward.
  struct Wave {
    int turns = 0;
    std::array<int, 2> cadence{};
    std::array<std::int64_t, 2> wait{};  ///< longest, in cycles
  };
  /// One wave for each dimension.
  struct Waves {
    std::array<Wave, kMaxDimensions> along;
    std::int64_t early = 0;
  };
  /// A packet in its slot on the links of a direction.
  struct Taken {
    int input = 0;           ///< its last direction, or the number of directions and that of its engine's entry
    std::int64_t early = 0;  ///< sum of its waits
  };

  [[nodiscard]] std::vector<Wave> waves_along(int d) const;
  [[nodiscard]] Wave wave(int d, int turns) const;
  [[nodiscard]] bool slots_differ(int d, const Wave& wave) const;
  void combine(int d, const Waves& chosen, const std::vector<std::int64_t>& early);
  [[nodiscard]] std::vector<PhaseEngine> staggered(const Waves& waves) const;
  /// Links of dimension `d` after which the message has another link.
  [[nodiscard]] int waits_along(const PhaseMessage& message, int d) const;
  [[nodiscard]] std::int64_t most_early() const;
  [[nodiscard]] std::int64_t lateness(const Waves& waves, const std::vector<PhaseEngine>& engines) const;

  static constexpr std::size_t kMostTries = 256;

  const PhaseNetwork& network_;
  const std::vector<PhaseMessage> messages_;
  const int slots_;
  const std::int64_t slot_;
  std::int64_t early_ = 0;
  std::int64_t lateness_ = 0;
  std::array<std::vector<Wave>, kMaxDimensions> options_;
  std::vector<Waves> found_;
};

}  // namespace tactus
