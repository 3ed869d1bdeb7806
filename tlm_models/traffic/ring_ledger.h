#pragma once

#include <array>
#include <cstdint>

#include "hw/common/router_ports.h"
#include "hw/nic/nic_registers.h"
#include "tlm_models/traffic/rank_ledger.h"

namespace tactus {

/// Finds the messages in the register accesses of a processor, for the account of its rank.
class RingLedger {
 public:
  /// `rank` must outlive it.
  RingLedger(int dimensions, RankLedger& rank) : dimensions_(dimensions), rank_(rank) {}

  /// The NIC has accepted an access to the register at `address`. Throws PinFault if that breaks the contract.
  void written(std::uint64_t address, std::uint32_t word, Cycles now);
  void read(std::uint64_t address, std::uint32_t word, Cycles now);

 private:
  static constexpr std::size_t kWords = std::size_t{nic_reg::kRingEntries} * nic_reg::kDescriptorWords;
  struct Engine {
    std::array<std::uint32_t, kWords> sends{};
    std::array<std::uint32_t, kWords> receives{};
    std::uint32_t started = 0;  ///< sends
  };

  void ring(int number, std::uint32_t ready, Cycles now);
  void post(int number, std::uint32_t slot, Cycles now);
  void cancel(int number, std::uint32_t slots) const;

  int dimensions_;
  RankLedger& rank_;
  std::array<Engine, kMaxNics> engines_;
};

}  // namespace tactus
