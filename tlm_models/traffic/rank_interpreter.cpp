#include "tlm_models/traffic/rank_interpreter.h"

#include <algorithm>
#include <utility>

namespace tactus {

RankInterpreter::RankInterpreter(RankSetup setup, const SoftwareConfig& config, MessagePort& port,
                                 TrafficObserver* observer)
    : rank_(setup.rank),
      program_(std::move(setup.program)),
      config_(config),
      port_(port),
      observer_(observer),
      work_(setup.noise, static_cast<std::uint64_t>(setup.process)),
      has_noise_(setup.noise != nullptr) {}

namespace {

AwaitedCompletion awaited_by(OpKind kind) {
  return kind == OpKind::kIsend || kind == OpKind::kWaitSends ? AwaitedCompletion::kSend : AwaitedCompletion::kReceive;
}

}  // namespace

Picoseconds RankInterpreter::run() {
  const Picoseconds now = port_.now();
  while (!finished_) {
    if (!op_) {
      op_ = program_->next();
      if (!op_) {
        end_program();
        break;
      }
      const std::optional<Cycles> work = own_work(*op_, config_.call_overhead, config_.return_overhead);
      due_ = work ? end_of_work(config_.clock.edge(*work)) : now;
    }
    if (!in_effect()) return blocked_ ? kOnCompletion : due_;
    if (due_ > now) return due_;
    returning_ = false;
    op_.reset();
  }
  return kOnCompletion;
}

bool RankInterpreter::in_effect() {
  if (returning_) return true;
  const Picoseconds now = port_.now();
  if (op_->kind == OpKind::kCombine && superseded(*op_)) due_ = port_.acts_at(work_.give_up(now));
  if (due_ > now) return false;
  const bool was_blocked = std::exchange(blocked_, !can_take_effect(*op_));
  if (blocked_) return false;
  if (was_blocked) {
    if (observer_ != nullptr) observer_->wait_ended(rank_, awaited_by(op_->kind), cycle());
    due_ = end_of_work(Picoseconds{0});  // it sees what has come when it has the processor again
  }
  if (due_ > now) return false;
  take_effect(*op_);
  // Without return overhead a wait ends with its effect, whoever has the processor.
  returning_ = is_wait(op_->kind) && config_.return_overhead > Cycles{0};
  if (returning_) due_ = end_of_work(config_.clock.edge(config_.return_overhead));
  return true;
}

bool RankInterpreter::can_take_effect(const Op& op) {
  if (port_.at_work(rank_)) return false;
  switch (op.kind) {
    case OpKind::kIsend:
      return port_.can_send(rank_, op);
    case OpKind::kIrecv:
      return port_.can_post(rank_, op);
    case OpKind::kWaitSends:
      return port_.sends_under_way(rank_) == 0;
    case OpKind::kWaitReceives:
      return port_.receives_under_way(rank_) == 0;
    case OpKind::kWaitFirst:
      return superseded(op) || !port_.is_under_way(rank_, op);
    case OpKind::kCancel:
    case OpKind::kBeginSequence:
    case OpKind::kEndSequence:
    case OpKind::kCompute:
    case OpKind::kCombine:
      break;
  }
  return true;
}

void RankInterpreter::take_effect(const Op& op) {
  switch (op.kind) {
    case OpKind::kIsend:
      return start_send(op);
    case OpKind::kIrecv:
      if (port_.post(rank_, op)) complete(op);
      break;
    case OpKind::kCancel:
      return port_.cancel(rank_, op);
    case OpKind::kBeginSequence:
      return begin_sequence(op.sequence);
    case OpKind::kEndSequence:
      return end_sequence(op.sequence);
    case OpKind::kWaitSends:
    case OpKind::kWaitReceives:
    case OpKind::kWaitFirst:
    case OpKind::kCompute:
    case OpKind::kCombine:
      break;
  }
}

void RankInterpreter::start_send(const Op& op) {
  program_->sending(op, newest_result_);
  port_.send(rank_, op);
  if (observer_ != nullptr) observer_->send_started(event_for(op, true), cycle());
}

void RankInterpreter::begin_sequence(int sequence) {
  sequence_ = sequence;
  if (!config_.sequence_bias.empty()) {
    port_.set_pace_bias(rank_, config_.sequence_bias.at(static_cast<std::size_t>(sequence - 1)));
  }
  if (observer_ != nullptr) observer_->sequence_began(rank_, sequence, cycle());
}

void RankInterpreter::end_sequence(int sequence) {
  sequence_ = 0;
  if (observer_ != nullptr) observer_->sequence_ended(rank_, sequence, cycle());
}

void RankInterpreter::end_program() {
  finished_ = true;
  end_ = port_.now();
  if (observer_ != nullptr) observer_->program_ended(rank_, cycle());
}

bool RankInterpreter::received(const Op& receive) {
  complete(receive);
  if (op_ && op_->kind == OpKind::kCombine) return superseded(*op_);
  return can_go_on();
}

void RankInterpreter::complete(const Op& receive) {
  if (const auto result = program_->result_in(receive)) {
    newest_result_ = std::max(newest_result_.value_or(0), *result);
  }
  if (observer_ != nullptr) observer_->receive_completed(event_for(receive, false), cycle());
}

MessageEvent RankInterpreter::event_for(const Op& op, bool outgoing) const {
  return {outgoing ? rank_ : op.peer, outgoing ? op.peer : rank_, op.nic, op.tag, op.bytes};
}

RankState RankInterpreter::state() const {
  if (finished_) return RankState::kEnded;
  if (blocked_) return RankState::kWait;
  const bool computes = op_ && (op_->kind == OpKind::kCompute || op_->kind == OpKind::kCombine);
  return computes ? RankState::kCompute : RankState::kCall;
}

RankStatus RankInterpreter::status() const {
  RankStatus status;
  status.rank = rank_;
  status.finished = finished_;
  if (blocked_) status.blocked = op_;
  port_.describe(status);
  return status;
}

}  // namespace tactus
