#include "tlm_models/node/copies/program_steps.h"

#include <algorithm>
#include <utility>

#include "tlm_models/node/copies/placed_message.h"

namespace tactus {
namespace {

std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

CopyStep step_of(CopyStep::Kind kind) {
  CopyStep step;
  step.kind = kind;
  return step;
}

CopySteps copy_within(int process, const CopyOp& op) {
  CopyStep step = step_of(CopyStep::Kind::kCopy);
  step.source = placed_layout(op.shape->send, process, op.send_offset, 0);
  step.destination = placed_layout(op.shape->receive, process, op.receive_offset, 0);
  step.to = op.shape->send.size();
  return {step};
}

}  // namespace

ProgramSteps::ProgramSteps(const CopyProtocolConfig& config, const ManyCoreConfig& node,
                           std::vector<std::unique_ptr<CopyProgram>> programs)
    : plans_(config, node, static_cast<int>(programs.size())), processes_(programs.size()) {
  for (std::size_t p = 0; p < programs.size(); ++p) processes_[p].program = std::move(programs[p]);
}

const ProgramSteps::Mark& ProgramSteps::mark(int process, int mark) const {
  return processes_[index_of(process)].marks[index_of(mark)];
}

std::size_t ProgramSteps::under_way(int process) const { return processes_[index_of(process)].begun; }

CopySteps ProgramSteps::next(int process, Picoseconds now) {
  Process& self = processes_[index_of(process)];
  if (self.ended) end_message(process, now);
  while (true) {
    if (self.waits && self.begun > 0) return go_on(process, now);
    self.waits = false;
    const std::optional<CopyOp> op = self.program->next();
    if (!op) return {};
    CopySteps steps = begin(process, *op, now);
    if (!steps.empty()) return steps;
  }
}

CopySteps ProgramSteps::begin(int process, const CopyOp& op, Picoseconds now) {
  Process& self = processes_[index_of(process)];
  switch (op.kind) {
    case CopyOp::Kind::kSend:
    case CopyOp::Kind::kReceive:
      open(process, op);
      break;
    case CopyOp::Kind::kWaitAll:
      self.waits = true;
      break;
    case CopyOp::Kind::kCopy:
      if (node_->watched_by() != nullptr) node_->watched_by()->takes_own(process);
      return copy_within(process, op);
    case CopyOp::Kind::kWork: {
      if (node_->watched_by() != nullptr) node_->watched_by()->takes_own(process);
      CopyStep step = step_of(CopyStep::Kind::kWork);
      step.instructions = op.instructions;
      return {step};
    }
    case CopyOp::Kind::kMark: {
      const int thread = node_->process(process).thread();
      self.marks[index_of(op.mark)] = {now, node_->memory().counts(thread)};
      if (node_->watched_by() != nullptr) node_->watched_by()->marked(process, op.mark, now);
      break;
    }
  }
  return {};
}

void ProgramSteps::open(int process, const CopyOp& op) {
  const bool sends = op.kind == CopyOp::Kind::kSend;
  const int sender = sends ? process : op.peer;
  const int receiver = sends ? op.peer : process;
  const std::uint64_t channel = index_of(sender) * processes_.size() + index_of(receiver);
  Process& self = processes_[index_of(process)];
  ++self.begun;
  const auto found = unmatched_.find(channel);
  if (found != unmatched_.end() && (found->second.front().part == MessagePart::kSend) == sends) {
    Stream own = std::move(found->second.front());
    found->second.pop_front();
    if (found->second.empty()) unmatched_.erase(found);
    if (!sends) expect(self.streams, own);
    self.streams.push_back(std::move(own));
    return;
  }
  Stream own = new_message(sender, receiver, op, sends);
  self.streams.push_back(std::move(own));
}

ProgramSteps::Stream ProgramSteps::new_message(int sender, int receiver, const CopyOp& op, bool sends) {
  MessagePlans::Begun begun =
      plans_.begin({sender, receiver, op.shape, op.send_offset, op.receive_offset}, node_->flags());
  const auto size = Bytes{static_cast<std::uint64_t>(op.shape->send.size())};
  const auto part_of = [&](CopySteps& steps, MessagePart part) {
    return Stream{StepQueue(std::move(steps)), begun.message, size, part};
  };
  Stream send = part_of(begun.plan.sender, MessagePart::kSend);
  Stream receive = part_of(begun.plan.receiver, MessagePart::kReceive);
  const std::uint64_t channel = index_of(sender) * processes_.size() + index_of(receiver);
  unmatched_[channel].push_back(std::move(sends ? receive : send));
  if (sends && begun.message->aside) {
    processes_[index_of(receiver)].streams.push_back(part_of(begun.plan.unexpected, MessagePart::kUnexpected));
  }
  return std::move(sends ? send : receive);
}

CopySteps ProgramSteps::go_on(int process, Picoseconds now) {
  Process& self = processes_[index_of(process)];
  const std::size_t stream = ready(self, now);
  if (stream == self.streams.size()) return {step_of(CopyStep::Kind::kIdle)};
  if (CopyWatch* watch = node_->watched_by()) {
    const MessageUnderWay& message = *self.streams[stream].message;
    const int peer = message.sender == process ? message.receiver : message.sender;
    watch->takes(process, message.number, peer, self.streams[stream].part);
  }
  return take(self, stream);
}

std::size_t ProgramSteps::ready(const Process& self, Picoseconds now) const {
  const std::size_t count = self.streams.size();
  std::size_t first = count;
  Picoseconds earliest = Picoseconds::max();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t stream = (self.turn + i) % count;
    const Picoseconds time = self.streams[stream].steps.ready(node_->flags());
    if (time <= now) return stream;
    if (time < earliest) {
      earliest = time;
      first = stream;
    }
  }
  return first;
}

/// Its steps to before the next wait.
CopySteps ProgramSteps::take(Process& self, std::size_t number) {
  Stream& stream = self.streams[number];
  CopySteps steps = stream.steps.take_to_wait();
  self.turn = number + 1;
  if (!stream.steps.empty()) return steps;
  if (stream.part != MessagePart::kUnexpected) --self.begun;
  self.ended = std::move(stream);
  self.streams.erase(self.streams.begin() + static_cast<std::ptrdiff_t>(number));
  return steps;
}

void ProgramSteps::end_message(int process, Picoseconds now) {
  Process& self = processes_[index_of(process)];
  const Stream& stream = *self.ended;
  MessageUnderWay& message = *stream.message;
  if (stream.part == MessagePart::kReceive && delivered_) {
    delivered_(message.sender, message.receiver, stream.size, now);
  }
  if (stream.part == MessagePart::kReceive && node_->watched_by() != nullptr)
    node_->watched_by()->received(process, now);
  plans_.end(message, stream.part, node_->flags());
  self.ended.reset();
}

}  // namespace tactus
