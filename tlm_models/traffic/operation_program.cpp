#include "tlm_models/traffic/operation_program.h"

#include <algorithm>
#include <utility>

namespace tactus {

OperationProgram::OperationProgram(std::unique_ptr<OperationStream> stream, Clock clock)
    : stream_(std::move(stream)), clock_(clock), ready_(static_cast<std::size_t>(stream_->processors())) {
  read_ahead();
}

void OperationProgram::read_ahead() {
  while (!at_end_ && read_end() < begun_end_ + stream_->lookahead()) {
    dependencies_.clear();
    const std::optional<PlannedOperation> planned = stream_->read(dependencies_);
    at_end_ = !planned;
    if (planned) add(*planned);
  }
}

void OperationProgram::add(const PlannedOperation& planned) {
  const Position operation = read_end();
  window_.push_back({planned});
  if (planned.operation.kind == OperationKind::kReceive) orders_.insert(planned.order);
  for (const OperationDependency& each : dependencies_) wait_for(operation, each);
  if (const auto found = unread_.find(operation); found != unread_.end()) {
    for (const Link& each : found->second) link(each.follower, operation, each.on_begin);
    unread_.erase(found);
  }
  make_ready(operation);
}

/// A wait begins when all that it waits for has begun: it is a call that comes after them.
void OperationProgram::wait_for(Position operation, const OperationDependency& dependency) {
  const bool is_wait = at(operation).planned.operation.kind == OperationKind::kWait;
  const auto add_link = [&](bool on_begin) {
    if (dependency.earlier < first_) return;
    if (dependency.earlier < read_end()) {
      const Entry& awaited = at(dependency.earlier);
      if (on_begin ? awaited.begun : awaited.ended) return;
    }
    ++(on_begin ? at(operation).missing_begins : at(operation).missing_ends);
    if (dependency.earlier < read_end()) {
      link(operation, dependency.earlier, on_begin);
    } else {
      unread_[dependency.earlier].push_back({operation, kNone, on_begin});
    }
  };
  if (is_wait || dependency.on_begin) add_link(true);
  if (!dependency.on_begin) add_link(false);
}

void OperationProgram::link(Position follower, Position awaited, bool on_begin) {
  LinkNumber number = free_link_;
  if (number == kNone) {
    number = static_cast<LinkNumber>(links_.size());
    links_.emplace_back();
  } else {
    free_link_ = links_[number].next;
  }
  links_[number] = {follower, std::exchange(at(awaited).links, number), on_begin};
}

void OperationProgram::make_ready(Position operation) {
  Entry& entry = at(operation);
  const bool is_wait = entry.planned.operation.kind == OperationKind::kWait;
  if (entry.ready || entry.missing_begins > 0 || (!is_wait && entry.missing_ends > 0)) return;
  entry.ready = true;
  ready_[entry.planned.operation.processor].push(operation);
}

std::optional<Op> OperationProgram::next_step(int processor) {
  Ready& ready = ready_[static_cast<std::size_t>(processor)];
  if (ready.empty()) return std::nullopt;
  const Position operation = ready.top();
  ready.pop();
  begin(operation);
  return op_of(operation);
}

void OperationProgram::begin(Position operation) {
  Entry& entry = at(operation);
  entry.begun = true;
  if (entry.planned.operation.kind == OperationKind::kReceive) orders_.erase(orders_.find(entry.planned.order));
  begun_end_ = std::max(begun_end_, operation + 1);
  follow(operation, true);
  read_ahead();
}

void OperationProgram::step_ended(const Op& op) {
  if (!is_post(op.kind)) end(position(op.operation));
}

void OperationProgram::end(Position operation) {
  at(operation).ended = true;
  follow(operation, false);
  while (!window_.empty() && window_.front().ended) {
    window_.pop_front();
    ++first_;
  }
}

/// Tells those that wait for the beginning of the operation, or for its end.
void OperationProgram::follow(Position operation, bool on_begin) {
  LinkNumber* previous = &at(operation).links;
  while (*previous != kNone) {
    const LinkNumber number = *previous;
    const Link link = links_[number];
    if (link.on_begin != on_begin) {
      previous = &links_[number].next;
      continue;
    }
    *previous = link.next;
    links_[number].next = std::exchange(free_link_, number);
    Entry& follower = at(link.follower);
    --(on_begin ? follower.missing_begins : follower.missing_ends);
    follower.after = name(operation);
    make_ready(link.follower);
  }
}

std::uint64_t OperationProgram::floor() const {
  const std::uint64_t unread = at_end_ ? UINT64_MAX : stream_->floor();
  return orders_.empty() ? unread : std::min(unread, *orders_.begin());
}

Op OperationProgram::op_of(Position operation) const {
  const PlannedOperation& planned = at(operation).planned;
  const Operation& self = planned.operation;
  Op op;
  op.operation = name(operation);
  op.after = at(operation).after;
  op.peer = self.peer;
  op.nic = op.peer_nic = static_cast<std::uint8_t>(std::max<int>(self.nic, 0));
  op.tag = self.tag;
  op.grouped = planned.grouped;
  switch (self.kind) {
    case OperationKind::kSend:
      op.kind = OpKind::kIsend;
      op.bytes = Bytes{self.amount};
      if (self.message_class != Operation::kClassOfProgram)
        op.message_class = static_cast<std::uint8_t>(self.message_class);
      op.paired = planned.paired;
      if (planned.paired) op.partner = name(planned.partner);
      break;
    case OperationKind::kReceive:
      op.kind = OpKind::kIrecv;
      op.bytes = Bytes{self.amount};
      op.order = planned.order;
      op.queued = true;
      break;
    case OperationKind::kCompute:
      op.kind = OpKind::kCompute;
      op.cycles = clock_.covering(Picoseconds{self.amount});
      break;
    case OperationKind::kWait:
      op.kind = OpKind::kWaitFor;
      break;
  }
  op.floor = floor();
  return op;
}

}  // namespace tactus
