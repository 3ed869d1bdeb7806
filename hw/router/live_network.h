#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "hw/common/machine_config.h"
#include "hw/router/host_distances.h"
#include "hw/router/live_links.h"
#include "hw/router/tree_ways.h"

namespace tactus {

/// The links of a machine that carry something to the end, with tables of ways over them that are made when somebody
/// first asks for them. Any thread may ask; routers keep what they have asked for. Time and memory of a table grow with
/// nodes times hosts.
class LiveNetwork {
 public:
  explicit LiveNetwork(const MachineConfig& config) : links_(config) {}

  /// Why `config` is too large for tables; empty if it is not.
  [[nodiscard]] static std::string refusal(const MachineConfig& config);

  [[nodiscard]] const LiveLinks& links() const { return links_; }
  /// A network that is not parted has these.
  [[nodiscard]] const TreeWays& tree() const;
  [[nodiscard]] const HostDistances& distances() const;

 private:
  LiveLinks links_;
  mutable std::mutex mutex_;
  mutable std::optional<TreeWays> tree_;
  mutable std::optional<HostDistances> distances_;
};

/// The live network of `config`; routers of one machine share it.
std::shared_ptr<const LiveNetwork> live_network(const MachineConfig& config);

}  // namespace tactus
