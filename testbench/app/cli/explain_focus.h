#pragma once

#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "testbench/app/attribution/focus.h"
#include "testbench/app/cli/command_parser.h"

namespace tactus {

/// Options of `explain` that ask about some packets alone, as they were given.
struct FocusArguments {
  std::vector<std::string> nodes;
  std::vector<std::string> pairs;
  std::vector<std::string> messages;
  std::vector<std::string> packets;

  [[nodiscard]] bool any() const { return !nodes.empty() || !pairs.empty() || !messages.empty() || !packets.empty(); }
};

/// `--node N`, `--pair A:B`, `--message N`, `--packet N`, each any number of times.
void add_focus_options(CommandOptions& options, FocusArguments& arguments);

/// Reads the options for a machine of that shape; a node is asked about as sender and as receiver. Throws UsageError
/// with all that is wrong.
std::vector<Focus> read_focus(const FocusArguments& arguments, const NetworkShape& network);

}  // namespace tactus
