#include "hw/nic/packet_receiver.h"

#include <fmt/core.h>

#include <algorithm>
#include <systemc>

#include "hw/common/reports.h"
#include "hw/link/packet_number.h"

namespace tactus {

PacketReceiver::PacketReceiver(const MachineConfig& config, Coordinate position, int engine, MemoryPort& memory)
    : reassembly(config.nic.unexpected_entries, memory.contents() != nullptr),
      config_(config),
      memory_(memory),
      contents_(memory.contents()),
      engine_(engine),
      capacity_(config.receive_buffer_flits()),
      position_(position),
      packetiser_(config.max_payload()),
      rate_(config.dma_rate()),
      way_(memory.way()) {
  reset();
}

void PacketReceiver::reset() {
  reassembly = Reassembly(config_.nic.unexpected_entries, contents_ != nullptr);
  due_ = Cycles{};
  credits_ = 0;
  slots_.fill(Slots{});
  channels_.assign(static_cast<std::size_t>(config_.router.virtual_channels), Channel{});
  rate_ = RateServer(config_.dma_rate());
  writes_.clear();
  ways_.clear();
  free_write_ = first_answered_ = last_answered_ = kNone;
  pending_writes_ = 0;
  credits_left_ = false;
  endings_.clear();
  last_endings_.clear();
  returning_.clear();
  settles_at_ = Cycles::max();
  foreseen_.clear();
  packets_ = 0;
  dropped_ = 0;
  control_ = nullptr;
  control_packets_ = 0;
  flits_ = 0;
}

int PacketReceiver::occupancy() const {
  int sum = 0;
  for (const Slots& slots : slots_) sum += slots.occupied;
  return sum;
}

std::vector<std::string> PacketReceiver::final_faults() const {
  std::vector<std::string> faults;
  for (int vc = 0; vc < kMaxVirtualChannels; ++vc) {
    if (occupancy(vc) == 0) continue;
    faults.push_back(fmt::format("{}: {} flits in the receive buffer of VC {}", name(), occupancy(vc), vc));
  }
  if (reassembly.incomplete() != 0) {
    faults.push_back(fmt::format("{}: {} messages half received", name(), reassembly.incomplete()));
  }
  if (reassembly.unexpected() != 0) {
    faults.push_back(fmt::format("{}: {} messages that no receive was posted for", name(), reassembly.unexpected()));
  }
  if (reassembly.active() != 0) {
    faults.push_back(fmt::format("{}: posted receives not complete, slots {:#x}", name(), reassembly.active()));
  }
  return faults;
}

[[gnu::always_inline]] inline void PacketReceiver::finish_edge(Cycles now) {
  if (first_answered_ != kNone) finish_writes(now);
  credits_ = credits_left_ ? return_credits() : 0;
}

Cycles PacketReceiver::work(Cycles now, const Flit& flit) {
  begin_edge(now);
  if (flit.valid) take_flit(now, flit);
  finish_edge(now);
  // The next flit, and the end of the credits, may come without an event on the ports.
  return flit.valid || credits_ != 0 ? now + Cycles{1} : next_write();
}

Cycles PacketReceiver::work(Cycles now, const PacketHeader* header, int vc) {
  if (ahead_) settle(now - Cycles{1});  // what ends at this edge ends after what comes
  begin_edge(now);
  if (header != nullptr) {
    slots_[static_cast<std::size_t>(vc)].occupied += header->route.flits;
    flits_ += header->route.flits;
    packet_complete(now, *header, static_cast<std::uint8_t>(vc));
  }
  if (ahead_) {
    if (last_endings_.empty()) return Cycles::max();
    if (last_endings_.front() <= now) settle(now);
    return last_endings_.empty() ? Cycles::max() : last_endings_.front();
  }
  finish_edge(now);
  return credits_left_ ? now + Cycles{1} : next_write();
}

void PacketReceiver::begin_edge(Cycles now) {
  if (!reassembly.has_new_posts()) return;
  check_reassembly(reassembly.accept_posts());
  if (contents_ == nullptr) return;
  for (const Reassembly::Meeting& meeting : reassembly.take_meetings()) {
    contents_->message_met(engine_, meeting.message, meeting.address, now);
  }
}

void PacketReceiver::take_flit(Cycles now, const Flit& flit) {
  ++flits_;
  if (flit.vc >= config_.router.virtual_channels) {
    integrity_fault(channels_[0],
                    fmt::format("a flit came on VC {}, there are {}", flit.vc, config_.router.virtual_channels));
    return;
  }
  Channel& channel = channels_[flit.vc];
  if (++slots_[flit.vc].occupied > capacity_) {
    SC_REPORT_ERROR(
        reports::kNicReceiveOverflow,
        fmt::format("{}: a flit came on VC {} though its {} slots are full", name(), flit.vc, capacity_).c_str());
  }
  if (flit.head) {
    take_head(channel, flit);
  } else {
    take_body(channel, flit);
  }
  if (flit.tail != (channel.flits_taken == channel.header.route.flits)) {
    integrity_fault(channel, fmt::format("the {} is flit {} of {}", flit.tail ? "tail" : "last flit without tail mark",
                                         channel.flits_taken, channel.header.route.flits));
  }
  if (!flit.tail) return;
  channel.flits_taken = 0;
  packet_complete(now, channel.header, flit.vc);
}

void PacketReceiver::take_head(Channel& channel, const Flit& flit) {
  if (channel.flits_taken != 0) {
    integrity_fault(channel, fmt::format("a head came on VC {} after {} of {} flits", flit.vc, channel.flits_taken,
                                         channel.header.route.flits));
  }
  channel.header.route = unpack_route(flit, config_.network.dimensions());
  channel.head = flit;
  channel.flits_taken = 1;
  const RouteHeader& route = channel.header.route;
  if (route.destination != position_ || route.destination_nic != engine_) {
    integrity_fault(channel, fmt::format("it is for NIC {} engine {}", config_.network.text(route.destination),
                                         route.destination_nic));
  }
}

void PacketReceiver::take_body(Channel& channel, const Flit& flit) {
  if (channel.flits_taken == 0) {
    integrity_fault(channel, fmt::format("a flit came on VC {} without a head before it", flit.vc));
    return;
  }
  const int index = channel.flits_taken++;
  if (index == 1) {
    channel.header = unpack(channel.head, flit, config_.network.dimensions());
    channel.header.message_class = config_.router.class_of(flit.vc);
    channel.pattern = PayloadPattern(channel.header, config_.network.dimensions());
    check_transport(channel);
  } else if (flit.data_lo != channel.pattern.lo(index) || flit.data_hi != channel.pattern.hi()) {
    integrity_fault(channel, fmt::format("flit {} carries {:016x}{:016x} instead of {:016x}{:016x}", index,
                                         flit.data_hi, flit.data_lo, channel.pattern.hi(), channel.pattern.lo(index)));
  }
}

void PacketReceiver::check_transport(const Channel& channel) const {
  const TransportHeader& transport = channel.header.transport;
  const Bytes payload{transport.payload_bytes};
  const bool in_flits = Packetiser::flits(payload) == channel.header.route.flits;
  if (transport.one_sided) {
    const bool in_message = transport.last ? payload <= config_.max_payload() : payload == config_.max_payload();
    if (in_flits && in_message) return;
    integrity_fault(channel, fmt::format("{} B of payload in {} flits cannot be packet {}{} of a one-sided message",
                                         transport.payload_bytes, channel.header.route.flits, transport.packet_index,
                                         transport.last ? ", the last," : ""));
  } else if (!in_flits || payload != packetiser_.payload(Bytes{transport.message_bytes}, transport.packet_index)) {
    integrity_fault(channel, fmt::format("{} B of payload in {} flits cannot be packet {} of a message of {} B",
                                         transport.payload_bytes, channel.header.route.flits, transport.packet_index,
                                         transport.message_bytes));
  }
}

void PacketReceiver::packet_complete(Cycles now, const PacketHeader& header, std::uint8_t vc) {
  Write write;
  write.flits = header.route.flits;
  write.vc = vc;
  write.header = header.route;
  if (header.route.is_control()) {
    control_packet_complete(now, header);
    return written_at_once(write, now);
  }
  ++packets_;
  const Reassembly::Arrival arrival = reassembly.arrive(header);
  check_reassembly(arrival.fault);
  write.message = arrival.message;
  write.payload = header.transport.payload_bytes;
  if (control_ != nullptr) control_->data_taken(header, now);
  if (observer_ != nullptr) observer_->packet_delivered(header, now);
  const bool dropped = reassembly.drops(arrival.message);
  if (dropped) ++dropped_;
  if (contents_ != nullptr && write.payload != 0) tell_contents(header, arrival.message, dropped);
  if (dropped || write.payload == 0) {
    written_at_once(write, now);
    reassembly.written(write.message, write.payload);
    // Of a cancelled receive those that came before may be the last ones now.
    if (!endings_.empty()) last_endings_.push(endings_.at(static_cast<std::uint32_t>(endings_.size()) - 1).edge);
    return;
  }
  const std::uint64_t offset = header.transport.packet_index * config_.max_payload().count();
  start_write(now, write, header.transport.one_sided ? header.remote_address : arrival.message->address + offset,
              header);
}

void PacketReceiver::tell_contents(const PacketHeader& header, const Reassembly::Message* message, bool dropped) const {
  const std::uint64_t packet = packet_number(config_, header.route);
  if (dropped) {
    contents_->packet_dropped(packet);
  } else if (Reassembly::awaits_receive(message)) {
    contents_->packet_held(packet, engine_, message->number,
                           header.transport.packet_index * config_.max_payload().count());
  } else {
    contents_->packet_arrived(packet);
  }
}

void PacketReceiver::written_at_once(const Write& write, Cycles now) {
  written_ = now;
  free_slots(write, now);
  if (waits_observer_ != nullptr) waits_observer_->packet_written(write.header, now);
}

void PacketReceiver::control_packet_complete(Cycles now, const PacketHeader& header) {
  ++control_packets_;
  if (observer_ != nullptr) observer_->packet_delivered(header, now);
  if (control_ != nullptr && control_->control_taken(header, now)) return tell_pacer(now, header);
  SC_REPORT_ERROR(
      reports::kNicIntegrity,
      fmt::format("{}: a control packet of kind {} from {} engine {} speaks of {} packets, and none is expected",
                  name(), static_cast<int>(header.route.kind), config_.network.text(header.route.source),
                  header.route.source_nic, header.transport.packet_index)
          .c_str());
}

void PacketReceiver::tell_pacer(Cycles now, const PacketHeader& header) {
  if (header.route.kind != PacketKind::kAcknowledgement) return;
  const RouteHeader& route = header.route;
  pacer_->acknowledged({route.source, route.source_nic, config_.network.hops(route.source, route.destination),
                        header.transport.packet_index, header.transport.create_cycle},
                       now);
}

void PacketReceiver::start_write(Cycles now, const Write& write, std::uint64_t address, const PacketHeader& header) {
  if (ahead_) {
    return foresee_write(now, write, {engine_, 0, MemoryRequest::Kind::kWrite, address, Bytes{write.payload}, &header});
  }
  if (free_write_ == kNone) {
    free_write_ = static_cast<std::uint32_t>(writes_.size());
    writes_.emplace_back();
  }
  const std::uint32_t tag = free_write_;
  free_write_ = writes_[tag].next;
  ++pending_writes_;
  writes_[tag] = write;
  writes_[tag].transferred = rate_.serve(config_.clock.edge(now), Bytes{write.payload});
  memory_.request({engine_, tag, MemoryRequest::Kind::kWrite, address, Bytes{write.payload}, &header}, now);
}

void PacketReceiver::list_answered(std::uint32_t tag) {
  writes_[tag].listed = true;
  writes_[tag].next = kNone;
  (first_answered_ == kNone ? first_answered_ : writes_[last_answered_].next) = tag;
  last_answered_ = tag;
}

void PacketReceiver::finish_writes(Cycles now) {
  const Picoseconds time = config_.clock.edge(now);
  std::uint32_t tag = std::exchange(first_answered_, kNone);
  while (tag != kNone) {
    const std::uint32_t next = writes_[tag].next;
    writes_[tag].transferred > time ? list_answered(tag) : finish_write(tag, now);
    tag = next;
  }
}

void PacketReceiver::finish_write(std::uint32_t tag, Cycles now) {
  Write& write = writes_[tag];
  write.listed = false;
  if (write.taken && !write.left) {
    write.left = true;
    if (way_ != nullptr && waits_observer_ != nullptr) tell_way(tag, now);
    free_slots(write, now);
  }
  if (!write.left || !write.visible) return;
  reassembly.written(write.message, write.payload);
  if (waits_observer_ != nullptr) {
    if (way_ != nullptr) tell_way(tag, now);
    waits_observer_->packet_written(write.header, now);
  }
  write.flits = 0;
  write.next = std::exchange(free_write_, tag);
  --pending_writes_;
}

void PacketReceiver::note_way(std::uint32_t tag) {
  ways_.resize(writes_.size());
  ways_[tag] = *way_;
}

void PacketReceiver::tell_way(std::uint32_t tag, Cycles now) const {
  AccessStages stages{ways_[tag], {}};
  stages.way.for_each(stages.way.asked, now, [&](AccessStage stage, Cycles begin, Cycles end) {
    stages.cycles[static_cast<std::size_t>(stage)] += (end - begin).count();
  });
  waits_observer_->packet_accessed(writes_[tag].header, stages, now);
}

Cycles PacketReceiver::next_write() const {
  Cycles next = Cycles::max();
  for (std::uint32_t tag = first_answered_; tag != kNone; tag = writes_[tag].next) {
    next = std::min(next, config_.clock.covering(writes_[tag].transferred));
  }
  return next;
}

void PacketReceiver::free_slots(const Write& write, Cycles now) {
  if (ahead_) return foresee_credits(now, write.vc, write.flits);
  if (waits_observer_ != nullptr) waits_observer_->packet_left(write.header, write.vc, now);
  slots_[write.vc].unreturned += write.flits;
  credits_left_ = true;
}

CreditReturn PacketReceiver::return_credits() {
  CreditReturn credits = 0;
  credits_left_ = false;
  for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
    Slots& slots = slots_[static_cast<std::size_t>(vc)];
    const int now = std::min(slots.unreturned, static_cast<int>(kMaxCreditsPerCycle));
    credits |= credits_for(vc, static_cast<unsigned>(now));
    slots.unreturned -= now;
    slots.occupied -= now;
    credits_left_ = credits_left_ || slots.unreturned > 0;
  }
  return credits;
}

void PacketReceiver::unasked_answer(std::uint32_t tag) const {
  SC_REPORT_ERROR(reports::kNicProtocol,
                  fmt::format("{}: the memory answered write {}, which was not asked for", name(), tag).c_str());
}

void PacketReceiver::check_reassembly(Reassembly::Fault fault) const {
  switch (fault) {
    case Reassembly::Fault::kNone:
      return;
    case Reassembly::Fault::kUnexpectedOverflow:
      SC_REPORT_ERROR(reports::kNicUnexpectedOverflow,
                      fmt::format("{}: more than nic.unexpected_entries, {}, messages wait for a receive", name(),
                                  config_.nic.unexpected_entries)
                          .c_str());
      return;
    case Reassembly::Fault::kLength:
      SC_REPORT_ERROR(reports::kNicIntegrity,
                      fmt::format("{}: the packets of a message do not add up to its length", name()).c_str());
      return;
    case Reassembly::Fault::kTooLong:
      SC_REPORT_ERROR(reports::kNicProtocol,
                      fmt::format("{}: a message is longer than the receive posted for it", name()).c_str());
      return;
  }
}

void PacketReceiver::integrity_fault(const Channel& channel, const std::string& what) const {
  const RouteHeader& route = channel.header.route;
  SC_REPORT_ERROR(reports::kNicIntegrity,
                  fmt::format("{}: {}; packet {} from {} engine {}, injected in cycle {}", name(), what,
                              packet_number(config_, route), config_.network.text(route.source), route.source_nic,
                              route.inject_cycle)
                      .c_str());
}

std::string PacketReceiver::name() const {
  return fmt::format("NIC {} engine {}", config_.network.text(position_), engine_);
}

}  // namespace tactus
