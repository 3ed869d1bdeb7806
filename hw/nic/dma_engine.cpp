#include "hw/nic/dma_engine.h"

#include <fmt/core.h>

#include <systemc>

#include "hw/memory/address_map.h"

namespace tactus {
namespace {

using nic_reg::kDescriptorWords;
using nic_reg::kRingEntries;
using Status = RegisterResult::Status;

constexpr int kTagBits = 32;
constexpr std::uint64_t kAddressEnd = std::uint64_t{1} << AddressMap::kAddressBits;

RegisterResult value_of(std::uint32_t value) { return {Status::kOk, value, {}}; }
RegisterResult wrong_direction(std::string message) { return {Status::kWrongDirection, 0, std::move(message)}; }

constexpr int word_of(std::uint64_t offset, std::uint64_t base) { return static_cast<int>((offset - base) / 4); }

}  // namespace

DmaEngine::DmaEngine(const EnginePlace& place)
    : sender(place.config, place.position, place.engine, place.memory, receiver.reassembly),
      receiver(place.config, place.position, place.engine, place.memory),
      config_(place.config),
      packetiser_(place.config.max_payload()) {}

void DmaEngine::reset() {
  sender.reset();
  receiver.reset();
  irq_enable_ = 0;
  latched_.fill(0);
  slots_.clear();
}

RegisterResult DmaEngine::read(std::uint64_t offset, Cycles now, bool effects) {
  const nic_reg::Register* const reg = nic_reg::kEngineBlock.find(offset);
  if (reg == nullptr) return RegisterResult::no_register();
  if (!reg->readable()) return wrong_direction(fmt::format("{} is write-only", reg->name));
  if (const nic_reg::PaceRegister* const pace = nic_reg::find_pace_register(reg->offset)) {
    return value_of(pace->word(sender.pacer.settings()));
  }
  if (const auto result = read_send(sender.queue(0), *reg, offset, effects)) return *result;
  switch (reg->offset) {
    case nic_reg::kRxSlots: {
      const int word = word_of(offset, nic_reg::kRxSlots);
      return value_of(slot_words(word / kDescriptorWords)[word % kDescriptorWords]);
    }
    case nic_reg::kRxMet:
      return value_of(met_word(word_of(offset, nic_reg::kRxMet)));
    case nic_reg::kIrqEnable:
      return value_of(irq_enable_);
    case nic_reg::kRxDone:
      return value_of(receiver.reassembly.done());
    case nic_reg::kRxFreed:
      return value_of(receiver.reassembly.freed());
    case nic_reg::kRxOneSided:
      return value_of(receiver.reassembly.one_sided());
    default:
      sc_assert(kCounters.has(offset));
      return read_counter(offset, now, effects);
  }
}

std::optional<RegisterResult> DmaEngine::read_send(PacketSender& queue, const nic_reg::Register& reg,
                                                   std::uint64_t offset, bool effects) {
  switch (reg.offset) {
    case nic_reg::kTxRing:
      return value_of(queue.ring.word(word_of(offset, nic_reg::kTxRing)));
    case nic_reg::kTxFetched:
      return value_of(queue.ring.fetched());
    case nic_reg::kTxDone:
      if (effects) queue.clear_done_pending();
      return value_of(queue.messages_done());
    default:
      return {};
  }
}

RegisterResult DmaEngine::read_queue(int message_class, std::uint64_t offset, bool effects) {
  const nic_reg::Register* const reg = has_queue(message_class) ? nic_reg::kQueueBlock.find(offset) : nullptr;
  if (reg == nullptr) return RegisterResult::no_register();
  if (!reg->readable()) return wrong_direction(fmt::format("{} is write-only", reg->name));
  return *read_send(sender.queue_of(message_class), *reg, offset, effects);
}

RegisterResult DmaEngine::write(std::uint64_t offset, std::uint32_t word) {
  const nic_reg::Register* const reg = nic_reg::kEngineBlock.find(offset);
  if (reg == nullptr) return RegisterResult::no_register();
  if (!reg->writable()) return wrong_direction(fmt::format("{} is read-only", reg->name));
  const std::uint32_t value = word & reg->mask;
  if (const nic_reg::PaceRegister* const pace = nic_reg::find_pace_register(reg->offset)) {
    return write_pacing(*pace, value);
  }
  if (auto result = write_send(0, *reg, offset, value)) return *result;
  switch (reg->offset) {
    case nic_reg::kRxSlots:
      return write_slots(word_of(offset, nic_reg::kRxSlots), value);
    case nic_reg::kIrqEnable:
      irq_enable_ = value;
      return {};
    case nic_reg::kRxPost:
      return post(value);
    case nic_reg::kRxDone:
      receiver.reassembly.clear_done(value);
      return {};
    case nic_reg::kRxFreed:
      receiver.reassembly.clear_freed(value);
      return {};
    default:
      sc_assert(reg->offset == nic_reg::kRxCancel);
      receiver.reassembly.cancel(value);
      return {};
  }
}

std::optional<RegisterResult> DmaEngine::write_send(int number, const nic_reg::Register& reg, std::uint64_t offset,
                                                    std::uint32_t value) {
  if (reg.offset == nic_reg::kTxDoorbell) return write_doorbell(number, value);
  if (reg.offset != nic_reg::kTxRing) return {};
  return write_ring(sender.queue(static_cast<std::size_t>(number)).ring, word_of(offset, nic_reg::kTxRing), value);
}

RegisterResult DmaEngine::write_queue(int message_class, std::uint64_t offset, std::uint32_t word) {
  const nic_reg::Register* const reg = has_queue(message_class) ? nic_reg::kQueueBlock.find(offset) : nullptr;
  if (reg == nullptr) return RegisterResult::no_register();
  if (!reg->writable()) return wrong_direction(fmt::format("{} is read-only", reg->name));
  return *write_send(message_class, *reg, offset, word & reg->mask);
}

std::uint64_t DmaEngine::counter(std::uint64_t offset, Cycles now) const {
  switch (offset) {
    case nic_reg::kTxPackets:
      return sender.packets();
    case nic_reg::kTxStallCycles:
      return sender.cycles_in(SendState::kStall, now);
    case nic_reg::kTxPaceCycles:
      return sender.cycles_in(SendState::kPace, now);
    case nic_reg::kTxMemoryCycles:
      return sender.cycles_in(SendState::kMemory, now);
    case nic_reg::kRxPackets:
      return receiver.packets();
    case nic_reg::kTxWindowCycles:
      return sender.cycles_in(SendState::kWindow, now);
    default:
      sc_assert(offset == nic_reg::kRxDropped);
      return receiver.dropped();
  }
}

RegisterResult DmaEngine::read_counter(std::uint64_t offset, Cycles now, bool effects) {
  std::uint32_t& latched = latched_[kCounters.index(offset)];
  if (offset % 8 != 0) return value_of(latched);
  const std::uint64_t count = counter(offset, now);
  if (effects) latched = static_cast<std::uint32_t>(count >> 32);
  return value_of(static_cast<std::uint32_t>(count));
}

RegisterResult DmaEngine::write_doorbell(int number, std::uint32_t value) {
  PacketSender& queue = sender.queue(static_cast<std::size_t>(number));
  DescriptorRing& ring = queue.ring;
  if (!ring.accepts(value)) {
    return RegisterResult::refuse(
        fmt::format("doorbell {}: it stands at {} and {} descriptors of a ring of {} are taken", value, ring.doorbell(),
                    ring.fetched(), kRingEntries));
  }
  for (std::uint32_t n = ring.doorbell(); n != value; ++n) {
    std::string fault = descriptor_fault(ring.descriptor(n), number);
    if (!fault.empty()) return RegisterResult::refuse(fmt::format("descriptor {}: {}", n, fault));
  }
  ring.ring(value);
  queue.wake();
  return {};
}

std::string DmaEngine::descriptor_fault(const nic_reg::SendDescriptor& descriptor, int number) const {
  if (std::string fault = node_fault(descriptor.destination); !fault.empty()) return fault;
  if (descriptor.destination_nic >= config_.nics()) {
    return fmt::format("engine {} of {}", descriptor.destination_nic, config_.nics());
  }
  if (std::string fault = class_fault(descriptor.message_class, number); !fault.empty()) return fault;
  if (descriptor.one_sided && descriptor.destination_address + descriptor.bytes > kAddressEnd) {
    return fmt::format("{} B from remote address {:#x} on are beyond {} bits", descriptor.bytes,
                       descriptor.destination_address, AddressMap::kAddressBits);
  }
  const std::uint64_t most = most_packets(descriptor.one_sided);
  if (packetiser_.packets(Bytes{descriptor.bytes}) > most) {
    return fmt::format("{} B need more than {} packets", descriptor.bytes, most);
  }
  return {};
}

std::string DmaEngine::class_fault(int message_class, int number) const {
  if (!config_.router.has_classes()) return {};
  const std::size_t classes = config_.router.classes.size();
  if (static_cast<std::size_t>(message_class) >= classes) return fmt::format("class {} of {}", message_class, classes);
  if (sender.count() == 1 || message_class == number) return {};
  return fmt::format("class {} in the queue of class {}", message_class, number);
}

std::string DmaEngine::node_fault(Coordinate node) const {
  const NetworkShape& network = config_.network;
  if (network.contains(node)) return {};
  // With its entries in dimensions that the network lacks.
  NetworkShape shown = network;
  for (int d = network.dimensions(); d < kMaxDimensions; ++d) {
    if (node[d] != 0) shown.sizes.count = d + 1;
  }
  return fmt::format("node {} is outside the {} network", shown.text(node), network.text());
}

RegisterResult DmaEngine::write_pacing(const nic_reg::PaceRegister& reg, std::uint32_t value) {
  PacingConfig pacing = sender.pacer.settings();
  if (reg.set != nullptr) {
    reg.set(pacing, value);
  } else {
    const std::uint32_t number = nic_reg::kPaceCtrlMode.get(value);
    const std::optional<PaceModeName> mode = nic_reg::mode_of(number, config_);
    if (!mode) return RegisterResult::refuse(fmt::format("PACE_CTRL.mode {} is reserved", number));
    pacing.mode = *mode;
    if (config_.nic.unnumbered) pacing.numbers = config_.nic.unnumbered->numbers;
  }
  sender.for_each([&](PacketSender& queue) { queue.pacer.set(pacing); });
  // A slot may come earlier by these registers.
  sender.wake();
  return {};
}

RegisterResult DmaEngine::write_ring(DescriptorRing& ring, int word, std::uint32_t value) {
  if (ring.busy(word)) {
    return RegisterResult::refuse(
        fmt::format("ring entry {} belongs to the engine until it is taken", word / kDescriptorWords));
  }
  ring.write(word, value);
  return {};
}

RegisterResult DmaEngine::write_slots(int word, std::uint32_t value) {
  const int slot = word / kDescriptorWords;
  if (((receiver.reassembly.active() >> slot) & 1U) != 0)
    return RegisterResult::refuse(fmt::format("receive slot {} is active", slot));
  slot_words(slot)[word % kDescriptorWords] = value;
  return {};
}

std::uint32_t* DmaEngine::slot_words(int slot) {
  const auto first = static_cast<std::size_t>(slot * kDescriptorWords);
  if (slots_.size() <= first) slots_.resize(first + kDescriptorWords);
  return &slots_[first];
}

std::uint32_t DmaEngine::met_word(int word) const {
  std::uint32_t words[kDescriptorWords];
  nic_reg::encode(receiver.reassembly.met(word / kDescriptorWords), config_.network.dimensions(), words);
  return words[word % kDescriptorWords];
}

RegisterResult DmaEngine::post(std::uint32_t value) {
  const int slot = static_cast<int>(nic_reg::kRxPostSlot.get(value));
  Reassembly& reassembly = receiver.reassembly;
  if (((reassembly.active() >> slot) & 1U) != 0)
    return RegisterResult::refuse(fmt::format("receive slot {} is active already", slot));
  if (((reassembly.done() >> slot) & 1U) != 0) {
    return RegisterResult::refuse(fmt::format("receive slot {} is complete and not yet cleared in RX_DONE", slot));
  }
  if (((reassembly.freed() >> slot) & 1U) != 0) {
    return RegisterResult::refuse(
        fmt::format("receive slot {} was cancelled and is not yet cleared in RX_FREED", slot));
  }
  const nic_reg::ReceiveSlot receive = nic_reg::decode_receive(slot_words(slot), config_.network.dimensions());
  if (const std::string fault = receive.any_source ? "" : node_fault(receive.source); !fault.empty()) {
    return RegisterResult::refuse(fmt::format("receive slot {}: {}", slot, fault));
  }
  if (receive.tag_ignored > kTagBits) {
    return RegisterResult::refuse(fmt::format("receive slot {}: it ignores {} bits of the tag, which has {}", slot,
                                              receive.tag_ignored, kTagBits));
  }
  reassembly.post(slot, receive);
  sender.wake();  // the window of a packet that waits for something else may have closed
  return {};
}

}  // namespace tactus
