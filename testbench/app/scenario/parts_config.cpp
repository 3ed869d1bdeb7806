#include "testbench/app/scenario/parts_config.h"

#include <fmt/core.h>

namespace tactus {
namespace {

std::string fault_of(Coordinate node, const std::vector<PlacedPart>& before, const NodeSelection& rtl,
                     const char* rtl_key, const NetworkShape& network) {
  const std::string text = fmt::format("node [{}]", network.joined(node, ", "));
  if (rtl.holds(node))
    return fmt::format("{} has RTL in its place (key {}): take it out of one of them", text, rtl_key);
  for (const PlacedPart& part : before) {
    if (part.nodes.holds(node)) return fmt::format("{} has part {} already", text, part.name);
  }
  return {};
}

}  // namespace

std::vector<std::vector<std::string>> part_faults(const std::vector<PlacedPart>& parts, const NetworkShape& network,
                                                  const NodeSelection& rtl, const char* rtl_key) {
  std::vector<std::vector<std::string>> all;
  std::vector<PlacedPart> before;
  for (const PlacedPart& part : parts) {
    ConfigFaults faults;
    check_nodes(part.nodes.list, "", network, faults);
    std::vector<std::string>& found = all.emplace_back();
    for (const ConfigFault& fault : faults.take()) found.push_back(fault.message);
    for (int number = 0; number < network.nodes() && found.empty(); ++number) {
      const Coordinate node = network.coordinate(number);
      if (!part.nodes.holds(node)) continue;
      const std::string fault = fault_of(node, before, rtl, rtl_key, network);
      if (!fault.empty()) found.push_back(fault);
    }
    before.push_back(part);
  }
  return all;
}

std::vector<Coordinate> nodes_on_pins(const CycleConfig& cycle, const RtlConfig& rtl, const PartsConfig& parts,
                                      const NetworkShape& torus) {
  std::vector<Coordinate> list;
  for (int number = 0; number < torus.nodes(); ++number) {
    const Coordinate node = torus.coordinate(number);
    const bool named = std::find(cycle.nodes.begin(), cycle.nodes.end(), node) != cycle.nodes.end();
    const bool is_rtl = rtl.routers.holds(node) || rtl.nics.holds(node);
    if (named || is_rtl || parts.on_pins(node)) list.push_back(node);
  }
  return list;
}

}  // namespace tactus
