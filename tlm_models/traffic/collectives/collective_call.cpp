#include "tlm_models/traffic/collectives/collective_call.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace tactus {
namespace {

constexpr int kMostDimensions = 8;
constexpr int kMostNics = 127;

constexpr std::array<const char*, kCollectiveKinds> kNames = {"allreduce", "reduce_scatter", "allgather", "alltoall",
                                                              "alltoallv", "broadcast",      "reduce",    "gather",
                                                              "scatter",   "scan",           "barrier",   "halo"};

void check_own_counts(const CollectiveCall& call, std::vector<std::string>& faults) {
  const CollectiveCall::OwnCounts& own = *call.own_counts;
  const std::size_t members = call.ranks.size();
  if (own.member < 0 || static_cast<std::size_t>(own.member) >= members) {
    faults.push_back(fmt::format("alltoallv: there is no member {} that has counts of its own", own.member));
  }
  if (!call.counts.empty() || own.sent.size() != members || own.received.size() != members) {
    faults.push_back(
        fmt::format("alltoallv: {} counts sent and {} received by a member, and {} of all: it takes {} of "
                    "each, and none of all",
                    own.sent.size(), own.received.size(), call.counts.size(), members));
  }
}

/// Number of counts that a kind takes: none, or `optional` many, or exactly `needed`.
void check_counts(const CollectiveCall& call, std::vector<std::string>& faults) {
  const std::size_t members = call.ranks.size();
  const std::size_t given = call.counts.size();
  const auto refuse = [&](std::size_t expected, const char* each) {
    faults.push_back(
        fmt::format("{}: {} counts, but it takes {}, one for each {}", name_of(call.kind), given, expected, each));
  };
  switch (call.kind) {
    case CollectiveKind::kReduceScatter:
    case CollectiveKind::kAllgather:
    case CollectiveKind::kGather:
    case CollectiveKind::kScatter:
      if (given != 0 && given != members) refuse(members, "member");
      return;
    case CollectiveKind::kAlltoallv:
      if (call.own_counts) return check_own_counts(call, faults);
      if (given != members * members) refuse(members * members, "pair of members");
      return;
    case CollectiveKind::kHalo:
      if (given != call.grid.sizes.size()) refuse(call.grid.sizes.size(), "dimension");
      return;
    default:
      if (given != 0) faults.push_back(fmt::format("{}: takes no counts", name_of(call.kind)));
  }
}

void check_grid(const CollectiveCall& call, std::vector<std::string>& faults) {
  const std::vector<int>& sizes = call.grid.sizes;
  if (call.grid.wrap.size() != sizes.size()) {
    faults.push_back(fmt::format("grid: {} sizes, but {} wraps", sizes.size(), call.grid.wrap.size()));
  }
  if (sizes.empty()) {
    if (call.kind == CollectiveKind::kHalo) faults.emplace_back("halo: needs a grid of its members");
    return;
  }
  if (sizes.size() > kMostDimensions) faults.push_back(fmt::format("grid: more than {} dimensions", kMostDimensions));
  std::int64_t places = 1;
  for (const int size : sizes) {
    if (size < 1) {
      faults.push_back(fmt::format("grid: size {} is below 1", size));
      return;
    }
    places = std::min<std::int64_t>(places * size, INT32_MAX);
  }
  if (places != call.members()) {
    faults.push_back(fmt::format("grid: {} places, but {} members", places, call.members()));
  }
}

void check_ranks(const CollectiveCall& call, std::vector<std::string>& faults) {
  if (call.ranks.empty()) faults.emplace_back("ranks: no member");
  std::vector<int> sorted = call.ranks;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) faults.push_back(fmt::format("ranks: rank {} is a member twice", *twice));
  if (!sorted.empty() && sorted.front() < 0) faults.push_back(fmt::format("ranks: {} is no rank", sorted.front()));
}

}  // namespace

const char* name_of(CollectiveKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::vector<std::string> faults_of(const CollectiveCall& call) {
  std::vector<std::string> faults;
  check_ranks(call, faults);
  check_counts(call, faults);
  check_grid(call, faults);
  if (call.root < 0 || (call.root >= call.members() && call.root > 0)) {
    faults.push_back(fmt::format("root: {} is not a member, which are 0 to {}", call.root, call.members() - 1));
  }
  if (!(call.combine_ps_per_byte >= 0)) faults.emplace_back("combine_ps_per_byte: must not be negative");
  if (call.nics < 0 || call.nics > kMostNics) {
    faults.push_back(fmt::format("nics: {} is not within 0 to {}", call.nics, kMostNics));
  }
  return faults;
}

}  // namespace tactus
