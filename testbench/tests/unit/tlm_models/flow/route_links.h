#pragma once

#include <string>
#include <vector>

#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// The route from `from` to `to`, link by link.
inline std::vector<LinkId> route_links(const FlowTopology& topology, Endpoint from, Endpoint to) {
  std::vector<LinkRun> runs;
  topology.route(from, to, runs);
  std::vector<LinkId> links;
  for (const LinkRun& run : runs) {
    for (int i = 0; i < run.count; ++i) links.push_back(run.first + i);
  }
  return links;
}

/// The names of its links.
inline std::vector<std::string> route_names(const FlowTopology& topology, Endpoint from, Endpoint to) {
  std::vector<std::string> names;
  for (const LinkId link : route_links(topology, from, to)) names.push_back(topology.link_name(link));
  return names;
}

}  // namespace tactus
