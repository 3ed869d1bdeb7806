#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/nic/dma_engine.h"
#include "hw/nic/pacing_settings.h"

namespace tactus {

/// The control block of a NIC: registers that choose and set its injection control, and what they have chosen. The
/// settings count from the write to CONTROL on. Semantics of every field: docs/programmers_guide.md.
class ControlBlock {
 public:
  using Engines = std::vector<DmaEngine>;

  /// `config` and `engines` must outlive it.
  ControlBlock(const MachineConfig& config, Coordinate position, Engines& engines);

  void reset();
  /// Gives the credits of the router that an injection limit looks at; `room` outlives the block. An injection limit
  /// without it is refused.
  void see(const RouterRoom& room) { room_ = &room; }
  /// Null for none.
  [[nodiscard]] InjectionControl* policy() const { return policy_.get(); }

  /// Reads the register at `offset` of the block in cycle `now`; without `effects` nothing changes.
  RegisterResult read(std::uint64_t offset, Cycles now, bool effects);
  RegisterResult write(std::uint64_t offset, std::uint32_t word);
  /// The counter at `offset`, of all engines together.
  [[nodiscard]] std::uint64_t counter(std::uint64_t offset, Cycles now) const;

 private:
  RegisterResult choose(std::uint32_t value);
  [[nodiscard]] bool unused() const;

  const MachineConfig& config_;
  const Coordinate position_;
  Engines& engines_;
  const RouterRoom* room_ = nullptr;
  std::array<std::uint32_t, nic_reg::kControlWords> words_{};  ///< from CONTROL on
  static constexpr nic_reg::Counters kCounters = nic_reg::counters_of(nic_reg::kControlRegisters);
  std::array<std::uint32_t, kCounters.count> latched_{};  ///< high words
  std::unique_ptr<InjectionControl> policy_;
};

}  // namespace tactus
