#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// One of several programs that run side by side.
struct JobInfo {
  std::string name;
  std::string algorithm;
  std::vector<int> ranks;  ///< ranks of the machine, by the job's own rank
  Cycles start;            ///< its programs begin so long after the beginning of the run
  bool enabled = true;     ///< it runs
  std::uint64_t messages = 0;
  Bytes bytes;  ///< bytes of its messages, headers not included
};

/// Programs of all ranks of a closed-loop run, one for each rank, made from a shared description, so that memory does
/// not grow with the programs' length. Ranks are numbered as RankShape says, wherever they run. Algorithms:
/// docs/reference/algorithms.md.
class Workload {
 public:
  /// `config.algorithm` is a closed-loop one, and `validate` finds no fault in `config`. `seed` is what random
  /// permutations are drawn from. Each node has `nics` NICs; 0: twice the dimensions.
  static std::unique_ptr<Workload> make(const WorkloadConfig& config, const NetworkShape& nodes, std::uint64_t seed = 1,
                                        int nics = 0);

  virtual ~Workload() = default;
  /// Program of `rank`; it refers to this workload, which must outlive it.
  [[nodiscard]] virtual std::unique_ptr<RankProgram> program(int rank) const = 0;
  /// The sequences that are run, in the order in which every rank runs them; empty if there are none. Their hops are 0
  /// if nobody knows them before the run.
  [[nodiscard]] const std::vector<SequenceInfo>& sequences() const { return sequences_; }
  /// The jobs that the ranks belong to; empty if all ranks run one program.
  [[nodiscard]] virtual std::vector<JobInfo> jobs() const { return {}; }
  /// The operations that the ranks execute, if they are in memory as a list of all ranks; null if not.
  [[nodiscard]] virtual std::shared_ptr<const Schedule> schedule() const { return nullptr; }
  /// Messages of all ranks together.
  [[nodiscard]] virtual std::uint64_t messages() const = 0;
  /// Their bytes, headers not included.
  [[nodiscard]] virtual Bytes bytes() const = 0;
  /// Shortest time in which links of `machine` can move this workload; nothing if no bound is known.
  [[nodiscard]] virtual std::optional<Picoseconds> ideal_time(const MachineConfig& machine) const;

 protected:
  explicit Workload(std::vector<SequenceInfo> sequences) : sequences_(std::move(sequences)) {}
  /// Sequences 1 to `repetitions`, all alike.
  static std::vector<SequenceInfo> repetitions_of(int repetitions, int hops);

 private:
  std::vector<SequenceInfo> sequences_;
};

}  // namespace tactus
