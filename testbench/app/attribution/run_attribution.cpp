#include "testbench/app/attribution/run_attribution.h"

#include <unordered_map>
#include <utility>

namespace tactus {
namespace {

/// Jobs are numbered in the order of their first ranks.
std::optional<JobWaits> make_job_waits(const MachineConfig& config, const RankMap& map,
                                       const std::vector<std::string>& jobs_of_ranks) {
  if (jobs_of_ranks.empty()) return std::nullopt;
  constexpr std::size_t kMost = (std::size_t{1} << kJobBits) - 1;
  std::vector<std::string> names;
  std::unordered_map<std::string, JobNumber> numbers;
  std::vector<JobNumber> of_ranks;
  for (const std::string& name : jobs_of_ranks) {
    if (name.empty()) {
      of_ranks.push_back(kNoJob);
      continue;
    }
    const auto found = numbers.find(name);
    if (found == numbers.end() && names.size() < kMost) names.push_back(name);
    of_ranks.push_back(found != numbers.end()
                           ? found->second
                           : numbers.emplace(name, static_cast<JobNumber>(names.size())).first->second);
  }
  return std::make_optional<JobWaits>(config, PacketJobs(map, std::move(of_ranks)), std::move(names));
}

}  // namespace

RunAttribution::RunAttribution(const MachineConfig& config, const RankMap& map, const Wanted& wanted,
                               LatencyAttribution::SequenceOf sequence_of, LatencyAttribution::Report report)
    : config_(config),
      job_waits_(make_job_waits(config, map, wanted.jobs_of_ranks)),
      waits_(config),
      messages_(wanted.messages ? std::make_optional<MessageDelays>(config, map) : std::nullopt),
      latencies_(config, std::move(sequence_of), with_messages(std::move(report)), wanted.stages) {
  if (!wanted.focus.empty()) latencies_.follow(&focus_.emplace(config, map, wanted.focus));
  if (wanted.critical_path) path_.emplace(config, map, waits_);
  if (messages_ && job_waits_) messages_->set_job_names(job_waits_->names());
}

LatencyAttribution::Report RunAttribution::with_messages(LatencyAttribution::Report report) {
  if (!messages_) return report;
  return [this, report = std::move(report)](const SplitPacket& packet) {
    messages_->packet_ended(packet);
    if (report) report(packet);
  };
}

void RunAttribution::finish(Cycles edge, const std::function<std::optional<int>(GrantAccount)>& sequence_of) {
  for (PartAttribution& part : parts_) part.finish(edge.count());
  latencies_.add(parts_, sequence_of);
  parts_.clear();
}

void RunAttribution::packet_injected(const PacketHeader& header, Cycles cycle) {
  waits_.packet_injected(header.route, cycle);
  latencies_.packet_injected(header, cycle);
  if (messages_) messages_->packet_injected(header);
  if (job_waits_) job_waits_->packet_injected(header);
  if (path_) path_->packet_injected(header);
}

void RunAttribution::packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) {
  const AccessStages* const accessed = take_accessed();
  latencies_.packet_waited(header, waits, cycle, accessed);
  if (path_) path_->packet_waited(header, waits, cycle, accessed);
}

void RunAttribution::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  const JobNumber job = job_waits_ ? job_waits_->jobs().of(header) : kNoJob;
  const std::vector<WaitPiece>& pieces = waits_.packet_granted(grant, header, job);
  latencies_.packet_granted(grant, header, pieces, waits_.held());
  if (messages_) messages_->packet_granted(grant, header, pieces);
  if (job_waits_) job_waits_->packet_granted(grant, header, pieces);
  if (!path_) return;
  waits_.mark(grant, path_->packet_granted(grant, header, pieces));
  path_->forget_if_full();
}

void RunAttribution::packet_delivered(const PacketHeader& header, Cycles cycle) {
  latencies_.packet_delivered(header, cycle);
  if (job_waits_) job_waits_->packet_delivered(header);
  if (path_) path_->packet_delivered(header, cycle);
}

void RunAttribution::packet_accessed(const RouteHeader& /*header*/, const AccessStages& stages, Cycles /*cycle*/) {
  accessed_ = stages;
  has_accessed_ = true;
}

void RunAttribution::packet_left(const RouteHeader& header, int vc, Cycles cycle) {
  const AccessStages* const accessed = take_accessed();
  waits_.packet_left(header, vc, cycle, path_ ? path_->packet_left(header, cycle, accessed) : kNoMark);
}

void RunAttribution::packet_written(const RouteHeader& header, Cycles cycle) {
  const AccessStages* const accessed = take_accessed();
  latencies_.packet_written(header, cycle, accessed);
  if (path_) path_->packet_written(header, cycle, accessed);
}

void RunAttribution::send_started(const MessageEvent& message, Cycles cycle) {
  if (focus_) focus_->send_started({message.source, message.destination, message.tag}, cycle);
  if (path_) path_->send_started(message, cycle);
}

void RunAttribution::receive_completed(const MessageEvent& message, Cycles cycle) {
  if (path_) path_->receive_completed(message, cycle);
}

void RunAttribution::program_ended(int rank, Cycles cycle) {
  if (path_) path_->program_ended(rank, cycle);
}

void RunAttribution::wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) {
  if (path_) path_->wait_ended(rank, awaited, cycle);
}

void RunAttribution::work_ended(const WorkEvent& work, Cycles cycle) {
  if (path_) path_->work_ended(work, cycle);
}

}  // namespace tactus
