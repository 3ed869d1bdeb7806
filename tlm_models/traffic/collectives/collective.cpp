#include "tlm_models/traffic/collectives/collective.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "tlm_models/traffic/collectives/automatic.h"

namespace tactus {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += "; ";
    all += text;
  }
  return all;
}

/// Whether the vector is made of blocks that are `bytes` each, and not of `bytes` in all.
bool bytes_are_of_a_block(CollectiveKind kind) {
  return kind == CollectiveKind::kAllgather || kind == CollectiveKind::kGather || kind == CollectiveKind::kScatter;
}

}  // namespace

std::vector<Segment> cut(Payload data, std::uint64_t index, std::uint64_t pieces) {
  const Segment wanted = part({0, 0, data.bytes()}, index, pieces);
  std::vector<Segment> piece;
  std::uint64_t begin = 0;
  for (const Segment& segment : data) {
    const std::uint64_t from = std::max(begin, wanted.first);
    const std::uint64_t to = std::min(begin + segment.bytes, wanted.first + wanted.bytes);
    if (from < to) piece.push_back({segment.block, segment.first + (from - begin), to - from});
    begin += segment.bytes;
  }
  return piece;
}

std::vector<const CollectiveMethod*> methods_of(CollectiveKind kind) {
  std::vector<const CollectiveMethod*> methods;
  for (const Policy* policy : policies_of(kMethodKindNames[static_cast<std::size_t>(kind)])) {
    methods.push_back(static_cast<const CollectiveMethod*>(policy));
  }
  return methods;
}

const CollectiveMethod& method_of(CollectiveKind kind, const std::string& name) {
  const char* policies = kMethodKindNames[static_cast<std::size_t>(kind)];
  const Policy* found = find_policy(policies, name);
  if (found == nullptr) refuse_policy(policies, name);
  return static_cast<const CollectiveMethod&>(*found);
}

Collective::Collective(CollectiveCall call, const std::string& method) : call_(std::move(call)) {
  if (const std::vector<std::string> faults = faults_of(call_); !faults.empty()) {
    throw std::invalid_argument(joined(faults));
  }
  const auto members = static_cast<std::uint64_t>(call_.members());
  const std::uint64_t bytes = call_.bytes.count();
  if (call_.kind == CollectiveKind::kBarrier) {
    vector_bytes_ = 1;
  } else if (call_.counts.size() == members && call_.kind != CollectiveKind::kHalo) {
    begins_.resize(members + 1);
    std::partial_sum(call_.counts.begin(), call_.counts.end(), begins_.begin() + 1);
    vector_bytes_ = begins_.back();
    largest_block_ = *std::max_element(call_.counts.begin(), call_.counts.end());
  } else if (bytes_are_of_a_block(call_.kind)) {
    vector_bytes_ = bytes * members;
    largest_block_ = bytes;
  } else {
    vector_bytes_ = bytes;
    largest_block_ = largest_part(bytes, members);
  }
  method_ = &method_of(call_.kind, method == kAutomatic ? automatic_method(*this) : method);
  if (method_->misfit == nullptr) return;
  if (const std::string misfit = method_->misfit(*this); !misfit.empty()) throw std::invalid_argument(misfit);
}

std::uint64_t Collective::block_begin(int member) const {
  const auto index = static_cast<std::uint64_t>(member);
  if (!begins_.empty()) return begins_[index];
  const auto count = static_cast<std::uint64_t>(members());
  return vector_bytes_ / count * index + std::min(index, vector_bytes_ % count);
}

std::vector<Segment> Collective::own_blocks(int first, int count) const {
  std::vector<Segment> blocks;
  for (int i = 0; i < count; ++i) blocks.push_back(own_block((first + i) % members()));
  return blocks;
}

Segment Collective::pair_block(int from, int to) const {
  const auto pair =
      static_cast<std::uint64_t>(from) * static_cast<std::uint64_t>(members()) + static_cast<std::uint64_t>(to);
  if (call_.kind != CollectiveKind::kAlltoallv) return {pair, 0, call_.bytes.count()};
  if (!call_.own_counts) return {pair, 0, call_.counts[static_cast<std::size_t>(pair)]};
  const CollectiveCall::OwnCounts& own = *call_.own_counts;
  if (from == own.member) return {pair, 0, own.sent[static_cast<std::size_t>(to)]};
  return {pair, 0, to == own.member ? own.received[static_cast<std::size_t>(from)] : 0};
}

int Collective::chunks(std::uint64_t bytes) const {
  const std::uint64_t chunk = call_.chunk.count();
  const std::uint64_t carried = wire_bytes(bytes);
  if (chunk == 0 || carried == 0) return 1;
  return static_cast<int>(largest_part(carried, chunk));
}

int Collective::pieces(std::uint64_t bytes) const {
  const std::uint64_t by_nics = std::min<std::uint64_t>(static_cast<std::uint64_t>(call_.nics), wire_bytes(bytes));
  return std::max(chunks(bytes), static_cast<int>(by_nics));
}

}  // namespace tactus
