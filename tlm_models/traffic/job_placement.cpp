#include "tlm_models/traffic/job_placement.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "hw/common/config_faults.h"
#include "hw/common/random.h"
#include "tlm_models/traffic/placement.h"
#include "tlm_models/traffic/random_streams.h"

namespace tactus {
namespace {

/// A box of nodes, and the machine's dimensions in which it has more than one.
struct NodeBox {
  NetworkShape shape;
  std::vector<int> dimensions;
};

/// The box that `nodes` are, in the order of their places in it.
std::optional<NodeBox> box_of(const std::vector<int>& nodes, const NetworkShape& machine) {
  if (machine.is_numbered() || nodes.size() < 2) return std::nullopt;
  const Coordinate first = machine.coordinate(nodes.front());
  const Coordinate last = machine.coordinate(nodes.back());
  NetworkShape box;
  box.sizes = {};
  NodeBox found;
  for (int d = 0; d < machine.dimensions(); ++d) {
    const int size = last[d] - first[d] + 1;
    if (size < 1) return std::nullopt;
    if (size > 1) found.dimensions.push_back(d);
    if (size > 1) box.wrap.push_back(size == machine.size(d) && machine.wraps(d));
    if (size > 1) box.sizes.push_back(size);
  }
  if (box.nodes() != static_cast<int>(nodes.size())) return std::nullopt;
  for (int i = 0; i < box.nodes(); ++i) {
    Coordinate at = first;
    for (int d = 0; d < box.dimensions(); ++d) {
      const int of_machine = found.dimensions[static_cast<std::size_t>(d)];
      at.set(of_machine, first[of_machine] + box.coordinate(i)[d]);
    }
    if (nodes[static_cast<std::size_t>(i)] != machine.node(at)) return std::nullopt;
  }
  found.shape = box;
  return found;
}

/// Gives jobs their processors, one job after the other.
class JobPlacer {
 public:
  JobPlacer(const WorkloadConfig& workload, const RankShape& machine)
      : machine_(machine), owner_(static_cast<std::size_t>(machine.ranks()), kNobody) {
    for (const int node : workload.idle_nodes) {
      const auto first = owner_.begin() + machine.rank(node, 0);
      std::fill(first, first + machine.per_node, kIdle);
    }
  }

  /// Gives job `index` its processors.
  PlacedJob place(const JobConfig& job, const PlacementPolicy& placement, std::uint64_t seed, int index) {
    const bool named = !job.nodes.empty();
    const std::vector<int> nodes = named ? job.nodes : all_nodes();
    const int each = named && job.ranks_per_node > 0 ? job.ranks_per_node : machine_.per_node;
    std::vector<int> free;
    for (const int node : nodes) {
      const std::vector<int> here = free_on(node);
      free.insert(free.end(), here.begin(), here.begin() + std::min(each, static_cast<int>(here.size())));
    }
    const int ranks = named || job.ranks == 0 ? static_cast<int>(free.size()) : job.ranks;
    PlacedJob placed = shaped(nodes, each, ranks);
    if (placement.processors != nullptr) {
      free = shuffled(free, placed.shape, placement, seed);
      placed.whole_dimensions.clear();
    }
    free.resize(static_cast<std::size_t>(ranks));
    for (const int processor : free) owner_[static_cast<std::size_t>(processor)] = index;
    placed.processors = std::move(free);
    return placed;
  }

  [[nodiscard]] std::vector<int> free_on(int node) const {
    std::vector<int> free;
    for (int place = 0; place < machine_.per_node; ++place) {
      const int processor = machine_.rank(node, place);
      if (owner_[static_cast<std::size_t>(processor)] == kNobody) free.push_back(processor);
    }
    return free;
  }
  [[nodiscard]] int free() const { return static_cast<int>(std::count(owner_.begin(), owner_.end(), kNobody)); }
  [[nodiscard]] bool is_idle(int node) const {
    return owner_[static_cast<std::size_t>(machine_.rank(node, 0))] == kIdle;
  }
  /// A job that has a processor of `node`, which is not idle; -1 if there is none.
  [[nodiscard]] int owner(int node) const {
    int found = kNobody;
    for (int place = 0; place < machine_.per_node; ++place) {
      found = std::max(found, owner_[static_cast<std::size_t>(machine_.rank(node, place))]);
    }
    return found;
  }

 private:
  static constexpr int kNobody = -1;
  static constexpr int kIdle = -2;  ///< and nobody may have it

  [[nodiscard]] std::vector<int> all_nodes() const {
    std::vector<int> nodes(static_cast<std::size_t>(machine_.nodes.nodes()));
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
  }

  /// How an algorithm sees `ranks` ranks, which are `each` on each of `nodes` if there are so many.
  [[nodiscard]] PlacedJob shaped(const std::vector<int>& nodes, int each, int ranks) const {
    PlacedJob placed;
    const bool everywhere = static_cast<int>(nodes.size()) * each == ranks;
    placed.shape = {NetworkShape::of_numbers(everywhere ? ranks / each : ranks), everywhere ? each : 1,
                    machine_.nics()};
    const std::optional<NodeBox> box = everywhere ? box_of(nodes, machine_.nodes) : std::nullopt;
    if (!box) return placed;
    placed.shape.nodes = box->shape;
    for (int d = 0; d < box->shape.dimensions(); ++d) {
      const int of_machine = box->dimensions[static_cast<std::size_t>(d)];
      if (box->shape.size(d) == machine_.nodes.size(of_machine)) placed.whole_dimensions.emplace_back(d, of_machine);
    }
    return placed;
  }

  /// `free`, as `placement` orders them for ranks of that shape or, if there are more, for so many ranks.
  [[nodiscard]] std::vector<int> shuffled(const std::vector<int>& free, const RankShape& shape,
                                          const PlacementPolicy& placement, std::uint64_t seed) const {
    const auto count = static_cast<int>(free.size());
    const RankShape all =
        count == shape.ranks() ? shape : RankShape{NetworkShape::of_numbers(count), 1, machine_.nics()};
    std::vector<int> order;
    for (const int place : placement.processors(all, seed)) order.push_back(free[static_cast<std::size_t>(place)]);
    return order;
  }

  RankShape machine_;
  std::vector<int> owner_;  ///< job of each processor
};

/// Calls `use` for each job, those that name nodes first, with its index.
template <class Use>
void in_order_of_placement(const std::vector<JobConfig>& jobs, Use use) {
  for (const bool named : {true, false}) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (jobs[i].nodes.empty() != named) use(jobs[i], i);
    }
  }
}

/// Faults of one job's nodes, which `placer` could not give it.
void check_nodes_of(const JobConfig& job, const std::string& field, const std::vector<JobConfig>& jobs,
                    const RankShape& machine, const JobPlacer& placer, ConfigFaults& faults) {
  std::vector<int> seen;
  const int each = job.ranks_per_node == 0 ? machine.per_node : job.ranks_per_node;
  for (const int node : job.nodes) {
    const bool there = node >= 0 && node < machine.nodes.nodes();
    faults.require(there, field, "there is no node {}: nodes are 0 to {}", node, machine.nodes.nodes() - 1);
    if (!there) continue;
    const std::string text = machine.nodes.is_numbered() ? fmt::format("node {}", node)
                                                         : "node " + machine.nodes.text(machine.nodes.coordinate(node));
    if (std::count(seen.begin(), seen.end(), node) != 0) {
      faults.require(false, field, "{} is given twice", text);
      continue;
    }
    seen.push_back(node);
    if (placer.is_idle(node)) {
      faults.require(false, field, "{} has a router that does nothing or breaks (faults)", text);
      continue;
    }
    const int free = static_cast<int>(placer.free_on(node).size());
    if (free >= each) continue;
    const int owner = placer.owner(node);
    const std::string whose = owner < 0 ? "" : jobs[static_cast<std::size_t>(owner)].name;
    if (machine.per_node == 1) {
      faults.require(false, field, "{} belongs to job '{}'", text, whose);
    } else {
      faults.require(false, field, "{} has {} free of its {} ranks, and the job wants {}: job '{}' is there too", text,
                     free, machine.per_node, each, whose);
    }
  }
}

}  // namespace

std::uint64_t job_seed(std::uint64_t seed, std::size_t index) {
  return index == 0 ? seed : RandomStream(seed, random_streams::kJobs).bits(index);
}

std::vector<RankShape> job_shapes(const WorkloadConfig& workload, const RankShape& machine) {
  // No shape depends on who has which of the processors, but on how many are free.
  WorkloadConfig ordered = workload;
  for (JobConfig& job : ordered.jobs) job.program.placement = "ordered";
  std::vector<RankShape> shapes;
  for (const PlacedJob& job : place_jobs(ordered, machine, 0)) shapes.push_back(job.shape);
  return shapes;
}

std::vector<PlacedJob> place_jobs(const WorkloadConfig& workload, const RankShape& machine, std::uint64_t seed) {
  std::vector<PlacedJob> placed(workload.jobs.size());
  JobPlacer placer(workload, machine);
  in_order_of_placement(workload.jobs, [&](const JobConfig& job, std::size_t i) {
    placed[i] = placer.place(job, policy(job.program.placement), job_seed(seed, i), static_cast<int>(i));
  });
  return placed;
}

std::vector<ConfigFault> job_placement_faults(const WorkloadConfig& workload, const RankShape& machine) {
  const std::vector<JobConfig>& jobs = workload.jobs;
  ConfigFaults faults;
  JobPlacer placer(workload, machine);
  in_order_of_placement(jobs, [&](const JobConfig& job, std::size_t i) {
    const auto field = [i](const char* name) { return fmt::format("[{}].{}", i, name); };
    const std::size_t before = faults.size();
    faults.require(job.nodes.empty() || job.ranks == 0, field("ranks"),
                   "with nodes, which say how many ranks there are: leave it out");
    faults.require(!job.nodes.empty() || job.ranks_per_node == 0, field("ranks_per_node"),
                   "without nodes: give nodes, or the number of ranks as `ranks`");
    faults.require(job.ranks_per_node <= machine.per_node, field("ranks_per_node"),
                   "{}: the machine has {} on a node (workload.ranks_per_node)", job.ranks_per_node, machine.per_node);
    if (faults.size() > before) return;
    check_nodes_of(job, field("nodes"), jobs, machine, placer, faults);
    if (job.nodes.empty()) {
      const int free = placer.free();
      faults.require(free > 0, field("ranks"), "none are free: the jobs before have all {}", machine.ranks());
      faults.require(free == 0 || job.ranks <= free, field("ranks"), "{}: {} of {} are free", job.ranks, free,
                     machine.ranks());
    }
    if (faults.size() > before) return;
    placer.place(job, policy(PlacementName("ordered")), 0, static_cast<int>(i));
  });
  return faults.take();
}

}  // namespace tactus
