#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/link/link_waves.h"
#include "hw/memory/memory_waves.h"
#include "hw/node/numa_node.h"

namespace tactus {

/// Signals of a NUMA node: its links, memories, bridges and slots, and for each NIC the resource that limits it.
///
/// To be made before the node moves anything. Reference: docs/reference/waves.md.
class NumaWaves {
 public:
  /// Number of the message or packet that an access of a NIC is about, by the tag that the NIC gave; 0: none. Empty:
  /// nobody knows.
  using NumberOf = std::function<std::uint64_t(int nic, bool read, std::uint32_t tag)>;

  /// `node` must outlive it.
  NumaWaves(NumaNode& node, const NumberOf& number_of);

  /// Adds all probes under `scope`.
  void add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now);
  /// First time after `now` at which a value changes although nothing happens on the node's wheel.
  [[nodiscard]] Picoseconds next_change(Picoseconds now) const;

 private:
  struct Link {
    std::string scope;
    std::unique_ptr<LinkWaves> waves;
  };
  NumaNode& node_;
  std::vector<Link> links_;
  std::vector<std::unique_ptr<MemoryWaves>> memories_;
};

}  // namespace tactus
