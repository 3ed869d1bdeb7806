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
  const RankMap* map = nullptr;
  int rank = 0;
  std::string left_to;  ///< processor of a plug-in, and what it has still to do; empty: none
  bool finished = false;
  bool idle = false;                  ///< it goes on when messages are complete
  std::optional<Op> blocked;          ///< the step that is due but cannot take effect
  std::array<int, kMaxNics> sends{};  ///< under way, by NIC
  int local_sends = 0;                ///< under way to ranks of the same node
  std::vector<Op> receives;           ///< under way, by NIC; then from ranks of the same node

  /// "rank (1,0) waits for receives: NIC 2 from (0,1) tag 7, ..."; empty if it does not wait.
  [[nodiscard]] std::string waiting_for() const;
  /// Faults of a rank after the last event of a run: everything that is not complete. Empty if all is well.
  [[nodiscard]] std::vector<std::string> final_faults() const;

 private:
  [[nodiscard]] std::string pending_sends() const;
  [[nodiscard]] std::string pending_receives() const;
};

/// The lines of those that wait, at most `limit`, and how many more there are.
std::string waiting_lines(const std::vector<RankStatus>& ranks, std::size_t limit);

}  // namespace tactus
