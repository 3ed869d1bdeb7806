#pragma once

#include <cstddef>
#include <vector>

#include "tlm_models/node/copies/copy_ping_pong.h"
#include "tlm_models/node/copies/protocol_advisor.h"

namespace tactus {

/// What is advised for a message, and what it takes by each candidate if it is carried out.
struct AdviceTrial {
  std::vector<CopyAdvice> estimates;   ///< of all candidates
  std::vector<Picoseconds> latencies;  ///< of the same
  std::size_t advised = 0;             ///< the one that was
  double advice_s = 0;                 ///< user CPU of it
  double runs_s = 0;                   ///< user CPU of the runs

  [[nodiscard]] std::size_t best() const;
  /// No candidate takes less time than the advised one.
  [[nodiscard]] bool right() const { return latencies[advised] == latencies[best()]; }
  /// By how much longer the advised one takes than the best; 0: not at all.
  [[nodiscard]] double loss() const;
  /// Of an estimate, relative to the run.
  [[nodiscard]] double error(std::size_t candidate) const;
};

/// The candidates of `config`, a ping-pong by kAdvised.
AdviceTrial advice_trial(const CopyPingPongConfig& config);

}  // namespace tactus
