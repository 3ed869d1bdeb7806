#include "tlm_models/traffic/nic_driver.h"

#include <utility>

#include "hw/nic/pacing_settings.h"
#include "hw/nic/register_access.h"

namespace tactus {
namespace {

/// Words of an entry of RX_MET that say something.
constexpr int kMetWords = nic_reg::kRxMetBytesHigh.word + 1;

constexpr std::uint32_t eighths_field(PacketEighths value) {
  return static_cast<std::uint32_t>(value.eighths()) & 0xFFFFU;
}

}  // namespace

NicDriver::NicDriver(tlm::tlm_initiator_socket<32>& socket, int engines, int dimensions, int queues)
    : socket_(socket),
      engine_count_(engines),
      dimensions_(dimensions),
      queue_count_(queues),
      engines_(static_cast<std::size_t>(engines)) {
  payload_.set_data_length(sizeof(std::uint32_t));
  payload_.set_streaming_width(sizeof(std::uint32_t));
}

std::uint32_t NicDriver::read(std::uint64_t address) {
  std::uint32_t word = 0;
  access(tlm::TLM_READ_COMMAND, address, word);
  return word;
}

void NicDriver::write(std::uint64_t address, std::uint32_t value) {
  ++writes_.all;
  access(tlm::TLM_WRITE_COMMAND, address, value);
}

void NicDriver::write_pacing(std::uint64_t address, std::uint32_t value) {
  ++writes_.pacing;
  write(address, value);
}

void NicDriver::access(tlm::tlm_command command, std::uint64_t address, std::uint32_t& word) {
  payload_.set_command(command);
  payload_.set_address(address);
  payload_.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  access_registers(socket_, payload_);
}

void NicDriver::configure(const PacingConfig& pacing, std::uint32_t interrupts) {
  interrupts_ = interrupts;
  for (int engine = 0; engine < engine_count_; ++engine) {
    const std::uint64_t base = nic_reg::engine_base(engine);
    write_pacing(base + nic_reg::kPaceGap, eighths_field(pacing.gap));
    write_pacing(base + nic_reg::kPaceBias, eighths_field(pacing.bias));
    write_pacing(base + nic_reg::kPaceWindow, static_cast<std::uint32_t>(pacing.window));
    write_pacing(base + nic_reg::kPaceCtrl, nic_reg::number_of(pacing.mode));
    write(base + nic_reg::kIrqEnable, interrupts);
  }
  // A NIC without injection control has no such registers.
  if (policy(pacing.control.kind).make != nullptr) choose_control(pacing.control);
}

void NicDriver::choose_control(const ControlConfig& control) {
  std::uint32_t words[nic_reg::kControlWords];
  nic_reg::encode(control, words);
  // The first word makes the choice, with the settings that are there.
  for (int i = nic_reg::kControlWords - 1; i >= 0; --i) {
    write_pacing(nic_reg::control_address(4 * static_cast<std::uint64_t>(i)), words[i]);
  }
}

void NicDriver::set_pace_bias(PacketEighths bias) {
  for (int engine = 0; engine < engine_count_; ++engine) {
    write_pacing(nic_reg::engine_base(engine) + nic_reg::kPaceBias, eighths_field(bias));
  }
}

void NicDriver::set_pace_slots(int engine, const PaceSlots& slots) {
  const std::uint64_t base = nic_reg::engine_base(engine);
  write_pacing(base + nic_reg::kPacePeriod, slots.period);
  write_pacing(base + nic_reg::kPacePhase, slots.phase);
  write_pacing(base + nic_reg::kPaceBegin, slots.begin);
  write_pacing(base + nic_reg::kPaceTolerance, slots.tolerance);
}

template <class Entry>
void NicDriver::write_entry(std::uint64_t address, const Entry& entry) {
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(entry, dimensions_, words);
  for (const std::uint32_t word : words) {
    write(address, word);
    address += sizeof word;
  }
}

void NicDriver::send(int engine, const nic_reg::SendDescriptor& descriptor) {
  const int queue = queue_of(descriptor.message_class);
  sc_assert(queue < queue_count_ && can_send(engine, queue));
  Ring& ring = engines_[static_cast<std::size_t>(engine)].rings[static_cast<std::size_t>(queue)];
  const std::uint64_t base = nic_reg::queue_base(engine, queue);
  write_entry(base + nic_reg::kTxRing + ring.started % nic_reg::kRingEntries * nic_reg::kDescriptorBytes, descriptor);
  write(base + nic_reg::kTxDoorbell, ++ring.started);
}

std::uint32_t NicDriver::take_sends(int engine, int queue) {
  Ring& ring = engines_[static_cast<std::size_t>(engine)].rings[static_cast<std::size_t>(queue)];
  const std::uint32_t done = read(nic_reg::queue_base(engine, queue) + nic_reg::kTxDone);
  return done - std::exchange(ring.done, done);
}

int NicDriver::free_slot(int engine) const {
  const std::uint32_t used = engines_[static_cast<std::size_t>(engine)].taken();
  for (int slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if (((used >> slot) & 1U) == 0) return slot;
  }
  return kNoSlot;
}

int NicDriver::post_receive(int engine, const nic_reg::ReceiveSlot& receive) {
  const int slot = free_slot(engine);
  sc_assert(slot != kNoSlot);
  const auto number = static_cast<std::uint32_t>(slot);
  const std::uint64_t base = nic_reg::engine_base(engine);
  write_entry(base + nic_reg::kRxSlots + number * nic_reg::kDescriptorBytes, receive);
  write(base + nic_reg::kRxPost, number);
  engines_[static_cast<std::size_t>(engine)].used_slots |= 1U << number;
  return slot;
}

void NicDriver::cancel_receive(int engine, int slot) {
  const std::uint32_t bit = 1U << static_cast<std::uint32_t>(slot);
  write(nic_reg::engine_base(engine) + nic_reg::kRxCancel, bit);
  engines_[static_cast<std::size_t>(engine)].cancelled |= bit;
}

nic_reg::MetMessage NicDriver::met(int engine, int slot) {
  std::uint32_t words[nic_reg::kDescriptorWords] = {};
  std::uint64_t address =
      nic_reg::engine_base(engine) + nic_reg::kRxMet + static_cast<std::uint64_t>(slot) * nic_reg::kDescriptorBytes;
  for (int word = 0; word < kMetWords; ++word, address += sizeof *words) words[word] = read(address);
  return nic_reg::decode_met(words, dimensions_);
}

bool NicDriver::reclaim_slots(int engine) {
  Engine& e = engines_[static_cast<std::size_t>(engine)];
  if (e.cancelled == 0) return false;
  if (take_freed(engine)) return true;
  if (e.awaits_freed) return false;
  e.awaits_freed = true;
  write(nic_reg::engine_base(engine) + nic_reg::kIrqEnable, interrupts_ | nic_reg::kIrqFreed);
  return false;
}

bool NicDriver::take_freed(int engine) {
  Engine& e = engines_[static_cast<std::size_t>(engine)];
  const std::uint64_t base = nic_reg::engine_base(engine);
  const std::uint32_t freed = read(base + nic_reg::kRxFreed);
  if (freed == 0) return false;
  write(base + nic_reg::kRxFreed, freed);
  e.used_slots &= ~freed;
  e.cancelled &= ~freed;
  if (!e.awaits_freed) return true;
  e.awaits_freed = false;
  write(base + nic_reg::kIrqEnable, interrupts_);
  return true;
}

NicDriver::Completions NicDriver::take_completions(int engine) {
  Engine& e = engines_[static_cast<std::size_t>(engine)];
  const std::uint64_t base = nic_reg::engine_base(engine);
  Completions completions;
  completions.sends = take_sends(engine, 0);
  completions.receives = read(base + nic_reg::kRxDone) & e.used_slots;
  if (completions.receives != 0) write(base + nic_reg::kRxDone, completions.receives);
  e.used_slots &= ~completions.receives;
  e.cancelled &= ~completions.receives;
  if (e.awaits_freed) take_freed(engine);
  return completions;
}

}  // namespace tactus
