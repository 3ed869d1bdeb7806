#include "tlm_models/flow/fat_tree.h"

#include <fmt/core.h>

namespace tactus {

// N links up and N down between level l and level l + 1. Below a switch group of level l with its k^l nodes there are
// k^l links up; the digits of the destination that were chosen on the way, and the one that is chosen next, tell which.

FatTree::FatTree(const FlowTopologyConfig& config)
    : nodes_(node_count(config)),
      arity_(config.arity),
      levels_(config.kind == FlowTopologyKind::kFatTree ? 3 : config.levels) {
  int below = 1;
  for (int level = 0; level < levels_; ++level) {
    subtree_.push_back(below);
    below *= config.arity;
  }
  for (int both = 0; both < 2; ++both) {
    for (int level = 0; level < levels_; ++level) {
      add_links(nodes_, bandwidth_of(config, static_cast<std::size_t>(level)));
    }
  }
  add_ports(config.port);
  std::vector<LinkGroup> groups;
  for (int way = 0; way < 2 * levels_; ++way) {
    groups.push_back({way * nodes_, nodes_, static_cast<std::size_t>(way % levels_)});
  }
  std::vector<LinkId> own_links;
  own_links.reserve(config.own_links.size());
  for (const FlowLinkSpeed& own : config.own_links) {
    own_links.push_back(((own.plus ? 0 : levels_) + static_cast<int>(own.dimension)) * nodes_ + own.node);
  }
  take_own_speeds(config, groups, own_links);
}

int FatTree::turn(int from, int to) const {
  int level = 1;
  while (level < levels_ &&
         from / subtree_[static_cast<std::size_t>(level)] != to / subtree_[static_cast<std::size_t>(level)]) {
    ++level;
  }
  return level;
}

void FatTree::network_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const {
  const int top = turn(from.node, to.node);
  for (int level = 0; level < top; ++level) {
    const int below = subtree_[static_cast<std::size_t>(level)];
    runs.push_back({level * nodes_ + from.node / below * below + to.node % below, 1});
  }
  for (int level = top - 1; level >= 0; --level) runs.push_back({(levels_ + level) * nodes_ + to.node, 1});
}

std::string FatTree::network_link_name(LinkId link) const {
  const int level = link / nodes_ % levels_;
  const int index = link % nodes_;
  const int below = subtree_[static_cast<std::size_t>(level)];
  const int subtree = index / below;
  const int digits = index % below;
  if (link < levels_ * nodes_) {
    if (level == 0) return fmt::format("node {} up", index);
    const int switches = below / arity_;
    return fmt::format("level {} switch {} up {}", level, subtree * switches + digits % switches, digits / switches);
  }
  const bool from_top = level + 1 == levels_;
  return fmt::format("level {} switch {} down {}", level + 1, from_top ? digits : subtree / arity_ * below + digits,
                     from_top ? subtree : subtree % arity_);
}

}  // namespace tactus
