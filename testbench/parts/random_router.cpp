#include "testbench/parts/random_router.h"

#include <algorithm>

namespace tactus {

RandomRouter::RandomRouter(NicBench& bench, const RandomSoftware& software, const MachineConfig& config,
                           Coordinate position, Dice dice)
    : bench_(bench),
      software_(software),
      config_(config),
      position_(position),
      dice_(dice),
      ports_(static_cast<std::size_t>(config.nics())) {
  bench_.return_credits(false);
  const auto vcs = static_cast<std::size_t>(config.router.virtual_channels);
  for (Port& port : ports_) {
    port.flits.resize(vcs);
    port.of.resize(vcs, nullptr);
    port.credits.resize(vcs, static_cast<int>(config.nic.receive_buffer.count() / kFlitBytes.count()));
  }
}

void RandomRouter::step() {
  for (int e = 0; e < config_.nics(); ++e) {
    Port& port = ports_[static_cast<std::size_t>(e)];
    take_credits(e, port);
    if (dice_.chance(10)) begin_message(e, port);
    if (dice_.chance(30)) begin_packet(port);
    if (dice_.chance(90)) give_flit(e, port);
    if (dice_.chance(20)) give_credits(e, port);
    forget_complete(port);
  }
}

void RandomRouter::take_credits(int engine, Port& port) const {
  const auto& seen = bench_.credits(engine);
  for (; port.seen_credits < seen.size(); ++port.seen_credits) {
    for (std::size_t vc = 0; vc < port.credits.size(); ++vc) {
      port.credits[vc] += static_cast<int>(credits_of(seen[port.seen_credits].credits, static_cast<int>(vc)));
    }
  }
  port.owed += static_cast<int>(bench_.flits(engine).size() - port.seen_flits);
  port.seen_flits = bench_.flits(engine).size();
}

int RandomRouter::waiting(int engine, const Port& port) const {
  int sum = 0;
  for (int source = 0; source < RandomSoftware::kSources; ++source) {
    for (int tag = 0; tag < RandomSoftware::kTags; ++tag) {
      const int begun = port.begun[static_cast<std::size_t>(source)][static_cast<std::size_t>(tag)];
      sum += std::max(0, begun - software_.posts(engine, source, tag));
    }
  }
  return sum;
}

void RandomRouter::begin_message(int engine, Port& port) {
  if (port.messages.size() >= kMostOpen || waiting(engine, port) >= kMostWaiting) return;
  Message message;
  message.source = dice_.below(RandomSoftware::kSources);
  message.tag = dice_.below(RandomSoftware::kTags);
  message.one_sided = dice_.chance(25);
  // Messages of one sender, one receiver and one tag follow each other.
  const auto equal = [&message](const Message& m) {
    return m.source == message.source && m.tag == message.tag && !m.one_sided;
  };
  if (!message.one_sided && std::any_of(port.messages.begin(), port.messages.end(), equal)) return;

  const auto payload = static_cast<int>(config_.max_payload().count());
  const int bytes = dice_.chance(20) ? 0 : dice_.chance(30) ? payload * dice_.between(1, 2) : dice_.below(4 * payload);
  const int count = std::max(1, (bytes + payload - 1) / payload);
  const std::uint32_t tag = message.one_sided ? next_one_sided_++ : static_cast<std::uint32_t>(message.tag);
  for (int i = 0; i < count; ++i) {
    PacketHeader header = make_header(RandomSoftware::source(message.source), engine, tag,
                                      static_cast<std::uint32_t>(bytes), static_cast<std::uint32_t>(i));
    header.route.destination = position_;
    header.transport.payload_bytes = static_cast<std::uint16_t>(std::min(payload, bytes - i * payload));
    header.transport.one_sided = message.one_sided;
    header.transport.last = i == count - 1;
    if (!message.one_sided) header.route.source_place = RandomSoftware::place(message.source);
    if (message.one_sided) header.remote_address = dice_.bits() >> 16;
    header.route.flits = static_cast<std::uint16_t>((32 + header.transport.payload_bytes + 15) / 16);
    header.route.inject_cycle = static_cast<std::uint32_t>(dice_.bits());
    message.packets.push_back(header);
  }
  for (std::size_t i = message.packets.size(); i > 1; --i) {
    std::swap(message.packets[i - 1], message.packets[static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
  }
  count_message(engine, port, message);
  if (!message.one_sided) {
    ++port.begun[static_cast<std::size_t>(message.source)][static_cast<std::size_t>(message.tag)];
  }
  port.messages.push_back(message);
}

void RandomRouter::count_message(int engine, const Port& port, const Message& message) {
  using S = NicStimulus;
  const int begun = port.begun[static_cast<std::size_t>(message.source)][static_cast<std::size_t>(message.tag)];
  const bool waits = begun >= software_.posts(engine, message.source, message.tag);
  stimuli_.count(message.one_sided ? S::kOneSidedCame : S::kMessageCame);
  stimuli_.count(S::kManyPackets, message.packets.size() > 1);
  stimuli_.count(S::kBeforeReceive, !message.one_sided && waits);
}

void RandomRouter::begin_packet(Port& port) {
  if (port.messages.empty()) return;
  Message& message = port.messages[static_cast<std::size_t>(dice_.below(static_cast<int>(port.messages.size())))];
  const auto vc = static_cast<std::size_t>(dice_.below(static_cast<int>(port.flits.size())));
  if (message.packets.empty() || !port.flits[vc].empty()) return;
  const PacketHeader& header = message.packets.back();
  if (port.credits[vc] < header.route.flits) return;
  port.credits[vc] -= header.route.flits;
  stimuli_.count(NicStimulus::kTopVc, vc + 1 == port.flits.size());
  for (const Flit& flit : make_flits(header, static_cast<int>(vc))) port.flits[vc].push_back(flit);
  port.of[vc] = &message;
  message.packets.pop_back();
  ++message.coming;
}

void RandomRouter::give_flit(int engine, Port& port) {
  const auto first = static_cast<std::size_t>(dice_.below(static_cast<int>(port.flits.size())));
  for (std::size_t i = 0; i < port.flits.size(); ++i) {
    const std::size_t vc = (first + i) % port.flits.size();
    std::deque<Flit>& flits = port.flits[vc];
    if (flits.empty()) continue;
    bench_.give_flit(engine, flits.front());
    if (flits.front().tail) {
      --port.of[vc]->coming;
      port.of[vc] = nullptr;
      ++packets_;
    }
    flits.pop_front();
    return;
  }
}

void RandomRouter::give_credits(int engine, Port& port) {
  const int credits = std::min(255, dice_.chance(50) ? port.owed : dice_.below(port.owed + 1));
  stimuli_.count(NicStimulus::kManyCredits, credits > 1);
  stimuli_.count(NicStimulus::kNoCredits, credits == 0 && port.owed > 0);
  bench_.give_credits(engine, static_cast<CreditReturn>(credits));
  port.owed -= credits;
}

void RandomRouter::forget_complete(Port& port) {
  while (!port.messages.empty() && port.messages.front().packets.empty() && port.messages.front().coming == 0) {
    port.messages.pop_front();
  }
}

}  // namespace tactus
