#pragma once

#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "testbench/app/scenario/diagnostic.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// A message file as read, with the label and the place of each message.
struct MessageFile {
  std::vector<ReplayMessage> messages;
  std::vector<std::string> labels;  ///< empty for messages without
  std::vector<Place> places;
};

/// Reads a message file for `machine`, which is free of faults, with so many ranks on each node. What is wrong with a
/// line, a rank or a label is put on the list; sizes and circular waits are for `validate` of the workload. Syntax:
/// docs/reference/message_file.md.
MessageFile read_messages(const SourceText& source, const MachineConfig& machine, int ranks_per_node,
                          DiagnosticList& diagnostics);

}  // namespace tactus
