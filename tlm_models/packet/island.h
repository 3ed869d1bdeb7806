#pragma once

#include <systemc>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/common/clock_domain.h"
#include "hw/node/node_group.h"
#include "tlm_models/packet/border_link.h"

namespace tactus {

/// Which nodes of a torus at packet level are on pins, and of what they are made.
struct IslandSetup {
  std::vector<int> nodes;  ///< by number, each once; they need not be neighbours
  NodeParts parts;
  BorderFaults faults;  ///< test hook
};

/// Nodes on pins in a torus at packet level: a clock domain, the nodes, the cables between them, and a BorderLink on
/// every link to a node at packet level.
///
/// No module: what it makes are children of the module in whose constructor it is made. Its edges are executed by the
/// SystemC kernel at their time. Reference: docs/reference/island.md.
class Island : public BorderSink {
 public:
  /// Makes an island that tells `network` of everything that leaves it. `network` and `config` must outlive the island.
  Island(const MachineConfig& config, const IslandSetup& setup, BorderSink& network);

  [[nodiscard]] ClockDomain& domain() { return domain_; }
  [[nodiscard]] NodeGroup& nodes() { return nodes_; }
  [[nodiscard]] const NodeGroup& nodes() const { return nodes_; }

  /// Something comes from the packet level.
  void cross(const Crossing& crossing) override;

  /// Retries up to edge `now` of the link behind an output of one of its nodes.
  [[nodiscard]] RetryCounts retries(int node, Direction direction, std::uint64_t now) const;
  /// Nothing is on its way in from the packet level, and no credit on its way out.
  [[nodiscard]] bool borders_empty() const;
  /// Flits that are lost within, or too many; empty if all is well.
  [[nodiscard]] std::vector<std::string> conservation_faults() const;
  /// Faults of an island at rest: whatever is left over when nothing should be under way.
  [[nodiscard]] std::vector<std::string> final_faults() const;

 private:
  struct Border {
    Border(const std::string& name, ClockDomain& domain, const MachineConfig& config, BorderLink::FarEnd far,
           BorderSink& network, const BorderFaults& faults);
    Wire<Flit> flit_in;
    Wire<CreditReturn> credit_in;
    Wire<Flit> flit_out;
    Wire<CreditReturn> credit_out;
    std::unique_ptr<Wire<LinkRoom>> room;  ///< null unless links repeat packets
    BorderLink link;
  };

  void add_border(const MachineConfig& config, int node, Direction direction, BorderSink& network,
                  const BorderFaults& faults);
  static std::size_t index(int node, int port) { return static_cast<std::size_t>(node * kMaxDirections + port); }

  ClockDomain domain_;
  NodeGroup nodes_;
  std::vector<std::unique_ptr<Border>> borders_;
  std::vector<Border*> border_of_;  ///< by node and port; null where no border is
};

}  // namespace tactus
