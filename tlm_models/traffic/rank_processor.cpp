#include "tlm_models/traffic/rank_processor.h"

#include <utility>

#include "hw/memory/address_map.h"

namespace tactus {

RankProcessor::RankProcessor(const sc_core::sc_module_name& name, const RankProcessorConfig& config, Coordinate node,
                             std::unique_ptr<RankProgram> program, TrafficObserver* observer)
    : Processor(name, config.clock, config.pacing, nic_reg::kIrqSend | nic_reg::kIrqReceive),
      config_(config),
      node_(node),
      program_(std::move(program)),
      observer_(observer),
      work_(config.noise, static_cast<std::uint64_t>(config.torus.node(node))) {}

Cycles RankProcessor::run(Cycles now) {
  while (!finished_) {
    if (!op_) {
      op_ = program_->next();
      if (!op_) {
        end_program(now);
        break;
      }
      const std::optional<Cycles> work = own_work(*op_, config_.call_overhead);
      due_ = work ? end_of_work(now, *work) : now;
    }
    if (op_->kind == OpKind::kCombine && superseded(*op_)) due_ = given_up(now);
    if (due_ > now) return due_;
    const bool was_blocked = std::exchange(blocked_, !can_take_effect(*op_));
    if (blocked_) break;
    if (was_blocked) due_ = end_of_work(now, Cycles{0});  // it sees what has come when it has the processor again
    if (due_ > now) return due_;
    take_effect(*op_, now);
    op_.reset();
  }
  return kOnInterrupt;
}

Cycles RankProcessor::end_of_work(Cycles now, Cycles work) {
  return cycles_covering(work_.end(config_.clock * now.count(), config_.clock * work.count()), config_.clock);
}

Cycles RankProcessor::given_up(Cycles now) {
  return cycles_covering(work_.give_up(config_.clock * now.count()), config_.clock);
}

bool RankProcessor::can_take_effect(const Op& op) {
  switch (op.kind) {
    case OpKind::kIsend:
      return driver().can_send(op.nic);
    case OpKind::kIrecv:
      if (!driver().can_post(op.nic)) driver().reclaim_slots(op.nic);
      return driver().can_post(op.nic);
    case OpKind::kWaitSends:
      return sends_under_way() == 0;
    case OpKind::kWaitReceives:
      return !receiving();
    case OpKind::kWaitFirst:
      return superseded(op) || !slot_under_way(op);
    case OpKind::kCancel:
    case OpKind::kBeginSequence:
    case OpKind::kEndSequence:
    case OpKind::kCompute:
    case OpKind::kCombine:
      break;
  }
  return true;
}

void RankProcessor::take_effect(const Op& op, Cycles now) {
  switch (op.kind) {
    case OpKind::kIsend:
      return start_send(op, now);
    case OpKind::kIrecv:
      return post_receive(op);
    case OpKind::kCancel:
      return cancel(op);
    case OpKind::kBeginSequence:
      return begin_sequence(op.sequence, now);
    case OpKind::kEndSequence:
      return end_sequence(op.sequence, now);
    case OpKind::kWaitSends:
    case OpKind::kWaitReceives:
    case OpKind::kWaitFirst:
    case OpKind::kCompute:
    case OpKind::kCombine:
      break;
  }
}

void RankProcessor::start_send(const Op& op, Cycles now) {
  program_->sending(op, newest_result_);
  nic_reg::SendDescriptor descriptor;
  descriptor.destination_x = static_cast<std::uint8_t>(op.peer.x);
  descriptor.destination_y = static_cast<std::uint8_t>(op.peer.y);
  descriptor.destination_nic = op.peer_nic;
  descriptor.x_negative = op.x_negative;
  descriptor.y_negative = op.y_negative;
  descriptor.paired = op.paired;
  descriptor.receive_slot = static_cast<std::uint8_t>(last_slot_[op.nic]);
  descriptor.tag = op.tag;
  descriptor.bytes = static_cast<std::uint32_t>(op.bytes.count());
  descriptor.create_cycle = static_cast<std::uint32_t>(now.count());
  descriptor.source_address = AddressMap::send_buffer(0, op.nic);
  driver().send(op.nic, descriptor);
  if (observer_ != nullptr) observer_->send_started(event_for(op, true), now);
}

void RankProcessor::post_receive(const Op& op) {
  nic_reg::ReceiveSlot receive;
  receive.source_x = static_cast<std::uint8_t>(op.peer.x);
  receive.source_y = static_cast<std::uint8_t>(op.peer.y);
  receive.tag = op.tag;
  receive.bytes = static_cast<std::uint32_t>(op.bytes.count());
  receive.destination_address = AddressMap::receive_buffer(0, op.nic);
  const int slot = driver().post_receive(op.nic, receive);
  posted_[op.nic][static_cast<std::size_t>(slot)] = op;
  last_slot_[op.nic] = slot;
}

void RankProcessor::cancel(const Op& op) {
  if (const std::optional<int> slot = slot_under_way(op)) driver().cancel_receive(op.nic, *slot);
}

void RankProcessor::begin_sequence(int sequence, Cycles now) {
  sequence_ = sequence;
  if (!config_.sequence_bias.empty()) {
    driver().set_pace_bias(config_.sequence_bias.at(static_cast<std::size_t>(sequence - 1)));
  }
  if (observer_ != nullptr) observer_->sequence_began(config_.torus.node(node_), sequence, now);
}

void RankProcessor::end_sequence(int sequence, Cycles now) {
  sequence_ = 0;
  if (observer_ != nullptr) observer_->sequence_ended(config_.torus.node(node_), sequence, now);
}

void RankProcessor::end_program(Cycles now) {
  finished_ = true;
  if (observer_ != nullptr) observer_->program_ended(config_.torus.node(node_), now);
}

void RankProcessor::completed(int engine, const NicDriver::Completions& completions, Cycles now) {
  for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if (((completions.receives >> slot) & 1U) == 0) continue;
    const Op& receive = posted_[static_cast<std::size_t>(engine)][slot];
    if (const auto result = program_->result_in(receive)) {
      newest_result_ = std::max(newest_result_.value_or(0), *result);
    }
    if (observer_ != nullptr) observer_->receive_completed(event_for(receive, false), now);
  }
}

MessageEvent RankProcessor::event_for(const Op& op, bool outgoing) const {
  const int self = config_.torus.node(node_);
  const int peer = config_.torus.node(op.peer);
  return {outgoing ? self : peer, outgoing ? peer : self, op.nic, op.tag, op.bytes};
}

int RankProcessor::sends_under_way() const {
  int sends = 0;
  for (int engine = 0; engine < kDmaEngines; ++engine) sends += driver().sends_under_way(engine);
  return sends;
}

bool RankProcessor::receiving() const {
  for (int engine = 0; engine < kDmaEngines; ++engine) {
    if (driver().receives_under_way(engine) != 0) return true;
  }
  return false;
}

std::optional<int> RankProcessor::slot_under_way(const Op& op) const {
  const std::uint32_t under_way = driver().receives_under_way(op.nic);
  for (int slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    const Op& receive = posted_[op.nic][static_cast<std::size_t>(slot)];
    if (((under_way >> slot) & 1U) != 0 && receive.tag == op.tag && receive.peer == op.peer) return slot;
  }
  return std::nullopt;
}

RankStatus RankProcessor::status() const {
  RankStatus status{config_.torus, node_, finished_, {}, {}, {}};
  if (blocked_) status.blocked = op_;
  for (int engine = 0; engine < kDmaEngines; ++engine) {
    const auto nic = static_cast<std::size_t>(engine);
    status.sends[nic] = driver().sends_under_way(engine);
    for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
      if (((driver().receives_under_way(engine) >> slot) & 1U) != 0) status.receives.push_back(posted_[nic][slot]);
    }
  }
  return status;
}

}  // namespace tactus
