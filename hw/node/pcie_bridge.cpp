#include "hw/node/pcie_bridge.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tactus {

PcieBridge::PcieBridge(const NumaNodeConfig::Bridge& config, LinkChannel& to_socket, LinkChannel& from_socket,
                       const std::vector<Slot>& slots)
    : to_socket_(to_socket),
      from_socket_(from_socket),
      most_completions_(config.completions),
      reads_(config.reads),
      free_reads_(config.reads) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const PcieLinkConfig& link = config.slots[i];
    slots_.push_back({slots[i], static_cast<std::uint32_t>(link.max_payload.count())});
    slots_.back().reads.resize(static_cast<std::size_t>(link.read_tags));
    if (slots[i].nic < 0) continue;
    slot_of_nic_.resize(std::max(slot_of_nic_.size(), static_cast<std::size_t>(slots[i].nic) + 1));
    slot_of_nic_[static_cast<std::size_t>(slots[i].nic)] = i;
  }
}

void PcieBridge::arrived(int port, const LinkPacket& packet, Picoseconds now) {
  if (port == socket_port()) {
    responses_.push(packet);
    take_responses(now);
    return;
  }
  SlotState& slot = slots_[static_cast<std::size_t>(port)];
  LinkPacket tlp = packet;
  tlp.order = slot.arrivals++;
  if (tlp.traffic == TrafficClass::kNonPosted) slot.reads[tlp.transaction] = {tlp.length, 0};
  slot.inputs[index_of(tlp.traffic)].tlps.push(tlp);
  ++tlps_;
  send_up(now);
}

void PcieBridge::may_send(int port, Picoseconds now) {
  if (port == socket_port()) {
    send_up(now);
  } else {
    send_down(slots_[static_cast<std::size_t>(port)], now);
    take_responses(now);
  }
}

void PcieBridge::send_up(Picoseconds now) {
  const auto inputs = static_cast<std::uint32_t>(slots_.size()) * kInputs;
  bool sent = true;
  while (sent && tlps_ != 0) {
    sent = false;
    for (std::uint32_t i = 0; i < inputs && !sent; ++i) {
      const std::uint32_t input = turn_ + i < inputs ? turn_ + i : turn_ + i - inputs;
      SlotState& slot = slots_[input / kInputs];
      const std::uint32_t traffic = input % kInputs;
      if (!may_go(slot, traffic)) continue;
      const LinkPacket& tlp = slot.inputs[traffic].tlps.front();
      const LinkObstacle obstacle = to_socket_.obstacle(tlp.traffic, tlp.payload == 0 ? 0 : 1, now);
      if (obstacle != LinkObstacle::kNone) to_socket_.wake_when(obstacle, tlp.traffic, now);
      if (obstacle == LinkObstacle::kWire) return;
      if (obstacle != LinkObstacle::kNone) continue;
      turn_ = input;
      if (send_transfer(slot, traffic, now) && ++turn_ == inputs) turn_ = 0;
      sent = true;
    }
  }
}

bool PcieBridge::may_go(const SlotState& slot, std::uint32_t traffic) const {
  const RingQueue<LinkPacket>& tlps = slot.inputs[traffic].tlps;
  if (tlps.empty()) return false;
  if (traffic == index_of(TrafficClass::kPosted)) return true;
  const RingQueue<LinkPacket>& posted = slot.inputs[index_of(TrafficClass::kPosted)].tlps;
  return free_reads_ != 0 && (posted.empty() || posted.front().order > tlps.front().order);
}

bool PcieBridge::send_transfer(SlotState& slot, std::uint32_t traffic, Picoseconds now) {
  Input& input = slot.inputs[traffic];
  const LinkPacket& tlp = input.tlps.front();
  LinkPacket transfer = tlp;
  transfer.address += input.sent;
  transfer.length =
      static_cast<std::uint16_t>(bytes_before_boundary(transfer.address, tlp.length - input.sent, kHtTransfer.count()));
  transfer.payload = tlp.payload == 0 ? std::uint16_t{0} : transfer.length;
  if (tlp.payload == 0) --free_reads_;
  input.sent += transfer.length;
  transfer.last = tlp.last && input.sent == tlp.length;
  to_socket_.send(transfer, now);
  if (input.sent != tlp.length) return false;
  slot.link.up->release(tlp, now);
  input.tlps.pop();
  --tlps_;
  input.sent = 0;
  return true;
}

void PcieBridge::take_responses(Picoseconds now) {
  while (!responses_.empty()) {
    const LinkPacket response = responses_.front();
    SlotState& slot = slots_[slot_of_nic_[response.nic]];
    if (slot.completions_waiting >= most_completions_) return;
    responses_.pop();
    from_socket_.release(response, now);
    if (free_reads_++ == 0) read_came_ = now;
    if (gather(slot, response)) send_down(slot, now);
    send_up(now);
  }
}

bool PcieBridge::gather(SlotState& slot, const LinkPacket& response) {
  Read& read = slot.reads[response.transaction];
  const std::uint32_t before = slot.completions_waiting;
  read.gathered += response.payload;
  read.to_come -= response.payload;
  while (read.gathered >= slot.max_payload || (read.to_come == 0 && read.gathered != 0)) {
    LinkPacket completion = response;
    completion.payload = static_cast<std::uint16_t>(std::min(read.gathered, slot.max_payload));
    completion.length = completion.payload;
    read.gathered -= completion.payload;
    slot.completions.push(completion);
    ++slot.completions_waiting;
  }
  return slot.completions_waiting != before;
}

void PcieBridge::send_down(SlotState& slot, Picoseconds now) {
  while (!slot.completions.empty()) {
    const LinkPacket& completion = slot.completions.front();
    const LinkObstacle obstacle = slot.link.down->obstacle(completion.traffic, completion.payload, now);
    if (obstacle != LinkObstacle::kNone) return slot.link.down->wake_when(obstacle, completion.traffic, now);
    slot.link.down->send(completion, now);
    slot.completions.pop();
    --slot.completions_waiting;
  }
}

LinkStand PcieBridge::stand(int nic, TrafficClass traffic, Picoseconds now) const {
  const SlotState& slot = slot_of_nic(nic);
  const RingQueue<LinkPacket>& tlps = slot.inputs[index_of(traffic)].tlps;
  if (tlps.size() < 2) return {};
  const bool read = traffic == TrafficClass::kNonPosted;
  if (read && free_reads_ == 0) return {NodeLimit::kReadTags, true};
  const LinkObstacle obstacle = to_socket_.seen_obstacle(traffic, read ? 0 : 1, now);
  const bool wire = obstacle == LinkObstacle::kWire || obstacle == LinkObstacle::kNone;
  if (wire) return {NodeLimit::kHtWire, true};
  return {read ? NodeLimit::kHtNonPosted : NodeLimit::kHtPosted, true};
}

bool PcieBridge::has_completions(int nic) const { return !slot_of_nic(nic).completions.empty(); }

bool PcieBridge::idle() const {
  const auto empty = [](const SlotState& slot) {
    return slot.completions.empty() && slot.inputs[0].tlps.empty() && slot.inputs[1].tlps.empty();
  };
  return responses_.empty() && free_reads_ == reads_ && std::all_of(slots_.begin(), slots_.end(), empty);
}

void PcieBridge::add_probes(ProbeList& probes, const std::string& scope) const {
  constexpr int kCountBits = 16;
  add_probes_together(probes, {{scope, "reads", kCountBits, {}, {}}, {scope, "responses", kCountBits, {}, {}}},
                      [this](std::uint64_t* values) {
                        values[0] = reads_ - free_reads_;
                        values[1] = responses_.size();
                      });
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].link.nic < 0) continue;
    const std::string inner = scope + ".slot_" + std::to_string(i);
    ProbeList group;
    for (const char* name : {"posted_tlps", "read_tlps", "bytes_sent_of_tlp", "completions", "gathered"}) {
      group.push_back({inner, name, kCountBits, {}, {}});
    }
    add_probes_together(probes, std::move(group), [this, i](std::uint64_t* values) {
      const SlotState& slot = slots_[i];
      values[0] = slot.inputs[0].tlps.size();
      values[1] = slot.inputs[1].tlps.size();
      values[2] = slot.inputs[0].sent + slot.inputs[1].sent;
      values[3] = slot.completions_waiting;
      values[4] = 0;
      for (const Read& read : slot.reads) values[4] += read.gathered;
    });
  }
}

}  // namespace tactus
