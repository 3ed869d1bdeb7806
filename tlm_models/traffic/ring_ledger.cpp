#include "tlm_models/traffic/ring_ledger.h"

#include <fmt/core.h>

#include "hw/link/pin_fault.h"

namespace tactus {
namespace {

/// Place of a register in the block of its engine.
struct Register {
  int engine;  ///< -1: it is in none
  std::uint64_t offset;
};
Register register_at(std::uint64_t address) {
  const std::uint64_t block = address / nic_reg::kEngineSpan;
  if (block == 0 || block > kMaxNics) return {-1, 0};
  return {static_cast<int>(block - 1), address % nic_reg::kEngineSpan};
}

constexpr std::size_t first_word(std::uint32_t entry) {
  return static_cast<std::size_t>(entry % nic_reg::kRingEntries) * nic_reg::kDescriptorWords;
}

template <class Words>
bool store(Words& words, std::uint64_t first, std::uint64_t offset, std::uint32_t word) {
  const std::uint64_t place = (offset - first) / sizeof word;  // far too large before the first
  if (place >= words.size()) return false;
  words[place] = word;
  return true;
}

}  // namespace

void RingLedger::written(std::uint64_t address, std::uint32_t word, Cycles now) {
  const Register at = register_at(address);
  if (at.engine < 0) return;
  Engine& engine = engines_[static_cast<std::size_t>(at.engine)];
  if (store(engine.sends, nic_reg::kTxRing, at.offset, word)) return;
  if (store(engine.receives, nic_reg::kRxSlots, at.offset, word)) return;
  switch (at.offset) {
    case nic_reg::kTxDoorbell:
      return ring(at.engine, word, now);
    case nic_reg::kRxPost:
      return post(at.engine, word, now);
    case nic_reg::kRxCancel:
      return cancel(at.engine, word);
    default:
      break;
  }
}

void RingLedger::ring(int number, std::uint32_t ready, Cycles now) {
  Engine& engine = engines_[static_cast<std::size_t>(number)];
  while (engine.started != ready) {
    const std::uint32_t* words = &engine.sends[first_word(engine.started++)];
    rank_.send(number, nic_reg::decode_send(words, dimensions_), now);
  }
}

void RingLedger::post(int number, std::uint32_t slot, Cycles now) {
  Engine& engine = engines_[static_cast<std::size_t>(number)];
  const int entry = static_cast<int>(slot % nic_reg::kRingEntries);
  // The NIC has taken the slot back: software was content to know that from elsewhere.
  if (rank_.awaits(number, entry)) rank_.receive(number, entry, now);
  rank_.post(number, entry, nic_reg::decode_receive(&engine.receives[first_word(slot)], dimensions_));
}

void RingLedger::cancel(int number, std::uint32_t slots) const {
  for (int slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if ((slots >> slot & 1U) == 0 || !rank_.awaits(number, slot)) continue;
    throw PinFault{number, fmt::format("cancels the receive in slot {}, which its program does not", slot)};
  }
}

void RingLedger::read(std::uint64_t address, std::uint32_t word, Cycles now) {
  const Register at = register_at(address);
  if (at.engine < 0 || at.offset != nic_reg::kRxDone) return;
  for (int slot = 0; slot < nic_reg::kRingEntries; ++slot) {
    if ((word >> slot & 1U) != 0 && rank_.awaits(at.engine, slot)) rank_.receive(at.engine, slot, now);
  }
}

}  // namespace tactus
