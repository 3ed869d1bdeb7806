#include "testbench/app/attribution/job_waits.h"

#include <algorithm>

#include "testbench/app/attribution/node_coordinates.h"

namespace tactus {
namespace {

constexpr std::size_t kWorstOfJob = 3;
constexpr unsigned kJobField = 16;
constexpr char kOthers[] = "none";  ///< packets of no job: those of NICs themselves

}  // namespace

JobWaits::JobWaits(const MachineConfig& config, PacketJobs jobs, std::vector<std::string> names)
    : config_(config), jobs_(std::move(jobs)), names_(std::move(names)) {
  const auto ports = static_cast<std::size_t>(config.ports().count());
  const bool fifo = config.router.input_queue == InputQueueKind::kFifo;
  queues_.resize(static_cast<std::size_t>(config.network.nodes()) * ports *
                 static_cast<std::size_t>(config.router.virtual_channels) * (fifo ? 1 : ports));
}

JobWaits::Queue& JobWaits::queue_of(const RouterGrant& grant) {
  const int ports = config_.ports().count();
  const int channel = (grant.node * ports + grant.in_port) * config_.router.virtual_channels + grant.in_vc;
  const bool fifo = config_.router.input_queue == InputQueueKind::kFifo;
  return queues_[static_cast<std::size_t>(fifo ? channel : channel * ports + grant.out_port)];
}

void JobWaits::add_behind(std::uint64_t place, const WaitPiece& piece, const Queue& queue) {
  std::uint64_t left = piece.end - piece.begin;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Reason& reason = queue[i];
    const std::uint64_t begin = std::max(reason.begin, piece.begin);
    const std::uint64_t end = std::min(reason.end, piece.end);
    if (begin >= end) continue;
    add(place, reason.holder, end - begin);
    left -= end - begin;
  }
  add(place, piece.holder_job, left);
}

void JobWaits::packet_granted(const RouterGrant& grant, const RouteHeader& header,
                              const std::vector<WaitPiece>& pieces) {
  Queue& queue = queue_of(grant);
  // Packets behind this one have come later.
  const std::uint64_t come = grant.routed.count();
  while (!queue.empty() && queue.front().end <= come) queue.pop_front();
  const JobNumber job = jobs_.of(header);
  for (const WaitPiece& piece : pieces) {
    const auto output = static_cast<std::uint64_t>(grant.node * config_.ports().count() + piece.output);
    const std::uint64_t place = output << kJobField | job;
    if (piece.part == LatencyPart::kQueue) {
      add_behind(place, piece, queue);
      continue;
    }
    const bool no_room = piece.part == LatencyPart::kCredits || piece.part == LatencyPart::kBubble;
    const JobNumber holder = no_room ? kNoRoom : piece.holder_job;
    add(place, holder, piece.end - piece.begin);
    queue.add() = {piece.begin, piece.end, holder};
  }
}

JobWait JobWaits::sum_of(const std::map<std::uint64_t, std::uint64_t>& by_holder) const {
  JobWait sum;
  for (const auto& [holder, cycles] : by_holder) {
    sum.waited += cycles;
    if (holder == kNoRoom) {
      sum.no_room += cycles;
    } else {
      sum.behind.emplace_back(holder == kNoJob ? kOthers : names_.at(holder - 1), cycles);
    }
  }
  return sum;
}

std::vector<JobWaitSummary> JobWaits::summarise() const {
  using ByHolder = std::map<std::uint64_t, std::uint64_t>;
  std::vector<ByHolder> totals(names_.size());
  std::vector<std::map<std::uint64_t, ByHolder>> by_output(names_.size());
  for (const auto& [key, cycles] : cycles_) {
    const std::uint64_t holder = key & UINT16_MAX;
    const std::uint64_t job = key >> kJobField & UINT16_MAX;
    if (job == kNoJob || job > names_.size()) continue;
    totals[job - 1][holder] += cycles;
    by_output[job - 1][key >> 2 * kJobField][holder] += cycles;
  }
  const auto ports = static_cast<std::uint64_t>(config_.ports().count());
  std::vector<JobWaitSummary> jobs;
  for (std::size_t job = 0; job < names_.size(); ++job) {
    JobWaitSummary& summary = jobs.emplace_back();
    summary.job = names_[job];
    summary.total = sum_of(totals[job]);
    for (const auto& [output, by_holder] : by_output[job]) {
      const PathPlace place{static_cast<int>(output / ports), static_cast<std::int8_t>(output % ports)};
      summary.worst.push_back({named_place(config_.network, place), sum_of(by_holder)});
    }
    std::stable_sort(summary.worst.begin(), summary.worst.end(),
                     [](const JobOutput& a, const JobOutput& b) { return a.wait.waited > b.wait.waited; });
    summary.worst.resize(std::min(summary.worst.size(), kWorstOfJob));
  }
  return jobs;
}

}  // namespace tactus
