#include "testbench/tests/unit/tlm_models/traffic/slot_run.h"

#include <algorithm>
#include <utility>

#include "hw/nic/nic_registers.h"

namespace tactus {

SlotRun::SlotRun(const Workload& workload, const RankMap& map, int slots, std::uint64_t seed)
    : map_(map),
      slots_(slots),
      draws_(seed, 0),
      engines_(static_cast<std::size_t>(map.shape().nodes.nodes() * map.shape().nics())) {
  for (int rank = 0; rank < map.ranks(); ++rank) {
    Rank self{workload.program(rank), {}, {}};
    self.ops.resize(static_cast<std::size_t>(self.program->processors()));
    ranks_.push_back(std::move(self));
  }
}

bool SlotRun::run() {
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      const int rank = static_cast<int>(below(ranks_.size()));
      for (std::size_t burst = below(12); burst > 0 && step(rank); --burst) moved = true;
      for (std::size_t burst = below(4); burst > 0 && arrive(); --burst) moved = true;
    }
    for (int rank = 0; rank < map_.ranks() && !moved; ++rank) moved = step(rank);
    if (!moved) moved = arrive();
  }
  const auto finished = [](const Rank& rank) { return rank.finished; };
  const auto empty = [](const Engine& engine) { return engine.slots.empty() && engine.queue.empty(); };
  return std::all_of(ranks_.begin(), ranks_.end(), finished) && std::all_of(engines_.begin(), engines_.end(), empty) &&
         arrived_.empty() && local_.empty();
}

bool SlotRun::step(int number) {
  Rank& rank = at(number);
  const int processors = rank.program->processors();
  const int first = static_cast<int>(below(static_cast<std::size_t>(processors)));
  bool moved = false;
  for (int i = 0; i < processors && !moved; ++i) moved = step(number, (first + i) % processors);
  if (!moved && !rank.finished && rank.program->ended()) {
    rank.finished = moved = true;
    rank.floor = UINT64_MAX;
  }
  if (!moved) return false;
  for (int nic = 0; nic < map_.shape().nics(); ++nic) serve(map_.node(number), nic);
  return true;
}

bool SlotRun::step(int number, int processor) {
  Rank& rank = at(number);
  std::optional<Op>& op = rank.ops[static_cast<std::size_t>(processor)];
  if (!op) op = rank.program->next_step(processor);
  if (!op || !take_effect(number, *op)) return false;
  const Op done = *std::exchange(op, std::nullopt);
  rank.program->step_ended(done);
  if (done.kind == OpKind::kIsend) rank.program->sent(done.operation);
  return true;
}

bool SlotRun::take_effect(int number, const Op& op) {
  Rank& rank = at(number);
  const auto named = std::find(rank.under_way.begin(), rank.under_way.end(), receive_of(number, op));
  switch (op.kind) {
    case OpKind::kIsend:
      rank.floor = op.floor;
      in_flight_.push_back(message_of(number, op.peer, op.peer_nic, op));
      return true;
    case OpKind::kIrecv:
      return post(number, op);
    case OpKind::kWaitReceives:
      return rank.under_way.empty();
    case OpKind::kWaitFor:
      return rank.program->may_end(op);
    case OpKind::kWaitFirst:
      return named == rank.under_way.end();
    case OpKind::kCancel:
      if (named == rank.under_way.end()) return true;
      rank.under_way.erase(named);
      cancel(number, op);
      return true;
    default:
      return true;
  }
}

bool SlotRun::post(int number, const Op& op) {
  Rank& rank = at(number);
  Engine& own = engine(map_.node(number), op.nic);
  if (!op.queued && !is_local(number, op) && receives_of(number, own) >= nic_reg::kRingEntries) return false;
  rank.floor = op.floor;
  rank.under_way.push_back(receive_of(number, op));
  if (is_local(number, op)) {
    local_.push_back({receive_of(number, op), op});
  } else {
    own.queue.push(map_.place(number), op);
  }
  return true;
}

void SlotRun::cancel(int number, const Op& op) {
  Engine& own = engine(map_.node(number), op.nic);
  if (own.queue.cancel(map_.place(number), op)) return;
  for (std::vector<Receive>* list : {&own.slots, &local_}) {
    for (Receive& receive : *list) receive.cancelled = receive.cancelled || receive.message == receive_of(number, op);
  }
}

/// Any message that is in flight arrives, and completes what it can.
bool SlotRun::arrive() {
  if (in_flight_.empty()) return false;
  std::swap(in_flight_[below(in_flight_.size())], in_flight_.back());
  const Match message = in_flight_.back();
  in_flight_.pop_back();
  ++arrived_[message];
  Engine* const receiver = engine_of(message);
  if (receiver != nullptr) ++receiver->early;
  const int node = map_.node(std::get<1>(message));
  for (int nic = 0; nic < map_.shape().nics(); ++nic) serve(node, nic);
  if (receiver != nullptr) most_early_ = std::max(most_early_, receiver->early);
  return true;
}

SlotRun::Engine* SlotRun::engine_of(const Match& message) {
  const auto [from, to, nic, tag] = message;
  return from != kAnyRank && map_.node(from) == map_.node(to) ? nullptr : &engine(map_.node(to), nic);
}

void SlotRun::serve(int node, int nic) {
  Engine& own = engine(node, nic);
  complete_slots(own);
  while (own.queue.can_take(slots_ - static_cast<int>(own.slots.size()), lowest_floor(node))) {
    const ReceiveQueue::Receive next = own.queue.take();
    own.slots.push_back({receive_of(map_.rank(node, next.place), next.op), next.op, next.cancelled});
    complete_slots(own);
  }
}

void SlotRun::complete_slots(Engine& engine) {
  for (std::vector<Receive>* list : {&engine.slots, &local_}) {
    const auto complete = [this](const Receive& receive) {
      const auto found = arrived_.find(receive.message);
      if (found == arrived_.end()) return false;
      if (--found->second == 0) arrived_.erase(found);
      if (Engine* const receiver = engine_of(receive.message)) --receiver->early;
      if (receive.cancelled) return true;
      Rank& receiver_rank = at(std::get<1>(receive.message));
      std::vector<Match>& under_way = receiver_rank.under_way;
      under_way.erase(std::find(under_way.begin(), under_way.end(), receive.message));
      receiver_rank.program->received(receive.op);
      return true;
    };
    list->erase(std::remove_if(list->begin(), list->end(), complete), list->end());
  }
}

int SlotRun::receives_of(int number, const Engine& engine) const {
  int count = 0;
  for (const Receive& receive : engine.slots) count += std::get<1>(receive.message) == number ? 1 : 0;
  for (const ReceiveQueue::Receive& each : engine.queue.waiting()) count += each.place == map_.place(number) ? 1 : 0;
  return count;
}

std::uint64_t SlotRun::lowest_floor(int node) const {
  std::uint64_t lowest = UINT64_MAX;
  for (int place = 0; place < map_.shape().per_node; ++place) {
    lowest = std::min(lowest, ranks_[static_cast<std::size_t>(map_.rank(node, place))].floor);
  }
  return lowest;
}

}  // namespace tactus
