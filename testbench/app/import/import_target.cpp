#include "testbench/app/import/import_target.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tactus {
namespace {

/// Whether `bytes` of a record is equal at all members of a call that is right.
bool has_common_size(MpiCollective kind) {
  switch (kind) {
    case MpiCollective::kGatherv:
    case MpiCollective::kAllgatherv:
    case MpiCollective::kScatterv:
    case MpiCollective::kAlltoallv:
      return false;
    default:
      return true;
  }
}

std::string text_of(MpiCollective kind, int root, std::uint64_t bytes) {
  return fmt::format("{} of {} B, root {}", name_of(kind), bytes, root);
}

/// Writes into a sink, and counts what is written.
class CountedSink final : public OperationSink {
 public:
  explicit CountedSink(ImportTarget& target) : target_(target) {}
  Index add(int rank, const Operation& operation) override { return target_.add(rank, operation); }
  void after_end_of(int rank, Index operation, Index earlier) override {
    target_.after_end_of(rank, operation, earlier);
  }
  void after_begin_of(int rank, Index operation, Index earlier) override {
    target_.after_begin_of(rank, operation, earlier);
  }

 private:
  ImportTarget& target_;
};

}  // namespace

const char* name_of(MpiCollective kind) {
  static constexpr std::array<const char*, kMpiCollectives> kNames = {
      "barrier", "broadcast", "reduce",   "allreduce", "reduce_scatter", "scan",     "exscan",   "gather",
      "gatherv", "scatter",   "scatterv", "allgather", "allgatherv",     "alltoall", "alltoallv"};
  return kNames.at(static_cast<std::size_t>(kind));
}

bool ImportTarget::set_ranks(std::uint64_t ranks, const ImportPlace& place) {
  if (ranks == 0) {
    faults_.add(place, "there are no ranks: at least 1");
    return false;
  }
  if (ranks > static_cast<std::uint64_t>(limits_.ranks)) {
    faults_.add(place, fmt::format("{} ranks: at most {} are possible here", ranks, limits_.ranks));
    return false;
  }
  summary_.ranks = static_cast<int>(ranks);
  if (on_ranks_) on_ranks_(summary_.ranks);
  return true;
}

std::optional<int> ImportTarget::rank(std::int64_t number, const ImportPlace& place) {
  if (number >= 0 && number < summary_.ranks) return static_cast<int>(number);
  faults_.add(place, fmt::format("there is no rank {}: ranks are numbered 0 to {}", number, summary_.ranks - 1));
  return std::nullopt;
}

bool ImportTarget::any_source(const ImportPlace& place) {
  if (limits_.any_source) return true;
  faults_.add(place, "a receive from any rank is not possible here: name the rank that it receives from");
  return false;
}

bool ImportTarget::any_tag(const ImportPlace& place) {
  if (limits_.any_tag) return true;
  faults_.add(place, "a receive with any tag is not possible here: name the tag that the send has");
  return false;
}

bool ImportTarget::message_size(std::uint64_t bytes, const ImportPlace& place) {
  if (bytes <= limits_.message_bytes) return true;
  faults_.add(place, fmt::format("a message of {} B: at most {} B are possible here", bytes, limits_.message_bytes));
  return false;
}

void ImportTarget::count(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::kSend:
      ++summary_.sends;
      summary_.sent_bytes += operation.amount;
      break;
    case OperationKind::kReceive:
      ++summary_.receives;
      break;
    case OperationKind::kCompute:
      ++summary_.computes;
      summary_.compute_seconds += static_cast<double>(operation.amount) * 1e-12;
      break;
    case OperationKind::kWait:
      ++summary_.waits;
      break;
  }
}

void ImportTarget::count_against_limit(std::uint64_t more) {
  entries_ += more;
  if (entries_ <= limits_.operations || over_limit_) return;
  over_limit_ = true;
  faults_.add(ImportPlace::of_file("import"),
              fmt::format("more than {} operations and dependencies: no more are read", limits_.operations));
}

ImportTarget::Index ImportTarget::add(int rank, const Operation& operation) {
  count_against_limit(1);
  count(operation);
  return sink_.add(rank, operation);
}

void ImportTarget::after_end_of(int rank, Index operation, Index earlier) {
  count_against_limit(1);
  ++summary_.dependencies;
  sink_.after_end_of(rank, operation, earlier);
}

void ImportTarget::after_begin_of(int rank, Index operation, Index earlier) {
  count_against_limit(1);
  ++summary_.dependencies;
  sink_.after_begin_of(rank, operation, earlier);
}

ImportTarget::Index ImportTarget::collective(int rank, CollectiveRecord record, std::optional<Index> after,
                                             const ImportPlace& place) {
  calls_of_rank_.resize(static_cast<std::size_t>(summary_.ranks));
  record.members = summary_.ranks;
  record.call = calls_of_rank_[static_cast<std::size_t>(rank)]++;
  record.place = place.number();
  ++summary_.collectives.at(static_cast<std::size_t>(record.kind));
  const std::uint64_t common = has_common_size(record.kind) ? record.bytes : 0;
  if (record.call == calls_.size()) {
    calls_.push_back({record.kind, record.root, common, rank, place.line});
    count_against_limit(1);
  }
  const Call& first = calls_[record.call];
  if (!calls_differ_ && (first.kind != record.kind || first.root != record.root || first.bytes != common)) {
    calls_differ_ = true;  // all later calls of this rank would differ as well
    const std::string line = first.line > 0 ? fmt::format(" (line {})", first.line) : "";
    faults_.add(place, fmt::format("collective call {} of rank {} is {}; rank {}{} has {} in its place", record.call,
                                   rank, text_of(record.kind, record.root, common), first.rank, line,
                                   text_of(first.kind, first.root, first.bytes)));
  }
  CountedSink sink(*this);
  try {
    return expander_.expand(rank, record, after, sink);
  } catch (const std::invalid_argument& misfit) {
    faults_.add(place, misfit.what());
    Operation nothing;
    nothing.kind = OperationKind::kWait;
    return add(rank, nothing);
  }
}

void ImportTarget::end_collectives(std::string_view file) {
  if (calls_.empty() || calls_differ_) return;
  for (int rank = 0; rank < summary_.ranks; ++rank) {
    const std::uint32_t made = calls_of_rank_[static_cast<std::size_t>(rank)];
    if (made == calls_.size()) continue;
    const Call& first = calls_[made];
    faults_.add(ImportPlace::of_file(file),
                fmt::format("rank {} makes {} collective calls and rank {} makes more: {} is missing", rank, made,
                            first.rank, text_of(first.kind, first.root, first.bytes)));
    return;
  }
}

void ImportTarget::count_without_effect(std::string_view name) {
  for (auto& [known, times] : summary_.without_effect) {
    if (known == name) {
      ++times;
      return;
    }
  }
  summary_.without_effect.emplace_back(name, 1);
}

}  // namespace tactus
