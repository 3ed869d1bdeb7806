#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/common/random.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/collectives/collective_program.h"
#include "tlm_models/traffic/random_streams.h"
#include "tlm_models/traffic/schedule_workload.h"

namespace tactus {
namespace {

/// Ranks have places in the grid of the nodes.
bool has_grid(const RankShape& shape) { return shape.per_node == 1 && !shape.nodes.is_numbered(); }

std::string no_grid(const RankShape& shape) {
  return has_grid(shape)
             ? ""
             : fmt::format("halo goes by places in a grid, one rank in each: {} are none", ranks_text(shape));
}

constexpr NumberKey kSpread = {"spread", 0.5,
                               "Most by which the sizes of an alltoallv's blocks differ from `workload.message_size`, "
                               "as a share of it. Each pair has a size of its own, the same in every run.",
                               0, 1};

/// Bytes of the block of each pair, sender * members + receiver: uniform within the spread, none to itself.
std::vector<std::uint64_t> drawn_counts(const WorkloadConfig& config, std::size_t members) {
  const auto mean = static_cast<double>(config.message_size.count());
  const double spread = kSpread.of(config);
  const RandomStream draws(0, random_streams::kBlockSizes);
  std::vector<std::uint64_t> counts(members * members);
  for (std::size_t pair = 0; pair < counts.size(); ++pair) {
    if (pair / members == pair % members) continue;
    counts[pair] = static_cast<std::uint64_t>(std::llround(mean * (1 + spread * (2 * draws.unit(pair) - 1))));
  }
  return counts;
}

/// The call that all ranks make, on the machine's own grid.
template <CollectiveKind KKind>
CollectiveCall call_of(const WorkloadConfig& config, const RankShape& shape) {
  CollectiveCall call;
  call.kind = KKind;
  call.ranks.resize(static_cast<std::size_t>(shape.ranks()));
  std::iota(call.ranks.begin(), call.ranks.end(), 0);
  call.bytes = config.message_size;
  if (config.combine_rate.count() > 0)
    call.combine_ps_per_byte = 1e12 / static_cast<double>(config.combine_rate.count());
  call.chunk = config.chunk;
  call.nics = shape.nics();
  if (KKind == CollectiveKind::kAlltoallv) call.counts = drawn_counts(config, call.ranks.size());
  if (!has_grid(shape)) return call;
  for (int d = 0; d < shape.nodes.dimensions(); ++d) {
    call.grid.sizes.push_back(shape.nodes.size(d));
    call.grid.wrap.push_back(shape.nodes.wraps(d));
  }
  if (KKind == CollectiveKind::kHalo) call.counts.assign(call.grid.sizes.size(), config.message_size.count());
  return call;
}

/// One call. Each rank's last operation ends after all its others.
template <CollectiveKind KKind>
std::shared_ptr<const Schedule> schedule_of(const WorkloadConfig& config, const RankShape& shape) {
  auto schedule = std::make_shared<Schedule>();
  const Collective collective(call_of<KKind>(config, shape), config.method);
  for (int member = 0; member < collective.members(); ++member) emit_all(collective, member, *schedule, {});
  schedule->match(shape.nics(), 1, config.exchanges);
  return schedule;
}

/// The engine that has most to move bounds the time: data that is combined, and the latencies of the messages that wait
/// for each other, come on top.
class CollectiveWorkload final : public ScheduleWorkload {
 public:
  CollectiveWorkload(std::shared_ptr<const Schedule> schedule, const WorkloadConfig& config, const RankShape& shape)
      : ScheduleWorkload(schedule, config.clock, config.repetitions),
        schedule_(std::move(schedule)),
        repetitions_(static_cast<std::uint64_t>(config.repetitions)),
        nodes_of_their_own_(shape.per_node == 1) {}

  [[nodiscard]] std::optional<Picoseconds> ideal_time(const MachineConfig& machine) const override {
    if (!nodes_of_their_own_) return std::nullopt;
    return busiest_engine(*schedule_, machine) * repetitions_;
  }

 private:
  std::shared_ptr<const Schedule> schedule_;
  std::uint64_t repetitions_;
  bool nodes_of_their_own_;
};

template <CollectiveKind KKind>
void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  if (KKind == CollectiveKind::kAlltoallv) {
    const double largest = static_cast<double>(config.message_size.count()) * (1 + kSpread.of(config));
    const Bytes most = max_message(machine);
    faults.require(largest <= static_cast<double>(most.count()), "message_size",
                   "with spread {} the largest block has {:.0f} B: a message has at most {} B", kSpread.of(config),
                   largest, most.count());
  }
  try {
    const Collective collective(call_of<KKind>(config, ranks_of(config, machine)), config.method);
  } catch (const std::invalid_argument& fault) {
    faults.require(false, "method", "{}", fault.what());
  }
}

template <CollectiveKind KKind>
AlgorithmPolicy collective(const char* summary) {
  AlgorithmPolicy policy;
  policy.name = name_of(KKind);
  policy.summary = summary;
  policy.make = [](const WorkloadConfig& config, const RankShape& shape, std::uint64_t) -> std::unique_ptr<Workload> {
    return std::make_unique<CollectiveWorkload>(schedule_of<KKind>(config, shape), config, shape);
  };
  policy.early_messages = [](const WorkloadConfig& config, const RankShape& shape) {
    const auto repetitions = static_cast<std::uint64_t>(config.repetitions);
    return repetitions * early_of_schedule(*schedule_of<KKind>(config, shape), config, shape);
  };
  policy.check = check<KKind>;
  policy.no_exchange = [](const WorkloadConfig& config, const RankShape& shape) -> std::string {
    return config.exchanges ? schedule_of<KKind>(config, shape)->why_no_exchange() : "";
  };
  if (KKind == CollectiveKind::kHalo) policy.misfit = no_grid;
  if (KKind == CollectiveKind::kAlltoallv) policy.keys = {kSpread};
  policy.message_size = true;
  policy.repetitions = true;
  policy.collective = true;
  return policy;
}

const Registered<AlgorithmKind> kAllreduce{
    collective<CollectiveKind::kAllreduce>("Every rank gets the sum of the vectors of all.")};
const Registered<AlgorithmKind> kReduceScatter{
    collective<CollectiveKind::kReduceScatter>("Every rank gets its part of the sum of the vectors of all.")};
const Registered<AlgorithmKind> kAllgather{
    collective<CollectiveKind::kAllgather>("Every rank gets the blocks of all ranks.")};
const Registered<AlgorithmKind> kAlltoall{
    collective<CollectiveKind::kAlltoall>("Every rank sends another block to each rank.")};
const Registered<AlgorithmKind> kAlltoallv{
    collective<CollectiveKind::kAlltoallv>("Every rank sends each rank a block of a size of its own.")};
const Registered<AlgorithmKind> kBroadcast{
    collective<CollectiveKind::kBroadcast>("Rank 0 sends its vector to all others.")};
const Registered<AlgorithmKind> kReduce{
    collective<CollectiveKind::kReduce>("Rank 0 gets the sum of the vectors of all.")};
const Registered<AlgorithmKind> kGather{collective<CollectiveKind::kGather>("Rank 0 gets the blocks of all ranks.")};
const Registered<AlgorithmKind> kScatter{
    collective<CollectiveKind::kScatter>("Rank 0 sends another block to each rank.")};
const Registered<AlgorithmKind> kHalo{
    collective<CollectiveKind::kHalo>("Every rank exchanges with its neighbours in the grid of the nodes.")};

}  // namespace
}  // namespace tactus
