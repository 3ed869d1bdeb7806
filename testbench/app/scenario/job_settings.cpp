#include "testbench/app/scenario/job_settings.h"

#include <fmt/core.h>

namespace tactus {
namespace {

/// Number of the node, or what is wrong with it.
std::variant<int, std::string> number_of(const NamedNode& node, const NetworkShape& shape) {
  if (node.number) {
    if (*node.number < shape.nodes()) return *node.number;
    return fmt::format("{}: the machine has nodes 0 to {}", *node.number, shape.nodes() - 1);
  }
  if (shape.is_numbered()) return "the nodes of this network have no places: give their numbers";
  if (node.coordinates != shape.dimensions()) {
    return fmt::format("{} coordinates: the network of {} has {}", node.coordinates, shape.text(), shape.dimensions());
  }
  if (shape.contains(node.place)) return shape.node(node.place);
  return fmt::format("{} is outside the network of {}", shape.text(node.place), shape.text());
}

std::variant<std::vector<int>, std::string> box_of(const JobNodes& nodes, int first, int last,
                                                   const NetworkShape& shape) {
  std::vector<int> numbers;
  const bool by_number = nodes.list.front().number && nodes.list.back().number;
  const Coordinate from = shape.coordinate(first);
  const Coordinate to = shape.coordinate(last);
  for (int node = first; node <= last; ++node) {
    const Coordinate at = shape.coordinate(node);
    bool within = true;
    for (int d = 0; d < shape.dimensions(); ++d) within = within && at[d] >= from[d] && at[d] <= to[d];
    if (by_number || within) numbers.push_back(node);
  }
  if (numbers.empty() || numbers.back() != last)
    return std::string("from has to be the lower corner, and to the upper one");
  return numbers;
}

}  // namespace

std::variant<std::vector<int>, std::string> numbers_of(const JobNodes& nodes, const NetworkShape& shape) {
  std::vector<int> numbers;
  for (const NamedNode& node : nodes.list) {
    const auto number = number_of(node, shape);
    if (const auto* fault = std::get_if<std::string>(&number)) return *fault;
    numbers.push_back(std::get<int>(number));
  }
  return nodes.box ? box_of(nodes, numbers.front(), numbers.back(), shape) : numbers;
}

}  // namespace tactus
