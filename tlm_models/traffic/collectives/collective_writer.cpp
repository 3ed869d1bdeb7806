#include "tlm_models/traffic/collectives/collective_writer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tactus {

CollectiveWriter::CollectiveWriter(const Collective& collective, int member, OperationSink& sink, Ends begin,
                                   CollectiveData* data)
    : collective_(collective), member_(member), sink_(sink), begin_(std::move(begin)), data_(data) {}

void CollectiveWriter::begin_round() {
  ++round_;
  if (round_has_some_) before_first_ = round_first_;
  round_has_some_ = false;
}

CollectiveWriter::Lane& CollectiveWriter::lane(int index) {
  const auto place = static_cast<std::size_t>(index);
  if (place >= lanes_.size()) lanes_.resize(place + 1);
  return lanes_[place];
}

Ends& CollectiveWriter::slot(int index) {
  const auto place = static_cast<std::size_t>(index);
  if (place >= slots_.size()) slots_.resize(place + 1);
  return slots_[place];
}

void CollectiveWriter::wait_for_end(Index operation, Index earlier) {
  sink_.after_end_of(collective_.rank(member_), operation, earlier);
  newest_ = waits_ ? std::max(newest_, earlier) : earlier;
  waits_ = true;
}

void CollectiveWriter::wait_for_begin(Index operation, Index earlier) {
  sink_.after_begin_of(collective_.rank(member_), operation, earlier);
  newest_ = waits_ ? std::max(newest_, earlier) : earlier;
  waits_ = true;
}

CollectiveWriter::Index CollectiveWriter::add(const Operation& operation, const Ends& after, Window& window,
                                              bool in_order) {
  const Index index = sink_.add(collective_.rank(member_), operation);
  waits_ = false;
  for (const Index earlier : after) wait_for_end(index, earlier);
  if (window.round != round_) {
    for (const Index earlier : window.before) wait_for_end(index, earlier);
    window.before.swap(window.now);
    window.now.clear();
    window.round = round_;
  }
  const std::vector<Index>& last = window.now.empty() ? window.before : window.now;
  if (in_order && !last.empty()) wait_for_begin(index, last.back());
  window.now.push_back(index);
  if (!any_) {
    for (const Index earlier : begin_) sink_.after_end_of(collective_.rank(member_), index, earlier);
    before_first_ = index;
  } else if (!waits_ || newest_ < before_first_) {
    // In the first round this is the first operation, which waits for `begin`.
    wait_for_begin(index, before_first_);
  }
  if (!round_has_some_) round_first_ = index;
  round_has_some_ = true;
  any_ = true;
  return index;
}

Operation CollectiveWriter::message(OperationKind kind, MessageLane channel, int peer, Payload data) const {
  const CollectiveCall& call = collective_.call();
  Operation operation;
  operation.kind = kind;
  operation.amount = collective_.wire_bytes(data.bytes());
  operation.peer = collective_.rank(peer);
  operation.tag = call.tag + static_cast<std::uint32_t>(channel.lane);
  operation.place = call.place;
  operation.processor = call.processor;
  if (call.nics > 0) operation.nic = static_cast<std::int8_t>(channel.piece % call.nics);
  return operation;
}

CollectiveWriter::Index CollectiveWriter::send(MessageLane channel, int peer, Payload data, const Ends& after) {
  const Index index = add(message(OperationKind::kSend, channel, peer, data), after, lane(channel.lane).sends, true);
  if (data_ != nullptr) data_->sends(member_, index, data);
  return index;
}

CollectiveWriter::Index CollectiveWriter::receive(MessageLane channel, int peer, Payload data, Use use) {
  const Index index = add(message(OperationKind::kReceive, channel, peer, data), {}, lane(channel.lane).receives, true);
  if (data_ != nullptr) data_->receives(member_, index, data, use);
  return index;
}

Ends CollectiveWriter::combine(MessageLane channel, Payload data, Index receive, const Ends& also) {
  Ends after = receive;
  after.add(also);
  const CollectiveCall& call = collective_.call();
  Operation operation;
  const auto bytes = static_cast<double>(collective_.wire_bytes(data.bytes()));
  operation.amount = static_cast<std::uint64_t>(std::ceil(bytes * call.combine_ps_per_byte));
  if (operation.amount == 0) {
    if (data_ != nullptr) data_->combines(member_, receive, data, after, nullptr);
    return after;
  }
  operation.place = call.place;
  operation.processor = call.processor;
  const Index index = add(operation, after, lane(channel.lane).combines, false);
  if (data_ != nullptr) data_->combines(member_, receive, data, after, &index);
  return index;
}

Ends CollectiveWriter::send_cut(int lane, int peer, Payload data, const Ends& after) {
  const int pieces = collective_.pieces(data.bytes());
  if (pieces == 1) return send({lane, 0}, peer, data, after);
  Ends sent;
  for (int k = 0; k < pieces; ++k) {
    sent.add(
        send({lane, k}, peer, cut(data, static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(pieces)), after));
  }
  return sent;
}

Ends CollectiveWriter::receive_cut(int lane, int peer, Payload data) {
  const int pieces = collective_.pieces(data.bytes());
  if (pieces == 1) return receive({lane, 0}, peer, data, Use::kStore);
  Ends received;
  for (int k = 0; k < pieces; ++k) {
    received.add(receive({lane, k}, peer, cut(data, static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(pieces)),
                         Use::kStore));
  }
  return received;
}

CollectiveWriter::Index CollectiveWriter::end() {
  Operation operation;
  operation.kind = OperationKind::kWait;
  operation.place = collective_.call().place;
  operation.processor = collective_.call().processor;
  const int rank = collective_.rank(member_);
  const Index index = sink_.add(rank, operation);
  const auto wait_for = [&](const Window& window) {
    for (const Index earlier : window.before) sink_.after_end_of(rank, index, earlier);
    for (const Index earlier : window.now) sink_.after_end_of(rank, index, earlier);
  };
  for (const Lane& lane : lanes_) {
    wait_for(lane.sends);
    wait_for(lane.receives);
    wait_for(lane.combines);
  }
  if (any_) return index;
  for (const Index earlier : begin_) sink_.after_end_of(rank, index, earlier);
  return index;
}

}  // namespace tactus
