#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "hw/memory/memory.h"
#include "hw/nic/dma_engine.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

struct Coming {
  PacketHeader header;
  int vc = 0;
};
/// What happens in front of an engine, by cycle.
struct Course {
  std::map<std::uint64_t, Coming> packets;
  std::map<std::uint64_t, int> posts;  ///< of the receive for message number so many, in that slot
  std::map<std::uint64_t, int> cancels;
};

constexpr int kMessages = 8;
constexpr std::uint64_t kCycles = 6000;

/// Messages one after the other of some packets each, some of them one-sided, and posts and cancels of their receives
/// at any time.
Course random_course(Dice& dice, int payload) {
  Course course;
  std::uint64_t cycle = 1;
  for (int message = 0; message < kMessages; ++message) {
    const bool one_sided = dice.chance(25);
    const int packets = dice.between(1, 6);
    const int last = dice.between(0, payload);
    const std::uint64_t begins = cycle;
    if (!one_sided) {
      course.posts[1 + static_cast<std::uint64_t>(dice.below(3000))] = message;
      if (dice.chance(30)) course.cancels[1 + static_cast<std::uint64_t>(dice.below(3000))] = message;
    }
    const bool ends_cancelled = !one_sided && begins > 3 && dice.chance(50);
    if (ends_cancelled) course.posts[begins - 1 - static_cast<std::uint64_t>(dice.below(2))] = message;
    for (int packet = 0; packet < packets; ++packet) {
      Coming coming;
      TransportHeader& transport = coming.header.transport;
      transport.tag = static_cast<std::uint32_t>(message);
      transport.one_sided = one_sided;
      transport.last = packet == packets - 1;
      transport.packet_index = static_cast<std::uint32_t>(packet);
      transport.payload_bytes = static_cast<std::uint16_t>(transport.last ? last : payload);
      const auto bytes = static_cast<std::uint64_t>(payload * (packets - 1) + last);
      transport.message_bytes = one_sided ? 0 : bytes;
      coming.header.route.destination = NicBench::kPosition;
      coming.header.route.flits = static_cast<std::uint16_t>(Packetiser::flits(Bytes{transport.payload_bytes}));
      coming.vc = dice.below(2);
      course.packets[cycle] = coming;
      if (ends_cancelled && transport.last && packets > 1) course.cancels[cycle - 1] = message;
      cycle += 1 + static_cast<std::uint64_t>(dice.chance(40) ? dice.below(4) : dice.below(300));
    }
  }
  return course;
}

/// What somebody who looks at a receiver sees after an edge.
using Seen = std::tuple<int, int, int, std::uint32_t, std::uint32_t, std::uint32_t>;

struct Outcome {
  std::map<std::pair<std::uint64_t, int>, int> credits;  ///< by edge and VC
  std::vector<Seen> seen;
};

struct OneEngine : MemoryClient {
  DmaEngine* engine = nullptr;
  void done(int /*number*/, MemoryAnswer answer, std::uint32_t tag) override { engine->done(answer, tag); }
};

nic_reg::ReceiveSlot receive_of(int message) {
  nic_reg::ReceiveSlot slot;
  slot.tag = static_cast<std::uint32_t>(message);
  slot.bytes = 1 << 20;
  return slot;
}

Outcome outcome(const MachineConfig& config, const Course& course, bool ahead) {
  Memory memory(config);
  DmaEngine engine({config, NicBench::kPosition, 0, memory});
  OneEngine listener;
  listener.engine = &engine;
  memory.connect(listener);
  PacketReceiver& receiver = engine.receiver;
  receiver.look_ahead(ahead);
  Outcome outcome;
  Cycles due;
  Cycles stands_until;
  for (std::uint64_t cycle = 1; cycle < 2 * kCycles; ++cycle) {
    const Cycles now{cycle};
    if (!ahead) memory.answer(now);
    const auto packet = course.packets.find(cycle);
    const bool comes = packet != course.packets.end();
    const bool called = comes || !ahead || due <= now || receiver.reassembly.has_new_posts();
    if (called) due = receiver.tick(now, comes ? &packet->second.header : nullptr, comes ? packet->second.vc : 0);
    const CreditReturn returned = receiver.take_credits();
    for (int vc = 0; vc < 2; ++vc) {
      if (credits_of(returned, vc) != 0) outcome.credits[{cycle, vc}] += static_cast<int>(credits_of(returned, vc));
    }
    for (const PacketReceiver::Returning& each : receiver.foreseen()) {
      CHECK(each.edge >= now);
      outcome.credits[{each.edge.count(), each.vc}] += each.flits;
    }
    receiver.foreseen().clear();
    // Software acts between two edges, and sees what stands there.
    const std::uint32_t complete = receiver.reassembly.done() | receiver.reassembly.freed();
    receiver.settle(now);
    // A message is complete in a call: there is an interrupt.
    CHECK((receiver.reassembly.done() | receiver.reassembly.freed()) == complete);
    outcome.seen.push_back({receiver.pending_writes(), receiver.occupancy(0), receiver.occupancy(1),
                            receiver.reassembly.done(), receiver.reassembly.freed(), receiver.reassembly.one_sided()});
    // Nothing changes by itself without a word.
    const std::size_t looks = outcome.seen.size();
    if (ahead && !called && now < stands_until) CHECK(outcome.seen[looks - 1] == outcome.seen[looks - 2]);
    stands_until = receiver.changes();
    if (const auto post = course.posts.find(cycle); post != course.posts.end()) {
      receiver.reassembly.post(post->second, receive_of(post->second));
    }
    if (const auto cancel = course.cancels.find(cycle); cancel != course.cancels.end()) {
      receiver.reassembly.cancel(1U << cancel->second);
    }
  }
  CHECK(receiver.pending_writes() == 0);
  CHECK(receiver.occupancy() == 0);
  return outcome;
}

}  // namespace

TEST_CASE("PacketReceiver: looking ahead it tells the same credits, and whoever looks sees the same",
          "[RECEIVE-3][RECEIVE-4][PORT-9][EQUAL-2]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    MachineConfig config = bench_config();
    config.nic.receive_buffer = Bytes{1024 * 1024};
    // From many writes that end at one edge, more than the port carries, to writes that wait for each other.
    const std::uint64_t rates[] = {16'000'000'000, 40'000'000'000, 4'000'000'000'000};
    config.nic.dma_rate = BytesPerSecond{rates[dice.below(3)]};
    config.memory.bandwidth = BytesPerSecond{rates[dice.below(3)]};
    config.memory.latency = Picoseconds{dice.chance(50) ? 0U : 400'000U};
    config.nic.mtu = Bytes{dice.chance(50) ? 2048U : 16'368U};  // of more flits than the port carries credits
    const Course course = random_course(dice, static_cast<int>(config.max_payload().count()));
    const Outcome plain = outcome(config, course, false);
    const Outcome ahead = outcome(config, course, true);
    CHECK(ahead.credits == plain.credits);
    for (std::size_t cycle = 0; cycle < plain.seen.size(); ++cycle) {
      if (ahead.seen[cycle] == plain.seen[cycle]) continue;
      CAPTURE(cycle);
      REQUIRE(ahead.seen[cycle] == plain.seen[cycle]);
    }
  }
}

namespace {

/// What senders of two engines on one memory do: which engine started a packet in which cycle, and in which states it
/// was.
struct Sent {
  std::vector<std::tuple<std::uint64_t, int, std::uint32_t, std::uint32_t>> packets;  ///< cycle, engine, tag, index
  std::vector<std::uint64_t> cycles;                                                  ///< in every state, in the end
};

/// Two engines on one memory, with a send queue or two, and credits that come back some time after the packet.
struct Senders : MemoryClient {
  Senders(const MachineConfig& machine, std::uint64_t seed, bool looks_ahead)
      : config(machine), dice(seed), ahead(looks_ahead), memory(config) {
    memory.connect(*this);
    const int eighths = dice.chance(50) ? 0 : dice.below(12);
    for (DmaEngine& engine : engines) {
      engine.sender.look_ahead(ahead);
      if (eighths != 0) {
        engine.sender.for_each([=](PacketSender& queue) { queue.pacer.set({"fixed", PacketEighths{eighths}, {}}); });
      }
    }
  }
  void done(int number, MemoryAnswer answer, std::uint32_t tag) override { engines[number].done(answer, tag); }

  void edge(std::uint64_t cycle) {
    if (!ahead) memory.answer(Cycles{cycle});
    for (int e = 0; e < 2; ++e) {
      bool rings = false;
      bool comes = false;
      for (int q = 0; q < config.send_queues(); ++q) {
        const bool now = dice.chance(1) && rung[e][q] < 8;
        if (now) ring(e, q);
        rings = rings || now;
        comes = comes || come(e, q, Cycles{cycle}) != 0;
      }
      if (rings || !ahead || due[e] <= Cycles{cycle} || comes) call(e, cycle);
    }
  }
  void write(int e, int q, std::uint64_t offset, std::uint32_t word) {
    q == 0 ? engines[e].write(offset, word) : engines[e].write_queue(q, offset, word);
  }
  void ring(int e, int q) {
    nic_reg::SendDescriptor descriptor;
    descriptor.destination = {1, 1};
    descriptor.message_class = static_cast<std::uint8_t>(q);
    descriptor.tag = rung[e][q];
    descriptor.bytes = static_cast<std::uint32_t>(dice.below(3 * 2016));
    std::uint32_t words[nic_reg::kDescriptorWords];
    nic_reg::encode(descriptor, config.network.dimensions(), words);
    std::uint64_t address = nic_reg::kTxRing + rung[e][q] * nic_reg::kDescriptorBytes;
    for (const std::uint32_t word : words) write(e, q, std::exchange(address, address + 4), word);
    write(e, q, nic_reg::kTxDoorbell, ++rung[e][q]);
  }
  [[nodiscard]] int come(int e, int q, Cycles now) const {
    int sum = 0;
    for (const std::uint64_t edge : credits[e][q]) sum += edge <= now.count() ? 1 : 0;
    return sum;
  }
  int take(int e, int q, std::uint64_t cycle) {
    const int returned = come(e, q, Cycles{cycle});
    credits[e][q].erase(credits[e][q].begin(), credits[e][q].begin() + returned);
    return returned;
  }
  void call(int e, std::uint64_t cycle) {
    SendQueues& sender = engines[e].sender;
    const std::uint64_t packets = sender.packets();
    if (config.send_queues() > 1) sender.credits_returned(1, take(e, 1, cycle));
    due[e] = sender.tick(Cycles{cycle}, take(e, 0, cycle));
    if (sender.packets() == packets) return;
    std::vector<std::uint64_t>& back = credits[e][sender.started().message_class];
    const TransportHeader& transport = sender.started().transport;
    sent.packets.push_back({cycle, e, transport.tag, transport.packet_index});
    // One per cycle, from a cycle on that depends on the packet, and after those before it.
    std::uint64_t from = cycle + 1 + (packets * 7919 + static_cast<std::uint64_t>(e)) % 5 * 90;
    if (!back.empty()) from = std::max(from, back.back() + 1);
    for (std::uint64_t i = 0; i < sender.started().route.flits; ++i) back.push_back(from + i);
  }
  const MachineConfig& config;
  Dice dice;
  const bool ahead;
  Memory memory;
  DmaEngine engines[2] = {EnginePlace{config, NicBench::kPosition, 0, memory},
                          EnginePlace{config, NicBench::kPosition, 1, memory}};
  std::uint32_t rung[2][2] = {};  ///< by engine and queue
  Cycles due[2];
  std::vector<std::uint64_t> credits[2][2];  ///< edges at which they come, by engine and queue
  Sent sent;
};

Sent sent(const MachineConfig& config, std::uint64_t seed, bool ahead) {
  Senders senders(config, seed, ahead);
  for (std::uint64_t cycle = 1; cycle < 2 * kCycles; ++cycle) senders.edge(cycle);
  for (DmaEngine& engine : senders.engines) {
    CHECK(engine.sender.messages_active() == 0);
    for (std::size_t state = 0; state < kSendStates; ++state) {
      senders.sent.cycles.push_back(engine.sender.cycles_in(static_cast<SendState>(state), Cycles{2 * kCycles}));
    }
  }
  return senders.sent;
}

}  // namespace

TEST_CASE("PacketSender: looking ahead it starts packets in the same cycles", "[SEND-3][PORT-9][CLASS-9][EQUAL-2]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    MachineConfig config = bench_config();
    const std::uint64_t rates[] = {6'000'000'000, 40'000'000'000, 4'000'000'000'000};
    config.nic.dma_rate = BytesPerSecond{rates[dice.below(3)]};
    config.memory.bandwidth = BytesPerSecond{rates[dice.below(3)]};
    config.memory.latency = Picoseconds{dice.chance(50) ? 0U : 400'000U};
    config.nic.outstanding_reads = dice.between(1, 3);
    config.nic.packet_buffers = dice.between(1, 4);
    if (seed % 2 == 0) {
      config.router.classes = {{"a", 1, dice.below(2), dice.between(1, 3)}, {"b", 1, 0, 1}};
      config.nic.class_queues = true;
    }
    const Sent plain = sent(config, seed, false);
    const Sent ahead = sent(config, seed, true);
    CHECK(plain.packets.size() > 10);
    CHECK(ahead.packets == plain.packets);
    CHECK(ahead.cycles == plain.cycles);
  }
}
