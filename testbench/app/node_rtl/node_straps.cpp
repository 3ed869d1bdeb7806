#include "testbench/app/node_rtl/node_straps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "rtl/twin/rtl_straps.h"
#include "rtl/twin/rtl_support.h"

namespace tactus {
namespace {

/// "KindRoundRobin" for "round_robin": names of router_pkg.
std::string named(const std::string& kind, const std::string& word) {
  std::string name = "router_pkg::" + kind;
  bool begins = true;
  for (const char letter : word) {
    if (letter != '_') name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    begins = letter == '_';
  }
  return name;
}

/// Side by side, the first one lowest.
std::string side_by_side(std::vector<std::string> values) {
  std::reverse(values.begin(), values.end());
  return fmt::format("{{{}}}", fmt::join(values, ", "));
}

}  // namespace

std::vector<std::pair<std::string, int>> node_parameters(const MachineConfig& config) {
  const int dimensions = config.network.dimensions();
  std::vector<std::pair<std::string, int>> parameters = {{"NumVcs", config.router.virtual_channels},
                                                         {"NumDimensions", dimensions},
                                                         {"NumNics", config.nics()},
                                                         {"NumLinks", 2 * dimensions}};
  // What a router need not have costs nothing.
  if (rooms_strap(config) != 0) parameters.emplace_back("Bubble", 1);
  if (routing_strap(config.router) == 1) parameters.emplace_back("TwoOrders", 1);
  return parameters;
}

std::vector<NodeStrap> node_straps(const MachineConfig& config) {
  const NetworkShape& network = config.network;
  const RouterConfig& router = config.router;
  const int dimensions = network.dimensions();
  std::vector<std::string> sizes;
  std::vector<std::string> order;
  std::string wraps;  // highest bit first
  for (int d = 0; d < kRtlDimensions; ++d) {
    sizes.push_back(fmt::format("9'd{}", d < dimensions ? network.size(d) : 1));
    wraps.insert(wraps.begin(), d < dimensions && network.wraps(d) ? '1' : '0');
  }
  for (int d = 0; d < dimensions; ++d) {
    order.push_back(fmt::format("2'd{}", router.dimension_order.count == 0 ? d : router.dimension_order.begin()[d]));
  }
  return {{"shape_i", side_by_side(sizes)},
          {"wrap_i", "4'b" + wraps},
          {"order_i", side_by_side(order)},
          {"arbiter_i", named("Kind", router.arbiter.name())},
          {"transfers_i", named("Transfers", router.input_transfers == InputTransfers::kPort ? "port" : "vc")},
          {"nomination_i", named("Nomination", router.input_nomination.name())},
          {"turnaround_i", fmt::format("10'd{}", router.turnaround.count())},
          {"dateline_i", named("Dateline", router.dateline.name())},
          {"tie_break_i", named("TieBreak", router.tie_break.name())},
          {"routing_i", named("Routing", router.routing.name())},
          {"rooms_i", fmt::format("10'd{}", rooms_strap(config))},
          {"vc_buffer_i", fmt::format("10'd{}", config.vc_buffer_flits())},
          {"receive_buffer_i", fmt::format("10'd{}", config.receive_buffer_flits())},
          {"max_payload_i", fmt::format("11'd{}", config.max_payload().count())},
          {"outstanding_reads_i", fmt::format("5'd{}", config.nic.outstanding_reads)},
          {"packet_buffers_i", fmt::format("5'd{}", config.nic.packet_buffers)}};
}

std::vector<ConfigFault> node_faults(const MachineConfig& config) {
  std::vector<ConfigFault> faults = rtl_router_faults(config, RtlSource::kMachine);
  std::set<std::string> named_fields;
  for (const ConfigFault& fault : faults) named_fields.insert(fault.field);
  for (ConfigFault& fault : rtl_nic_faults(config, RtlSource::kMachine)) {
    if (named_fields.insert(fault.field).second) faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace tactus
