#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/router/channel.h"
#include "hw/router/route_table.h"

namespace tactus {

/// A fault of a table, with the entry that it is told at.
struct TableFault {
  const RouteEntry* entry = nullptr;  ///< null: the whole table lacks something
  std::string text;
};

/// Entries of a packet that holds a channel and waits for another one.
struct TableWait {
  const RouteEntry* holds = nullptr;  ///< by which it has come into the channel
  const RouteEntry* waits = nullptr;
};

/// Result of following the packets of a table.
struct CheckedTable {
  std::vector<TableFault>
      faults;  ///< pairs without an entry, inputs without one, circles of links; empty if all arrive
  /// If all arrive: a shortest cycle of channels each of which a packet can hold while it waits for the next.
  std::optional<std::vector<Channel>> cycle;
  std::vector<TableWait> waits;  ///< for each channel of the cycle, a packet that waits there for the next one
};

/// Why this machine cannot have a table: too many nodes, or the table is for another network; empty if it can.
std::string table_refusal(const MachineConfig& config);

/// Follows packets from the NICs of every node to every other node by the table of `config`, a valid machine that can
/// have it, along all VCs that the table permits. Contract: docs/reference/routing.md, "Tables".
CheckedTable check_table(const MachineConfig& config);

}  // namespace tactus
