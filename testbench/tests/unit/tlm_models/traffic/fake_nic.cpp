#include "testbench/tests/unit/tlm_models/traffic/fake_nic.h"

#include <cstring>

namespace tactus {

FakeNic::FakeNic(const sc_core::sc_module_name& name) : sc_module(name), csr_tsock("csr_tsock"), irq_o("irq_o") {
  csr_tsock.register_b_transport(this, &FakeNic::b_transport);
  SC_HAS_PROCESS(FakeNic);
  SC_METHOD(on_edge);
}

std::uint64_t FakeNic::cycle_now() { return sc_core::sc_time_stamp().value() / kPeriod; }

void FakeNic::on_edge() {
  const std::uint64_t now = cycle_now();
  const auto [first_send, end_send] = sends_due_.equal_range(now);
  for (auto due = first_send; due != end_send; ++due) {
    Engine& engine = engines_[static_cast<std::size_t>(due->second)];
    ++engine.done;
    engine.send_pending = true;
  }
  const auto [first_receive, end_receive] = receives_due_.equal_range(now);
  for (auto due = first_receive; due != end_receive; ++due) {
    engines_[static_cast<std::size_t>(due->second.first)].receives_done |= 1U << due->second.second;
  }
  const auto [first_free, end_free] = frees_due_.equal_range(now);
  for (auto due = first_free; due != end_free; ++due) {
    engines_[static_cast<std::size_t>(due->second.first)].receives_freed |= 1U << due->second.second;
  }
  irq_o.write(pending() != 0);
  next_trigger(sc_core::sc_time::from_value(kPeriod));
}

std::uint32_t FakeNic::pending() const {
  std::uint32_t bits = 0;
  for (int e = 0; e < kMaxNics; ++e) {
    const Engine& engine = engines_[static_cast<std::size_t>(e)];
    const auto enable = memory_.find(nic_reg::engine_base(e) + nic_reg::kIrqEnable);
    const std::uint32_t enabled = enable == memory_.end() ? 0 : enable->second;
    const bool send = engine.send_pending && (enabled & nic_reg::kIrqSend) != 0;
    const bool receive = engine.receives_done != 0 && (enabled & nic_reg::kIrqReceive) != 0;
    const bool freed = engine.receives_freed != 0 && (enabled & nic_reg::kIrqFreed) != 0;
    if (send || receive || freed) bits |= 1U << e;
  }
  return bits;
}

void FakeNic::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  const std::uint64_t address = payload.get_address();
  std::uint32_t value = 0;
  if (payload.is_write()) {
    std::memcpy(&value, payload.get_data_ptr(), sizeof value);
    write(address, value);
  } else {
    value = read(address);
    std::memcpy(payload.get_data_ptr(), &value, sizeof value);
  }
  const std::uint64_t into_cycle = sc_core::sc_time_stamp().value() % kPeriod;
  accesses_.push_back({cycle_now(), into_cycle == kPeriod / 2, payload.is_write(), address, value});
  payload.set_response_status(address == refused_ ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
}

void FakeNic::shows_met(int engine, std::uint64_t slot, const nic_reg::MetMessage& met) {
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(met, 2, words);
  const std::uint64_t first = nic_reg::engine_base(engine) + nic_reg::kRxMet + slot * nic_reg::kDescriptorBytes;
  for (std::uint64_t i = 0; i < nic_reg::kDescriptorWords; ++i) memory_[first + 4 * i] = words[i];
}

std::uint32_t FakeNic::read(std::uint64_t address) {
  if (address == nic_reg::kIrqStatus) return pending();
  for (int e = 0; e < kMaxNics; ++e) {
    Engine& engine = engines_[static_cast<std::size_t>(e)];
    if (address == nic_reg::engine_base(e) + nic_reg::kTxDone) {
      engine.send_pending = false;
      return engine.done;
    }
    if (address == nic_reg::engine_base(e) + nic_reg::kRxDone) return engine.receives_done;
    if (address == nic_reg::engine_base(e) + nic_reg::kRxFreed) return engine.receives_freed;
    const std::uint64_t in_met = address - (nic_reg::engine_base(e) + nic_reg::kRxMet);  // far too large before it
    if (in_met < nic_reg::kRingEntries * nic_reg::kDescriptorBytes) return memory_.at(address);
  }
  return 0;
}

void FakeNic::write(std::uint64_t address, std::uint32_t value) {
  memory_[address] = value;
  for (int e = 0; e < kMaxNics; ++e) {
    if (address == nic_reg::engine_base(e) + nic_reg::kTxDoorbell) record_send(e, value - 1);
    if (address == nic_reg::engine_base(e) + nic_reg::kRxPost) record_post(e, value);
    if (address == nic_reg::engine_base(e) + nic_reg::kRxDone) {
      engines_[static_cast<std::size_t>(e)].receives_done &= ~value;
    }
    if (address == nic_reg::engine_base(e) + nic_reg::kRxFreed) {
      engines_[static_cast<std::size_t>(e)].receives_freed &= ~value;
    }
  }
}

void FakeNic::record_send(int engine, std::uint32_t number) {
  std::uint32_t words[nic_reg::kDescriptorWords];
  const std::uint64_t entry = number % nic_reg::kRingEntries * nic_reg::kDescriptorBytes;
  load_words(nic_reg::engine_base(engine) + nic_reg::kTxRing + entry, words);
  sent_.push_back({cycle_now(), engine, nic_reg::decode_send(words, 2)});
  if (send_time_ != 0) sends_due_.emplace(cycle_now() + send_time_, engine);
}

void FakeNic::record_post(int engine, std::uint32_t slot) {
  std::uint32_t words[nic_reg::kDescriptorWords];
  load_words(nic_reg::engine_base(engine) + nic_reg::kRxSlots + slot * nic_reg::kDescriptorBytes, words);
  posted_.push_back({cycle_now(), engine, slot, nic_reg::decode_receive(words, 2)});
}

void FakeNic::load_words(std::uint64_t address, std::uint32_t words[nic_reg::kDescriptorWords]) const {
  for (std::uint64_t i = 0; i < nic_reg::kDescriptorWords; ++i) words[i] = memory_.at(address + 4 * i);
}

}  // namespace tactus
