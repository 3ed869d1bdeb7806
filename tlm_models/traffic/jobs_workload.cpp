#include "tlm_models/traffic/jobs_workload.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/classed_program.h"
#include "tlm_models/traffic/idle_program.h"
#include "tlm_models/traffic/start_offset.h"

namespace tactus {
/// Program of one rank of a job, whose steps name ranks and sequences of the whole machine.
class JobsWorkload::Program final : public WrappedProgram {
 public:
  Program(const JobsWorkload& owner, const Job& job, int rank)
      : WrappedProgram(job.workload->program(rank)), owner_(owner), job_(job), rank_(rank) {}

  std::optional<Op> next_step(int processor) override {
    std::optional<Op> op = WrappedProgram::next_step(processor);
    if (!op) return op;
    if (op->signs) op->signs = signs(*op);
    if (has_peer(op->kind)) op->peer = of_machine(op->peer);
    if (op->sequence != 0) op->sequence = job_.sequences_before + job_.places[static_cast<std::size_t>(op->sequence)];
    return op;
  }
  void step_ended(const Op& op) override { WrappedProgram::step_ended(of_job(op)); }
  void received(const Op& receive) override { WrappedProgram::received(of_job(receive)); }
  [[nodiscard]] bool may_end(const Op& wait) const override { return WrappedProgram::may_end(of_job(wait)); }
  void sending(const Op& op, std::optional<std::uint32_t> result) override {
    WrappedProgram::sending(of_job(op), result);
  }
  [[nodiscard]] std::optional<std::uint32_t> result_in(const Op& receive) const override {
    return WrappedProgram::result_in(of_job(receive));
  }

 private:
  /// A receive from any rank has none of the machine either: all messages of its group are of the job.
  [[nodiscard]] int of_machine(int rank) const {
    return rank == kAnyRank ? kAnyRank : job_.placed.processors[static_cast<std::size_t>(rank)];
  }

  /// Ways round the machine go as the algorithm says, all others as the nodes lie.
  [[nodiscard]] OffsetSigns signs(const Op& op) const {
    const NetworkShape& nodes = owner_.machine_.nodes;
    const auto place = [&](int rank) { return nodes.coordinate(owner_.machine_.node(of_machine(rank))); };
    OffsetSigns signs = OffsetSigns::of(place(rank_), place(op.peer));
    for (const auto& [of_job, dimension] : job_.placed.whole_dimensions) signs.set(dimension, (*op.signs)[of_job]);
    return signs;
  }

  /// The step as the algorithm has made it.
  [[nodiscard]] Op of_job(const Op& op) const {
    Op own = op;
    if (has_peer(op.kind) && op.peer != kAnyRank) own.peer = owner_.members_[static_cast<std::size_t>(op.peer)].rank;
    if (op.sequence != 0) {
      const auto place = static_cast<std::size_t>(op.sequence - job_.sequences_before - 1);
      own.sequence = job_.workload->sequences()[place].index;
    }
    return own;
  }

  const JobsWorkload& owner_;
  const Job& job_;
  int rank_;
};

std::string why_no_job(const AlgorithmPolicy& algorithm) {
  if (algorithm.jobs) return "jobs have no jobs of their own";
  if (algorithm.make_pattern != nullptr) return "an open loop of the nodes: a job has programs of ranks, as allreduce";
  if (algorithm.make == nullptr) return "only a node alone runs it: a job has programs of ranks, as allreduce";
  if (algorithm.message_list) return "its file names ranks of the whole machine: use schedule";
  return {};
}

WorkloadConfig program_of(const JobConfig& job, const RankShape& shape) {
  WorkloadConfig program = job.program;
  program.ranks_per_node = shape.per_node;
  return program;
}

std::unique_ptr<JobsWorkload> JobsWorkload::make(const WorkloadConfig& config, const RankShape& machine,
                                                 std::uint64_t seed) {
  std::vector<PlacedJob> placed = place_jobs(config, machine, seed);
  std::vector<Job> jobs;
  std::vector<SequenceInfo> sequences;
  for (std::size_t i = 0; i < config.jobs.size(); ++i) {
    Job job{config.jobs[i], std::move(placed[i]), nullptr, static_cast<int>(sequences.size()), {}};
    const RankShape& shape = job.placed.shape;
    if (job.config.enabled) {
      const WorkloadConfig program = program_of(job.config, shape);
      job.workload = Workload::make(program, shape.nodes, job_seed(seed, i), shape.nics());
      for (SequenceInfo sequence : job.workload->sequences()) {
        const auto own = static_cast<std::size_t>(sequence.index);
        job.places.resize(std::max(job.places.size(), own + 1));
        sequence.index = static_cast<int>(sequences.size()) + 1;
        job.places[own] = sequence.index - job.sequences_before;
        sequence.ranks = shape.ranks();
        sequence.job = job.config.name;
        sequences.push_back(std::move(sequence));
      }
    }
    jobs.push_back(std::move(job));
  }
  return std::unique_ptr<JobsWorkload>(new JobsWorkload(std::move(jobs), std::move(sequences), machine, seed));
}

JobsWorkload::JobsWorkload(std::vector<Job> jobs, std::vector<SequenceInfo> sequences, const RankShape& machine,
                           std::uint64_t seed)
    : Workload(std::move(sequences)),
      jobs_(std::move(jobs)),
      machine_(machine),
      seed_(seed),
      members_(static_cast<std::size_t>(machine.ranks())) {
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    const std::vector<int>& processors = jobs_[job].placed.processors;
    for (std::size_t rank = 0; rank < processors.size(); ++rank) {
      members_[static_cast<std::size_t>(processors[rank])] = {static_cast<int>(job), static_cast<int>(rank)};
    }
  }
}

std::unique_ptr<RankProgram> JobsWorkload::program(int rank) const {
  const Member member = members_[static_cast<std::size_t>(rank)];
  if (member.job < 0) return std::make_unique<IdleProgram>();
  const Job& job = jobs_[static_cast<std::size_t>(member.job)];
  if (!job.workload) return std::make_unique<IdleProgram>();
  std::unique_ptr<RankProgram> program = std::make_unique<Program>(*this, job, member.rank);
  program = in_class(std::move(program), job.config.program.class_number);
  const Cycles most = job.config.program.imbalance;
  if (most > Cycles{0}) program = begun_late(std::move(program), start_offset(most, seed_, rank));
  if (job.config.start > Cycles{0}) program = begun_at(std::move(program), job.config.start);
  return program;
}

std::vector<JobInfo> JobsWorkload::jobs() const {
  std::vector<JobInfo> list;
  for (const Job& job : jobs_) {
    JobInfo info{job.config.name,
                 job.config.program.algorithm.name(),
                 job.placed.processors,
                 job.config.start,
                 job.config.enabled,
                 0,
                 {}};
    if (job.workload) {
      info.messages = job.workload->messages();
      info.bytes = job.workload->bytes();
    }
    list.push_back(std::move(info));
  }
  return list;
}

std::uint64_t JobsWorkload::messages() const {
  std::uint64_t all = 0;
  for (const JobInfo& job : jobs()) all += job.messages;
  return all;
}

Bytes JobsWorkload::bytes() const {
  Bytes all;
  for (const JobInfo& job : jobs()) all += job.bytes;
  return all;
}

std::optional<Picoseconds> JobsWorkload::ideal_time(const MachineConfig& machine) const {
  if (jobs_.size() != 1 || !jobs_.front().workload) return std::nullopt;
  const bool whole = jobs_.front().placed.shape.nodes == machine.network;
  return whole ? jobs_.front().workload->ideal_time(machine) : std::nullopt;
}

std::uint64_t early_of_jobs(const WorkloadConfig& workload, const RankShape& machine) {
  const std::vector<JobConfig>& jobs = workload.jobs;
  const std::vector<RankShape> shapes = job_shapes(workload, machine);
  // The most for each place of a node: places of several jobs can be on one node.
  std::vector<double> of_places;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!jobs[i].enabled) continue;
    const RankShape& shape = shapes[i];
    const WorkloadConfig program = program_of(jobs[i], shape);
    const auto of_node = static_cast<double>(policy(program.algorithm).early_messages(program, shape));
    const int places = std::min(machine.per_node, shape.ranks());
    of_places.insert(of_places.end(), static_cast<std::size_t>(places), of_node / shape.per_node);
  }
  const auto places = std::min(of_places.size(), static_cast<std::size_t>(machine.per_node));
  std::sort(of_places.begin(), of_places.end(), std::greater<>());
  double most = 0;
  for (std::size_t i = 0; i < places; ++i) most += of_places[i];
  constexpr double kRounding = 1e-6;
  return static_cast<std::uint64_t>(std::floor(most + kRounding));
}

}  // namespace tactus
