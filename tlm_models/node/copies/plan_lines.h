#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tlm_models/node/copies/copy_plan.h"
#include "tlm_models/node/copies/message_footprints.h"
#include "tlm_models/node/memory/many_core_config.h"

namespace tactus {

/// Shares of lines.
struct LineShares {
  double beyond_l1 = 0;  ///< in sets of L1 that have more lines than ways: least recently used, they lose all of them
  double beyond_l2 = 0;  ///< accesses among `beyond_l1` that L2 does not serve either
  double taken = 0;      ///< read here and written by the other core, or written by both
  double upgraded = 0;   ///< written here and read by the other core
};

/// All lines that a core touches for a message that goes to and fro, and which of them the other core touches too.
class PlanLines {
 public:
  enum class Access : std::uint8_t { kReads, kWrites };

  PlanLines(const CopyMessage& message, const CopyPlan& plan, MessageFootprints& footprints,
            const ManyCoreConfig& node);

  /// Shares of one side of a copy between the two arrays, by the owner of that array or by the other process.
  [[nodiscard]] LineShares of(const SideFootprint& side, bool by_owner, Access access) const;
  /// Shares of intermediate buffers: `data` is gathered into them, or scattered out of them.
  [[nodiscard]] LineShares of_buffers(const SideFootprint& data) const;
  /// Shares of everything together.
  [[nodiscard]] LineShares of_all() const { return shares(all_); }

 private:
  using Lines = std::vector<std::uint64_t>;
  using Sets = std::vector<std::uint32_t>;

  void add_copies(const CopySteps& steps, bool by_sender, MessageFootprints& footprints);
  void add_range(Lines& lines, std::uint64_t address, std::uint64_t bytes) const;
  void note(const SideFootprint& side, bool by_owner, Access access);
  void count_sets();
  [[nodiscard]] LineShares shares(const Lines& lines) const;

  const ManyCoreConfig& node_;
  Lines own_;      ///< lines of this core's process
  Lines partner_;  ///< lines of the other process
  Lines all_;
  Lines buffers_;
  double message_bytes_;
  std::unordered_map<std::uint64_t, std::uint8_t> users_;  ///< by line of an array, if both processes copy directly
  Sets l1_;
  Sets l2_;
};

}  // namespace tactus
