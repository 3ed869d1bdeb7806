#include "testbench/tests/unit/rtl/axi/axi_traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "testbench/tests/unit/rtl/axi/axi_software.h"

namespace tactus::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

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
  return messages;
}

}  // namespace

std::string fault_of_exchange(const AxiPair::Setup& setup, std::uint64_t seed) {
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
    if (rounds > 20'000) return "the traffic does not end";
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
    const std::uint32_t sent = flow.sender.read(TACTUS_NIC_ENGINE_TX_PACKETS);
    const std::uint32_t received = flow.receiver.read(TACTUS_NIC_ENGINE_RX_PACKETS);
    if (sent == flow.packets && received == flow.packets) continue;
    return fmt::format("{} packets sent and {} received, in place of {}", sent, received, flow.packets);
  }
  for (int node = 0; node < AxiPair::kNodes; ++node) {
    const Bytes& found = pair.memory(node).bytes();
    const Bytes& wanted = expected[static_cast<std::size_t>(node)];
    const auto first = std::mismatch(found.begin(), found.end(), wanted.begin()).first;
    if (first != found.end()) return fmt::format("node {}: byte {:#x} differs", node, first - found.begin());
    for (int engine = 0; engine < AxiPair::kEngines; ++engine) {
      if (pair.failed(node, engine, false) || pair.failed(node, engine, true))
        return "an error that memory did not make";
    }
  }
  return {};
}

std::string fault_of_drop() {
  AxiPair pair({}, 10);
  EngineSoftware sender(pair, 0, 0);
  EngineSoftware receiver(pair, 1, 0);
  const auto byte = [](std::uint64_t i) { return static_cast<std::uint8_t>(i * 5 + 3); };
  for (std::uint64_t i = 0; i < 2000; ++i) pair.memory(0).at(NodeMemory::kBase + i) = byte(i);
  const Message dropped{1, NodeMemory::kBase, NodeMemory::kBase + 0x9000, 1500, false};
  receiver.post(dropped);
  receiver.write(TACTUS_NIC_ENGINE_RX_CANCEL, 1);
  sender.send(dropped, 0);
  const Message kept{2, NodeMemory::kBase + 5, NodeMemory::kBase + 0xA001, 1200, true};
  sender.send(kept, 0);
  for (int waited = 0; receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) != 1; ++waited) {
    if (waited > 1000) return "the message behind does not come";
  }
  if (receiver.read(TACTUS_NIC_ENGINE_RX_FREED) != 1) return "the slot is not freed";
  for (std::uint32_t i = 0; i < dropped.bytes; ++i) {
    if (pair.memory(1).at(dropped.to + i) != 0) return fmt::format("byte {} of the dropped message is written", i);
  }
  for (std::uint32_t i = 0; i < kept.bytes; ++i) {
    if (pair.memory(1).at(kept.to + i) != byte(i + 5)) return fmt::format("byte {} of the message behind differs", i);
  }
  return {};
}

}  // namespace tactus::test
