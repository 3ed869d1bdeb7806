#include "hw/nic/packet_sender.h"

#include <fmt/core.h>

#include <algorithm>
#include <systemc>

#include "hw/common/reports.h"
#include "hw/link/packet_number.h"

namespace tactus {

PacketSender::PacketSender(const MachineConfig& config, Coordinate position, int engine, MemoryPort& memory,
                           const Reassembly& receives, const std::optional<QueueOfClass>& queue)
    : ring(config.network.dimensions()),
      pacer(position, engine, config.counter(position)),
      buffers_(static_cast<std::size_t>(config.nic.packet_buffers)),
      config_(config),
      memory_(memory),
      contents_(memory.contents()),
      engine_(engine),
      position_(position),
      class_of_queue_(queue ? std::optional(queue->message_class) : std::nullopt),
      first_tag_(static_cast<std::uint32_t>(class_of_queue_.value_or(0) * config.nic.packet_buffers)),
      packetiser_(config.max_payload()),
      receives_(receives),
      own_rate_(config.dma_rate()),
      rate_(queue ? queue->rate : own_rate_) {
  reset();
}

void PacketSender::reset() {
  ring = DescriptorRing(config_.network.dimensions());
  pacer.reset();
  due_ = Cycles{};
  credits_.fill(config_.vc_buffer_flits());
  packetiser_.reset();
  reads_ = 0;
  awaits_read_ = false;
  rate_ = RateServer(config_.dma_rate());
  oldest_ = 0;
  taken_ = 0;
  reading_ = 0;
  answered_ = 0;
  ready_ = 0;
  sending_ = false;
  control_ = nullptr;
  control_packets_ = 0;
  sent_from_ = Cycles{1};
  sent_to_ = Cycles{0};
  sent_ = 0;
  state_ = SendState::kIdle;
  state_since_ = Cycles{};
  state_cycles_.fill(0);
  if (read_stages_) *read_stages_ = ReadStages(control_buffer());
  packets_ = 0;
  flits_ = 0;
  messages_done_ = 0;
  done_pending_ = false;
}

void PacketSender::follow(InjectionControl* control) {
  control_ = control;
  buffers_.resize(control_buffer() + (control != nullptr ? 1 : 0));
}

void PacketSender::observe(PacketObserver* observer, bool keep_waits) {
  observer_ = observer;
  tells_waits_ = observer != nullptr && observer->wants_waits();
  wait_notes_.reset();
  if (tells_waits_ || keep_waits) {
    wait_notes_ = std::make_unique<WaitNotes>();
    wait_notes_->fetched.resize(control_buffer());
  }
  read_stages_.reset();
  if (tells_waits_ && memory_.way() != nullptr) read_stages_ = std::make_unique<ReadStages>(control_buffer());
}

SendStateCycles PacketSender::cycles_before(Cycles now) const {
  SendStateCycles cycles = state_cycles_;
  cycles[static_cast<std::size_t>(state_)] += (now - state_since_).count();
  return cycles;
}

SendWaits PacketSender::waits(Cycles now) const {
  const SendWaits& fetched = wait_notes_->fetched[oldest_];
  SendWaits waits{fetched.fetched, state_, cycles_before(now)};
  for (std::size_t i = 0; i < kSendStates; ++i) waits.in_state[i] -= fetched.in_state[i];
  return waits;
}

std::uint64_t PacketSender::cycles_in(SendState state, Cycles now) const {
  const std::uint64_t settled = state_cycles_[static_cast<std::size_t>(state)];
  return state == state_ ? settled + (now - state_since_).count() + 1 : settled;
}

std::vector<std::string> PacketSender::final_faults() const {
  const std::string who = name();
  std::vector<std::string> faults;
  if (messages_active() != 0) {
    faults.push_back(fmt::format("{}: {} messages not sent, state {}", who, messages_active(),
                                 kSendStateNames[static_cast<std::size_t>(state_)]));
  }
  for (const int credits : credits_) {
    if (credits == config_.vc_buffer_flits()) continue;
    faults.push_back(
        fmt::format("{}: {} of {} credits of the router are home", who, credits, config_.vc_buffer_flits()));
  }
  return faults;
}

bool PacketSender::prepare(Cycles now) {
  if (sending_ && now > sent_to_) finish_packet();
  finish_reads(now);
  fetch(now);
  start_read(now);
  if (control_ != nullptr) control_->advance(engine_, now);
  if (sending_) {
    // Of a control packet nobody waits to see the tail leave.
    if (now == sent_to_ && !sends_control()) finish_packet();
    return false;
  }
  if (control_waits() && start_control_packet(now)) return false;
  const SendState state = hindrance(now);
  if (state == SendState::kSend) return true;
  enter(state, now);
  return false;
}

void PacketSender::take_credits(int message_class, int returned) {
  int& credits = credits_[static_cast<std::size_t>(message_class)];
  credits += returned;
  if (credits > config_.vc_buffer_flits()) {
    SC_REPORT_ERROR(reports::kNicProtocol,
                    fmt::format("{}: {} credits came back that were never taken", name(), returned).c_str());
  }
}

void PacketSender::unasked_answer(std::uint32_t tag) const {
  SC_REPORT_ERROR(reports::kNicProtocol,
                  fmt::format("{}: the memory answered read {}, which was not asked for", name(), tag).c_str());
}

void PacketSender::finish_reads(Cycles now) {
  const Picoseconds time = config_.clock.edge(now);
  for (std::uint32_t rest = answered_; rest != 0; rest &= rest - 1) {
    if (buffers_[static_cast<std::size_t>(__builtin_ctz(rest))].transferred > time) continue;
    const std::uint32_t buffer = rest & (~rest + 1);
    answered_ &= ~buffer;
    ready_ |= buffer;
    --reads_;
  }
}

bool PacketSender::can_fetch() const {
  return reads_ < config_.nic.outstanding_reads && !packetiser_.has_next() && !ring.empty() &&
         (taken_ == 0 || !pacer.one_message());
}

bool PacketSender::can_read() const {
  return reads_ < config_.nic.outstanding_reads && packetiser_.has_next() && taken_ < config_.nic.packet_buffers;
}

void PacketSender::fetch(Cycles now) {
  if (!can_fetch()) return;
  message_ = ring.take();
  const int hops = config_.network.hops(position_, message_.destination);
  message_hops_ = static_cast<std::int16_t>(hops);
  message_gap_ = pacer.gap({message_.destination, message_.destination_nic, hops, Bytes{message_.bytes}}, now);
  message_window_ = message_.paired ? pacer.settings().window : 0;
  packetiser_.begin(Bytes{message_.bytes});
  if (wait_notes_) wait_notes_->message = {now, state_, cycles_before(now)};
  if (read_stages_) read_stages_->message_fetched(now);
}

void PacketSender::start_read(Cycles now) {
  if (!can_read()) return;
  const PacketCut cut = packetiser_.next();
  const std::size_t buffer = buffer_after_oldest(taken_);
  Packet& packet = buffers_[buffer];
  fill(packet, cut);
  if (wait_notes_) wait_notes_->fetched[buffer] = wait_notes_->message;
  if (read_stages_) read_stages_->filled(buffer, now);
  ++taken_;
  if (cut.payload == Bytes{0}) {
    ready_ |= 1U << buffer;
    return;
  }
  packet.transferred = rate_.serve(config_.clock.edge(now), cut.payload);
  ++reads_;
  const MemoryRequest request{engine_,
                              first_tag_ + static_cast<std::uint32_t>(buffer),
                              MemoryRequest::Kind::kRead,
                              message_.source_address + cut.offset.count(),
                              cut.payload,
                              &packet.header};
  if (ahead_) {
    packet.transferred = std::max(packet.transferred, config_.clock.edge(memory_.foresee(request, now)));
    answered_ |= 1U << buffer;
    return;
  }
  reading_ |= 1U << buffer;
  memory_.request(request, now);
  // The memory may have answered at once.
  finish_reads(now);
}

void PacketSender::fill(Packet& packet, const PacketCut& cut) const {
  RouteHeader& route = packet.header.route;
  route.source = position_;
  route.source_nic = static_cast<std::uint8_t>(engine_);
  route.destination = message_.destination;
  route.destination_nic = message_.destination_nic;
  route.negative = message_.negative;
  route.flits = static_cast<std::uint16_t>(cut.flits);
  packet.header.message_class = config_.router.has_classes() ? message_.message_class : std::uint8_t{0};
  // A buffer keeps the header of the packet before; one-sided packets carry an address, and neither places nor length.
  const bool one_sided = message_.one_sided;
  packet.header.remote_address = one_sided ? message_.destination_address + cut.offset.count() : 0;
  route.source_place = one_sided ? std::uint8_t{0} : message_.source_place;
  route.destination_place = one_sided ? std::uint8_t{0} : message_.destination_place;
  TransportHeader& transport = packet.header.transport;
  transport.tag = message_.tag;
  transport.message_bytes = one_sided ? 0 : message_.bytes;
  transport.packet_index = cut.index;
  transport.payload_bytes = static_cast<std::uint16_t>(cut.payload.count());
  transport.one_sided = one_sided;
  transport.last = cut.last;
  transport.create_cycle = message_.create_cycle;
  packet.gap = message_gap_;
  packet.hops = message_hops_;
  packet.window = message_window_;
  packet.receive_slot = message_.receive_slot;
  packet.last = cut.last;
}

SendState PacketSender::hindrance(Cycles now) const {
  if (!front_ready()) return ring.fetched() == messages_done_ ? SendState::kIdle : SendState::kMemory;
  if (now < pacer.slot(paced(front()), now)) return SendState::kPace;
  if (!window_open(front())) return SendState::kWindow;
  if (credits_[waiting_class()] < front().header.route.flits) return SendState::kStall;
  if (control_ != nullptr && !control_lets_go(now)) return SendState::kControl;
  return SendState::kSend;
}

bool PacketSender::window_open(const Packet& packet) const {
  // A receive that is complete, or was never posted, holds nothing back.
  if (packet.window == 0 || ((receives_.active() >> packet.receive_slot) & 1U) == 0) return true;
  return packet.header.transport.packet_index <
         receives_.packets(packet.receive_slot) + static_cast<std::uint32_t>(packet.window);
}

bool PacketSender::start_control_packet(Cycles now) {
  if (credits_[0] < kHeaderFlits) return false;
  buffers_[control_buffer()].header = control_->outgoing(engine_).take();
  ++control_packets_;
  put_on_port(now, control_buffer());
  return true;
}

void PacketSender::start_packet(Cycles now, Packet& packet) {
  ready_ &= ~(1U << oldest_);
  pacer.packet_started(paced(packet), now);
  if (control_ != nullptr) control_->started(packet.header, now);
  ++packets_;
  if (!wait_notes_) return put_on_port(now, oldest_);
  wait_notes_->started = waits(now);
  put_on_port(now, oldest_);
  if (!tells_waits_) return;
  if (read_stages_) observer_->packet_accessed(packet.header.route, read_stages_->started(oldest_), now);
  observer_->packet_waited(packet.header.route, wait_notes_->started, now);
}

void PacketSender::put_on_port(Cycles now, std::size_t buffer) {
  enter(SendState::kSend, now);
  PacketHeader& header = buffers_[buffer].header;
  header.route.inject_cycle = static_cast<std::uint32_t>(now.count());
  const int length = header.route.flits;
  credits_[header.message_class] -= length;
  pattern_ = PayloadPattern(header, config_.network.dimensions());
  flits_ += static_cast<std::uint64_t>(length);
  sending_ = true;
  sent_from_ = now;
  sent_to_ = now + Cycles{static_cast<std::uint64_t>(length) - 1};
  sent_ = static_cast<std::uint8_t>(buffer);
  if (contents_ != nullptr) tell_contents(buffer);
  if (observer_ != nullptr) observer_->packet_injected(header, now);
}

void PacketSender::tell_contents(std::size_t buffer) const {
  const PacketHeader& header = buffers_[buffer].header;
  if (header.transport.payload_bytes == 0) return;  // as in control packets
  contents_->packet_started(engine_, first_tag_ + static_cast<std::uint32_t>(buffer),
                            packet_number(config_, header.route), config_.network.node(header.route.destination));
}

void PacketSender::finish_packet() {
  sending_ = false;
  if (sends_control()) return;
  const Packet& packet = front();
  oldest_ = static_cast<std::uint8_t>(buffer_after_oldest(1));
  --taken_;
  if (packet.last) {
    ++messages_done_;
    done_pending_ = true;
    pacer.message_ended(sent_to_);
  }
}

Flit PacketSender::flit(Cycles now) const {
  if (!sends_flit(now)) return {};
  const int index = static_cast<int>((now - sent_from_).count());
  Flit flit;
  if (index == 0) {
    flit = pack_head(started(), config_.network.dimensions());
  } else if (index == 1) {
    flit = pack_transport(started());
  } else {
    flit.valid = true;
    flit.data_lo = pattern_.lo(index);
    flit.data_hi = pattern_.hi();
  }
  flit.tail = now == sent_to_;
  flit.vc = static_cast<std::uint8_t>(config_.router.first_vc(started().message_class));
  return flit;
}

std::string PacketSender::name() const {
  std::string name = fmt::format("NIC {} engine {}", config_.network.text(position_), engine_);
  if (class_of_queue_) name += " class " + config_.router.classes[static_cast<std::size_t>(*class_of_queue_)].name;
  return name;
}

void PacketSender::enter(SendState state, Cycles now) {
  if (state == state_) return;
  if (read_stages_ && state_ == SendState::kMemory) note_read_wait(now);
  state_cycles_[static_cast<std::size_t>(state_)] += (now - state_since_).count();
  state_ = state;
  state_since_ = now;
}

Cycles PacketSender::next_cycle(Cycles now) {
  awaits_read_ = false;
  const bool tail_leaves = !sending_ && now == sent_to_;
  if (can_fetch() || can_read() || tail_leaves) return now + Cycles{1};
  Cycles next = Cycles::max();
  if (reads_ != 0 && end_of_read_matters()) {
    awaits_read_ = reading_ != 0;
    if (answered_ != 0) next = next_transferred();
  }
  // Software sees the tail of a message leave; for other packets it is soon enough when the next one may start.
  if (sending_) next = std::min(next, front().last && !sends_control() ? sent_to_ : sent_to_ + Cycles{1});
  if (state_ == SendState::kPace) {
    const bool at_every_edge = pacer.slot_rule() == SlotRule::kEdge;
    next = std::min(next, at_every_edge ? now + Cycles{1} : pacer.slot(paced(front()), now));
  }
  next = std::min(next, pacer.changes(now));
  if (control_ == nullptr) return next;
  // While it waits for credits to come back, their coming is what it is called for.
  const bool at_router = control_->one_at_router() && still_at_router() != 0;
  if (state_ == SendState::kControl && !at_router) next = std::min(next, control_->look_again(front().header, now));
  return std::min(next, control_->next(engine_));
}

Cycles PacketSender::next_transferred() const {
  Cycles next = Cycles::max();
  for (std::uint32_t rest = answered_; rest != 0; rest &= rest - 1) {
    const Packet& packet = buffers_[static_cast<std::size_t>(__builtin_ctz(rest))];
    next = std::min(next, config_.clock.covering(packet.transferred));
  }
  return next;
}

bool PacketSender::end_of_read_matters() const {
  if (!sending_ && !front_ready()) return true;  // the packet that is being read is the next to go
  if (reads_ < config_.nic.outstanding_reads) return false;
  return packetiser_.has_next() ? taken_ < config_.nic.packet_buffers : !ring.empty();
}

}  // namespace tactus
