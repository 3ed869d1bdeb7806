#include "tlm_models/traffic/nic_port.h"

#include <algorithm>
#include <utility>

#include "hw/memory/address_map.h"

namespace tactus {

NicPort::NicPort(tlm::tlm_initiator_socket<32>& socket, const SoftwareConfig& config, const RankMap& map, int node,
                 std::unique_ptr<LocalMessages> local)
    : config_(config),
      map_(map),
      node_(node),
      driver_(socket, map.shape().nics()),
      ranks_(static_cast<std::size_t>(map.shape().per_node)),
      local_(std::move(local)) {}

void NicPort::take_completions(int engine, std::vector<Completion>& completed) {
  const NicDriver::Completions taken = driver_.take_completions(engine);
  Engine& e = engines_[static_cast<std::size_t>(engine)];
  for (std::uint32_t i = 0; i < taken.sends; ++i) {
    const int sender = e.sender[e.done++ % nic_reg::kRingEntries];
    --ranks_[static_cast<std::size_t>(sender)].sends[static_cast<std::size_t>(engine)];
    local_->sent(sender, engine);
  }
  for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if (((taken.receives >> slot) & 1U) == 0) continue;
    const Posted& receive = e.posted[slot];
    --ranks_[static_cast<std::size_t>(receive.place)].receives;
    if (local_->unpack(receive.place, receive.op, now())) continue;
    completed.push_back({map_.rank(node_, receive.place), receive.op});
  }
}

void NicPort::end_copies(std::vector<Completion>& completed) {
  ended_.clear();
  local_->end(now(), ended_);
  for (const LocalMessages::Received& each : ended_) completed.push_back({map_.rank(node_, each.rank), each.receive});
}

Cycles NicPort::next_copy() const {
  const Picoseconds next = local_->next();
  return next == Picoseconds::max() ? Cycles::max() : std::max(cycles_covering(next, config_.clock), now_ + Cycles{1});
}

bool NicPort::can_post(int, const Op& op) {
  if (is_local(op)) return true;
  if (!driver_.can_post(op.nic)) driver_.reclaim_slots(op.nic);
  return driver_.can_post(op.nic);
}

void NicPort::send(int rank, const Op& op) {
  if (is_local(op)) return local_->send(local_index(rank), local_index(op.peer), op, now());
  Rank& self = ranks_[place(rank)];
  const Coordinate destination = map_.coordinate(op.peer);
  const OffsetSigns signs = map_.signs(rank, op);
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = destination;
  descriptor.destination_nic = op.peer_nic;
  descriptor.source_place = static_cast<std::uint8_t>(map_.place(rank));
  descriptor.destination_place = static_cast<std::uint8_t>(map_.place(op.peer));
  descriptor.negative = signs;
  descriptor.paired = op.paired;
  descriptor.receive_slot = static_cast<std::uint8_t>(self.last_slot[op.nic]);
  descriptor.tag = op.tag;
  descriptor.bytes = static_cast<std::uint32_t>(op.bytes.count());
  descriptor.create_cycle = static_cast<std::uint32_t>(now_.count());
  descriptor.source_address = AddressMap::send_buffer(map_.place(rank), op.nic, config_.homes);
  driver_.send(op.nic, descriptor);
  local_->sending(local_index(rank), op);
  Engine& engine = engines_[op.nic];
  engine.sender[engine.started++ % nic_reg::kRingEntries] = static_cast<std::uint8_t>(map_.place(rank));
  ++self.sends[op.nic];
}

bool NicPort::post(int rank, const Op& op) {
  if (is_local(op)) return local_->post(local_index(rank), local_index(op.peer), op);
  Rank& self = ranks_[place(rank)];
  const Coordinate source = map_.coordinate(op.peer);
  nic_reg::ReceiveSlot receive;
  receive.source = source;
  receive.source_place = static_cast<std::uint8_t>(map_.place(op.peer));
  receive.destination_place = static_cast<std::uint8_t>(map_.place(rank));
  receive.tag = op.tag;
  receive.bytes = static_cast<std::uint32_t>(op.bytes.count());
  receive.destination_address = AddressMap::receive_buffer(map_.place(rank), op.nic, config_.homes);
  const int slot = driver_.post_receive(op.nic, receive);
  engines_[op.nic].posted[static_cast<std::size_t>(slot)] = {map_.place(rank), op};
  self.last_slot[op.nic] = slot;
  ++self.receives;
  return false;
}

void NicPort::cancel(int rank, const Op& op) {
  if (is_local(op)) {
    local_->cancel(local_index(rank), local_index(op.peer), op.tag);
  } else if (const std::optional<int> slot = slot_under_way(rank, op)) {
    driver_.cancel_receive(op.nic, *slot);
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
  return slot_under_way(rank, op).has_value() || local_->is_unpacking(local_index(rank), op);
}

std::optional<int> NicPort::slot_under_way(int rank, const Op& op) const {
  const std::uint32_t under_way = driver_.receives_under_way(op.nic);
  for (int slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    const Posted& receive = engines_[op.nic].posted[static_cast<std::size_t>(slot)];
    const bool active = ((under_way >> slot) & 1U) != 0;
    if (active && receive.place == map_.place(rank) && receive.op.tag == op.tag && receive.op.peer == op.peer) {
      return slot;
    }
  }
  return std::nullopt;
}

void NicPort::describe(RankStatus& status) const {
  status.map = &map_;
  status.sends = ranks_[place(status.rank)].sends;
  status.local_sends = local_->sends_under_way(local_index(status.rank));
  for (int engine = 0; engine < map_.shape().nics(); ++engine) {
    const Engine& e = engines_[static_cast<std::size_t>(engine)];
    for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
      const bool active = ((driver_.receives_under_way(engine) >> slot) & 1U) != 0;
      if (active && e.posted[slot].place == map_.place(status.rank)) status.receives.push_back(e.posted[slot].op);
    }
  }
  for (const Op& op : local_->receives(local_index(status.rank))) status.receives.push_back(op);
  if (status.blocked) describe_node(status);
}

void NicPort::describe_node(RankStatus& status) const {
  for (int engine = 0; engine < map_.shape().nics(); ++engine) {
    status.node_sends[static_cast<std::size_t>(engine)] = driver_.sends_under_way(engine);
  }
  const int engine = status.blocked->nic;
  for (std::size_t slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if (((driver_.used_slots(engine) >> slot) & 1U) == 0) continue;
    const Posted& held = engines_[static_cast<std::size_t>(engine)].posted[slot];
    const bool cancelled = ((driver_.receives_under_way(engine) >> slot) & 1U) == 0;
    status.held_slots.push_back({map_.rank(node_, held.place), held.op, cancelled});
  }
}

}  // namespace tactus
