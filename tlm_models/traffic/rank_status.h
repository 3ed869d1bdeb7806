#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/router_ports.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// How far a rank has come, for texts about who waits for what; the same texts at every level.
struct RankStatus {
  /// A receive slot that is in use.
  struct HeldSlot {
    int rank = 0;  ///< that has posted
    Op receive;
    bool cancelled = false;  ///< nobody waits any more, but its message has not come
  };

  const RankMap* map = nullptr;
  int rank = 0;
  bool finished = false;
  std::optional<Op> blocked;          ///< the step that is due but cannot take effect
  std::array<int, kMaxNics> sends{};  ///< under way, by NIC
  int local_sends = 0;                ///< under way to ranks of the same node
  std::vector<Op> receives;           ///< under way, by NIC; then from ranks of the same node
  // Of the rank's node, while the rank waits for room there:
  std::array<int, kMaxNics> node_sends{};  ///< under way, by NIC
  std::vector<HeldSlot> held_slots;        ///< of the NIC whose slot it waits for

  /// "rank (1,0) waits for receives: NIC 2 from (0,1) tag 7, ..."; empty if it does not wait.
  [[nodiscard]] std::string waiting_for() const;
  /// What is not complete after the last event of a run; empty if all is well.
  [[nodiscard]] std::vector<std::string> final_faults() const;

 private:
  [[nodiscard]] std::string pending_sends() const;
  [[nodiscard]] std::string pending_receives() const;
  [[nodiscard]] std::string slots_in_use() const;
  [[nodiscard]] std::string descriptors_in_use() const;
};

/// The lines of those that wait, at most `limit`, and how many more there are. Before them, if ranks wait in a circle
/// for receive slots that each other's receives hold, that circle.
std::string waiting_lines(const std::vector<RankStatus>& ranks, std::size_t limit);

}  // namespace tactus
