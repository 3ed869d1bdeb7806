#include "tlm_models/traffic/core_messages.h"

#include <algorithm>
#include <utility>

#include "tlm_models/node/copies/layout_cursor.h"
#include "tlm_models/node/copies/node_addresses.h"
#include "tlm_models/node/copies/plan_builder.h"

namespace tactus {
namespace {

/// Kinds of messages that have descriptions of their own.
constexpr int kDescriptions = 1024;

TransferConfig bytes_in_a_row(std::uint64_t size) {
  const MessageSideConfig side{contiguous_type(static_cast<std::int64_t>(size), basic_type(BasicType::kByte)), 1};
  return {side, side};
}

std::uint64_t nic_buffer(int rank, std::size_t slot, bool receives) {
  return node_addresses::area_of(rank) + node_addresses::kNicBuffers +
         node_addresses::kNextShared * (2 * slot + (receives ? 1 : 0));
}

}  // namespace

CoreMessages::CoreMessages(const CoreMessagesConfig& config, int ranks, CopyObserver* observer)
    : config_(config),
      plans_(config.copy, config.node, ranks),
      cores_(config.node, config.copy, ranks, observer),
      ranks_(static_cast<std::size_t>(ranks)) {
  if (!config.message) return;
  const MessageShape shape(0, *config.message);
  shapes_.emplace(static_cast<std::uint64_t>(shape.send.size()), shape);
}

const MessageShape& CoreMessages::shape_of(Bytes size) {
  const auto found = shapes_.find(size.count());
  if (found != shapes_.end()) return found->second;
  const int number = 1 + static_cast<int>(shapes_.size()) % (kDescriptions - 1);
  return shapes_.emplace(size.count(), MessageShape(number, bytes_in_a_row(size.count()))).first->second;
}

void CoreMessages::send(int from, int to, const Op& op, Picoseconds) {
  at(from).tasks.push_back(begin(from, to, op, Task::Kind::kSend));
  ++at(from).sends;
}

bool CoreMessages::post(int rank, int from, const Op& receive) {
  at(rank).tasks.push_back(begin(from, rank, receive, Task::Kind::kReceive));
  return false;
}

CoreMessages::Task CoreMessages::begin(int from, int to, const Op& op, Task::Kind side) {
  const Key key{from, to, op.tag};
  const auto found = unmatched_.find(key);
  if (found != unmatched_.end()) {
    Task task = std::move(found->second);
    unmatched_.erase(found);
    task.op = op;
    if (side == Task::Kind::kReceive) expect(at(to).tasks, task);
    return task;
  }
  const MessageShape& shape = shape_of(op.bytes);
  // The engine is the receiver's too: algorithms send by the one by which is received.
  const MessageEnds ends{from, to, &shape, send_buffer_of(op.nic), receive_buffer_of(op.nic)};
  MessagePlans::Begun begun = plans_.begin(ends, cores_.flags());
  Task own{Task::Kind::kSend, StepQueue(std::move(begun.plan.sender)), op, from, begun.message};
  Task other{Task::Kind::kReceive, StepQueue(std::move(begun.plan.receiver)), op, from, begun.message};
  if (side == Task::Kind::kReceive) {
    std::swap(own, other);
  } else if (begun.message->aside) {
    at(to).tasks.push_back(
        {Task::Kind::kUnexpected, StepQueue(std::move(begun.plan.unexpected)), op, from, begun.message});
  }
  unmatched_.emplace(key, std::move(other));
  return own;
}

bool CoreMessages::packed(int rank, const Op& op, Picoseconds now) {
  const MessageShape& shape = shape_of(op.bytes);
  Rank& self = at(rank);
  if (config_.nic_gathers || is_contiguous(shape.send) || self.packed) return true;
  const std::size_t slot = self.send_buffers.take();
  self.tasks.push_back(nic_task(Task::Kind::kPack, rank, op, shape, slot));
  work_for(rank, self.tasks.size() - 1, now);
  return false;
}

void CoreMessages::sending(int rank, const Op& op) {
  at(rank).given[op.nic].push_back(std::exchange(at(rank).packed, std::nullopt));
}

void CoreMessages::sent(int rank, int engine) {
  auto& given = at(rank).given[static_cast<std::size_t>(engine)];
  if (given.front()) at(rank).send_buffers.free(*given.front());
  given.pop_front();
}

bool CoreMessages::unpack(int rank, const Op& receive, Picoseconds) {
  const MessageShape& shape = shape_of(receive.bytes);
  if (config_.nic_gathers || is_contiguous(shape.receive)) return false;
  const std::size_t slot = at(rank).receive_buffers.take();
  cores_.node().written_from_outside(nic_buffer(rank, slot, true), receive.bytes);
  at(rank).tasks.push_back(nic_task(Task::Kind::kUnpack, rank, receive, shape, slot));
  return true;
}

/// Between the array and a buffer of the NIC, as a protocol does it with an intermediate buffer.
CoreMessages::Task CoreMessages::nic_task(Task::Kind kind, int rank, const Op& op, const MessageShape& shape,
                                          std::size_t slot) {
  using namespace node_addresses;
  const bool packs = kind == Task::Kind::kPack;
  const std::uint64_t number = kNextDescription * static_cast<std::uint64_t>(shape.number);
  const PlacedLayout array =
      packs ? placed_layout(shape.send, rank, send_buffer_of(op.nic), kSendDescription + number)
            : placed_layout(shape.receive, rank, receive_buffer_of(op.nic), kReceiveDescription + number);
  const PlacedLayout buffer{&shape.packed, static_cast<std::int64_t>(nic_buffer(rank, slot, !packs)), 0};
  const CopyMessage alone;
  PlanBuilder plan(alone, config_.copy, config_.node.line);
  plan.work(PlanBuilder::Side::kSender, config_.copy.costs.buffer);
  plan.read_description(PlanBuilder::Side::kSender, array, shape.packed.size());
  plan.copy(PlanBuilder::Side::kSender, packs ? array : buffer, packs ? buffer : array, 0, shape.packed.size());
  return {kind, StepQueue(plan.take().sender), op, 0, nullptr, slot};
}

bool CoreMessages::cancel(int rank, int from, std::uint32_t tag) {
  for (Task& task : at(rank).tasks) {
    const bool named = task.kind == Task::Kind::kReceive && task.from == from && task.op.tag == tag;
    if (!named || task.cancelled) continue;
    task.cancelled = true;
    ++cancelled_;
    return true;
  }
  return false;
}

const CoreMessages::Task* CoreMessages::find(const Rank& rank, Task::Kind kind, const Op& op) {
  for (const Task& task : rank.tasks) {
    const bool named = task.op.peer == op.peer && task.op.tag == op.tag && task.op.nic == op.nic;
    if (named && task.kind == kind && !task.cancelled) return &task;
  }
  return nullptr;
}

bool CoreMessages::is_unpacking(int rank, const Op& receive) const {
  return find(at(rank), Task::Kind::kUnpack, receive) != nullptr;
}

void CoreMessages::cancel_unpacking(int rank, const Op& receive) {
  const Task* task = find(at(rank), Task::Kind::kUnpack, receive);
  if (task != nullptr) at(rank).tasks[static_cast<std::size_t>(task - at(rank).tasks.data())].cancelled = true;
}

void CoreMessages::work_for(int rank, std::size_t task, Picoseconds now) {
  Rank& self = at(rank);
  self.running = task;
  self.turn = task + 1;
  self.began = now;
  if (number_of_) tell_of(rank, self.tasks[task]);
  CopySteps steps = self.tasks[task].steps.take_to_wait();
  const Task& begun = self.tasks[task];
  const bool receives = begun.kind == Task::Kind::kReceive || begun.kind == Task::Kind::kUnpack;
  cores_.give(rank, std::move(steps), now, receives && begun.steps.empty());
}

void CoreMessages::watch(CopyWatch& watch, CoreWorkNumber number_of) {
  cores_.node().watch(watch);
  number_of_ = std::move(number_of);
}

void CoreMessages::tell_of(int rank, const Task& task) const {
  static constexpr std::array<MessagePart, 5> kParts = {
      MessagePart::kSend, MessagePart::kReceive, MessagePart::kUnexpected, MessagePart::kPack, MessagePart::kUnpack};
  CoreWork work{rank, task.kind == Task::Kind::kSend || task.kind == Task::Kind::kPack, -1, &task.op};
  if (task.message) work.peer_place = task.message->sender == rank ? task.message->receiver : task.message->sender;
  cores_.node().watched_by()->takes(rank, number_of_(work), work.peer_place,
                                    kParts[static_cast<std::size_t>(task.kind)]);
}

void CoreMessages::end(Picoseconds now, std::vector<Ended>& ended) {
  cores_.go_on(now);
  for (const NodeCores::End& each : cores_.take_ended(now)) {
    at(each.process).busy += each.time - at(each.process).began;
    end_work(each.process, ended);
  }
}

void CoreMessages::end_work(int rank, std::vector<Ended>& ended) {
  Rank& self = at(rank);
  const std::size_t number = *std::exchange(self.running, std::nullopt);
  if (!self.tasks[number].steps.empty()) return;
  const Task task = std::move(self.tasks[number]);
  self.tasks.erase(self.tasks.begin() + static_cast<std::ptrdiff_t>(number));
  end_task(rank, task, ended);
}

void CoreMessages::end_task(int rank, const Task& task, std::vector<Ended>& ended) {
  Rank& self = at(rank);
  switch (task.kind) {
    case Task::Kind::kPack:
      self.packed = task.slot;
      return;
    case Task::Kind::kSend:
      --self.sends;
      plans_.end(*task.message, MessagePart::kSend, cores_.flags());
      ended.push_back({rank, task.op, true});
      return;
    case Task::Kind::kUnexpected:
      plans_.end(*task.message, MessagePart::kUnexpected, cores_.flags());
      return;
    case Task::Kind::kReceive:
      ++copies_;
      if (task.cancelled) --cancelled_;
      plans_.end(*task.message, MessagePart::kReceive, cores_.flags());
      break;
    case Task::Kind::kUnpack:
      self.receive_buffers.free(task.slot);
      break;
  }
  if (!task.cancelled) ended.push_back({rank, task.op});
}

void CoreMessages::go_on(const std::vector<bool>& waits, Picoseconds now) {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const int number = static_cast<int>(rank);
    if (!waits[rank] || at_work(number)) continue;
    const std::size_t task = ready(ranks_[rank], now);
    if (task < ranks_[rank].tasks.size()) work_for(number, task, now);
  }
  cores_.go_on(now);
  next_look_ = Picoseconds::max();
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    if (!waits[rank] || at_work(static_cast<int>(rank))) continue;
    for (const Task& task : ranks_[rank].tasks) next_look_ = std::min(next_look_, task.steps.ready(cores_.flags()));
  }
}

std::size_t CoreMessages::ready(const Rank& rank, Picoseconds now) const {
  const std::size_t count = rank.tasks.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t task = (rank.turn + i) % count;
    if (rank.tasks[task].steps.ready(cores_.flags()) <= now) return task;
  }
  return count;
}

Picoseconds CoreMessages::next() const { return std::min(next_look_, cores_.next()); }

int CoreMessages::receives_under_way(int rank) const { return static_cast<int>(receives(rank).size()); }

bool CoreMessages::is_under_way(int rank, int from, std::uint32_t tag) const {
  const std::vector<Task>& tasks = at(rank).tasks;
  return std::any_of(tasks.begin(), tasks.end(), [&](const Task& task) {
    return task.kind == Task::Kind::kReceive && task.from == from && task.op.tag == tag && !task.cancelled;
  });
}

std::vector<Op> CoreMessages::receives(int rank) const {
  std::vector<Op> receives;
  for (const Task& task : at(rank).tasks) {
    const bool is_receive = task.kind == Task::Kind::kReceive || task.kind == Task::Kind::kUnpack;
    if (is_receive && !task.cancelled) receives.push_back(task.op);
  }
  std::sort(receives.begin(), receives.end(),
            [](const Op& a, const Op& b) { return std::tie(a.nic, a.peer, a.tag) < std::tie(b.nic, b.peer, b.tag); });
  return receives;
}

bool CoreMessages::idle() const {
  return std::all_of(ranks_.begin(), ranks_.end(), [](const Rank& rank) { return rank.tasks.empty(); });
}

}  // namespace tactus
