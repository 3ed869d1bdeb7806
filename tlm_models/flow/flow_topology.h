#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/units.h"

namespace tactus {

/// Number of a directed link of a topology, from 0.
using LinkId = std::int32_t;

/// Links of consecutive numbers, `first .. first + count - 1`, one behind the other on a route. Tori and meshes number
/// the links of a row in the order in which they are passed, so that a route of any length is a few runs.
struct LinkRun {
  LinkId first = 0;
  std::int32_t count = 0;
};

/// A route, or a part of one, that somebody else keeps.
struct LinkRuns {
  const LinkRun* first = nullptr;
  const LinkRun* last = nullptr;

  [[nodiscard]] const LinkRun* begin() const { return first; }
  [[nodiscard]] const LinkRun* end() const { return last; }
};

/// Where a message begins or ends: a node, and which of its ports (DMA engines) if the topology models them.
struct Endpoint {
  int node = 0;
  int port = 0;
  /// Dimensions of a torus (bit 0 is the first) in which a source's message goes the minus way if both ways are equally
  /// long; a topology may have a rule of its own (FlowTie).
  std::uint32_t minus_ties = 0;
};

/// A network as flows see it: directed links with a bandwidth, and one static route for each pair of endpoints.
/// Switches are ideal crossbars whose output ports are links too (mfs, section 2). A new topology is one class.
class FlowTopology {
 public:
  virtual ~FlowTopology() = default;

  [[nodiscard]] virtual int nodes() const = 0;
  [[nodiscard]] LinkId links() const { return static_cast<LinkId>(bandwidth_.size()); }
  /// In bytes per picosecond; positive.
  [[nodiscard]] double bandwidth(LinkId link) const { return bandwidth_[static_cast<std::size_t>(link)]; }
  /// Appends the links from `from` to `to` in their order; no link occurs twice. `from` and `to` are different nodes.
  virtual void route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const = 0;
  /// Switches passed between `from` and `to`: what a latency per hop is multiplied with.
  [[nodiscard]] virtual int hops(Endpoint from, Endpoint to) const = 0;
  /// Some links have a delay beyond that of a hop.
  [[nodiscard]] bool delays_differ() const { return !delay_before_.empty(); }
  /// Delay of the links of a run beyond that of as many hops, if delays differ.
  [[nodiscard]] Picoseconds extra_delay(LinkRun run) const {
    const auto first = static_cast<std::size_t>(run.first);
    return delay_before_[first + static_cast<std::size_t>(run.count)] - delay_before_[first];
  }
  /// For people: "(2,3) plus_x", "level 2 switch 5 down 1".
  [[nodiscard]] virtual std::string link_name(LinkId link) const = 0;

 protected:
  std::vector<double> bandwidth_;          ///< by link
  std::vector<Picoseconds> delay_before_;  ///< by link, extra delays of all before it, and one more; or empty
};

}  // namespace tactus
