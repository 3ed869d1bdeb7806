#include "tlm_models/packet/packet_nic.h"

#include <algorithm>

namespace tactus {

PacketNic::PacketNic(const MachineConfig& config, Coordinate position, const std::string& name,
                     std::unique_ptr<MemoryPort> memory)
    : memory_(std::move(memory)),
      sending_(static_cast<std::size_t>(config.nics())),
      deliveries_(sending_.size()),
      more_classes_(config.router.has_classes() ? config.router.classes.size() - 1 : 0),
      more_credits_(more_classes_ * sending_.size()),
      engines_(config, position, *memory_),
      registers_(engines_, config.network, position, name) {
  memory_->connect(*this);
  look_ahead();
}

void PacketNic::observe(PacketObserver* observer, bool keep_waits) {
  engines_.observe(observer, keep_waits);
  look_ahead();
}

void PacketNic::look_ahead() {
  for (std::size_t e = 0; e < engines_.count(); ++e) engines_[e].look_ahead();
  foresees_ = std::all_of(engines_.begin(), engines_.end(), [](const DmaEngine& engine) {
    return engine.sender.looks_ahead() && engine.receiver.looks_ahead();
  });
}

unsigned PacketNic::register_accessed(std::uint64_t address) {
  const unsigned engines = registers_.engines_at(address);
  for (unsigned rest = engines; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    receive_due_[e] = sending_[e].due = Cycles{};
  }
  return engines;
}

void PacketNic::deliver(int engine, int vc, const PacketHeader& header) {
  const auto e = static_cast<std::size_t>(engine);
  deliveries_[e].header = header;
  delivery_vcs_[e] = static_cast<std::uint8_t>(vc);
  receive_due_[e] = Cycles{};
  delivered_ |= 1U << engine;
  due_ |= 1U << engine;
}

std::uint64_t PacketNic::credits_coming(int engine, int message_class, const CreditStream& stream) {
  const auto e = static_cast<std::size_t>(engine);
  Sending& sending = sending_[e];
  credits_of_class(e, static_cast<std::size_t>(message_class)).add(stream);
  const Cycles enough = credits_due(e, engines_[e].sender.queue_of(message_class));
  if (enough == Cycles::max()) return CreditLine::kNever;
  sending.due = std::min(sending.due, enough);
  return sending.due.count();
}

void PacketNic::collect_others(std::size_t engine, std::uint64_t now) {
  for (std::size_t other = 1; other <= more_classes_; ++other) {
    engines_[engine].sender.credits_returned(static_cast<int>(other), credits_of_class(engine, other).collect(now));
  }
}

void PacketNic::room_coming(std::uint64_t cycle) {
  for (unsigned rest = awaiting_room_; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    sending_[e].due = std::min(sending_[e].due, Cycles{cycle});
    engines_[e].sender.wake();
  }
}

unsigned PacketNic::tick_all(Cycles now) {
  for (unsigned rest = due_; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    if (receive_due_[e] <= now) receive(e, now);
  }
  for (unsigned told = engines_.wake_controlled(); told != 0; told &= told - 1) {
    sending_[static_cast<std::size_t>(__builtin_ctz(told))].due = Cycles{};
    due_ |= told;
  }
  unsigned started = 0;
  for (unsigned rest = due_; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<std::size_t>(__builtin_ctz(rest));
    if (work(e, now)) started |= 1U << e;
  }
  return started;
}

void PacketNic::receive(std::size_t engine, Cycles now) {
  PacketReceiver& receiver = engines_[engine].receiver;
  const unsigned bit = 1U << engine;
  const PacketHeader* const header = (delivered_ & bit) != 0 ? &deliveries_[engine].header : nullptr;
  receive_due_[engine] = receiver.tick(now, header, delivery_vcs_[engine]);
  delivered_ &= ~bit;
  returned_[engine] = receiver.take_credits();
}

bool PacketNic::send(std::size_t engine, Cycles now) {
  SendQueues& sender = engines_[engine].sender;
  Sending& sending = sending_[engine];
  CreditLine& line = sending.credits;
  if (more_classes_ != 0) collect_others(engine, now.count());
  sending.due = sender.tick(now, line.empty() ? 0 : line.collect(now.count()));
  sender.for_each([&](const PacketSender& queue) { sending.due = std::min(sending.due, credits_due(engine, queue)); });
  const unsigned bit = 1U << engine;
  awaiting_room_ = sender.awaits_room() ? awaiting_room_ | bit : awaiting_room_ & ~bit;
  awaiting_ = sender.awaits_read() ? awaiting_ | bit : awaiting_ & ~bit;
  return sender.sends_head(now);
}

void PacketNic::done(int engine, MemoryAnswer answer, std::uint32_t tag) {
  const auto e = static_cast<std::size_t>(engine);
  const unsigned bit = 1U << engine;
  engines_[e].done(answer, tag);
  if (answer != MemoryAnswer::kRead) {
    receive_due_[e] = Cycles{};
  } else if ((awaiting_ & bit) != 0) {
    sending_[e].due = Cycles{};
  } else {
    return;  // it is found when the engine has something to do
  }
  due_ |= bit;
}

std::uint64_t PacketNic::changes_from(std::uint64_t now) const {
  if (engines_.flits_sent(Cycles{now}) != engines_.flits_sent(Cycles{now + 1})) return now + 1;
  std::uint64_t next = kNever;
  for (const Sending& sending : sending_) next = std::min(next, sending.credits.next_after(now));
  for (const CreditLine& line : more_credits_) next = std::min(next, line.next_after(now));
  for (const DmaEngine& engine : engines_) next = std::min(next, engine.receiver.changes().count());
  return next;
}

bool PacketNic::credits_away(std::uint64_t now) {
  bool away = false;
  for (std::size_t e = 0; more_classes_ != 0 && e < engines_.count(); ++e) {
    collect_others(e, now);
    for (std::size_t other = 1; other <= more_classes_; ++other) away = away || !credits_of_class(e, other).empty();
    engines_[e].sender.tick(Cycles{now}, 0);
  }
  for (std::size_t e = 0; e < sending_.size(); ++e) {
    CreditLine& credits = sending_[e].credits;
    if (credits.empty()) continue;
    engines_[e].sender.tick(Cycles{now}, credits.collect(now));
    away = away || !credits.empty();
  }
  return away;
}

}  // namespace tactus
