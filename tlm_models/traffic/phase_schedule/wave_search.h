#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/router_ports.h"
#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

namespace tactus {

/// Staggers of messages depend on these: the slots of a period, and the cadence modulo them in each direction of
/// each dimension.
using StaggerKey = std::array<int, 1 + kMaxTorusDirections>;
/// Staggers of the same messages that have been looked for. Empty where there are none.
using KnownStaggers = std::map<StaggerKey, std::vector<int>>;

/// Finds waves for messages that share links, in a period of `slots` slots of `slot` cycles.
class WaveSearch {
 public:
  /// `known` belongs to these messages, and outlives the search.
  WaveSearch(const PhaseNetwork& network, std::vector<PhaseMessage> messages, int slots, std::int64_t slot,
             KnownStaggers& known);

  /// Engines without phases. None if no wave stands the network's lateness.
  std::optional<std::vector<PhaseEngine>> run(PhaseEffort effort);
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
    int input = kNobody;     ///< its last direction, or the number of directions and that of its engine's entry
    std::int64_t early = 0;  ///< sum of its waits
  };
  static constexpr int kNobody = -1;
  /// Cycles by which the packets of each message can come early.
  using Early = std::array<std::int64_t, kMaxNics>;

  [[nodiscard]] std::vector<Wave> waves_along(int d) const;
  [[nodiscard]] Wave wave(int d, int turns) const;
  [[nodiscard]] bool slots_differ(int d, const Wave& wave) const;
  void combine(int d, const Waves& chosen, const Early& early);
  /// Numbers of the `kMostTries` found waves with which packets come least early, these first.
  [[nodiscard]] std::vector<std::size_t> least_early() const;
  /// One for each message; none if no staggers fit.
  [[nodiscard]] const std::vector<int>& staggers(const Waves& waves) const;
  [[nodiscard]] std::vector<int> search_staggers(const Waves& waves) const;
  [[nodiscard]] std::vector<PhaseEngine> engines(const Waves& waves, const std::vector<int>& staggers) const;
  /// Links of dimension `d` after which the message has another link.
  [[nodiscard]] int waits_along(const PhaseMessage& message, int d) const;
  [[nodiscard]] std::int64_t most_early() const;
  /// Lateness that they stand; if that is below `needed`, any number below it.
  [[nodiscard]] std::int64_t lateness(const Waves& waves, const std::vector<int>& staggers, std::int64_t needed);
  void take_slots(const Waves& waves, const std::vector<int>& staggers);

  static constexpr std::size_t kMostTries = 256;

  const PhaseNetwork& network_;
  const std::vector<PhaseMessage> messages_;
  const int slots_;
  const std::int64_t slot_;
  KnownStaggers& known_;
  std::int64_t early_ = 0;
  std::int64_t lateness_ = 0;
  std::array<std::vector<Wave>, kMaxDimensions> options_;
  std::vector<Waves> found_;
  std::vector<Taken> taken_;  ///< by direction and slot
};

}  // namespace tactus
