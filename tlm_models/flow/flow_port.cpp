#include "tlm_models/flow/flow_port.h"

#include <algorithm>

namespace tactus {

FlowPort::FlowPort(FlowNetwork& network, const FlowTopology& topology, const FlowMachineConfig& config,
                   const RankMap& map)
    : network_(network),
      topology_(topology),
      config_(config),
      map_(map),
      packetiser_(config.max_payload),
      nodes_(static_cast<std::size_t>(map.shape().nodes.nodes())),
      ranks_(static_cast<std::size_t>(map.ranks())),
      local_(config.software.copy) {
  for (Node& node : nodes_) node.pacer.set(config.software.pacing);
}

void FlowPort::observe(FlowObserver* observer) {
  observer_ = observer;
  network_.observe(observer);
}

Picoseconds FlowPort::next() { return std::min(network_.next_event(), local_.next()); }

const std::vector<FlowEvent>& FlowPort::advance_to(Picoseconds time) {
  events_.clear();
  network_.advance_to(time, events_);
  return events_;
}

FlowPort::Happening FlowPort::apply(const FlowEvent& event) {
  const auto id = static_cast<MessageId>(event.user);
  return event.kind == FlowEvent::Kind::kLeft ? left(id) : arrived(id);
}

std::optional<FlowPort::Happening> FlowPort::end_copy() {
  if (local_.next() > now()) return std::nullopt;
  const RatedMessages::Arrival arrival = local_.end_next();
  return Happening{Departure{arrival.copy.from, arrival.copy.operation},
                   take(arrival.copy.to, arrival.copy.bytes, arrival.match)};
}

std::uint32_t FlowPort::minus_ties(int rank, const Op& op) const {
  if (config_.goes_minus == nullptr) return 0;
  const NetworkShape& nodes = map_.shape().nodes;
  const Coordinate from = map_.coordinate(rank);
  const OffsetSigns signs = map_.signs(rank, op);
  std::uint32_t dimensions = 0;
  for (int d = 0; d < nodes.dimensions(); ++d) {
    if (config_.goes_minus({d, nodes.size(d), from[d], signs[d]})) dimensions |= 1U << d;
  }
  return dimensions;
}

void FlowPort::send(int rank, const Op& op) {
  bytes_sent_ += op.bytes;
  if (is_local(rank, op)) return local_.send(rank, op.peer, op, now());
  Message message;
  message.sender = rank;
  message.receiver = op.peer;
  message.source = {map_.node(rank), op.nic, minus_ties(rank, op)};
  message.destination = {map_.node(op.peer), op.peer_nic, 0};
  message.bytes = op.bytes;
  message.tag = op.tag;
  message.operation = op.operation;
  message.grouped = op.grouped;
  message.limit = limit_of(node(rank), message);
  const MessageId id = store(message);
  ++at(rank).sends[op.nic];
  if (observer_ != nullptr) {
    observer_->message_sent(id, {rank, op.peer, op.tag, message.source, message.destination}, now());
  }

  Engine& engine = node(rank).engines[op.nic];
  if (engine.messages++ == 0) {
    engine.first = id;
    put_on_network(id);
  } else {
    messages_[engine.last].behind = id;
  }
  engine.last = id;
}

bool FlowPort::post(int rank, Op& op) {
  const bool come = op.grouped           ? at(rank).receives.post_grouped(op)
                    : is_local(rank, op) ? local_.post(rank, op.peer, op)
                                         : !at(rank).receives.post(op.peer, op);
  if (come) bytes_delivered_ += op.bytes;
  return come;
}

void FlowPort::cancel(int rank, const Op& op) {
  if (is_local(rank, op)) {
    local_.cancel(rank, op.peer, op.tag);
  } else if (at(rank).receives.cancel(op.peer, op.tag)) {
    ++cancelled_receives_;
  }
}

void FlowPort::set_pace_bias(int rank, PacketEighths bias) {
  Pacer& pacer = node(rank).pacer;
  PacingConfig settings = pacer.settings();
  settings.bias = bias;
  pacer.set(settings);
}

int FlowPort::sends_under_way(int rank) const {
  int sends = local_.sends_under_way(rank);
  for (const int on_nic : at(rank).sends) sends += on_nic;
  return sends;
}

int FlowPort::receives_under_way(int rank) const {
  return at(rank).receives.posted() + local_.receives_under_way(rank);
}

bool FlowPort::is_under_way(int rank, const Op& op) const {
  return is_local(rank, op) ? local_.is_under_way(rank, op.peer, op.tag) : at(rank).receives.is_posted(op.peer, op.tag);
}

std::uint64_t FlowPort::messages_under_way() const { return messages_.size() - free_.size() + local_.under_way(); }

Bytes FlowPort::wire_bytes(Bytes payload, Bytes max_payload) {
  const Packetiser packetiser(max_payload);
  const std::uint64_t full = packetiser.packets(payload) - 1;
  const auto flits = static_cast<std::uint64_t>(Packetiser::flits(max_payload)) * full +
                     static_cast<std::uint64_t>(Packetiser::flits(payload - max_payload * full));
  return kFlitBytes * flits;
}

/// The rate of the whole message if every packet starts in its slot.
double FlowPort::limit_of(Node& sender, const Message& message) const {
  const Coordinate destination = map_.shape().nodes.coordinate(message.destination.node);
  const PacketEighths gap = sender.pacer.gap(
      {destination, message.destination.port, topology_.hops(message.source, message.destination), message.bytes},
      Cycles{});
  const std::uint64_t full = packetiser_.packets(message.bytes) - 1;
  if (gap.eighths() == 0 || full == 0) return config_.engine_limit;
  const int flits = Packetiser::flits(config_.max_payload);
  const Cycles beat = next_slot(Cycles{0}, flits, gap);
  const auto last = static_cast<std::uint64_t>(Packetiser::flits(message.bytes - config_.max_payload * full));
  const double sent = static_cast<double>(full * static_cast<std::uint64_t>(flits) + last);
  const double cycles = static_cast<double>(full * beat.count() + last);
  return std::min(config_.engine_limit, config_.link_rate * sent / cycles);
}

FlowPort::MessageId FlowPort::store(const Message& message) {
  if (free_.empty()) {
    messages_.push_back(message);
    return static_cast<MessageId>(messages_.size() - 1);
  }
  const MessageId id = free_.back();
  free_.pop_back();
  messages_[id] = message;
  return id;
}

void FlowPort::put_on_network(MessageId id) {
  const Message& message = messages_[id];
  const auto bytes = static_cast<double>(wire_bytes(message.bytes, config_.max_payload).count());
  network_.start({message.source, message.destination, bytes, message.limit, id});
}

FlowPort::Happening FlowPort::left(MessageId id) {
  const int sender = messages_[id].sender;
  const auto nic = static_cast<std::size_t>(messages_[id].source.port);
  Engine& engine = node(sender).engines[nic];
  engine.first = messages_[id].behind;
  if (--engine.messages > 0) put_on_network(engine.first);
  --at(sender).sends[nic];
  return {Departure{sender, messages_[id].operation}, {}};
}

FlowPort::Happening FlowPort::arrived(MessageId id) {
  const Message message = messages_[id];
  free_.push_back(id);
  if (observer_ != nullptr) observer_->message_arrived(id, now());
  ReceiveTable& receives = at(message.receiver).receives;
  const auto match = message.grouped ? receives.arrive_grouped(message.sender, message.tag, message.bytes)
                                     : receives.arrive(message.sender, message.tag);
  if (match && match->cancelled) --cancelled_receives_;
  return {{}, take(message.receiver, message.bytes, match)};
}

std::optional<Completion> FlowPort::take(int receiver, Bytes bytes, const std::optional<ReceiveTable::Match>& match) {
  if (!match) return std::nullopt;  // before its receive
  if (match->cancelled) {
    ++messages_dropped_;
    bytes_dropped_ += bytes;
    return std::nullopt;
  }
  bytes_delivered_ += match->receive.bytes;
  return Completion{receiver, match->receive};
}

void FlowPort::describe(RankStatus& status) const {
  status.map = &map_;
  status.sends = at(status.rank).sends;
  status.receives = at(status.rank).receives.posted_receives();
  status.local_sends = local_.sends_under_way(status.rank);
  for (const Op& op : local_.receives(status.rank)) status.receives.push_back(op);
}

}  // namespace tactus
