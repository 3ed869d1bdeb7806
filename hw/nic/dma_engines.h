#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/nic/control_block.h"
#include "hw/nic/dma_engine.h"

namespace tactus {

/// The DMA engines of a NIC, their control block, and what is asked of all of them. Plain class, shared by all
/// levels.
class DmaEngines {
 public:
  /// `config` and `memory` must outlive it.
  DmaEngines(const MachineConfig& config, Coordinate position, MemoryPort& memory);
  DmaEngines(const DmaEngines&) = delete;
  DmaEngines& operator=(const DmaEngines&) = delete;

  [[nodiscard]] DmaEngine& operator[](std::size_t engine) { return engines_[engine]; }
  [[nodiscard]] const DmaEngine& operator[](std::size_t engine) const { return engines_[engine]; }
  [[nodiscard]] auto begin() const { return engines_.begin(); }
  [[nodiscard]] auto end() const { return engines_.end(); }

  [[nodiscard]] std::size_t count() const { return engines_.size(); }

  void reset();
  ControlBlock& control() { return control_; }
  /// To be called at an edge between receiving and sending. Mask of the engines whose senders have something to do at
  /// this edge because the injection control has been told something.
  unsigned wake_controlled() { return control_.policy() == nullptr ? 0 : wake_told(); }
  [[nodiscard]] bool is_controlled() const { return control_.policy() != nullptr; }
  /// A control packet waits to be sent.
  [[nodiscard]] bool control_pending() const;
  /// At most one; null for none. `keep_waits`: as for PacketSender.
  void observe(PacketObserver* observer, bool keep_waits = false);

  /// An interrupt of any engine is pending and enabled.
  [[nodiscard]] bool interrupt() const;
  /// The counter at `offset` of an engine's block (nic_reg::kTxPackets ...), summed, or at an address in the control
  /// block (nic_reg::control_address), in cycle `now`.
  [[nodiscard]] std::uint64_t counter(std::uint64_t offset, Cycles now) const;
  /// Flits that the engines have put on their ports up to cycle `now`.
  [[nodiscard]] std::uint64_t flits_sent(Cycles now) const;
  /// Flits that have come from the router.
  [[nodiscard]] std::uint64_t flits_received() const;
  [[nodiscard]] std::uint64_t flits_in_receive_buffers() const;
  /// An engine waits for a point in time: its pace slot, a grant's, or memory to be read or written.
  [[nodiscard]] bool something_due() const;
  /// Something that was received is not yet visible in memory.
  [[nodiscard]] bool writes_pending() const;
  /// Faults of a NIC at rest: whatever is left over when nothing should be under way. Empty if all is well.
  [[nodiscard]] std::vector<std::string> final_faults() const;

 private:
  unsigned wake_told();

  std::vector<DmaEngine> engines_;
  ControlBlock control_;
};

}  // namespace tactus
