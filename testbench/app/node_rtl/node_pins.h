#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tactus {

/// A port of a module in RTL, as its header declares it.
struct NodePin {
  std::string comment;  ///< lines before the declaration, each with its end; empty if there are none
  bool is_output = false;
  std::string type;  ///< "logic [7:0]", without trailing blanks
  std::string name;
};

/// The ports that the header of a module declares, one a line, in their order. Throws std::runtime_error if there are
/// none, or for a line that is no declaration.
std::vector<NodePin> read_pins(const std::string& source);

/// `text` with each of these names in it replaced by its number.
std::string with_numbers(std::string text, const std::vector<std::pair<std::string, int>>& numbers);

}  // namespace tactus
