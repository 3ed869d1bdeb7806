#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tlm_models/traffic/operation.h"

namespace tactus {

/// Collective operations of MPI that traces have.
enum class MpiCollective : std::uint8_t {
  kBarrier,
  kBroadcast,
  kReduce,
  kAllreduce,
  kReduceScatter,
  kScan,
  kExscan,
  kGather,
  kGatherv,
  kScatter,
  kScatterv,
  kAllgather,
  kAllgatherv,
  kAlltoall,
  kAlltoallv,
};
inline constexpr int kMpiCollectives = static_cast<int>(MpiCollective::kAlltoallv) + 1;

/// "allreduce", "reduce_scatter" ...
const char* name_of(MpiCollective kind);

/// A collective call of one rank. Its communicator has all ranks of the trace, in their order.
struct CollectiveRecord {
  MpiCollective kind = MpiCollective::kBarrier;
  int members = 0;         ///< size of the communicator: all ranks of the trace
  std::uint32_t call = 0;  ///< number of the collective call of its rank, from 0: equal at all members
  int root = 0;            ///< rank; of broadcast, reduce, gather(v), scatter(v)
  /// Size by kind. broadcast, reduce, allreduce, scan, exscan: the vector. gather, gatherv, allgather, allgatherv: what
  /// this rank contributes. scatter, scatterv: what this rank receives. alltoall: what goes to each member.
  /// reduce_scatter: all of the vector. barrier, alltoallv: 0.
  std::uint64_t bytes = 0;
  /// Bytes of each member. reduce_scatter: what it receives. gatherv, allgatherv: what it contributes (gatherv: at the
  /// root). scatterv: what it receives (at the root). alltoallv: what this rank sends to it. Else empty.
  std::vector<std::uint64_t> member_bytes;
  std::vector<std::uint64_t> received_bytes;  ///< alltoallv: bytes that this rank receives from each member
  std::uint32_t place = 0;                    ///< as Operation::place
};

/// Writes the operations of collective calls, by algorithms of its choice.
class CollectiveExpander {
 public:
  CollectiveExpander() = default;
  virtual ~CollectiveExpander() = default;
  CollectiveExpander(const CollectiveExpander&) = delete;
  CollectiveExpander& operator=(const CollectiveExpander&) = delete;

  /// Lower end of the tags that collectives may use; messages of traces have smaller ones.
  static constexpr std::uint32_t kFirstTag = 1U << 31U;

  /// Writes the operations of the call of `rank` into `sink`. They begin after the end of `after`, if it is given.
  /// Answers the operation whose end is the end of the call. Throws std::invalid_argument, before it has written any,
  /// if the algorithm cannot make the call.
  virtual OperationSink::Index expand(int rank, const CollectiveRecord& record,
                                      std::optional<OperationSink::Index> after, OperationSink& sink) = 0;
};

}  // namespace tactus
