#include "hw/nic/send_queues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/engine_rig.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr std::uint32_t kFullPacket = 2016;
constexpr int kFlitsOfFull = 128;

MachineConfig queued_config(std::vector<MessageClass> classes) {
  MachineConfig config = bench_config();
  config.router.virtual_channels = static_cast<int>(classes.size());
  config.router.classes = std::move(classes);
  config.nic.class_queues = true;
  return config;
}
MachineConfig short_before_long() { return queued_config({{"long", 1, 0, 1}, {"short", 1, 1, 1}}); }

/// Engine 0 with a queue for each class, called in every cycle, before a memory that answers at once. Its credits come
/// back as its flits leave, but for those of classes that are held up.
struct QueuesRig : MemoryClient {
  explicit QueuesRig(MachineConfig machine) : config(std::move(machine)) {
    memory.connect(*this);
    memory.at_once = true;
  }
  void done(int /*number*/, MemoryAnswer answer, std::uint32_t tag) override { engine.done(answer, tag); }

  void tick() {
    const Flit before = engine.sender.flit(Cycles{cycle++});
    const int message_class = before.valid ? config.router.class_of(before.vc) : -1;
    const bool comes = before.valid && held_up.count(message_class) == 0;
    for (int other = 1; other < config.send_queues(); ++other) {
      engine.sender.credits_returned(other, comes && other == message_class ? 1 : 0);
    }
    engine.sender.tick(Cycles{cycle}, comes && message_class == 0 ? 1 : 0);
    const Flit flit = engine.sender.flit(Cycles{cycle});
    if (flit.head) {
      sent.push_back({cycle, config.router.class_of(flit.vc), unpack_route(flit, config.network.dimensions()).flits});
    }
  }
  void idle(int cycles) {
    for (int i = 0; i < cycles; ++i) tick();
  }
  RegisterResult write(int queue, std::uint64_t offset, std::uint32_t word) {
    return queue == 0 ? engine.write(offset, word) : engine.write_queue(queue, offset, word);
  }
  std::uint32_t read(int queue, std::uint64_t offset) {
    const RegisterResult result =
        queue == 0 ? engine.read(offset, Cycles{cycle}, true) : engine.read_queue(queue, offset, true);
    REQUIRE(result.status == RegisterResult::Status::kOk);
    return result.value;
  }
  RegisterResult send(int queue, std::uint32_t bytes, int message_class) {
    nic_reg::SendDescriptor descriptor;
    descriptor.bytes = bytes;
    descriptor.message_class = static_cast<std::uint8_t>(message_class);
    std::uint32_t words[nic_reg::kDescriptorWords];
    nic_reg::encode(descriptor, config.network.dimensions(), words);
    std::uint32_t& next = rung[static_cast<std::size_t>(queue)];
    std::uint64_t offset = nic_reg::kTxRing + next % nic_reg::kRingEntries * nic_reg::kDescriptorBytes;
    for (const std::uint32_t word : words) {
      write(queue, offset, word);
      offset += 4;
    }
    return write(queue, nic_reg::kTxDoorbell, ++next);
  }
  void send(int queue, std::uint32_t bytes) { send(queue, bytes, queue); }

  struct Started {
    std::uint64_t cycle = 0;
    int message_class = 0;
    int flits = 0;
  };
  [[nodiscard]] std::vector<std::uint64_t> starts_of(int message_class) const {
    std::vector<std::uint64_t> cycles;
    for (const Started& each : sent) {
      if (each.message_class == message_class) cycles.push_back(each.cycle);
    }
    return cycles;
  }
  MachineConfig config;
  ScriptedMemory memory;
  DmaEngine engine{{config, NicBench::kPosition, 0, memory}};
  std::uint64_t cycle = 0;
  std::set<int> held_up;
  std::array<std::uint32_t, kMaxVirtualChannels> rung{};
  std::vector<Started> sent;
};

}  // namespace

TEST_CASE("SendQueues: a short message waits for the rest of one packet of a long one, and that goes on behind it",
          "[CLASS-9][CLASS-3]") {
  QueuesRig rig(short_before_long());
  rig.send(0, 20 * kFullPacket);
  rig.idle(300);
  rig.send(1, 64);
  rig.idle(20 * kFlitsOfFull);
  const std::vector<std::uint64_t> of_short = rig.starts_of(1);
  REQUIRE(of_short.size() == 1);
  // Packets of the long one have started every 128 cycles; the short one has taken its read and the end of a packet.
  const std::uint64_t first = rig.starts_of(0).front();
  CHECK((of_short[0] - first) % kFlitsOfFull == 0);
  CHECK(of_short[0] <= 300 + kFlitsOfFull + 8);
  const std::vector<std::uint64_t> of_long = rig.starts_of(0);
  REQUIRE(of_long.size() > 10);
  for (std::size_t i = 1; i < of_long.size(); ++i) {
    const std::uint64_t between = of_long[i - 1] < of_short[0] && of_long[i] > of_short[0] ? 6 : 0;
    CHECK(of_long[i] - of_long[i - 1] == kFlitsOfFull + between);
  }
}

TEST_CASE("SendQueues: classes of one priority that always have packets get their shares of the port, without a gap",
          "[CLASS-9][CLASS-4]") {
  const auto [first, second] = GENERATE(table<int, int>({{1, 1}, {3, 1}, {2, 7}}));
  QueuesRig rig(queued_config({{"a", 1, 0, first}, {"b", 1, 0, second}}));
  for (int i = 0; i < 4; ++i) {
    rig.send(0, 60 * kFullPacket);
    rig.send(1, 80 * 1000);
  }
  rig.idle(20'000);
  double of_first = 0;
  double of_second = 0;
  for (std::size_t i = 4; i < rig.sent.size(); ++i) {
    CHECK(rig.sent[i].cycle - rig.sent[i - 1].cycle == static_cast<std::uint64_t>(rig.sent[i - 1].flits));
    (rig.sent[i].message_class == 0 ? of_first : of_second) += rig.sent[i].flits;
    CHECK(std::abs(of_first / first - of_second / second) <= 128.0 / first + 128.0 / second + 2);
  }
  CHECK(rig.sent.size() > 150);
}

TEST_CASE("SendQueues: a class without credits does not hold up another one", "[CLASS-10]") {
  QueuesRig rig(short_before_long());
  rig.held_up = {1};
  for (int i = 0; i < 6; ++i) rig.send(1, kFullPacket);
  rig.send(0, 10 * kFullPacket);
  rig.idle(20 * kFlitsOfFull);
  const int packets = rig.config.vc_buffer_flits() / kFlitsOfFull;
  CHECK(rig.starts_of(1).size() == static_cast<std::size_t>(packets));
  CHECK(rig.starts_of(0).size() == 10);
  CHECK(rig.engine.sender.queue(1).state() == SendState::kStall);
}

TEST_CASE("SendQueues: a class whose packets wait for memory or for their slots leaves the port to others",
          "[CLASS-10][CLASS-5]") {
  QueuesRig rig(short_before_long());
  rig.engine.sender.queue(1).pacer.set({"fixed", PacketEighths{24}, {}});
  rig.send(1, 4 * kFullPacket);
  rig.send(0, 20 * kFullPacket);
  rig.idle(20 * kFlitsOfFull);
  REQUIRE(rig.starts_of(1).size() == 4);
  // A gap of three packets is used by the other class.
  for (std::size_t i = 1; i < rig.sent.size(); ++i) {
    CHECK(rig.sent[i].cycle - rig.sent[i - 1].cycle == kFlitsOfFull);
  }
  for (std::size_t i = 1; i < 4; ++i) CHECK(rig.starts_of(1)[i] - rig.starts_of(1)[i - 1] >= 4 * kFlitsOfFull);
}

TEST_CASE("SendQueues: the pacing registers of an engine count for all of its queues", "[CLASS-11][PACE-2]") {
  QueuesRig rig(short_before_long());
  rig.engine.write(nic_reg::kPaceGap, 24);
  rig.engine.write(nic_reg::kPaceCtrl, nic_reg::number_of("fixed"));
  rig.send(1, 3 * kFullPacket);
  rig.idle(12 * kFlitsOfFull);
  const std::vector<std::uint64_t> starts = rig.starts_of(1);
  REQUIRE(starts.size() == 3);
  CHECK(starts[1] - starts[0] == 4 * kFlitsOfFull);
  CHECK(starts[2] - starts[1] == 4 * kFlitsOfFull);
}

TEST_CASE("SendQueues: each has a ring, a doorbell and counts of its own, and an interrupt",
          "[CLASS-11][reg:TX_FETCHED][reg:TX_DONE]") {
  QueuesRig rig(short_before_long());
  rig.engine.write(nic_reg::kIrqEnable, nic_reg::kIrqSend);
  for (int i = 0; i < 16; ++i) rig.send(0, 40 * kFullPacket);
  CHECK(rig.send(0, 64, 0).status == RegisterResult::Status::kRefused);
  rig.send(1, 64);
  rig.idle(400);
  CHECK(rig.read(1, nic_reg::kTxFetched) == 1);
  CHECK(rig.read(0, nic_reg::kTxFetched) == 1);
  CHECK(rig.engine.interrupt());
  // Only reading its own count clears it.
  CHECK(rig.read(0, nic_reg::kTxDone) == 0);
  CHECK(rig.engine.interrupt());
  CHECK(rig.read(1, nic_reg::kTxDone) == 1);
  CHECK_FALSE(rig.engine.interrupt());
  CHECK(rig.engine.sender.messages_active() == 16);
  CHECK(rig.read(1, nic_reg::kTxRing + 8) == 64);
}

TEST_CASE("SendQueues: registers of queues that there are not, and descriptors of other classes, are refused",
          "[CLASS-11]") {
  using Status = RegisterResult::Status;
  QueuesRig rig(short_before_long());
  CHECK(rig.send(0, 64, 1).status == Status::kRefused);
  CHECK(rig.send(1, 64, 0).status == Status::kRefused);
  CHECK(rig.send(1, 64, 2).status == Status::kRefused);
  CHECK(rig.engine.write_queue(2, nic_reg::kTxDoorbell, 0).status == Status::kNoRegister);
  CHECK(rig.engine.read_queue(0, nic_reg::kTxDone, true).status == Status::kNoRegister);
  CHECK(rig.engine.read_queue(1, nic_reg::kRxDone, true).status == Status::kNoRegister);
  CHECK(rig.engine.read_queue(1, nic_reg::kTxDoorbell, true).status == Status::kWrongDirection);
  CHECK(rig.engine.write_queue(1, nic_reg::kTxDone, 0).status == Status::kWrongDirection);
  MachineConfig one = short_before_long();
  one.nic.class_queues = false;
  QueuesRig alone(one);
  CHECK(alone.engine.read_queue(1, nic_reg::kTxDone, true).status == Status::kNoRegister);
  CHECK(alone.send(0, 64, 1).status == Status::kOk);
}

TEST_CASE("SendQueues: a cycle in which a packet waits for other classes alone is one of its turn",
          "[CLASS-12][COUNT-2]") {
  QueuesRig rig(queued_config({{"a", 1, 1, 1}, {"b", 1, 0, 1}}));
  rig.send(0, 3 * kFullPacket);
  rig.idle(100);
  rig.send(1, 0);  // is ready at the edge that takes it
  rig.idle(5 * kFlitsOfFull);
  REQUIRE(rig.starts_of(0).size() == 3);
  const std::uint64_t first = rig.starts_of(0)[0];
  REQUIRE(rig.starts_of(1) == std::vector<std::uint64_t>{first + 3 * kFlitsOfFull});
  const Cycles now{rig.cycle};
  CHECK(rig.engine.sender.queue(0).cycles_in(SendState::kTurn, now) == 0);
  CHECK(rig.engine.sender.queue(1).cycles_in(SendState::kTurn, now) == first + 3 * kFlitsOfFull - 101);
  CHECK(rig.engine.sender.cycles_in(SendState::kTurn, now) == first + 3 * kFlitsOfFull - 101);
  // Of each queue every cycle counts once.
  for (std::size_t n = 0; n < 2; ++n) {
    std::uint64_t sum = 0;
    for (int state = 0; state < kSendStates; ++state) {
      sum += rig.engine.sender.queue(n).cycles_in(static_cast<SendState>(state), now);
    }
    CHECK(sum == rig.cycle + 1);
  }
}

TEST_CASE("SendQueues: reads of all queues go one after the other, with tags of their own", "[CLASS-10]") {
  MachineConfig config = short_before_long();
  config.nic.dma_rate = BytesPerSecond{4'000'000'000};  // a flit per cycle
  config.nic.outstanding_reads = 2;
  config.nic.packet_buffers = 3;
  QueuesRig rig(config);
  rig.memory.at_once = false;
  rig.send(0, 2 * kFullPacket);
  rig.send(1, 2 * kFullPacket);
  rig.idle(5);
  REQUIRE(rig.memory.requests.size() == 4);
  std::set<std::uint32_t> tags;
  for (const MemoryRequest& request : rig.memory.requests) tags.insert(request.tag);
  CHECK(tags == std::set<std::uint32_t>{0, 1, 3, 4});
  for (const MemoryRequest& request : rig.memory.requests) rig.memory.tell(request);
  rig.idle(600);
  // The rate moves one payload of 126 cycles after the other: the fourth is ready when 504 have passed.
  REQUIRE(rig.sent.size() == 4);
  CHECK(rig.sent[0].cycle == 1 + 126);
  CHECK(rig.sent[0].message_class == 0);  // that of higher priority is read behind it
  CHECK(rig.sent[3].cycle >= 1 + 4 * 126);
}
