#include "tlm_models/traffic/collectives/automatic.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace tactus {
namespace {

/// The first rule that has more members and more bytes than a call gives its method.
struct Rule {
  std::int64_t members_below;
  std::uint64_t bytes_below;
  const char* method;
};

constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kAnyBytes = std::numeric_limits<std::uint64_t>::max();

// Methods of Open MPI that are not here stand under the name of the nearest one: docs/reference/collectives.md.
constexpr const char* kBinary = "binary";
constexpr const char* kBinomial = "binomial";
constexpr const char* kBruck = "bruck";
constexpr const char* kChain = "chain";
constexpr const char* kDissemination = "dissemination";
constexpr const char* kLinear = "linear";
constexpr const char* kLinearShift = "linear_shift";
constexpr const char* kNeighbourExchange = "neighbour_exchange";
constexpr const char* kQuaternary = "quaternary";
constexpr const char* kRabenseifner = "rabenseifner";
constexpr const char* kRecursiveDoubling = "recursive_doubling";
constexpr const char* kRecursiveHalving = "recursive_halving";
constexpr const char* kReduceBroadcast = "reduce_broadcast";
constexpr const char* kRing = "ring";
constexpr const char* kScatterAllgather = "scatter_allgather";
constexpr const char* kTree = "tree";

constexpr Rule kAllreduceRules[] = {
    {4, 8, kRing},
    {4, 4096, kRecursiveDoubling},
    {4, 8192, kRing},
    {4, 16384, kRecursiveDoubling},
    {4, 262144, kRing},
    {4, kAnyBytes, kRabenseifner},
    {8, 16, kRing},
    {8, 8192, kRecursiveDoubling},
    {8, kAnyBytes, kRabenseifner},
    {16, 8192, kRecursiveDoubling},
    {16, kAnyBytes, kRabenseifner},
    {32, 64, kRing},
    {32, 4096, kRecursiveDoubling},
    {32, kAnyBytes, kRabenseifner},
    {64, 128, kRing},
    {64, kAnyBytes, kRabenseifner},
    {128, 262144, kRecursiveDoubling},
    {128, kAnyBytes, kRabenseifner},
    {256, 131072, kReduceBroadcast},
    {256, 262144, kRecursiveDoubling},
    {256, kAnyBytes, kRabenseifner},
    {512, 4096, kReduceBroadcast},
    {512, kAnyBytes, kRabenseifner},
    {2048, 2048, kReduceBroadcast},
    {2048, 16384, kRecursiveDoubling},
    {2048, kAnyBytes, kRabenseifner},
    {4096, 2048, kReduceBroadcast},
    {4096, 4096, kRing},
    {4096, 16384, kRecursiveDoubling},
    {4096, kAnyBytes, kRabenseifner},
    {kAnyNumber, 2048, kReduceBroadcast},
    {kAnyNumber, 16384, kRing},
    {kAnyNumber, 32768, kRecursiveDoubling},
    {kAnyNumber, kAnyBytes, kRabenseifner},
};

constexpr Rule kReduceScatterRules[] = {
    {4, 65536, kRing},      {4, 131072, kRecursiveHalving},
    {4, kAnyBytes, kRing},  {32, 262144, kRecursiveHalving},
    {32, kAnyBytes, kRing}, {64, 524288, kRecursiveHalving},
    {64, kAnyBytes, kRing}, {kAnyNumber, kAnyBytes, kRecursiveHalving},
};

constexpr Rule kAllgatherRules[] = {
    {32, kAnyBytes, kRecursiveDoubling},
    {64, 1024, kRecursiveDoubling},
    {64, 65536, kNeighbourExchange},
    {64, kAnyBytes, kRing},
    {128, 512, kRecursiveDoubling},
    {128, 65536, kNeighbourExchange},
    {128, kAnyBytes, kRing},
    {256, 512, kRecursiveDoubling},
    {256, 131072, kNeighbourExchange},
    {256, 524288, kRing},
    {256, 1048576, kNeighbourExchange},
    {256, kAnyBytes, kRing},
    {512, 32, kRecursiveDoubling},
    {512, 128, kBruck},
    {512, 1024, kRecursiveDoubling},
    {512, 131072, kNeighbourExchange},
    {512, 524288, kRing},
    {512, 1048576, kNeighbourExchange},
    {512, kAnyBytes, kRing},
    {1024, 64, kRecursiveDoubling},
    {1024, 256, kBruck},
    {1024, 2048, kRecursiveDoubling},
    {1024, kAnyBytes, kNeighbourExchange},
    {2048, 4, kRecursiveDoubling},
    {2048, 8, kBruck},
    {2048, 16, kRecursiveDoubling},
    {2048, 32, kBruck},
    {2048, 256, kRecursiveDoubling},
    {2048, 512, kBruck},
    {2048, 4096, kRecursiveDoubling},
    {2048, kAnyBytes, kNeighbourExchange},
    {4096, 32, kBruck},
    {4096, 128, kRecursiveDoubling},
    {4096, 512, kBruck},
    {4096, 4096, kRecursiveDoubling},
    {4096, kAnyBytes, kNeighbourExchange},
    {kAnyNumber, 2, kRecursiveDoubling},
    {kAnyNumber, 8, kBruck},
    {kAnyNumber, 16, kRecursiveDoubling},
    {kAnyNumber, 512, kBruck},
    {kAnyNumber, 4096, kRecursiveDoubling},
    {kAnyNumber, kAnyBytes, kNeighbourExchange},
};

constexpr Rule kAlltoallRules[] = {
    {3, 32768, kLinearShift},   {3, 262144, kLinear},       {3, kAnyBytes, kLinearShift},
    {8, 524288, kLinear},       {8, 1048576, kLinearShift}, {8, kAnyBytes, kLinear},
    {16, kAnyBytes, kLinear},   {32, 4, kLinear},           {32, 512, kBruck},
    {32, kAnyBytes, kLinear},   {64, 512, kBruck},          {64, kAnyBytes, kLinear},
    {256, 1024, kBruck},        {256, 262144, kLinear},     {256, kAnyBytes, kLinearShift},
    {512, 1024, kBruck},        {512, 32768, kLinear},      {512, kAnyBytes, kLinearShift},
    {1024, 512, kBruck},        {1024, 262144, kLinear},    {1024, kAnyBytes, kLinearShift},
    {2048, 512, kBruck},        {2048, kAnyBytes, kLinear}, {4096, 1024, kBruck},
    {4096, kAnyBytes, kLinear}, {kAnyNumber, 2048, kBruck}, {kAnyNumber, kAnyBytes, kLinear},
};

constexpr Rule kAlltoallvRules[] = {
    {4, kAnyBytes, kLinearShift}, {64, kAnyBytes, kLinear},        {128, kAnyBytes, kLinearShift},
    {256, kAnyBytes, kLinear},    {1024, kAnyBytes, kLinearShift}, {kAnyNumber, kAnyBytes, kLinear},
};

constexpr Rule kBroadcastRules[] = {
    {4, 32, kChain},
    {4, 256, kBinary},
    {4, 512, kChain},
    {4, 1024, kQuaternary},
    {4, 32768, kLinear},
    {4, 131072, kBinary},
    {4, 262144, kChain},
    {4, 524288, kLinear},
    {4, 1048576, kBinomial},
    {4, kAnyBytes, kBinary},
    {8, 64, kBinary},
    {8, 128, kBinomial},
    {8, 2048, kBinary},
    {8, 8192, kBinomial},
    {8, 1048576, kLinear},
    {8, kAnyBytes, kChain},
    {16, 8, kQuaternary},
    {16, 64, kBinary},
    {16, 4096, kQuaternary},
    {16, 16384, kBinary},
    {16, 32768, kBinomial},
    {16, kAnyBytes, kLinear},
    {32, 4096, kQuaternary},
    {32, 1048576, kBinomial},
    {32, kAnyBytes, kScatterAllgather},
    {64, 2048, kBinomial},
    {64, kAnyBytes, kQuaternary},
    {128, kAnyBytes, kQuaternary},
    {256, 2, kBinomial},
    {256, 16384, kBinary},
    {256, 32768, kLinear},
    {256, 65536, kBinary},
    {256, kAnyBytes, kQuaternary},
    {1024, 16384, kQuaternary},
    {1024, 32768, kBinary},
    {1024, kAnyBytes, kQuaternary},
    {2048, 524288, kQuaternary},
    {2048, kAnyBytes, kScatterAllgather},
    {4096, 262144, kQuaternary},
    {4096, kAnyBytes, kScatterAllgather},
    {kAnyNumber, 8192, kQuaternary},
    {kAnyNumber, 16384, kBinary},
    {kAnyNumber, 262144, kQuaternary},
    {kAnyNumber, kAnyBytes, kScatterAllgather},
};

constexpr Rule kReduceRules[] = {
    {4, 8, kBinomial},
    {4, 16, kBinary},
    {4, 32, kChain},
    {4, 262144, kLinear},
    {4, kAnyBytes, kChain},
    {8, 4096, kBinary},
    {8, 65536, kChain},
    {8, 262144, kBinomial},
    {8, 524288, kLinear},
    {8, 1048576, kBinomial},
    {8, kAnyBytes, kLinear},
    {16, 8192, kBinary},
    {16, kAnyBytes, kBinomial},
    {32, 4096, kBinary},
    {32, kAnyBytes, kBinomial},
    {256, kAnyBytes, kBinomial},
    {512, 8192, kBinomial},
    {512, 16384, kBinary},
    {512, kAnyBytes, kBinomial},
    {2048, kAnyBytes, kBinomial},
    {4096, 512, kBinomial},
    {4096, 1024, kBinary},
    {4096, 8192, kBinomial},
    {4096, 16384, kBinary},
    {4096, kAnyBytes, kBinomial},
    {kAnyNumber, 16, kBinomial},
    {kAnyNumber, 32, kBinary},
    {kAnyNumber, 1024, kBinomial},
    {kAnyNumber, 2048, kBinary},
    {kAnyNumber, 8192, kBinomial},
    {kAnyNumber, 16384, kBinary},
    {kAnyNumber, kAnyBytes, kBinomial},
};

constexpr Rule kGatherRules[] = {
    {4, 4, kLinear},
    {4, 32768, kBinomial},
    {4, 65536, kLinear},
    {4, 131072, kBinomial},
    {4, kAnyBytes, kLinear},
    {8, 1024, kBinomial},
    {8, 8192, kLinear},
    {8, 32768, kBinomial},
    {8, kAnyBytes, kLinear},
    {256, kAnyBytes, kBinomial},
    {512, 2048, kBinomial},
    {512, 8192, kLinear},
    {512, kAnyBytes, kBinomial},
    {kAnyNumber, kAnyBytes, kBinomial},
};

constexpr Rule kScatterRules[] = {
    {4, kAnyBytes, kLinear},
    {8, 2048, kBinomial},
    {8, 4096, kLinear},
    {8, 8192, kBinomial},
    {8, kAnyBytes, kLinear},
    {32, 16384, kBinomial},
    {32, kAnyBytes, kLinear},
    {64, 512, kBinomial},
    {64, 8192, kLinear},
    {64, 16384, kBinomial},
    {64, kAnyBytes, kLinear},
    {kAnyNumber, 512, kBinomial},
    {kAnyNumber, kAnyBytes, kLinear},
};

constexpr Rule kBarrierRules[] = {
    {4, kAnyBytes, kRecursiveDoubling},
    {8, kAnyBytes, kLinear},
    {64, kAnyBytes, kRecursiveDoubling},
    {256, kAnyBytes, kDissemination},
    {512, kAnyBytes, kTree},
    {1024, kAnyBytes, kDissemination},
    {4096, kAnyBytes, kTree},
    {kAnyNumber, kAnyBytes, kDissemination},
};

template <std::size_t KRules>
const char* first_of(const Rule (&rules)[KRules], const Collective& collective, std::uint64_t bytes) {
  for (const Rule& rule : rules) {
    if (collective.members() < rule.members_below && bytes < rule.bytes_below) return rule.method;
  }
  return rules[KRules - 1].method;
}

std::string allgather_method(const Collective& collective, std::uint64_t bytes) {
  std::string method = first_of(kAllgatherRules, collective, bytes);
  const int members = collective.members();
  // As Open MPI does for numbers of members that a method cannot do with.
  if (method == kRecursiveDoubling && !is_power_of_two(members)) return kBruck;
  if (method == kNeighbourExchange && members % 2 != 0) return kRing;
  return method;
}

}  // namespace

std::string automatic_method(const Collective& collective) {
  const CollectiveCall& call = collective.call();
  const std::uint64_t vector = collective.vector_bytes();
  const auto members = static_cast<std::uint64_t>(collective.members());
  switch (call.kind) {
    case CollectiveKind::kAllreduce:
      return first_of(kAllreduceRules, collective, vector);
    case CollectiveKind::kReduceScatter:
      return first_of(kReduceScatterRules, collective, vector);
    case CollectiveKind::kAllgather:
      return allgather_method(collective, vector / members);
    case CollectiveKind::kAlltoall:
      return first_of(kAlltoallRules, collective, call.bytes.count());
    case CollectiveKind::kAlltoallv:
      return first_of(kAlltoallvRules, collective, 0);
    case CollectiveKind::kBroadcast:
      return first_of(kBroadcastRules, collective, vector);
    case CollectiveKind::kReduce:
      return first_of(kReduceRules, collective, vector);
    case CollectiveKind::kGather:
      return first_of(kGatherRules, collective, vector / members);
    case CollectiveKind::kScatter:
      return first_of(kScatterRules, collective, vector / members);
    case CollectiveKind::kBarrier:
      return first_of(kBarrierRules, collective, 0);
    case CollectiveKind::kScan:
      return kLinear;
    case CollectiveKind::kHalo:
      break;
  }
  return call.bytes.count() > 0 ? "diagonals" : "faces";
}

}  // namespace tactus
