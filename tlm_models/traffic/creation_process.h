#pragma once

#include <cstdint>

#include "hw/common/random.h"
#include "hw/common/units.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// The open-loop messages of one DMA engine in the order of their creation: a Bernoulli trial per cycle from cycle 1
/// on.
///
/// A pure function of (seed, node, engine): two walks over it see the same messages, whatever the network does. Memory
/// does not grow with the number of messages.
class CreationProcess {
 public:
  /// Makes the process of an engine of a node with `nics` engines. `load` is shared equally by those in use; a trial
  /// succeeds with load / engines / flits of a packet.
  CreationProcess(std::uint64_t seed, int node, int engine, const WorkloadConfig& config, int nics);

  /// Number of the present message, from 0, and the cycle in which it is created.
  [[nodiscard]] std::uint64_t index() const { return index_; }
  [[nodiscard]] Cycles cycle() const { return cycle_; }
  /// Numbers from which a pattern draws the message's destination.
  [[nodiscard]] const RandomStream& destination_draws() const { return destinations_; }
  /// Goes on to the next message.
  void advance();

 private:
  RandomStream gaps_;
  RandomStream destinations_;
  double probability_;
  std::uint64_t index_ = 0;
  Cycles cycle_;
};

}  // namespace tactus
