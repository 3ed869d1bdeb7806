#include "testbench/tests/unit/tlm_models/traffic/collectives/specification.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace tactus::test {
namespace {

Contributions only(std::uint64_t member) {
  Contributions set;
  set.set(static_cast<std::size_t>(member));
  return set;
}

Contributions up_to(int members) {
  Contributions set;
  for (int member = 0; member < members; ++member) set.set(static_cast<std::size_t>(member));
  return set;
}

/// Sizes of the members' blocks.
std::vector<std::uint64_t> block_sizes(const CollectiveCall& call) {
  if (!call.counts.empty()) return call.counts;
  const auto members = static_cast<std::uint64_t>(call.members());
  std::vector<std::uint64_t> sizes(members, call.bytes.count());
  if (call.kind != CollectiveKind::kReduceScatter) return sizes;
  for (std::uint64_t i = 0; i < members; ++i) {
    sizes[i] = call.bytes.count() / members + (i < call.bytes.count() % members ? 1 : 0);
  }
  return sizes;
}

void add_block(Specification& spec, std::uint64_t block, std::uint64_t bytes) {
  if (bytes > 0) spec.data.push_back({block, {bytes}});
}

/// One vector, to which all members contribute, or the root alone.
void specify_vector(const CollectiveCall& call, Specification& spec) {
  const bool broadcast = call.kind == CollectiveKind::kBroadcast;
  const int root = call.root;
  const int members = call.members();
  add_block(spec, 0, call.kind == CollectiveKind::kBarrier ? 1 : call.bytes.count());
  spec.before = [=](int member, std::uint64_t, std::uint64_t) {
    return !broadcast || member == root ? only(static_cast<std::uint64_t>(member)) : Contributions{};
  };
  spec.after = [=, kind = call.kind](int member, std::uint64_t, std::uint64_t) {
    if (broadcast) return only(static_cast<std::uint64_t>(root));
    if (kind == CollectiveKind::kScan) return up_to(member + 1);
    return kind != CollectiveKind::kReduce || member == root ? up_to(members) : Contributions{};
  };
}

void specify_reduce_scatter(const CollectiveCall& call, Specification& spec) {
  std::vector<std::uint64_t> ends = block_sizes(call);
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  if (ends.back() > 0) spec.data.push_back({0, ends});
  const int members = call.members();
  spec.before = [](int member, std::uint64_t, std::uint64_t) { return only(static_cast<std::uint64_t>(member)); };
  spec.after = [=](int member, std::uint64_t, std::uint64_t first) {
    const auto owner = std::upper_bound(ends.begin(), ends.end(), first) - ends.begin();
    return owner == member ? up_to(members) : Contributions{};
  };
}

void specify_blocks(const CollectiveCall& call, Specification& spec) {
  const std::vector<std::uint64_t> sizes = block_sizes(call);
  for (std::size_t i = 0; i < sizes.size(); ++i) add_block(spec, i, sizes[i]);
  const int root = call.root;
  const bool scatter = call.kind == CollectiveKind::kScatter;
  const bool everywhere = call.kind == CollectiveKind::kAllgather;
  spec.before = [=](int member, std::uint64_t block, std::uint64_t) {
    const auto own = static_cast<std::uint64_t>(member);
    if (scatter) return member == root ? only(own) : Contributions{};
    return block == own ? only(own) : Contributions{};
  };
  spec.after = [=](int member, std::uint64_t block, std::uint64_t) {
    if (scatter)
      return block == static_cast<std::uint64_t>(member) ? only(static_cast<std::uint64_t>(root)) : Contributions{};
    return everywhere || member == root ? only(block) : Contributions{};
  };
}

void specify_pairs(const CollectiveCall& call, Specification& spec) {
  const auto members = static_cast<std::uint64_t>(call.members());
  for (std::uint64_t pair = 0; pair < members * members; ++pair) {
    add_block(spec, pair, call.counts.empty() ? call.bytes.count() : call.counts[pair]);
  }
  spec.before = [=](int member, std::uint64_t pair, std::uint64_t) {
    return pair / members == static_cast<std::uint64_t>(member) ? only(pair / members) : Contributions{};
  };
  spec.after = [=](int member, std::uint64_t pair, std::uint64_t) {
    return pair % members == static_cast<std::uint64_t>(member) ? only(pair / members) : Contributions{};
  };
}

std::vector<int> place_of(const CollectiveGrid& grid, int member) {
  std::vector<int> place;
  for (const int size : grid.sizes) {
    place.push_back(member % size);
    member /= size;
  }
  return place;
}

/// Member that is one step away in each dimension in which `offset` has a digit other than 1; -1: there is none.
int step_from(const CollectiveGrid& grid, int member, std::uint64_t offset) {
  std::vector<int> place = place_of(grid, member);
  int number = 0;
  int stride = 1;
  for (std::size_t d = 0; d < place.size(); ++d, offset /= 3) {
    const int size = grid.sizes[d];
    const int step = static_cast<int>(offset % 3) - 1;
    if (step != 0 && size == 1) return -1;
    int there = place[d] + step;
    if (there < 0 || there >= size) {
      if (!grid.wrap[d]) return -1;
      there = there < 0 ? size - 1 : 0;
    }
    number += there * stride;
    stride *= size;
  }
  return number;
}

void specify_halo(const CollectiveCall& call, bool diagonals, Specification& spec) {
  std::uint64_t offsets = 1;
  for (std::size_t d = 0; d < call.grid.sizes.size(); ++d) offsets *= 3;
  std::vector<std::uint64_t> sizes(offsets);
  for (std::uint64_t offset = 0; offset < offsets; ++offset) {
    int directions = 0;
    std::uint64_t rest = offset;
    for (std::size_t d = 0; d < call.grid.sizes.size(); ++d, rest /= 3) {
      if (rest % 3 == 1) continue;
      sizes[offset] = ++directions == 1 ? call.counts[d] : diagonals ? call.bytes.count() : 0;
    }
  }
  for (int member = 0; member < call.members(); ++member) {
    for (std::uint64_t offset = 0; offset < offsets; ++offset) {
      if (step_from(call.grid, member, offset) < 0) continue;
      add_block(spec, static_cast<std::uint64_t>(member) * offsets + offset, sizes[offset]);
    }
  }
  const CollectiveGrid grid = call.grid;
  spec.before = [=](int member, std::uint64_t block, std::uint64_t) {
    return block / offsets == static_cast<std::uint64_t>(member) ? only(block / offsets) : Contributions{};
  };
  spec.after = [=](int member, std::uint64_t block, std::uint64_t) {
    const int to = step_from(grid, static_cast<int>(block / offsets), block % offsets);
    return to == member ? only(block / offsets) : Contributions{};
  };
}

/// The fault of the order in which a member's operations depend on each other; empty if there is none.
std::string order_fault(const RecordedMember& member) {
  std::vector<bool> linked(member.operations.size());
  for (std::size_t i = 1; i < member.operations.size(); ++i) {
    const RecordedOperation& operation = member.operations[i];
    bool any = false;
    const auto look = [&](OperationSink::Index earlier) {
      if (earlier >= i) return false;
      const int round = member.operations[earlier].round;
      any = any || (round == operation.round - 1) || (round == operation.round && linked[earlier]);
      return true;
    };
    for (const auto earlier : operation.after_end) {
      if (!look(earlier)) return fmt::format("operation {} waits for {}, which is no earlier one", i, earlier);
    }
    for (const auto earlier : operation.after_begin) {
      if (earlier == 0) return fmt::format("operation {} does not wait for the end of what came before the call", i);
      if (!look(earlier)) return fmt::format("operation {} waits for {}, which is no earlier one", i, earlier);
    }
    linked[i] = any;
    const bool last = i + 1 == member.operations.size();
    if (!any && !last) return fmt::format("operation {} of round {} waits for none before it", i, operation.round);
  }
  return {};
}

std::string tag_fault(const CollectiveCall& call, const RecordedCall& recorded) {
  for (const RecordedMember& member : recorded.members()) {
    for (const RecordedOperation& operation : member.operations) {
      const bool message =
          operation.operation.kind == OperationKind::kSend || operation.operation.kind == OperationKind::kReceive;
      if (message && operation.operation.tag - call.tag >= CollectiveCall::kTags) return "a tag out of range";
      // The bucket algorithm does not cut below a byte of each block.
      const std::uint64_t most = std::max<std::uint64_t>(call.chunk.count(), call.ranks.size());
      if (message && call.chunk.count() > 0 && operation.operation.amount > most) {
        return fmt::format("a message of {} B", operation.operation.amount);
      }
    }
  }
  return {};
}

}  // namespace

Specification specification_of(const CollectiveCall& call) {
  Specification spec;
  switch (call.kind) {
    case CollectiveKind::kReduceScatter:
      specify_reduce_scatter(call, spec);
      break;
    case CollectiveKind::kAllgather:
    case CollectiveKind::kGather:
    case CollectiveKind::kScatter:
      specify_blocks(call, spec);
      break;
    case CollectiveKind::kAlltoall:
    case CollectiveKind::kAlltoallv:
      specify_pairs(call, spec);
      break;
    case CollectiveKind::kHalo:
      specify_halo(call, false, spec);
      break;
    default:
      specify_vector(call, spec);
      spec.once = call.kind != CollectiveKind::kBarrier;
  }
  return spec;
}

std::string fault_of(const CollectiveCall& call, const std::string& method, int seeds) {
  const Collective collective(call, method);
  const RecordedCall recorded(collective);
  for (const RecordedMember& member : recorded.members()) {
    if (std::string fault = order_fault(member); !fault.empty()) return fault;
  }
  if (std::string fault = tag_fault(call, recorded); !fault.empty()) return fault;
  Specification spec = specification_of(call);
  if (call.kind == CollectiveKind::kHalo && method == "diagonals") {
    spec = {};
    specify_halo(call, true, spec);
  }
  SymbolicRun run(recorded, spec.data, spec.before, spec.after, spec.once);
  for (int seed = 0; seed < seeds; ++seed) {
    const auto order = static_cast<Order>(seed % 4);
    if (std::string fault = run.run(order, static_cast<unsigned>(seed)); !fault.empty()) {
      return fault;
    }
  }
  return {};
}

Measured measure(const CollectiveCall& call, const std::string& method) {
  const Collective collective(call, method);
  const RecordedCall recorded(collective);
  const Specification spec = specification_of(call);
  SymbolicRun run(recorded, spec.data, spec.before, spec.after, spec.once);
  const std::string fault = run.run(Order::kRandom, 1);
  if (!fault.empty()) throw std::logic_error(fault);
  return {run.chain(), count_costs(recorded), collective.ideal()};
}

CollectiveCall call_of(CollectiveKind kind, int members, std::uint64_t bytes) {
  CollectiveCall call;
  call.kind = kind;
  call.ranks.resize(static_cast<std::size_t>(members));
  std::iota(call.ranks.begin(), call.ranks.end(), 0);
  call.bytes = Bytes{bytes};
  return call;
}

CollectiveCall call_on(CollectiveKind kind, const std::vector<int>& sizes, std::uint64_t bytes) {
  int members = 1;
  for (const int size : sizes) members *= size;
  CollectiveCall call = call_of(kind, members, bytes);
  call.grid.sizes = sizes;
  call.grid.wrap.assign(sizes.size(), true);
  return call;
}

}  // namespace tactus::test
