#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tlm_models/traffic/phase_schedule/phase_schedule.h"
#include "tlm_models/traffic/phase_schedule/wave_search.h"

namespace tactus {

/// Finds the shortest period with which messages can run together, that stands `network.lateness` and keeps to
/// `network.room`. It tries periods from the load's on, up to `kMostSpareSlots` slots more.
class GroupSearch {
 public:
  /// `messages` are not empty and each has a link to go. `network` outlives this.
  GroupSearch(const PhaseNetwork& network, const std::vector<PhaseMessage>& messages, PhaseEffort effort);

  /// The group with the shortest period, if that is at most `most` cycles; else null. Goes on where the last call
  /// ended.
  const PhaseGroup* find(std::int64_t most);
  /// Packets of the messages that cross the busiest link.
  [[nodiscard]] int load() const { return load_; }

 private:
  struct Period {
    int slots = 0;
    std::int64_t slot = 0;
    [[nodiscard]] std::int64_t cycles() const { return slots * slot; }
  };

  [[nodiscard]] std::vector<Period> periods() const;
  void try_period(const Period& period);

  static constexpr int kMostSpareSlots = 8;

  const PhaseNetwork& network_;
  const PhaseEffort effort_;
  const std::vector<std::vector<PhaseMessage>> parts_;  ///< share no link with each other
  const int load_;
  std::vector<KnownStaggers> known_;  ///< by part
  std::vector<Period> periods_;       ///< shortest first
  std::size_t next_ = 0;              ///< period that is tried next
  std::optional<PhaseGroup> found_;
};

}  // namespace tactus
