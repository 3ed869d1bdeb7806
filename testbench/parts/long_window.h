#pragma once

#include <cstddef>

#include "testbench/parts/nic_bench.h"
#include "testbench/parts/nic_stimuli.h"

namespace tactus {

/// A NIC, alone in its simulation, that sends a message of more packets than eight bits count, with the widest window
/// that the register holds, beside a receive whose packets open it one by one.
class LongWindow {
 public:
  /// NICs of a node with `nics` of them.
  LongWindow(const NicBench::MakeNic& make, int nics, int virtual_channels);

  /// Raises what the NIC does.
  void run();
  [[nodiscard]] const StimulusCounts<NicStimulus>& stimuli() const { return stimuli_; }

 private:
  /// Gives the next packet of the message that opens the window.
  void give_next();
  /// Runs until so many packets have begun to leave, or for 30,000 cycles.
  void run_to_heads(std::size_t heads);

  MachineConfig config_;
  NicBench bench_;
  std::uint32_t given_ = 0;
  StimulusCounts<NicStimulus> stimuli_;
};

}  // namespace tactus
