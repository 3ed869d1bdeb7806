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
      has_noise_(setup.noise != nullptr),
      phase_begin_(setup.phase_begin),
      node_(setup.node) {
  for (int i = 0; i < program_->processors(); ++i) {
    const auto process = static_cast<std::uint64_t>(setup.process + i * setup.next_process);
    processors_.push_back({StretchedWork(setup.noise, process), {}, {}});
  }
}

AwaitedCompletion RankInterpreter::awaited_by(OpKind kind) const {
  if (kind == OpKind::kWaitFor) return completed_;  // the last of them has just come, or left
  return kind == OpKind::kIsend || kind == OpKind::kWaitSends ? AwaitedCompletion::kSend : AwaitedCompletion::kReceive;
}

Picoseconds RankInterpreter::run() {
  begun_ = true;
  for (bool goes_on = true; goes_on && !finished_;) {
    goes_on = false;
    for (int i = 0; i < static_cast<int>(processors_.size()); ++i) goes_on = run(i) || goes_on;
    if (processors_.size() == 1) goes_on = false;  // its steps say nothing to others
    const auto idle = [](const Processor& each) { return !each.op; };
    if (program_->ended() && std::all_of(processors_.begin(), processors_.end(), idle)) end_program();
  }
  if (finished_) return kOnCompletion;
  Picoseconds next = kOnCompletion;
  for (const Processor& each : processors_) next = std::min(next, next_of(each));
  return next;
}

bool RankInterpreter::run(int number) {
  Processor& self = processors_[static_cast<std::size_t>(number)];
  for (bool any = false;; any = true) {
    if (!self.op && !begin_step(number)) return any;
    if (!in_effect(self) || !is_due(self)) return any;
    self.returning = false;
    if (!is_post(self.op->kind)) end_operation(self.op->operation);
    program_->step_ended(*self.op);
    phase_begin_.ended(*self.op, cycle());
    self.op.reset();
  }
}

bool RankInterpreter::begin_step(int number) {
  Processor& self = processors_[static_cast<std::size_t>(number)];
  self.op = program_->next_step(number);
  const bool was_idle = std::exchange(self.idle, !self.op);
  if (self.idle) return false;
  if (observer_ != nullptr && self.op->operation != kNoOperation) {
    if (was_idle) observer_->wait_ended(rank_, completed_, cycle());
    observer_->operation_began({rank_, self.op->operation, self.op->after}, cycle());
  }
  const std::optional<Cycles> work = own_work(*self.op, config_.call_overhead, config_.return_overhead);
  self.due = work ? end_of_work(self, config_.clock.edge(*work)) : port_.now();
  if (self.op->idle) {
    self.due = port_.acts_at(self.due + config_.clock.edge(self.op->cycles));
    self.works = true;
  }
  return true;
}

bool RankInterpreter::is_due(Processor& self) {
  if (self.due > port_.now()) return false;
  if (!std::exchange(self.works, false) || observer_ == nullptr) return true;
  const bool computes = self.op->cycles > Cycles{0};
  const Picoseconds undisturbed = port_.acts_at(self.work.undisturbed_end());
  const Picoseconds noise = self.op->idle || self.due < undisturbed ? Picoseconds{} : self.due - undisturbed;
  if (!computes && noise == Picoseconds{}) return true;
  const WorkKind kind = self.op->late ? WorkKind::kLateStart : computes ? WorkKind::kCompute : WorkKind::kCall;
  const Cycles began = config_.clock.cycle_at(self.work.begun());
  observer_->work_ended({rank_, kind, noise, self.op->idle ? cycle() - self.op->cycles : began, self.op->operation},
                        cycle());
  return true;
}

Picoseconds RankInterpreter::next_of(const Processor& self) {
  return self.op && !self.blocked ? self.due : kOnCompletion;
}

bool RankInterpreter::works() const {
  return std::any_of(processors_.begin(), processors_.end(),
                     [](const Processor& each) { return each.op && !each.blocked; });
}

bool RankInterpreter::in_effect(Processor& self) {
  if (self.returning) return true;
  const Picoseconds now = port_.now();
  if (self.op->kind == OpKind::kCombine && superseded(*self.op)) self.due = port_.acts_at(self.work.give_up(now));
  if (!is_due(self)) return false;
  const bool was_blocked = std::exchange(self.blocked, !can_take_effect(*self.op));
  if (self.blocked) return false;
  if (was_blocked) {
    if (observer_ != nullptr) observer_->wait_ended(rank_, awaited_by(self.op->kind), cycle());
    self.due = end_of_work(self, Picoseconds{0});  // it sees what has come when it has the processor again
  }
  if (!is_due(self)) return false;
  take_effect(*self.op);
  // Without return overhead a wait ends with its effect, whoever has the processor.
  self.returning = is_wait(self.op->kind) && config_.return_overhead > Cycles{0};
  if (self.returning) self.due = end_of_work(self, config_.clock.edge(config_.return_overhead));
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
    case OpKind::kWaitFor:
      return program_->may_end(op);
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
      return post(op);
    case OpKind::kCancel:
      return port_.cancel(rank_, op);
    case OpKind::kBeginSequence:
      return begin_sequence(op.sequence);
    case OpKind::kEndSequence:
      return end_sequence(op.sequence);
    case OpKind::kWaitSends:
    case OpKind::kWaitReceives:
    case OpKind::kWaitFirst:
    case OpKind::kWaitFor:
    case OpKind::kCompute:
    case OpKind::kCombine:
      break;
  }
}

void RankInterpreter::post(Op receive) {
  phase_begin_.posted(receive, cycle());
  if (port_.post(rank_, receive)) complete(receive);
}

void RankInterpreter::start_send(const Op& op) {
  program_->sending(op, newest_result_);
  phase_begin_.sending(op, cycle());
  port_.send(rank_, op);
  if (observer_ != nullptr) observer_->send_started(event_for(op, true), cycle());
}

void RankInterpreter::begin_sequence(int sequence) {
  sequence_ = sequence;
  if (!config_.sequence_bias.empty()) {
    port_.set_pace_bias(rank_, config_.sequence_bias.at(static_cast<std::size_t>(sequence - 1)));
  }
  phase_begin_.began(cycle());
  const int engines = phase_begin_.engines(sequence);
  for (int engine = 0; engine < engines; ++engine) {
    port_.set_pace_slots(rank_, engine, phase_begin_.slots(sequence, engine, node_));
  }
  if (observer_ != nullptr) observer_->sequence_began(rank_, sequence, cycle());
}

void RankInterpreter::end_sequence(int sequence) {
  // Messages of the barrier that follows have no slots.
  const int engines = phase_begin_.by_barrier() ? phase_begin_.engines(sequence) : 0;
  for (int engine = 0; engine < engines; ++engine) port_.set_pace_slots(rank_, engine, PaceSlots{});
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
  return can_go_on();
}

void RankInterpreter::end_operation(std::uint32_t operation) {
  if (observer_ != nullptr && operation != kNoOperation) observer_->operation_ended(rank_, operation, cycle());
}

bool RankInterpreter::sent(std::uint32_t operation) {
  completed_ = AwaitedCompletion::kSend;
  end_operation(operation);
  program_->sent(operation);
  return can_go_on();
}

bool RankInterpreter::can_go_on() {
  return std::any_of(processors_.begin(), processors_.end(), [this](const Processor& each) {
    if (!each.op) return !finished_;
    if (each.op->kind == OpKind::kCombine && superseded(*each.op)) return true;
    return each.blocked && can_take_effect(*each.op);
  });
}

void RankInterpreter::complete(const Op& receive) {
  if (const auto result = program_->result_in(receive)) {
    newest_result_ = std::max(newest_result_.value_or(0), *result);
  }
  completed_ = AwaitedCompletion::kReceive;
  if (observer_ != nullptr && receive.grouped && receive.operation != kNoOperation) {
    observer_->operation_met(receive.operation, event_for(receive, false), cycle());
  }
  end_operation(receive.operation);
  program_->received(receive);
  phase_begin_.received(receive);
  if (observer_ != nullptr) observer_->receive_completed(event_for(receive, false), cycle());
}

MessageEvent RankInterpreter::event_for(const Op& op, bool outgoing) const {
  return {outgoing ? rank_ : op.peer, outgoing ? op.peer : rank_, op.nic, op.tag, op.bytes};
}

Picoseconds RankInterpreter::stolen() const {
  Picoseconds all;
  for (const Processor& each : processors_) all += each.work.stolen();
  return all;
}

Picoseconds RankInterpreter::worked() const {
  Picoseconds all;
  for (const Processor& each : processors_) all += each.work.done();
  return all;
}

RankState RankInterpreter::state() const {
  const Processor& first = processors_.front();
  if (finished_) return RankState::kEnded;
  if (first.blocked || (begun_ && !first.op)) return RankState::kWait;
  const bool computes = first.op && (first.op->kind == OpKind::kCompute || first.op->kind == OpKind::kCombine);
  return computes ? RankState::kCompute : RankState::kCall;
}

std::optional<OpKind> RankInterpreter::step() const {
  const std::optional<Op>& op = processors_.front().op;
  return op ? std::optional(op->kind) : std::nullopt;
}

RankStatus RankInterpreter::status() const {
  RankStatus status;
  status.rank = rank_;
  status.finished = finished_;
  status.idle = blocked();
  for (const Processor& each : processors_) {
    if (each.blocked && !status.blocked) status.blocked = each.op;
  }
  port_.describe(status);
  return status;
}

}  // namespace tactus
