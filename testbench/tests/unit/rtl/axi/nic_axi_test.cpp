#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "rtl/regs/tactus_nic.h"
#include "rtl/twin/rtl_assertion.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/axi/axi_pair.h"

namespace tactus::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// A message from one node to the other, by one engine.
struct Message {
  std::uint32_t tag = 0;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint32_t bytes = 0;
  bool one_sided = false;
};

std::uint32_t low(std::uint64_t address) { return static_cast<std::uint32_t>(address); }
std::uint32_t high(std::uint64_t address) { return static_cast<std::uint32_t>(address >> 32U); }

/// Software of an engine: one message after the other, receives before sends.
class EngineSoftware {
 public:
  EngineSoftware(AxiPair& pair, int node, int engine)
      : pair_(pair), node_(node), block_(TACTUS_NIC_ENGINE_BASE(static_cast<unsigned>(engine))) {}

  void post(const Message& message) {
    const std::uint32_t slot = posted_++ % TACTUS_NIC_ENGINE_RX_SLOTS_ENTRIES;
    const std::uint32_t words[] = {other(), message.tag, message.bytes, 0, low(message.to), high(message.to), 0, 0};
    fill(TACTUS_NIC_ENGINE_RX_SLOTS + 32 * slot, words);
    write(TACTUS_NIC_ENGINE_RX_POST, slot);
    pending_ |= 1U << slot;
  }
  void send(const Message& message, unsigned engine) {
    const std::uint32_t slot = sent_ % TACTUS_NIC_ENGINE_TX_RING_ENTRIES;
    const std::uint32_t kind = engine << TACTUS_NIC_ENGINE_TX_RING_DESTINATION_NIC_SHIFT |
                               (message.one_sided ? TACTUS_NIC_ENGINE_TX_RING_ONE_SIDED_MASK : 0);
    const std::uint64_t to = message.one_sided ? message.to : 0;
    const std::uint32_t words[] = {other(), message.tag, message.bytes, 0, low(message.from), high(message.from) | kind,
                                   low(to), high(to)};
    fill(TACTUS_NIC_ENGINE_TX_RING + 32 * slot, words);
    write(TACTUS_NIC_ENGINE_TX_DOORBELL, ++sent_);
  }
  [[nodiscard]] bool can_send() { return sent_ - read(TACTUS_NIC_ENGINE_TX_DONE) < 15; }
  [[nodiscard]] bool can_post() const { return (pending_ >> posted_ % TACTUS_NIC_ENGINE_RX_SLOTS_ENTRIES & 1U) == 0; }
  /// Looks which receives are complete, and frees their slots.
  std::uint32_t completed() {
    const std::uint32_t done = read(TACTUS_NIC_ENGINE_RX_DONE);
    if (done != 0) write(TACTUS_NIC_ENGINE_RX_DONE, done);
    CHECK((done & ~pending_) == 0);
    pending_ &= ~done;
    return done;
  }
  [[nodiscard]] bool all_received() const { return pending_ == 0; }
  [[nodiscard]] bool all_sent() { return read(TACTUS_NIC_ENGINE_TX_DONE) == sent_; }
  std::uint32_t read(std::uint32_t offset) { return pair_.read(node_, block_ + offset); }
  void write(std::uint32_t offset, std::uint32_t value) { pair_.write(node_, block_ + offset, value); }
  [[nodiscard]] std::uint32_t block() const { return block_; }

 private:
  [[nodiscard]] std::uint32_t other() const { return node_ == 0 ? 1 : 0; }
  void fill(std::uint32_t offset, const std::uint32_t (&words)[8]) {
    for (unsigned i = 0; i < 8; ++i) write(offset + 4 * i, words[i]);
  }

  AxiPair& pair_;
  int node_;
  std::uint32_t block_;
  std::uint32_t sent_ = 0;
  std::uint32_t posted_ = 0;
  std::uint32_t pending_ = 0;  ///< slots
};

/// Messages of random kinds between random places, each in a place of its own at its destination.
std::vector<Message> random_messages(Dice& dice, int count, std::uint64_t first) {
  std::vector<Message> messages;
  std::uint64_t to = first;
  for (int i = 0; i < count; ++i) {
    Message message;
    message.tag = static_cast<std::uint32_t>(i);
    const int sizes[] = {0, 1, dice.between(1, 40), dice.between(1, 1500), 480, 961};
    message.bytes = static_cast<std::uint32_t>(sizes[dice.below(6)]);
    message.from = NodeMemory::kBase + static_cast<std::uint64_t>(dice.below(0x7000));
    message.to = to += static_cast<std::uint64_t>(dice.between(1, 50));
    to += message.bytes;
    message.one_sided = dice.chance(40);
    messages.push_back(message);
  }
  REQUIRE(to < NodeMemory::kBase + NodeMemory::kBytes);
  return messages;
}

/// Traffic both ways on both engines: what memories hold at its end, node by node.
void exchange(const AxiPair::Setup& setup, std::uint64_t seed) {
  AxiPair pair(setup, seed);
  Dice dice(seed + 1000);
  std::vector<Bytes> expected;
  for (int node = 0; node < AxiPair::kNodes; ++node) {
    for (std::uint64_t i = 0; i < NodeMemory::kBytes; ++i) {
      pair.memory(node).at(NodeMemory::kBase + i) = static_cast<std::uint8_t>(dice.bits());
    }
    expected.push_back(pair.memory(node).bytes());
  }
  struct Flow {
    EngineSoftware sender;
    EngineSoftware receiver;
    unsigned engine;
    std::vector<Message> messages;
    std::size_t posted = 0;
    std::size_t sent = 0;
    std::uint32_t packets = 0;
    std::uint32_t one_sided = 0;
  };
  std::vector<Flow> flows;
  for (int node = 0; node < AxiPair::kNodes; ++node) {
    for (int engine = 0; engine < AxiPair::kEngines; ++engine) {
      const std::uint64_t first = NodeMemory::kBase + 0x8000 + static_cast<std::uint64_t>(engine) * 0xC000;
      flows.push_back({{pair, node, engine},
                       {pair, 1 - node, engine},
                       static_cast<unsigned>(engine),
                       random_messages(dice, 60, first)});
      Flow& flow = flows.back();
      for (const Message& message : flow.messages) {
        for (std::uint32_t i = 0; i < message.bytes; ++i) {
          expected[static_cast<std::size_t>(1 - node)][message.to + i - NodeMemory::kBase] =
              expected[static_cast<std::size_t>(node)][message.from + i - NodeMemory::kBase];
        }
        flow.packets += std::max(1U, (message.bytes + setup.max_payload - 1) / setup.max_payload);
        if (message.one_sided) ++flow.one_sided;
      }
    }
  }
  bool more = true;
  for (int rounds = 0; more; ++rounds) {
    REQUIRE(rounds < 20'000);
    more = false;
    for (Flow& flow : flows) {
      while (flow.posted < flow.messages.size() && flow.receiver.can_post() && dice.chance(70)) {
        const Message& message = flow.messages[flow.posted++];
        if (!message.one_sided) flow.receiver.post(message);
      }
      if (flow.sent < flow.posted && flow.sender.can_send()) {
        flow.sender.send(flow.messages[flow.sent++], flow.engine);
      }
      flow.receiver.completed();
      const bool ended = flow.sent == flow.messages.size() && flow.receiver.all_received() && flow.sender.all_sent() &&
                         flow.receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) == flow.one_sided;
      more = more || !ended;
    }
    pair.run(dice.below(60));
  }
  for (Flow& flow : flows) {
    CHECK(flow.sender.read(TACTUS_NIC_ENGINE_TX_PACKETS) == flow.packets);
    CHECK(flow.receiver.read(TACTUS_NIC_ENGINE_RX_PACKETS) == flow.packets);
  }
  for (int node = 0; node < AxiPair::kNodes; ++node) {
    const Bytes& found = pair.memory(node).bytes();
    const Bytes& wanted = expected[static_cast<std::size_t>(node)];
    const auto first = std::mismatch(found.begin(), found.end(), wanted.begin()).first - found.begin();
    CAPTURE(node);
    CHECK(first == static_cast<std::ptrdiff_t>(NodeMemory::kBytes));
    for (int engine = 0; engine < AxiPair::kEngines; ++engine) {
      CHECK_FALSE(pair.failed(node, engine, false));
      CHECK_FALSE(pair.failed(node, engine, true));
    }
  }
}

}  // namespace

TEST_CASE("NIC on AXI: all bytes of all messages come to their places, and no others, with random memories") {
  std::uint64_t seed = 1;
  for (const int pace : {100, 60, 15}) {
    for (const unsigned payload : {480U, 96U}) {
      CAPTURE(pace, payload);
      AxiPair::Setup setup;
      setup.pace = pace;
      setup.max_payload = payload;
      setup.outstanding_reads = pace == 60 ? 16 : 1;
      setup.packet_buffers = 16;
      exchange(setup, seed++);
    }
  }
}

TEST_CASE("NIC on AXI: a packet of one flit of payload at every place in a beat is read and written whole") {
  AxiPair pair({}, 7);
  EngineSoftware sender(pair, 0, 0);
  EngineSoftware receiver(pair, 1, 0);
  std::uint32_t sent = 0;
  for (std::uint32_t from = 0; from < 16; ++from) {
    for (std::uint32_t bytes = 1; bytes <= 16; bytes += 5) {
      // Across 4 GiB and across 4 KiB.
      const Message message{sent, NodeMemory::kBase + 0xFFF0 + from, NodeMemory::kBase + 0x8FF0 + from, bytes, true};
      for (std::uint32_t i = 0; i < bytes; ++i) {
        pair.memory(0).at(message.from + i) = static_cast<std::uint8_t>(7 * sent + i + 1);
      }
      sender.send(message, 0);
      ++sent;
      while (receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) != sent) pair.run(3);
      for (std::uint32_t i = 0; i < bytes; ++i) {
        REQUIRE(pair.memory(1).at(message.to + i) == static_cast<std::uint8_t>(7 * (sent - 1) + i + 1));
      }
    }
  }
}

TEST_CASE("NIC on AXI: a bad access is answered with an error, and an interrupt rises and falls") {
  AxiPair pair({}, 8);
  CHECK(pair.read(0, TACTUS_NIC_ID) == TACTUS_NIC_ID_VALUE);
  CHECK(pair.read(1, TACTUS_NIC_NODE) == 1);
  CHECK(pair.access(0, true, TACTUS_NIC_ID, 1).refused);
  CHECK(pair.access(0, false, 0x9000, 0).refused);
  CHECK(pair.access(1, false, 2, 0).refused);
  EngineSoftware sender(pair, 0, 1);
  sender.write(TACTUS_NIC_ENGINE_IRQ_ENABLE, TACTUS_NIC_ENGINE_IRQ_ENABLE_SEND_MASK);
  CHECK_FALSE(pair.interrupt(0));
  sender.send({0, NodeMemory::kBase, NodeMemory::kBase + 0x9000, 100, true}, 1);
  for (int waited = 0; !pair.interrupt(0); ++waited) {
    REQUIRE(waited < 1000);
    pair.run(1);
  }
  CHECK_FALSE(pair.interrupt(1));
  sender.write(TACTUS_NIC_ENGINE_IRQ_ENABLE, 0);
  pair.run(6);
  CHECK_FALSE(pair.interrupt(0));
}

TEST_CASE("NIC on AXI: an error of memory is told, and the message goes on") {
  AxiPair pair({}, 9);
  EngineSoftware sender(pair, 0, 1);
  pair.port(0, 1).fail();
  pair.port(1, 1).fail();
  sender.send({0, NodeMemory::kBase, NodeMemory::kBase + 0x9000, 100, true}, 1);
  EngineSoftware receiver(pair, 1, 1);
  while (receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) != 1) pair.run(3);
  CHECK(pair.failed(0, 1, false));
  CHECK(pair.failed(1, 1, true));
  CHECK_FALSE(pair.failed(0, 0, false));
  pair.reset(3);
  CHECK_FALSE(pair.failed(0, 1, false));
  CHECK(receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) == 0);
}

TEST_CASE("NIC on AXI: a cancelled receive's payload is forgotten, and what comes behind it is whole") {
  AxiPair pair({}, 10);
  EngineSoftware sender(pair, 0, 0);
  EngineSoftware receiver(pair, 1, 0);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    pair.memory(0).at(NodeMemory::kBase + i) = static_cast<std::uint8_t>(i * 5 + 3);
  }
  const Message dropped{1, NodeMemory::kBase, NodeMemory::kBase + 0x9000, 1500, false};
  receiver.post(dropped);
  receiver.write(TACTUS_NIC_ENGINE_RX_CANCEL, 1);
  sender.send(dropped, 0);
  const Message kept{2, NodeMemory::kBase + 5, NodeMemory::kBase + 0xA001, 1200, true};
  sender.send(kept, 0);
  while (receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) != 1) pair.run(3);
  CHECK(receiver.read(TACTUS_NIC_ENGINE_RX_FREED) == 1);
  for (std::uint32_t i = 0; i < dropped.bytes; ++i) REQUIRE(pair.memory(1).at(dropped.to + i) == 0);
  for (std::uint32_t i = 0; i < kept.bytes; ++i) {
    REQUIRE(pair.memory(1).at(kept.to + i) == static_cast<std::uint8_t>((i + 5) * 5 + 3));
  }
}

TEST_CASE("NIC on AXI: checkers of APB and AXI name the rule that is broken") {
  AxiPair pair({}, 11);
  pair.lose_select();
  try {
    pair.read(0, TACTUS_NIC_ID);
    FAIL("nothing was found");
  } catch (const RtlAssertion& found) {
    CHECK_THAT(found.what(), Catch::Contains("EnableNeedsSelect"));
  }
}

}  // namespace tactus::test
