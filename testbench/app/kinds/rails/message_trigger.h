#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "hw/common/clock.h"
#include "testbench/app/results/wave_trigger.h"

namespace tactus {

/// A message between two processes is under way for more than a time: from the call that sends it until its receiver
/// has taken it. The event is the first grain in which something changes after that time. It reads the signals
/// `send_message` and `receive_message` of the processes.
class MessageTrigger final : public WaveTrigger {
 public:
  MessageTrigger(Picoseconds latency, Clock grains);
  void attach(const ProbeList& probes) override;
  std::optional<WaveEvent> look(Cycles cycle, const WaveChanges& changes) override;

 private:
  Picoseconds latency_;
  Cycles limit_;
  std::vector<bool> tells_;                       ///< by probe: its value is the number of a message
  std::map<std::uint32_t, std::uint64_t> value_;  ///< values of these probes
  std::map<std::uint64_t, Cycles> begun_;         ///< by message that is under way
};

}  // namespace tactus
