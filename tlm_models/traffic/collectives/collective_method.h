#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/policy.h"
#include "tlm_models/traffic/collectives/collective_call.h"

namespace tactus {

class Collective;
class CollectiveWriter;

/// Costs of a message: `alpha_ps` for each, and `beta_ps_per_byte` for each byte.
struct AlphaBeta {
  double alpha_ps = 0;
  double beta_ps_per_byte = 0;
};

/// Costs of a method in closed form, if its messages are not cut and its data divides evenly. If it does not, parts are
/// taken as large as the largest.
struct CollectiveIdeal {
  std::uint64_t rounds = 0;    ///< longest chain of messages, each of which is sent after the one before has come
  std::uint64_t bytes = 0;     ///< most that a member sends or receives by one port
  std::uint64_t combined = 0;  ///< most bytes that a member combines
  int ports = 1;               ///< that a member uses at once

  /// `rounds` alpha + `bytes` beta + combining: the usual estimate, which knows of no pipeline.
  [[nodiscard]] double picoseconds(AlphaBeta cost, double combine_ps_per_byte) const {
    return static_cast<double>(rounds) * cost.alpha_ps + static_cast<double>(bytes) * cost.beta_ps_per_byte +
           static_cast<double>(combined) * combine_ps_per_byte;
  }
};

/// Registration of a method of one kind of operation, in tlm_models/traffic/collectives/methods/<kind>_<name>.cpp.
///
/// A member's operations come in rounds, numbered by each member for itself; it may have none. All are written by one
/// CollectiveWriter, which carries from round to round on which operations the next ones depend.
struct CollectiveMethod : Policy {
  /// Why it cannot make `collective`; empty if it can. nullptr: it can make all.
  std::string (*misfit)(const Collective& collective) = nullptr;
  /// Rounds of `member`.
  int (*rounds)(const Collective& collective, int member) = nullptr;
  /// Writes the operations of one round of `member`.
  void (*emit)(const Collective& collective, int member, int round, CollectiveWriter& writer) = nullptr;
  CollectiveIdeal (*ideal)(const Collective& collective) = nullptr;
};

inline constexpr std::array<const char*, kCollectiveKinds> kMethodKindNames = {
    "allreduce method", "reduce_scatter method", "allgather method", "alltoall method",
    "alltoallv method", "broadcast method",      "reduce method",    "gather method",
    "scatter method",   "scan method",           "barrier method",   "halo method"};

/// The methods of one kind of operation, as policies.
template <CollectiveKind KKind>
struct MethodKind {
  static constexpr const char* kName = kMethodKindNames[static_cast<std::size_t>(KKind)];
  using Policy = CollectiveMethod;
};

/// The methods of `kind`, in the order of their names.
std::vector<const CollectiveMethod*> methods_of(CollectiveKind kind);
/// The method `name` of `kind`. Throws std::invalid_argument, which lists the methods, if there is none.
const CollectiveMethod& method_of(CollectiveKind kind, const std::string& name);

}  // namespace tactus
