#include "tlm_models/traffic/nic_port.h"

#include <algorithm>
#include <utility>

#include "tlm_models/traffic/ring_entries.h"

namespace tactus {

NicPort::NicPort(tlm::tlm_initiator_socket<32>& socket, const SoftwareConfig& config, const RankMap& map, int node,
                 std::unique_ptr<LocalMessages> local)
    : config_(config),
      map_(map),
      node_(node),
      driver_(socket, map.shape().nics(), map.shape().nodes.dimensions(), config.send_queues),
      engines_(static_cast<std::size_t>(map.shape().nics())),
      ranks_(static_cast<std::size_t>(map.shape().per_node)),
      floors_(ranks_.size()),
      local_(std::move(local)) {
  for (Engine& engine : engines_) engine.sends.resize(static_cast<std::size_t>(config.send_queues));
}

void NicPort::take_completions(int engine, PortNews& news) {
  const NicDriver::Completions taken = driver_.take_completions(engine);
  Engine& e = engines_[static_cast<std::size_t>(engine)];
  end_sends(engine, 0, taken.sends, news);
  for (int queue = 1; queue < driver_.queues(); ++queue) {
    end_sends(engine, queue, driver_.take_sends(engine, queue), news);
  }
  for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if (((taken.receives >> slot) & 1U) == 0) continue;
    Posted& receive = e.posted[slot];
    if (receive.op.grouped) take_met(engine, static_cast<int>(slot), receive.op);
    --ranks_[static_cast<std::size_t>(receive.place)].receives;
    if (local_->unpack(receive.place, receive.op, now())) continue;
    news.received.push_back({map_.rank(node_, receive.place), receive.op});
  }
}

void NicPort::end_sends(int engine, int queue, std::uint32_t done, PortNews& news) {
  SendQueue& sends = this->sends(engine, queue);
  for (std::uint32_t i = 0; i < done; ++i) {
    const Sender sender = sends.sender[sends.done++ % nic_reg::kRingEntries];
    --ranks_[static_cast<std::size_t>(sender.place)].sends[static_cast<std::size_t>(engine)];
    local_->sent(sender.place, engine);
    if (sender.held_slot != kNoSlot) driver_.release_slot(engine, sender.held_slot);
    news.sent.push_back({map_.rank(node_, sender.place), sender.operation});
  }
}

void NicPort::take_met(int engine, int slot, Op& receive) {
  const nic_reg::MetMessage met = driver_.met(engine, slot);
  receive.peer = map_.rank(map_.shape().nodes.node(met.source), met.source_place);
  receive.tag = met.tag;
  receive.bytes = Bytes{met.bytes};
}

void NicPort::end_copies(PortNews& news) {
  ended_.clear();
  local_->end(now(), ended_);
  for (const LocalMessages::Ended& each : ended_) {
    const int rank = map_.rank(node_, each.rank);
    if (each.sent) {
      news.sent.push_back({rank, each.op.operation});
    } else {
      news.received.push_back({rank, each.op});
    }
  }
}

Cycles NicPort::next_copy() const {
  const Picoseconds next = local_->next();
  return next == Picoseconds::max() ? Cycles::max() : std::max(config_.clock.covering(next), now_ + Cycles{1});
}

void NicPort::serve_queues() {
  for (int engine = 0; engine < map_.shape().nics() && queued_ > 0; ++engine) {
    for (int queue = 0; queue < driver_.queues(); ++queue) serve_sends(engine, queue);
    serve_receives(engine);
  }
}

void NicPort::serve_sends(int engine, int queue) {
  SendQueue& sends = this->sends(engine, queue);
  while (!sends.waiting.empty() && driver_.can_send(engine, queue)) {
    const Send& next = sends.waiting.front();
    driver_.send(engine, next.descriptor);
    sends.sender[sends.started++ % nic_reg::kRingEntries] = {next.place, next.operation, next.held_slot};
    sends.waiting.pop();
    --queued_;
  }
}

void NicPort::serve_receives(int engine) {
  ReceiveQueue& queue = engines_[static_cast<std::size_t>(engine)].receives;
  while (!queue.empty()) {
    const int free = driver_.free_slots(engine);
    if (queue.can_take(free, free > 1 ? 0 : lowest_floor())) {
      give_slot(engine, queue.take());
    } else if (free > 0 || !driver_.reclaim_slots(engine)) {
      return;
    }
  }
}

void NicPort::give_slot(int engine, const ReceiveQueue::Receive& receive) {
  const Op& op = receive.op;
  const nic_reg::ReceiveSlot words = receive_slot(op, map_.rank(node_, receive.place), map_, config_.homes);
  const int slot = driver_.post_receive(engine, words);
  std::vector<Posted>& posted = engines_[static_cast<std::size_t>(engine)].posted;
  posted.resize(std::max(posted.size(), static_cast<std::size_t>(slot) + 1));
  posted[static_cast<std::size_t>(slot)] = {receive.place, op};
  ranks_[static_cast<std::size_t>(receive.place)].last_slot[static_cast<std::size_t>(engine)] = slot;
  if (receive.cancelled) driver_.cancel_receive(engine, slot);
  --queued_;
}

std::uint64_t NicPort::lowest_floor() const { return *std::min_element(floors_.begin(), floors_.end()); }

bool NicPort::can_post(int rank, const Op& op) {
  if (op.queued || is_local(op) || receives_on(op.nic, map_.place(rank)) < nic_reg::kRingEntries) return true;
  return driver_.reclaim_slots(op.nic) && can_post(rank, op);
}

int NicPort::receives_on(int engine, int place) const {
  const Engine& e = engines_[static_cast<std::size_t>(engine)];
  int count = 0;
  for (std::uint32_t used = driver_.used_slots(engine); used != 0; used &= used - 1) {
    if (e.posted[static_cast<std::size_t>(__builtin_ctz(used))].place == place) ++count;
  }
  for (const ReceiveQueue::Receive& receive : e.receives.waiting()) count += receive.place == place ? 1 : 0;
  return count;
}

void NicPort::send(int rank, const Op& op) {
  floors_[place(rank)] = op.floor;
  if (is_local(op)) return local_->send(local_index(rank), local_index(op.peer), op, now());
  Send send{map_.place(rank), send_descriptor(op, rank, map_, config_.homes, now_), op.operation};
  const int slot = op.paired ? partner_slot(rank, op) : kNoSlot;
  send.descriptor.paired = slot != kNoSlot;
  send.descriptor.receive_slot = static_cast<std::uint8_t>(std::max(slot, 0));
  if (slot != kNoSlot && op.partner != kNoOperation) {
    send.held_slot = slot;
    driver_.hold_slot(op.nic, slot);
  }
  const int queue = driver_.queue_of(send.descriptor.message_class);
  sends(op.nic, queue).waiting.push(send);
  ++queued_;
  ++ranks_[place(rank)].sends[op.nic];
  local_->sending(local_index(rank), op);
  serve_sends(op.nic, queue);
}

int NicPort::partner_slot(int rank, const Op& send) const {
  if (send.partner == kNoOperation) return ranks_[place(rank)].last_slot[send.nic];
  // Receives must always find a slot in the end: this one is lent to the send only while there is another.
  if (config_.pacing.window == 0 || driver_.free_slots(send.nic) == 0) return kNoSlot;
  const std::vector<Posted>& posted = engines_[send.nic].posted;
  for (std::size_t slot = 0; slot < posted.size(); ++slot) {
    const bool is_partner = posted[slot].op.operation == send.partner;
    if (is_partner && is_active(send.nic, slot, map_.place(rank))) return static_cast<int>(slot);
  }
  return kNoSlot;
}

bool NicPort::post(int rank, Op& op) {
  floors_[place(rank)] = op.floor;
  if (is_local(op)) return local_->post(local_index(rank), local_index(op.peer), op);
  Rank& self = ranks_[place(rank)];
  self.last_slot[op.nic] = kNoSlot;
  ++self.receives;
  engines_[op.nic].receives.push(map_.place(rank), op);
  ++queued_;
  serve_receives(op.nic);
  return false;
}

void NicPort::cancel(int rank, const Op& op) {
  if (is_local(op)) {
    local_->cancel(local_index(rank), local_index(op.peer), op.tag);
  } else if (const std::optional<int> slot = slot_under_way(rank, op)) {
    driver_.cancel_receive(op.nic, *slot);
    --ranks_[place(rank)].receives;
  } else if (engines_[op.nic].receives.cancel(map_.place(rank), op)) {
    --ranks_[place(rank)].receives;
  } else {
    local_->cancel_unpacking(local_index(rank), op);
  }
}

int NicPort::sends_under_way(int rank) const {
  int sends = local_->sends_under_way(local_index(rank));
  for (const int on_nic : ranks_[place(rank)].sends) sends += on_nic;
  return sends;
}

int NicPort::receives_under_way(int rank) const {
  return ranks_[place(rank)].receives + local_->receives_under_way(local_index(rank));
}

bool NicPort::is_under_way(int rank, const Op& op) const {
  if (is_local(op)) return local_->is_under_way(local_index(rank), local_index(op.peer), op.tag);
  return slot_under_way(rank, op).has_value() || engines_[op.nic].receives.holds(map_.place(rank), op) ||
         local_->is_unpacking(local_index(rank), op);
}

bool NicPort::is_active(int engine, std::size_t slot, int place) const {
  return ((driver_.receives_under_way(engine) >> slot) & 1U) != 0 &&
         engines_[static_cast<std::size_t>(engine)].posted[slot].place == place;
}

std::optional<int> NicPort::slot_under_way(int rank, const Op& op) const {
  for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if (!is_active(op.nic, slot, map_.place(rank))) continue;
    const Op& receive = engines_[op.nic].posted[slot].op;
    if (receive.tag == op.tag && receive.peer == op.peer) return static_cast<int>(slot);
  }
  return std::nullopt;
}

void NicPort::describe(RankStatus& status) const {
  const int place = map_.place(status.rank);
  status.map = &map_;
  status.sends = ranks_[static_cast<std::size_t>(place)].sends;
  status.local_sends = local_->sends_under_way(place);
  for (int engine = 0; engine < map_.shape().nics(); ++engine) {
    const Engine& e = engines_[static_cast<std::size_t>(engine)];
    for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
      if (is_active(engine, slot, place)) status.receives.push_back(e.posted[slot].op);
    }
    for (const ReceiveQueue::Receive& receive : e.receives.waiting()) {
      if (receive.place == place && !receive.cancelled) status.receives.push_back(receive.op);
    }
  }
  for (const Op& op : local_->receives(place)) status.receives.push_back(op);
}

}  // namespace tactus
