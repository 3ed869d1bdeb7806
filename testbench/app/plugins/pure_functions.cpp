#include "testbench/app/plugins/pure_functions.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "hw/router/arbiter.h"

namespace tactus {
namespace {

std::string differs(const char* function) {
  return fmt::format("`{}` answers differently when it is asked twice: it may use its argument alone", function);
}

/// Requests of one input port as routers state them.
std::vector<NominationRequest> some_requests() {
  std::vector<NominationRequest> requests;
  for (const std::uint32_t routed : {0U, 1U, 130U, 70'000U}) {
    for (const int flits : {2, 64, 1023}) {
      for (const int out_port : {0, 5}) {
        for (const int in_vc : {0, 3}) {
          requests.push_back(
              {routed, flits, static_cast<std::uint8_t>(1U << static_cast<unsigned>(in_vc)), out_port, in_vc});
        }
      }
    }
  }
  return requests;
}

std::vector<std::uint32_t> ranks(const NominationPolicy& policy, std::vector<NominationRequest> requests,
                                 std::uint32_t later) {
  std::vector<std::uint32_t> all;
  for (NominationRequest& request : requests) {
    request.routed += later;
    all.push_back(policy.rank(request));
  }
  return all;
}

bool in_same_order(const std::vector<std::uint32_t>& ranks, const std::vector<std::uint32_t>& others) {
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    for (std::size_t j = 0; j < ranks.size(); ++j) {
      if (is_before(ranks[i], ranks[j]) != is_before(others[i], others[j])) return false;
    }
  }
  return true;
}

}  // namespace

std::string fault_of_tries(const NominationPolicy& policy) {
  const std::vector<NominationRequest> requests = some_requests();
  const std::vector<std::uint32_t> first = ranks(policy, requests, 0);
  if (ranks(policy, requests, 0) != first) return differs("rank");
  for (const std::uint32_t later : {1U, 4097U, 0x7FFF'FFFFU, 0xFFFF'FFF0U}) {
    if (!in_same_order(first, ranks(policy, requests, later))) {
      return fmt::format("`rank` puts requests in another order when all of them come {} cycles later", later);
    }
  }
  return {};
}

std::string fault_of_tries(const TieBreakPolicy& policy) {
  for (int dimension = 0; dimension < kMaxDimensions; ++dimension) {
    for (int size = 2; size <= 16; size += 2) {
      for (int position = 0; position < size; ++position) {
        for (const bool negative : {false, true}) {
          const Tie tie{dimension, size, position, negative};
          const bool first = policy.goes_minus(tie);
          if (policy.goes_minus(tie) != first) return differs("goes_minus");
        }
      }
    }
  }
  return {};
}

std::string fault_of_tries(const DatelinePolicy& policy) {
  for (unsigned bits = 0; bits < 8; ++bits) {
    for (const int in_class : {0, 1}) {
      const RingStep step{(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
      const int answer = policy.class_of(step, in_class);
      if (answer != 0 && answer != 1) return fmt::format("`class_of` answers {}: a class is 0 or 1", answer);
      if (policy.class_of(step, in_class) != answer) return differs("class_of");
    }
  }
  return {};
}

std::string fault_of_tries(const PlacementPolicy& policy) {
  for (const RankShape& shape : {RankShape{{4, 4}, 1}, RankShape{{3, 2}, 2}}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      std::vector<int> processors = policy.processors(shape, seed);
      if (policy.processors(shape, seed) != processors) return differs("processors");
      std::vector<int> all(static_cast<std::size_t>(shape.ranks()));
      std::iota(all.begin(), all.end(), 0);
      std::sort(processors.begin(), processors.end());
      if (processors != all) {
        return fmt::format("`processors` of {} ranks has not every number from 0 to {} once", shape.ranks(),
                           shape.ranks() - 1);
      }
    }
  }
  return {};
}

}  // namespace tactus
