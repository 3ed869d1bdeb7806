#include "tlm_models/packet/packet_nic.h"

#include <algorithm>

namespace tactus {

PacketNic::PacketNic(const MachineConfig& config, Coordinate position, const std::string& name)
    : config_(config),
      engines_{DmaEngine{config, position, 0, *this}, DmaEngine{config, position, 1, *this},
               DmaEngine{config, position, 2, *this}, DmaEngine{config, position, 3, *this}},
      registers_(engines_, config.torus, position, name),
      reading_(config.memory),
      writing_(config.memory) {}

void PacketNic::observe(PacketObserver* observer) {
  for (DmaEngine& engine : engines_) {
    engine.sender.observe(observer);
    engine.receiver.observe(observer);
  }
}

void PacketNic::registers_accessed() {
  receive_due_.fill(Cycles{});
  send_due_.fill(Cycles{});
}

void PacketNic::deliver(int engine, int vc, const PacketHeader& header) {
  const auto e = static_cast<std::size_t>(engine);
  deliveries_[e] = {true, vc, header};
  receive_due_[e] = Cycles{};
  due_ |= 1U << engine;
}

std::uint64_t PacketNic::credits_coming(int engine, const CreditStream& stream) {
  const auto e = static_cast<std::size_t>(engine);
  credits_[e].add(stream);
  const int lacking = engines_[e].sender.credits_lacking();
  if (lacking == 0) return CreditLine::kNever;
  send_due_[e] = std::min(send_due_[e], Cycles{credits_[e].when(lacking)});
  return send_due_[e].count();
}

PacketNic::Outcome PacketNic::tick(std::uint64_t now) {
  const Cycles cycle{now};
  now_ = config_.clock * now;
  Outcome outcome;
  for (unsigned rest = due_; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    if (receive_due_[e] <= cycle) outcome.returned[e] = receive(e, cycle);
  }
  for (unsigned rest = due_; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    const unsigned bit = rest & (~rest + 1);
    // A packet that the receiving side has just taken may let the next one go.
    if ((send_due_[e] <= cycle || engines_[e].sender.window_opened()) && send(e, cycle)) outcome.started |= bit;
    interrupts_ = engines_[e].interrupt() ? interrupts_ | bit : interrupts_ & ~bit;
  }
  due_ = 0;
  return outcome;
}

CreditReturn PacketNic::receive(std::size_t engine, Cycles now) {
  Delivery& delivery = deliveries_[engine];
  PacketReceiver& receiver = engines_[engine].receiver;
  receive_due_[engine] = receiver.tick(now, delivery.pending ? &delivery.header : nullptr, delivery.vc);
  delivery.pending = false;
  return receiver.take_credits();
}

bool PacketNic::send(std::size_t engine, Cycles now) {
  PacketSender& sender = engines_[engine].sender;
  CreditLine& line = credits_[engine];
  const std::uint64_t packets = sender.packets();
  send_due_[engine] = sender.tick(now, line.empty() ? 0 : line.collect(now.count()));
  if (const int lacking = sender.credits_lacking(); lacking > 0) {
    send_due_[engine] = std::min(send_due_[engine], Cycles{line.when(lacking)});
  }
  return sender.packets() != packets;
}

Picoseconds PacketNic::read(std::uint64_t, Bytes size) { return reading_.serve(now_, size) - now_; }
Picoseconds PacketNic::write(std::uint64_t, Bytes size) { return writing_.serve(now_, size) - now_; }

bool PacketNic::something_due() const {
  return std::any_of(engines_.begin(), engines_.end(), [](const DmaEngine& engine) {
    const SendState state = engine.sender.state();
    return state == SendState::kRead || state == SendState::kPace || engine.receiver.pending_writes() != 0;
  });
}

bool PacketNic::credits_away(std::uint64_t now) {
  bool away = false;
  for (std::size_t e = 0; e < kDmaEngines; ++e) {
    if (credits_[e].empty()) continue;
    engines_[e].sender.tick(Cycles{now}, credits_[e].collect(now));
    away = away || !credits_[e].empty();
  }
  return away;
}

std::vector<std::string> PacketNic::final_faults() const { return tactus::final_faults(engines_); }

}  // namespace tactus
