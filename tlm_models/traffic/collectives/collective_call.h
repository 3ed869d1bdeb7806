#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/traffic/operation.h"

namespace tactus {

/// Collective operations, in MPI's words; `kHalo` is the exchange of a stencil with its neighbours in a grid.
enum class CollectiveKind : std::uint8_t {
  kAllreduce,
  kReduceScatter,
  kAllgather,
  kAlltoall,
  kAlltoallv,
  kBroadcast,
  kReduce,
  kGather,
  kScatter,
  kScan,
  kBarrier,
  kHalo,
};
inline constexpr int kCollectiveKinds = 12;

/// The kind's word: "allreduce".
const char* name_of(CollectiveKind kind);

/// Places of members in a grid of `sizes`, the first dimension fastest: member = x + sizes[0] * (y + sizes[1] * z ...).
struct CollectiveGrid {
  std::vector<int> sizes;  ///< empty: the members have no places
  std::vector<bool> wrap;  ///< by dimension, whether its last place is next to its first
};

/// One collective operation of a communicator. Members are numbered 0 .. ranks.size() - 1.
struct CollectiveCall {
  CollectiveKind kind = CollectiveKind::kAllreduce;
  std::vector<int> ranks;  ///< rank of each member: any ranks in any order, each once
  /// allreduce, reduce, broadcast, scan, reduce_scatter: of the vector of each member; allgather: contribution of each
  /// member; gather, scatter: block of each member; alltoall: message of each pair; halo: message to each neighbour
  /// across an edge or a corner.
  Bytes bytes{0};
  /// Bytes by member, in place of `bytes`, for reduce_scatter, allgather, gather and scatter; empty: all alike. By
  /// pair, sender * members + receiver, for alltoallv; by dimension, of a face, for halo.
  std::vector<std::uint64_t> counts;
  /// In place of `counts` for alltoallv, if the call is made for one member that knows its own sizes alone.
  struct OwnCounts {
    int member = 0;
    std::vector<std::uint64_t> sent;      ///< to each member
    std::vector<std::uint64_t> received;  ///< from each member
  };
  std::optional<OwnCounts> own_counts;
  int root = 0;                    ///< member: of broadcast, reduce, gather, scatter
  double combine_ps_per_byte = 0;  ///< time of combining received data with a member's own; 0: takes no time
  Bytes chunk{0};                  ///< largest message, larger ones are cut; 0: any
  int nics = 0;                    ///< DMA engines that the pieces of messages use in turn; 0: the machine chooses
  CollectiveGrid grid;             ///< where the members are, for methods that go by dimensions
  std::uint32_t tag = 0;           ///< first of the kTags tags of the messages
  std::uint32_t place = 0;         ///< Operation::place of the operations
  std::uint8_t processor = 0;      ///< Operation::processor of the operations

  /// Tags that a call uses, from `tag` on.
  static constexpr std::uint32_t kTags = 16;

  [[nodiscard]] int members() const { return static_cast<int>(ranks.size()); }
};

/// Faults of a call, one text each; empty if it can be made.
std::vector<std::string> faults_of(const CollectiveCall& call);

}  // namespace tactus
