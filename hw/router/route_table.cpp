#include "hw/router/route_table.h"

#include <array>

namespace tactus {

RouteTable::RouteTable(const NetworkShape& shape, int virtual_channels)
    : shape_(shape),
      nodes_(shape.nodes()),
      virtual_channels_(virtual_channels),
      heads_(static_cast<std::size_t>(nodes_) * static_cast<std::size_t>(shape.hosts()), 0),
      links_(1) {
  for (int node = 0; node < nodes_; ++node) {
    PortSet inputs = node < shape.hosts() ? RouteEntry::kNic : 0;
    for (int port = 0; port < shape.directions(); ++port) {
      if (shape.has_link(shape.coordinate(node), static_cast<Direction>(port))) inputs |= port_bit(port);
    }
    inputs_.push_back(inputs);
  }
}

int RouteTable::add(const RouteEntry& entry) {
  entries_.push_back(entry);
  return static_cast<int>(entries_.size()) - 1;
}

bool RouteTable::give(int node, int destination, int entry) {
  if (const RouteEntry* before = first(node, destination); before != nullptr && before->takes_all()) return false;
  const RouteEntry& added = entries_[static_cast<std::size_t>(entry)];
  const unsigned all_vcs = (1U << virtual_channels_) - 1;
  const PortSet inputs = inputs_[static_cast<std::size_t>(node)] & added.in_ports;
  std::array<unsigned, kMaxDirections> left{};  // VCs of each input that entries before do not take
  for (int port = 0; port < shape_.directions(); ++port) {
    if ((inputs >> port & 1U) != 0) left[static_cast<std::size_t>(port)] = added.in_vcs & all_vcs;
  }
  bool nic = (inputs & RouteEntry::kNic) != 0;
  std::uint32_t* tail = &heads_[pair(node, destination)];
  while (*tail != 0) {
    Link& link = links_[*tail];
    const RouteEntry& before = entries_[link.entry];
    nic = nic && (before.in_ports & RouteEntry::kNic) == 0;
    for (int port = 0; port < shape_.directions(); ++port) {
      if ((before.in_ports >> port & 1U) != 0) left[static_cast<std::size_t>(port)] &= ~unsigned{before.in_vcs};
    }
    tail = &link.next;
  }
  unsigned any = 0;
  for (const unsigned vcs : left) any |= vcs;
  if (!nic && any == 0) return false;
  *tail = static_cast<std::uint32_t>(links_.size());
  links_.push_back({static_cast<std::uint32_t>(entry), 0});
  return true;
}

}  // namespace tactus
