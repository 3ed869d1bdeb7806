#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/policy.h"
#include "hw/common/policy_key.h"
#include "hw/node/part_kind.h"
#include "tlm_models/traffic/processor_pins.h"
#include "tlm_models/traffic/rank_interpreter.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/ring_entries.h"

namespace tactus {

/// Place of a processor, the rank that runs on it, and the values of its keys. What is referred to outlives the part.
struct ProcessorSite {
  const MachineConfig& config;
  Coordinate position;
  const Numbers& numbers;
  int rank;
  const RankMap& map;              ///< where each rank runs
  const SoftwareConfig& software;  ///< settings that our processors have
  /// The program of the rank, from its beginning. Its sends and receives are what the processor has to do.
  std::function<std::unique_ptr<RankProgram>()> program;

  /// Entries of the NIC's rings for a send of the program that starts in cycle `now`, and for a receive.
  [[nodiscard]] nic_reg::SendDescriptor descriptor(const Op& send, Cycles now) const {
    return send_descriptor(send, rank, map, software.homes, now);
  }
  [[nodiscard]] nic_reg::ReceiveSlot slot(const Op& receive) const {
    return receive_slot(receive, rank, map, software.homes);
  }
};

/// Registration of a processor for single nodes of a torus, which cycle and packet level have alike. Reference:
/// docs/reference/parts.md.
struct ProcessorPart : Policy {
  /// Makes an `sc_module` called `name`.
  std::unique_ptr<ProcessorPins> (*make)(const char* name, const ProcessorSite& site) = nullptr;
  std::vector<NumberKey> keys{};  ///< `parts.<name>`
};

}  // namespace tactus
