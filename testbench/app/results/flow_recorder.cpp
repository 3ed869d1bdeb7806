#include "testbench/app/results/flow_recorder.h"

#include <algorithm>

#include "testbench/app/results/time_text.h"
#include "tlm_models/flow/flow_ranks.h"

namespace tactus {

double FlowLinks::capacity() const {
  double sum = 0;
  for (LinkId link = 0; link < count; ++link) sum += topology->bandwidth(link);
  return sum;
}

int FlowLinks::on_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const {
  runs.clear();
  topology->route(from, to, runs);
  int links = 0;
  for (const LinkRun& run : runs) links += run.first < count ? run.count : 0;
  return links;
}

FlowRecorder::FlowRecorder(const FlowLinks& links, Picoseconds clock, Bytes max_payload,
                           const std::vector<SequenceInfo>& sequences)
    : links_(links),
      clock_(clock),
      max_payload_(max_payload),
      capacity_(links.capacity()),
      tallies_(sequences.size()),
      current_(static_cast<std::size_t>(links.topology->nodes())) {
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    tallies_[i].info = sequences[i];
    tallies_[i].hops_known = sequences[i].hops > 0;
    position_[sequences[i].index] = i;
  }
}

FlowRecorder::Tally* FlowRecorder::tally_of(int sequence) {
  const auto found = position_.find(sequence);
  return found == position_.end() ? nullptr : &tallies_[found->second];
}

void FlowRecorder::send_started(const MessageEvent& message, Cycles) {
  Tally* tally = current_[static_cast<std::size_t>(message.source)];
  if (tally == nullptr) return;
  const Endpoint from{message.source, message.nic, 0};
  const Endpoint to{message.destination, message.nic, 0};
  const auto bytes = static_cast<double>(FlowRanks::wire_bytes(message.bytes, max_payload_).count());
  tally->link_bytes += bytes * links_.on_route(from, to, runs_);
  if (!tally->hops_known) tally->info.hops = std::max(tally->info.hops, links_.topology->hops(from, to));
}

void FlowRecorder::receive_completed(const MessageEvent&, Cycles) { ++messages_delivered_; }

void FlowRecorder::sequence_began(int node, int sequence, Cycles cycle) {
  Tally* tally = tally_of(sequence);
  current_[static_cast<std::size_t>(node)] = tally;
  if (tally != nullptr && !tally->start) tally->start = cycle;
}

void FlowRecorder::sequence_ended(int node, int sequence, Cycles cycle) {
  current_[static_cast<std::size_t>(node)] = nullptr;
  Tally* tally = tally_of(sequence);
  if (tally == nullptr) return;
  if (!tally->first_end) tally->first_end = cycle;
  if (++tally->nodes_ended == static_cast<int>(current_.size())) tally->last_end = cycle;
}

std::vector<SequenceSummary> FlowRecorder::sequences() const {
  std::vector<SequenceSummary> summaries;
  for (const Tally& tally : tallies_) summaries.push_back(summarise(tally));
  return summaries;
}

SequenceSummary FlowRecorder::summarise(const Tally& tally) const {
  const auto time = [this](std::optional<Cycles> cycle) {
    return cycle ? std::optional<double>(seconds(time_of(*cycle, clock_))) : std::nullopt;
  };
  SequenceSummary summary;
  summary.index = tally.info.index;
  summary.phase = tally.info.phase;
  summary.hops = tally.info.hops;
  summary.start_s = time(tally.start);
  summary.first_end_s = time(tally.first_end);
  summary.last_end_s = time(tally.last_end);
  if (tally.last_end && *tally.last_end > *tally.start) {
    const Picoseconds length = time_of(*tally.last_end - *tally.start, clock_);
    summary.link_utilisation = tally.link_bytes / (capacity_ * static_cast<double>(length.count()));
  }
  return summary;
}

}  // namespace tactus
