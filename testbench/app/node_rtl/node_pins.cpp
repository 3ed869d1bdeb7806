#include "testbench/app/node_rtl/node_pins.h"

#include <fmt/format.h>

#include <regex>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace tactus {

std::vector<NodePin> read_pins(const std::string& source) {
  static const std::regex kPin(R"(\s*(input|output)\s+(\S.*?)\s+(\w+),?\s*)");
  static const std::regex kComment(R"(\s*//.*)");
  std::vector<NodePin> pins;
  std::string comment;
  bool in_header = false;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!in_header) {
      in_header = line == ") (";
    } else if (line == ");") {
      break;
    } else if (std::regex_match(line, kComment)) {
      comment += fmt::format("{}\n", line);
    } else if (std::regex_match(line, found, kPin)) {
      pins.push_back({std::exchange(comment, {}), found[1] == "output", found[2], found[3]});
    } else {
      throw std::runtime_error("no declaration of a port: " + line);
    }
  }
  if (pins.empty()) throw std::runtime_error("a module without ports");
  return pins;
}

std::string with_numbers(std::string text, const std::vector<std::pair<std::string, int>>& numbers) {
  for (const auto& [name, number] : numbers) {
    text = std::regex_replace(text, std::regex(fmt::format("\\b{}\\b", name)), std::to_string(number));
  }
  return text;
}

}  // namespace tactus
