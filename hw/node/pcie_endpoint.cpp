#include "hw/node/pcie_endpoint.h"

#include <algorithm>
#include <utility>

#include "hw/memory/address_map.h"

namespace tactus {

PcieEndpoint::PcieEndpoint(const PcieLinkConfig& config, int nic, LinkChannel& up, LinkChannel& down,
                           TimedEvents& events)
    : config_(config),
      nic_(static_cast<std::uint8_t>(nic)),
      up_(up),
      down_(down),
      events_(events),
      free_tags_(~std::uint64_t{0} >> (64 - config.read_tags)),
      read_of_tag_(static_cast<std::size_t>(config.read_tags)),
      bytes_of_tag_(static_cast<std::size_t>(config.read_tags)) {}

std::uint32_t PcieEndpoint::Accesses::open(const Access& access) {
  if (free.empty()) {
    all.push_back(access);
    return static_cast<std::uint32_t>(all.size() - 1);
  }
  const std::uint32_t number = free.back();
  free.pop_back();
  all[number] = access;
  return number;
}

void PcieEndpoint::write(std::uint32_t tag, std::uint64_t address, std::uint32_t bytes, Picoseconds now) {
  writes_to_send_.push(writes_.open({address, bytes, bytes, tag, now}));
  ++writes_open_;
  send(now);
}

void PcieEndpoint::read(std::uint32_t tag, std::uint64_t address, std::uint32_t bytes, Picoseconds now) {
  reads_to_send_.push(reads_.open({address, bytes, bytes, tag, now}));
  ++reads_open_;
  send(now);
}

void PcieEndpoint::written(std::uint32_t transaction, std::uint32_t bytes, Picoseconds done) {
  Access& write = writes_.all[transaction];
  write.done = std::max(write.done, done);
  write.to_finish -= bytes;
  if (write.to_finish == 0) events_.at(write.done, *this, transaction * kWhats + kVisible);
}

void PcieEndpoint::due(std::uint32_t what, Picoseconds now) {
  const std::uint32_t number = what / kWhats;
  const std::uint32_t tag = writes_.all[number].tag;
  if (what % kWhats == kTaken) return client_->write_taken(tag, now);
  writes_.free.push_back(number);
  --writes_open_;
  client_->write_visible(tag, now);
}

void PcieEndpoint::may_send(int /*port*/, Picoseconds now) { send(now); }

void PcieEndpoint::send(Picoseconds now) {
  bool sent = true;
  while (sent) {
    const bool read_first = read_is_next_;
    sent = read_first ? send_read(now) || send_write(now) : send_write(now) || send_read(now);
  }
}

bool PcieEndpoint::send_write(Picoseconds now) {
  if (writes_to_send_.empty()) return false;
  const std::uint32_t number = writes_to_send_.front();
  Access& write = writes_.all[number];
  const std::uint64_t size = bytes_before_boundary(write.address, write.to_send, config_.max_payload.count());
  if (blocked(TrafficClass::kPosted, static_cast<std::uint32_t>(size), now)) return false;
  LinkPacket packet = packet_of(write, config_.max_payload);
  packet.traffic = TrafficClass::kPosted;
  packet.payload = packet.length;
  packet.transaction = number;
  const bool last = write.to_send == 0;
  if (last) writes_to_send_.pop();
  read_is_next_ = true;
  const Picoseconds left = up_.send(packet, now);
  if (last) events_.at(left, *this, number * kWhats + kTaken);
  return true;
}

bool PcieEndpoint::send_read(Picoseconds now) {
  if (reads_to_send_.empty() || free_tags_ == 0 || blocked(TrafficClass::kNonPosted, 0, now)) return false;
  const std::uint32_t number = reads_to_send_.front();
  LinkPacket packet = packet_of(reads_.all[number], config_.max_read_request);
  const auto tag = static_cast<std::uint32_t>(__builtin_ctzll(free_tags_));
  free_tags_ &= free_tags_ - 1;
  read_of_tag_[tag] = number;
  bytes_of_tag_[tag] = packet.length;
  packet.traffic = TrafficClass::kNonPosted;
  packet.transaction = tag;
  packet.ready = now;  // a tag may have been what it waited for
  if (reads_.all[number].to_send == 0) reads_to_send_.pop();
  read_is_next_ = false;
  up_.send(packet, now);
  return true;
}

bool PcieEndpoint::blocked(TrafficClass traffic, std::uint32_t payload, Picoseconds now) {
  const LinkObstacle obstacle = up_.obstacle(traffic, payload, now);
  if (obstacle != LinkObstacle::kNone) up_.wake_when(obstacle, traffic, now);
  return obstacle != LinkObstacle::kNone;
}

LinkPacket PcieEndpoint::packet_of(Access& access, Bytes most) {
  LinkPacket packet;
  packet.address = access.address;
  packet.length = static_cast<std::uint16_t>(bytes_before_boundary(access.address, access.to_send, most.count()));
  packet.ready = access.asked;
  packet.nic = nic_;
  packet.memory = static_cast<std::uint8_t>(AddressMap::home(access.address));
  access.address += packet.length;
  access.to_send -= packet.length;
  packet.last = access.to_send == 0;
  return packet;
}

void PcieEndpoint::arrived(int /*port*/, const LinkPacket& packet, Picoseconds now) {
  down_.release(packet, now);
  const std::uint32_t tag = packet.transaction;
  const std::uint32_t number = read_of_tag_[tag];
  Access& read = reads_.all[number];
  bytes_of_tag_[tag] -= packet.payload;
  read.to_finish -= packet.payload;
  if (bytes_of_tag_[tag] == 0) {
    if (free_tags_ == 0) tag_came_ = now;
    free_tags_ |= std::uint64_t{1} << tag;
  }
  if (read.to_finish == 0) {
    const std::uint32_t client_tag = read.tag;
    reads_.free.push_back(number);
    --reads_open_;
    client_->read_done(client_tag, now);
  }
  send(now);
}

std::uint32_t PcieEndpoint::client_tag(const LinkPacket& packet) const {
  if (packet.traffic == TrafficClass::kPosted) return writes_.all[packet.transaction].tag;
  return reads_.all[read_of_tag_[packet.transaction]].tag;
}

void PcieEndpoint::add_probes(ProbeList& probes, const std::string& scope) const {
  constexpr int kCountBits = 16;
  ProbeList group = {{scope, "tags", config_.read_tags, {}, {}}};
  for (const char* name : {"reads", "writes", "reads_to_send", "writes_to_send"}) {
    group.push_back({scope, name, kCountBits, {}, {}});
  }
  const std::uint64_t all_tags = ~std::uint64_t{0} >> (64 - config_.read_tags);
  add_probes_together(probes, std::move(group), [this, all_tags](std::uint64_t* values) {
    values[0] = all_tags & ~free_tags_;
    values[1] = reads_open_;
    values[2] = writes_open_;
    values[3] = reads_to_send_.size();
    values[4] = writes_to_send_.size();
  });
}

}  // namespace tactus
