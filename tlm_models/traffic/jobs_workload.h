#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tlm_models/traffic/job_placement.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Programs side by side, each on ranks of its own: the algorithm of a job sees ranks from 0 on, and the steps of its
/// programs name ranks of the machine. Ranks that belong to no job have nothing to do. Sequences of the jobs are
/// numbered one job after the other. Reference: docs/reference/jobs.md.
class JobsWorkload final : public Workload {
 public:
  /// `config.jobs` are valid on `machine`.
  static std::unique_ptr<JobsWorkload> make(const WorkloadConfig& config, const RankShape& machine, std::uint64_t seed);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::vector<JobInfo> jobs() const override;
  [[nodiscard]] std::uint64_t messages() const override;
  [[nodiscard]] Bytes bytes() const override;
  /// Ideal time of the only job, if it has the whole machine.
  [[nodiscard]] std::optional<Picoseconds> ideal_time(const MachineConfig& machine) const override;

 private:
  struct Job {
    JobConfig config;
    PlacedJob placed;
    std::unique_ptr<Workload> workload;
    int sequences_before = 0;  ///< sequences of the jobs before it
    std::vector<int> places;   ///< places of its sequences in its own list, from 1, by the algorithm's number
  };
  /// Which rank of which job a rank of the machine is.
  struct Member {
    int job = -1;  ///< -1: of none
    int rank = 0;
  };
  class Program;

  JobsWorkload(std::vector<Job> jobs, std::vector<SequenceInfo> sequences, const RankShape& machine,
               std::uint64_t seed);

  std::vector<Job> jobs_;
  RankShape machine_;
  std::uint64_t seed_;
  std::vector<Member> members_;  ///< by rank of the machine
};

/// Why a job cannot have the algorithm; empty if it can.
std::string why_no_job(const AlgorithmPolicy& algorithm);

/// The program of `job`, as its algorithm is to be asked for ranks of that shape.
WorkloadConfig program_of(const JobConfig& job, const RankShape& shape);

/// AlgorithmPolicy::early_messages of jobs: the most that comes by one engine for the ranks of a node, whichever jobs
/// these belong to.
std::uint64_t early_of_jobs(const WorkloadConfig& workload, const RankShape& machine);

}  // namespace tactus
