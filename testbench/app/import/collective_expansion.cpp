#include "testbench/app/import/collective_expansion.h"

#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include "tlm_models/traffic/collectives/collective_program.h"

namespace tactus {
namespace {

CollectiveKind kind_of(MpiCollective kind) {
  switch (kind) {
    case MpiCollective::kBarrier:
      return CollectiveKind::kBarrier;
    case MpiCollective::kBroadcast:
      return CollectiveKind::kBroadcast;
    case MpiCollective::kReduce:
      return CollectiveKind::kReduce;
    case MpiCollective::kAllreduce:
      return CollectiveKind::kAllreduce;
    case MpiCollective::kReduceScatter:
      return CollectiveKind::kReduceScatter;
    case MpiCollective::kScan:
    case MpiCollective::kExscan:
      return CollectiveKind::kScan;
    case MpiCollective::kGather:
    case MpiCollective::kGatherv:
      return CollectiveKind::kGather;
    case MpiCollective::kScatter:
    case MpiCollective::kScatterv:
      return CollectiveKind::kScatter;
    case MpiCollective::kAllgather:
    case MpiCollective::kAllgatherv:
      return CollectiveKind::kAllgather;
    case MpiCollective::kAlltoall:
      return CollectiveKind::kAlltoall;
    case MpiCollective::kAlltoallv:
      break;
  }
  return CollectiveKind::kAlltoallv;
}

/// Gathers and scatters of sizes that differ are known to the root alone; all others know their own.
bool only_root_knows(MpiCollective kind) { return kind == MpiCollective::kGatherv || kind == MpiCollective::kScatterv; }

/// First tag of a call. Calls of two communicators that have two ranks in common have tags of their own.
std::uint32_t tag_of(const CollectiveRecord& record) {
  constexpr std::uint32_t kCallBits = 20;  // with the 4 bits of kTags and the highest one, 7 are left
  const std::uint32_t communicator = record.communicator == nullptr ? 0 : record.communicator->number % 128;
  const std::uint32_t call = communicator << kCallBits | record.call % (1U << kCallBits);
  return CollectiveExpander::kFirstTag + call * CollectiveCall::kTags;
}

CollectiveCall call_of(int member, const CollectiveRecord& record) {
  CollectiveCall call;
  call.kind = kind_of(record.kind);
  if (record.communicator != nullptr) {
    call.ranks = record.communicator->ranks;
  } else {
    call.ranks.resize(static_cast<std::size_t>(record.members));
    std::iota(call.ranks.begin(), call.ranks.end(), 0);
  }
  call.bytes = Bytes{record.bytes};
  call.root = record.root;
  if (record.kind == MpiCollective::kAlltoallv) {
    call.own_counts = {member, record.member_bytes, record.received_bytes};
  } else {
    call.counts = record.member_bytes;
  }
  if (only_root_knows(record.kind) && call.counts.empty()) {
    call.counts.assign(call.ranks.size(), 0);
    call.counts[static_cast<std::size_t>(member)] = record.bytes;
  }
  call.tag = tag_of(record);
  call.place = record.place;
  return call;
}

}  // namespace

OperationSink::Index CollectiveExpansion::expand(int rank, const CollectiveRecord& record,
                                                 std::optional<OperationSink::Index> after, OperationSink& sink) {
  const int member = record.communicator == nullptr ? rank : record.communicator->member(rank);
  CollectiveCall call = call_of(member, record);
  const auto places = std::accumulate(grid_.sizes.begin(), grid_.sizes.end(), std::int64_t{1}, std::multiplies<>());
  const bool all = record.communicator == nullptr || record.communicator->number == 0;
  if (all && !grid_.sizes.empty() && places == call.members()) call.grid = grid_;
  const std::string method = method_for(record, call);
  Ends begin;
  if (after) begin.add(*after);
  return emit_all(Collective(std::move(call), method), member, sink, begin);
}

std::string CollectiveExpansion::method_for(const CollectiveRecord& record, const CollectiveCall& call) const {
  const bool own_sizes_alone = only_root_knows(record.kind) || record.kind == MpiCollective::kAlltoallv;
  CollectiveCall sized;
  sized.kind = call.kind;
  sized.bytes = call.bytes;
  sized.counts = own_sizes_alone ? std::vector<std::uint64_t>{0} : call.counts;
  const std::string method = chosen_method(choices_, sized);
  return only_root_knows(record.kind) && method == Collective::kAutomatic ? "linear" : method;
}

}  // namespace tactus
