#include "testbench/app/results/sequence_recorder.h"

#include <algorithm>

#include "testbench/app/results/time_text.h"

namespace tactus {

SequenceRecorder::SequenceRecorder(const MachineConfig& config, const RankMap& map, const LinkModel& links,
                                   const LinkGroups& groups, const std::vector<SequenceInfo>& sequences,
                                   Cycles sample_interval)
    : clock_(config.clock),
      nics_(config.nics()),
      nodes_(map.shape().nodes),
      map_(map),
      links_(links),
      groups_(groups),
      interval_(sample_interval.count()),
      current_(static_cast<std::size_t>(map.ranks()), 0) {
  if (!sequences.empty() && links.has_packets()) {
    newest_.resize(static_cast<std::size_t>(map.shape().nodes.nodes() * nics_));
    sending_.assign(newest_.size() * kMaxVirtualChannels, kNoTally);
    older_.resize(newest_.size());
  }
  tallies_.resize(sequences.size());
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    tallies_[i].info = sequences[i];
    position_[sequences[i].index] = i;
  }
  new_part();
  is_told_ = true;
}

GrantSums* SequenceRecorder::new_part() {
  const GrantAccounts& accounts = *this;
  is_told_ = false;
  return &parts_.emplace_back(accounts, groups_, newest_.empty() ? 0 : tallies_.size(), Cycles{interval_});
}

SequenceRecorder::Tally* SequenceRecorder::tally_of(int sequence) {
  const auto found = position_.find(sequence);
  return found == position_.end() ? nullptr : &tallies_[found->second];
}

void SequenceRecorder::began(int rank, int sequence, Cycles cycle) {
  close_windows(cycle);
  current_[static_cast<std::size_t>(rank)] = sequence;
  Tally* tally = tally_of(sequence);
  if (tally == nullptr || tally->start) return;
  tally->start = cycle;
  active_.push_back(tally);
}

void SequenceRecorder::ended(int rank, int sequence, Cycles cycle) {
  close_windows(cycle);
  current_[static_cast<std::size_t>(rank)] = 0;
  Tally* tally = tally_of(sequence);
  if (tally == nullptr) return;
  if (!tally->first_end) tally->first_end = cycle;
  if (++tally->ranks_ended < (tally->info.ranks == 0 ? map_.ranks() : tally->info.ranks)) return;
  tally->last_end = cycle;
  active_.erase(std::remove(active_.begin(), active_.end(), tally), active_.end());
}

void SequenceRecorder::send_started(const MessageEvent& message) {
  Tally* tally = tally_of(current_[static_cast<std::size_t>(message.source)]);
  if (tally == nullptr) return;
  const int source = map_.node(message.source);
  const int destination = map_.node(message.destination);
  if (source == destination) return;  // passes no link
  tally->info.hops = std::max(tally->info.hops, links_.hops(source, destination, message.nic));
  if (links_.has_packets()) {
    messages_[{message.source, message.destination, message.tag}] = tally;
  } else {
    tally->load += links_.load(source, destination, message.nic, message.bytes);
  }
}

void SequenceRecorder::receive_completed(const MessageEvent& message) {
  messages_.erase({message.source, message.destination, message.tag});
}

void SequenceRecorder::packet_injected(const PacketHeader& header) {
  if (newest_.empty() || (!is_told_ && !keeps_sequences_)) return;
  const std::size_t engine = this->engine(header.route);
  NewestStretch& newest = newest_[engine];
  // An engine may send messages of several classes by turns, those of one class one after the other.
  std::int32_t& tally = sending_[engine * kMaxVirtualChannels + header.message_class];
  const bool begins = header.transport.packet_index == 0;
  if (begins) tally = tally_index(header);
  if (begins || newest.stretch.tally != tally) {
    if (newest.stretch.in_flight == 0) {
      newest.stretch = {header.route.inject_cycle, 0, tally};
    } else if (newest.stretch.tally != tally) {
      older_[engine].push_back(newest.stretch);
      ++newest.older;
      newest.stretch = {header.route.inject_cycle, 0, tally};
    }
  }
  ++newest.stretch.in_flight;
}

std::int32_t SequenceRecorder::tally_index(const PacketHeader& first) const {
  const auto message = messages_.find(message_key(map_, first));
  return message == messages_.end() ? kNoTally : static_cast<std::int32_t>(message->second - tallies_.data());
}

GrantAccount SequenceRecorder::account_of(const PacketHeader& first) const {
  return newest_.empty() ? kOthers : account_of_tally(tally_index(first));
}

SequenceRecorder::Stretch& SequenceRecorder::older_stretch_of(const RouteHeader& header, std::vector<Stretch>& older) {
  std::size_t i = older.size() - 1;
  while (i > 0 && is_before(header, older[i])) --i;
  return older[i];
}

std::optional<int> SequenceRecorder::sequence_of_rank(int rank) {
  const Tally* tally = tally_of(current_[static_cast<std::size_t>(rank)]);
  return tally == nullptr ? std::nullopt : std::optional<int>(tally->info.index);
}

std::optional<int> SequenceRecorder::sequence_of(const RouteHeader& header) {
  if (newest_.empty()) return std::nullopt;
  const Tally* tally = tally_of(stretch_of(header));
  return tally == nullptr ? std::nullopt : std::optional<int>(tally->info.index);
}

void SequenceRecorder::granted_to_link(const RouterGrant& grant, const RouteHeader& header) {
  GrantAccount account = header.is_control() ? kControl : kOthers;
  if (account == kOthers && !newest_.empty()) account = account_of_tally(stretch_of(header).tally);
  if (account >= kFirst) close_windows(grant.cycle);
  parts_.front().count(grant.node, grant.out_port, grant.in_vc, account, header.flits, grant.cycle.count());
}

Cycles SequenceRecorder::last_grant() const {
  std::uint64_t last = 0;
  for (const GrantSums& part : parts_) last = std::max(last, part.last());
  return Cycles{last};
}

void SequenceRecorder::packet_delivered(const PacketHeader& header, Cycles cycle) {
  if (newest_.empty()) return;
  // Of windows that nobody has ended yet memory has to be kept.
  if (!is_told_ && is_over(cycle)) close_windows(std::min(cycle, last_grant()));
  if (is_told_ || keeps_sequences_) end_packet(header.route);
}

void SequenceRecorder::end_packet(const RouteHeader& header) {
  --stretch_of(header).in_flight;
  const std::size_t engine = this->engine(header);
  NewestStretch& newest = newest_[engine];
  if (newest.older == 0) return;
  std::vector<Stretch>& older = older_[engine];
  while (!older.empty() && older.front().in_flight == 0) older.erase(older.begin());
  newest.older = static_cast<std::uint32_t>(older.size());
}

void SequenceRecorder::close_windows_before(Cycles cycle) {
  if (!links_.has_packets()) return;
  take_sums();
  while (cycle.count() >= window_start_ + interval_) {
    if (active_.empty()) {  // nothing to keep: skip to the window of `cycle`
      window_start_ = cycle.count() / interval_ * interval_;
      return;
    }
    const bool quiet = std::all_of(active_.begin(), active_.end(), [](Tally* t) { return t->window_flits.empty(); });
    // Where nothing moves, all windows but the last are closed at once: no peak comes of them.
    if (quiet) window_start_ += (cycle.count() - window_start_) / interval_ * interval_ - interval_;
    for (Tally* tally : active_) close_window(*tally);
    window_start_ += interval_;
  }
}

void SequenceRecorder::close_window(Tally& tally) const {
  const std::uint64_t flits = tally.window_flits.empty() ? 0 : tally.window_flits.front();
  if (!tally.window_flits.empty()) tally.window_flits.erase(tally.window_flits.begin());
  if (tally.start->count() > window_start_) return;
  tally.whole_window = true;
  tally.peak_window_flits = std::max(tally.peak_window_flits, flits);
}

void SequenceRecorder::take_sums() {
  for (GrantSums& part : parts_) {
    part.take([this](std::uint64_t window, GrantAccount account, std::uint64_t flits) {
      Tally& tally = tallies_[account - kFirst];
      if (!tally.is_active()) return;  // nobody asks for its peak any more
      const std::size_t place = window - window_start_ / interval_;
      if (place >= tally.window_flits.size()) tally.window_flits.resize(place + 1);
      tally.window_flits[place] += flits;
    });
  }
}

double SequenceRecorder::load(const Tally& tally) const {
  if (newest_.empty()) return tally.load;
  const auto account = account_of_tally(static_cast<std::int32_t>(&tally - tallies_.data()));
  return static_cast<double>(sum([account](const GrantSums& part) { return part.of(account).flits; }));
}

std::vector<SequenceSummary> SequenceRecorder::summary() const {
  std::vector<SequenceSummary> summaries;
  for (const Tally& tally : tallies_) summaries.push_back(summarise(tally));
  return summaries;
}

SequenceSummary SequenceRecorder::summarise(const Tally& tally) const {
  const auto time = [this](std::optional<Cycles> cycle) {
    return cycle ? std::optional<double>(seconds(clock_.edge(*cycle))) : std::nullopt;
  };
  SequenceSummary summary;
  summary.index = tally.info.index;
  if (!tally.info.job.empty()) summary.job = tally.info.job;
  summary.phase = tally.info.phase;
  summary.hops = tally.info.hops;
  summary.start_s = time(tally.start);
  summary.first_end_s = time(tally.first_end);
  summary.last_end_s = time(tally.last_end);
  if (tally.last_end && *tally.last_end > *tally.start) {
    summary.link_utilisation = links_.share(load(tally), *tally.last_end - *tally.start);
  }
  if (tally.whole_window)
    summary.peak_link_utilisation = links_.share(static_cast<double>(tally.peak_window_flits), Cycles{interval_});
  return summary;
}

}  // namespace tactus
