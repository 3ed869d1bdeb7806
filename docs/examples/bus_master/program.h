// The program of a RISC-V processor that drives a NIC, in machine code: instructions of RV32I, and where things lie.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/nic/nic_registers.h"

namespace program {

// The address map of the bus.
constexpr std::uint32_t kNic = 0x4000'0000;
constexpr std::uint32_t kNicBytes = 0x1'0000;
constexpr std::uint32_t kRam = 0x8000'0000;
constexpr std::uint32_t kRamBytes = 0x1'0000;
// What lies in the RAM.
constexpr std::uint32_t kCode = kRam;
constexpr std::uint32_t kData = kRam + 0x4000;  ///< send descriptor, receive slot, cause and value of the trap
constexpr std::uint32_t kSlot = 32;
constexpr std::uint32_t kCause = 64;
constexpr std::uint32_t kValue = 68;
constexpr std::uint32_t kOutgoing = kRam + 0x5000;
constexpr std::uint32_t kIncoming = kRam + 0x6000;

enum Register : std::uint32_t { kZero = 0, kT0 = 5, kT1 = 6, kS0 = 8, kS1 = 9 };
enum Csr : std::uint32_t { kMtvec = 0x305, kMepc = 0x341, kMcause = 0x342, kMtval = 0x343 };

constexpr std::uint32_t lui(Register rd, std::uint32_t upper) { return upper << 12 | rd << 7 | 0x37; }
constexpr std::uint32_t addi(Register rd, Register rs, std::uint32_t low) {
  return low << 20 | rs << 15 | rd << 7 | 0x13;
}
constexpr std::uint32_t lw(Register rd, Register base, std::uint32_t at) {
  return at << 20 | base << 15 | 2U << 12 | rd << 7 | 0x03;
}
constexpr std::uint32_t sw(Register rs, Register base, std::uint32_t at) {
  return (at >> 5) << 25 | rs << 20 | base << 15 | 2U << 12 | (at & 31U) << 7 | 0x23;
}
/// To the instruction before this one, if `rs` is 0.
constexpr std::uint32_t beqz_back(Register rs) { return 0xFE000EE3U | rs << 15; }
constexpr std::uint32_t csrr(Register rd, Csr csr) { return csr << 20 | 2U << 12 | rd << 7 | 0x73; }
constexpr std::uint32_t csrw(Csr csr, Register rs) { return csr << 20 | rs << 15 | 1U << 12 | 0x73; }
constexpr std::uint32_t kMret = 0x30200073;

struct Program {
  std::vector<std::uint32_t> words;
  std::uint32_t entry;
  std::uint32_t end;  ///< address at which it is over
};

/// Posts a receive, sends a message, polls for both, and then reads a register that there is not.
inline Program exchange() {
  namespace reg = tactus::nic_reg;
  const auto at = [](std::uint64_t offset) { return static_cast<std::uint32_t>(offset); };
  Program program;
  std::vector<std::uint32_t>& code = program.words;
  // The trap handler stores why it was called, and returns to the instruction behind the one that was at fault.
  code = {csrr(kT0, kMcause), sw(kT0, kS1, kCause), csrr(kT0, kMtval), sw(kT0, kS1, kValue),
          csrr(kT0, kMepc),   addi(kT0, kT0, 4),    csrw(kMepc, kT0),  kMret};
  program.entry = kCode + 4 * static_cast<std::uint32_t>(code.size());
  const auto add = [&](std::initializer_list<std::uint32_t> more) { code.insert(code.end(), more); };
  add({lui(kT0, kCode >> 12), csrw(kMtvec, kT0)});
  add({lui(kS0, (kNic + at(reg::engine_base(0))) >> 12), lui(kS1, kData >> 12)});
  for (std::uint32_t word = 0; word < 4 * reg::kDescriptorWords; word += 4) {
    add({lw(kT0, kS1, kSlot + word), sw(kT0, kS0, at(reg::kRxSlots) + word)});
    add({lw(kT0, kS1, word), sw(kT0, kS0, at(reg::kTxRing) + word)});
  }
  add({sw(kZero, kS0, at(reg::kRxPost)), addi(kT0, kZero, 1), sw(kT0, kS0, at(reg::kTxDoorbell))});
  add({lw(kT0, kS0, at(reg::kTxDone)), beqz_back(kT0)});
  add({lw(kT0, kS0, at(reg::kRxDone)), beqz_back(kT0), sw(kT0, kS0, at(reg::kRxDone))});
  add({lw(kT1, kS0, 0x004)});
  program.end = kCode + 4 * static_cast<std::uint32_t>(code.size());
  return program;
}

}  // namespace program
