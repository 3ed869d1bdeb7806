#pragma once

#include <cstdint>
#include <vector>

#include "testbench/parts/nic_bench.h"
#include "testbench/parts/nic_stimuli.h"

namespace tactus {

/// A NIC, alone in its simulation, that waits for credits for 2^32 cycles, asleep. Then its counter of them is read in
/// two halves, with the carry between the two.
class LongWait {
 public:
  /// NICs of a node with `nics` of them.
  explicit LongWait(const NicBench::MakeNic& make, int nics = 4, int virtual_channels = 2);

  /// Raises what the NIC does. Answers the halves of TX_STALL_CYCLES as they were read: low before the carry; after it
  /// high, low, high.
  std::vector<std::uint64_t> run();
  [[nodiscard]] const StimulusCounts<NicStimulus>& stimuli() const { return stimuli_; }

 private:
  MachineConfig config_;
  NicBench bench_;
  StimulusCounts<NicStimulus> stimuli_;
};

}  // namespace tactus
