#include "tlm_models/traffic/rank_processor.h"

#include <fmt/format.h>

namespace tactus {

RankProcessor::RankProcessor(const sc_core::sc_module_name& name, const RankProcessorConfig& config, Coordinate node,
                             std::unique_ptr<RankProgram> program, TrafficObserver* observer)
    : Processor(name, config.clock, config.pacing, nic_reg::kIrqSend | nic_reg::kIrqReceive),
      config_(config),
      node_(node),
      program_(std::move(program)),
      observer_(observer) {}

Cycles RankProcessor::run(Cycles now) {
  while (!finished_) {
    if (!op_) {
      op_ = program_->next();
      if (!op_) {
        end_program(now);
        break;
      }
      due_ = now + cost(*op_);
    }
    if (due_ > now) return due_;
    blocked_ = !take_effect(*op_, now);
    if (blocked_) break;
    op_.reset();
  }
  return kOnInterrupt;
}

Cycles RankProcessor::cost(const Op& op) const {
  switch (op.kind) {
    case OpKind::kIsend:
    case OpKind::kIrecv:
    case OpKind::kWaitSends:
    case OpKind::kWaitReceives:
      return config_.call_overhead;
    case OpKind::kCompute:
      return op.cycles;
    case OpKind::kBeginSequence:
    case OpKind::kEndSequence:
      break;
  }
  return Cycles{0};
}

bool RankProcessor::take_effect(const Op& op, Cycles now) {
  switch (op.kind) {
    case OpKind::kIsend:
      return start_send(op, now);
    case OpKind::kIrecv:
      return post_receive(op);
    case OpKind::kWaitSends:
      return sends_under_way() == 0;
    case OpKind::kWaitReceives:
      return !receiving();
    case OpKind::kBeginSequence:
      begin_sequence(op.sequence, now);
      break;
    case OpKind::kEndSequence:
      end_sequence(op.sequence, now);
      break;
    case OpKind::kCompute:
      break;
  }
  return true;
}

bool RankProcessor::start_send(const Op& op, Cycles now) {
  if (!driver().can_send(op.nic)) return false;
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
  descriptor.source_address = send_buffer(op.nic);
  driver().send(op.nic, descriptor);
  if (observer_ != nullptr) observer_->send_started(event_for(op, true), now);
  return true;
}

bool RankProcessor::post_receive(const Op& op) {
  if (!driver().can_post(op.nic)) return false;
  nic_reg::ReceiveSlot receive;
  receive.source_x = static_cast<std::uint8_t>(op.peer.x);
  receive.source_y = static_cast<std::uint8_t>(op.peer.y);
  receive.tag = op.tag;
  receive.bytes = static_cast<std::uint32_t>(op.bytes.count());
  receive.destination_address = receive_buffer(op.nic);
  const int slot = driver().post_receive(op.nic, receive);
  posted_[op.nic][static_cast<std::size_t>(slot)] = op;
  last_slot_[op.nic] = slot;
  return true;
}

void RankProcessor::begin_sequence(int sequence, Cycles now) {
  if (!config_.sequence_bias.empty()) {
    driver().set_pace_bias(config_.sequence_bias.at(static_cast<std::size_t>(sequence - 1)));
  }
  if (observer_ != nullptr) observer_->sequence_began(config_.torus.node(node_), sequence, now);
}

void RankProcessor::end_sequence(int sequence, Cycles now) {
  if (observer_ != nullptr) observer_->sequence_ended(config_.torus.node(node_), sequence, now);
}

void RankProcessor::end_program(Cycles now) {
  finished_ = true;
  if (observer_ != nullptr) observer_->program_ended(config_.torus.node(node_), now);
}

void RankProcessor::completed(int engine, const NicDriver::Completions& completions, Cycles now) {
  if (observer_ == nullptr) return;
  for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if (((completions.receives >> slot) & 1U) == 0) continue;
    observer_->receive_completed(event_for(posted_[static_cast<std::size_t>(engine)][slot], false), now);
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

std::string RankProcessor::pending_sends() const {
  std::string list;
  for (int engine = 0; engine < kDmaEngines; ++engine) {
    const int sends = driver().sends_under_way(engine);
    if (sends > 0) list += fmt::format("{}{} on NIC {}", list.empty() ? "" : ", ", sends, engine);
  }
  return list;
}

std::string RankProcessor::pending_receives() const {
  std::string list;
  for (int engine = 0; engine < kDmaEngines; ++engine) {
    for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
      if (((driver().receives_under_way(engine) >> slot) & 1U) == 0) continue;
      const Op& op = posted_[static_cast<std::size_t>(engine)][slot];
      list +=
          fmt::format("{}NIC {} from ({},{}) tag {}", list.empty() ? "" : ", ", engine, op.peer.x, op.peer.y, op.tag);
    }
  }
  return list;
}

std::string RankProcessor::waiting_for() const {
  if (!blocked_) return {};
  const std::string rank = fmt::format("rank ({},{})", node_.x, node_.y);
  switch (op_->kind) {
    case OpKind::kIsend:
      return fmt::format("{} waits for a free send descriptor of NIC {}; sends under way: {}", rank, op_->nic,
                         pending_sends());
    case OpKind::kIrecv:
      return fmt::format("{} waits for a free receive slot of NIC {}; receives under way: {}", rank, op_->nic,
                         pending_receives());
    case OpKind::kWaitSends:
      return fmt::format("{} waits for sends: {}", rank, pending_sends());
    default:
      return fmt::format("{} waits for receives: {}", rank, pending_receives());
  }
}

std::vector<std::string> RankProcessor::final_faults() const {
  std::vector<std::string> faults;
  const std::string rank = fmt::format("rank ({},{})", node_.x, node_.y);
  if (!finished_) {
    faults.push_back(blocked_ ? waiting_for() : rank + " has not finished its program");
    return faults;
  }
  if (sends_under_way() > 0) faults.push_back(fmt::format("{} ended with sends under way: {}", rank, pending_sends()));
  if (receiving()) faults.push_back(fmt::format("{} ended with receives under way: {}", rank, pending_receives()));
  return faults;
}

}  // namespace tactus
