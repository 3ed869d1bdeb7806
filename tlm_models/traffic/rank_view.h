#pragma once

#include "hw/common/units.h"
#include "tlm_models/traffic/rank_status.h"

namespace tactus {

/// View of a rank for the end of a run, its checks and its statistics, whatever executes its program.
class RankView {
 public:
  virtual ~RankView() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual bool finished() const = 0;
  /// Time at which the program ended.
  [[nodiscard]] virtual Picoseconds end() const = 0;
  /// It will go on by itself, whatever the network does.
  [[nodiscard]] virtual bool busy() const = 0;
  /// State of the rank for reports: its present wait, and all that is not complete.
  [[nodiscard]] virtual RankStatus status() const = 0;
  /// By how much noise has put off the rank's own work.
  [[nodiscard]] virtual Picoseconds stolen() const { return {}; }
  /// Time of the rank's own work, as far as it is known.
  [[nodiscard]] virtual Picoseconds worked() const { return {}; }
};

}  // namespace tactus
