#include "tlm_models/flow/flow_ranks.h"

#include <algorithm>
#include <utility>

namespace tactus {

FlowRanks::FlowRanks(FlowNetwork& network, const FlowTopology& topology, FlowRanksConfig config,
                     TrafficObserver* observer)
    : network_(network),
      topology_(topology),
      config_(std::move(config)),
      packetiser_(config_.max_payload),
      observer_(observer) {}

void FlowRanks::add(std::unique_ptr<RankProgram> program, const NoiseSource* noise) {
  Rank rank{std::move(program), {noise, ranks_.size()}};
  rank.pacer.registers = config_.pacing;
  ranks_.push_back(std::move(rank));
  make_ready(static_cast<int>(ranks_.size()) - 1);
}

Picoseconds FlowRanks::next() {
  if (!ready_.empty()) return now();
  const Picoseconds event = network_.next_event();
  return wakes_.empty() ? event : std::min(event, wakes_.top().time);
}

void FlowRanks::rest_until(Picoseconds time) { network_.advance_to(time, events_); }

void FlowRanks::step() {
  const Picoseconds time = next();
  events_.clear();
  if (ready_.empty()) network_.advance_to(time, events_);
  // What has become complete first, then the ranks: as processors do.
  for (const FlowEvent& event : events_) {
    const auto id = static_cast<MessageId>(event.user);
    event.kind == FlowEvent::Kind::kLeft ? left(id) : arrived(id);
  }
  for (; !wakes_.empty() && wakes_.top().time <= time; wakes_.pop()) make_ready(wakes_.top().node);
  for (const int node : ready_) run(node);
  ready_.clear();
}

void FlowRanks::make_ready(int node) {
  if (std::exchange(rank(node).ready, true)) return;
  ready_.push_back(node);
}

void FlowRanks::run(int node) {
  Rank& self = rank(node);
  self.ready = false;
  while (!self.finished) {
    if (!self.op) {
      self.op = self.program->next();
      if (!self.op) return end_program(node);
      const std::optional<Cycles> work = own_work(*self.op, config_.call_overhead);
      self.due = work ? self.work.end(now(), config_.clock * work->count()) : now();
    }
    if (self.op->kind == OpKind::kCombine && superseded(self, *self.op)) self.due = self.work.give_up(now());
    if (self.due > now()) return wake_when_due(node);
    const bool was_blocked = std::exchange(self.blocked, !can_take_effect(self, *self.op));
    if (self.blocked) return;
    if (was_blocked) self.due = self.work.end(now(), Picoseconds{0});  // it goes on when it has the processor again
    if (self.due > now()) return wake_when_due(node);
    take_effect(node, *self.op);
    self.op.reset();
  }
}

void FlowRanks::wake_when_due(int node) {
  Rank& self = rank(node);
  if (std::exchange(self.wake, self.due) != self.due) wakes_.push({self.due, node});
}

bool FlowRanks::can_take_effect(const Rank& rank, const Op& op) const {
  switch (op.kind) {
    case OpKind::kWaitSends:
      return rank.sends == 0;
    case OpKind::kWaitReceives:
      return rank.receives.posted() == 0;
    case OpKind::kWaitFirst:
      return superseded(rank, op) || !rank.receives.is_posted(node(op.peer), op.tag);
    case OpKind::kIsend:
    case OpKind::kIrecv:
    case OpKind::kBeginSequence:
    case OpKind::kEndSequence:
    case OpKind::kCompute:
    case OpKind::kCombine:
    case OpKind::kCancel:
      break;
  }
  return true;
}

void FlowRanks::take_effect(int node, const Op& op) {
  switch (op.kind) {
    case OpKind::kIsend:
      return start_send(node, op);
    case OpKind::kIrecv:
      return post_receive(node, op);
    case OpKind::kCancel:
      return cancel(node, op);
    case OpKind::kBeginSequence:
      return begin_sequence(node, op.sequence);
    case OpKind::kEndSequence:
      if (observer_ != nullptr) observer_->sequence_ended(node, op.sequence, cycle());
      break;
    case OpKind::kWaitSends:
    case OpKind::kWaitReceives:
    case OpKind::kWaitFirst:
    case OpKind::kCompute:
    case OpKind::kCombine:
      break;
  }
}

void FlowRanks::start_send(int node, const Op& op) {
  Rank& self = rank(node);
  self.program->sending(op, self.newest_result);
  Message message;
  message.source = {node, op.nic, 0};
  if (config_.signed_ties) message.source.minus_ties = (op.x_negative ? 1U : 0U) | (op.y_negative ? 2U : 0U);
  message.destination = {this->node(op.peer), op.peer_nic, 0};
  message.bytes = op.bytes;
  message.tag = op.tag;
  message.limit = limit_of(self, message);
  const MessageId id = store(message);
  ++self.sends;
  bytes_sent_ += op.bytes;
  if (observer_ != nullptr) observer_->send_started(event_for(node, op, true), cycle());

  Engine& engine = self.engines[op.nic];
  if (engine.messages++ == 0) {
    engine.first = id;
    put_on_network(id);
  } else {
    messages_[engine.last].behind = id;
  }
  engine.last = id;
}

void FlowRanks::post_receive(int node, const Op& op) {
  if (!rank(node).receives.post(this->node(op.peer), op)) complete(node, op);
}

void FlowRanks::cancel(int node, const Op& op) {
  if (rank(node).receives.cancel(this->node(op.peer), op.tag)) ++cancelled_receives_;
}

void FlowRanks::begin_sequence(int node, int sequence) {
  if (!config_.sequence_bias.empty()) {
    rank(node).pacer.registers.bias = config_.sequence_bias.at(static_cast<std::size_t>(sequence - 1));
  }
  if (observer_ != nullptr) observer_->sequence_began(node, sequence, cycle());
}

void FlowRanks::end_program(int node) {
  rank(node).finished = true;
  ++finished_;
  last_end_ = std::max(last_end_, now());
  if (observer_ != nullptr) observer_->program_ended(node, cycle());
}

Bytes FlowRanks::wire_bytes(Bytes payload, Bytes max_payload) {
  const Packetiser packetiser(max_payload);
  const std::uint64_t full = packetiser.packets(payload) - 1;
  const auto flits = static_cast<std::uint64_t>(Packetiser::flits(max_payload)) * full +
                     static_cast<std::uint64_t>(Packetiser::flits(payload - max_payload * full));
  return kFlitBytes * flits;
}

/// The rate of the whole message if every packet starts in its slot.
double FlowRanks::limit_of(const Rank& sender, const Message& message) const {
  if (config_.pacing.mode == PaceMode::kOff) return config_.engine_limit;
  const PacketEighths gap = sender.pacer.gap(topology_.hops(message.source, message.destination));
  const std::uint64_t full = packetiser_.packets(message.bytes) - 1;
  if (gap.eighths() == 0 || full == 0) return config_.engine_limit;
  const int flits = Packetiser::flits(config_.max_payload);
  Pacer beat;
  beat.packet_started(Cycles{0}, flits, gap);
  const auto last = static_cast<std::uint64_t>(Packetiser::flits(message.bytes - config_.max_payload * full));
  const double sent = static_cast<double>(full * static_cast<std::uint64_t>(flits) + last);
  const double cycles = static_cast<double>(full * beat.slot().count() + last);
  return std::min(config_.engine_limit, config_.link_rate * sent / cycles);
}

FlowRanks::MessageId FlowRanks::store(const Message& message) {
  if (free_.empty()) {
    messages_.push_back(message);
    return static_cast<MessageId>(messages_.size() - 1);
  }
  const MessageId id = free_.back();
  free_.pop_back();
  messages_[id] = message;
  return id;
}

void FlowRanks::put_on_network(MessageId id) {
  const Message& message = messages_[id];
  const auto bytes = static_cast<double>(wire_bytes(message.bytes, config_.max_payload).count());
  network_.start({message.source, message.destination, bytes, message.limit, id});
}

void FlowRanks::left(MessageId id) {
  const int source = messages_[id].source.node;
  Rank& self = rank(source);
  Engine& engine = self.engines[static_cast<std::size_t>(messages_[id].source.port)];
  engine.first = messages_[id].behind;
  if (--engine.messages > 0) put_on_network(engine.first);
  --self.sends;
  if (self.blocked && can_take_effect(self, *self.op)) make_ready(source);
}

void FlowRanks::arrived(MessageId id) {
  const Message message = messages_[id];
  free_.push_back(id);
  const int target = message.destination.node;
  Rank& self = rank(target);
  const std::optional<ReceiveTable::Match> match = self.receives.arrive(message.source.node, message.tag);
  if (!match) return;  // before its receive
  if (match->cancelled) {
    --cancelled_receives_;
    ++messages_dropped_;
    bytes_dropped_ += message.bytes;
    return;
  }
  complete(target, match->receive);
  const bool combines = self.op && self.op->kind == OpKind::kCombine;
  if (combines ? superseded(self, *self.op) : self.blocked && can_take_effect(self, *self.op)) make_ready(target);
}

void FlowRanks::complete(int node, const Op& receive) {
  Rank& self = rank(node);
  if (const auto result = self.program->result_in(receive)) {
    self.newest_result = std::max(self.newest_result.value_or(0), *result);
  }
  bytes_delivered_ += receive.bytes;
  if (observer_ != nullptr) observer_->receive_completed(event_for(node, receive, false), cycle());
}

MessageEvent FlowRanks::event_for(int node, const Op& op, bool outgoing) const {
  const int peer = this->node(op.peer);
  return {outgoing ? node : peer, outgoing ? peer : node, op.nic, op.tag, op.bytes};
}

RankStatus FlowRanks::status(int node) const {
  const Rank& self = ranks_[static_cast<std::size_t>(node)];
  RankStatus status{config_.ranks, config_.ranks.coordinate(node), self.finished, {}, {}, {}};
  if (self.blocked) status.blocked = self.op;
  for (std::size_t nic = 0; nic < self.engines.size(); ++nic) status.sends[nic] = self.engines[nic].messages;
  status.receives = self.receives.posted_receives();
  return status;
}

}  // namespace tactus
