#include "testbench/app/scenario/route_table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/route_function.h"
#include "hw/router/route_table.h"

namespace tactus {
namespace {

/// "0-1", "0,2".
std::string vcs_text(unsigned mask) {
  std::string text;
  for (int vc = 0; vc < kMaxVirtualChannels; ++vc) {
    if ((mask >> vc & 1U) == 0) continue;
    int last = vc;
    while ((mask >> (last + 1) & 1U) != 0) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", vc);
    if (last > vc) text += fmt::format("-{}", last);
    vc = last;
  }
  return text;
}

/// A decision at a node for packets to one destination, with the inputs of the packets that it is for.
struct DecidedInputs {
  RouteDecision decision;
  bool nic = false;
  std::array<unsigned, kMaxDirections> vcs{};  ///< by direction that packets come in by

  [[nodiscard]] int inputs() const {
    int count = nic ? 1 : 0;
    for (const unsigned mask : vcs) count += __builtin_popcount(mask);
    return count;
  }
};

class TableWriter {
 public:
  explicit TableWriter(const MachineConfig& machine)
      : shape_(machine.network),
        ports_(machine.ports()),
        all_vcs_(machine.router.all_vcs()),
        vcs_(machine.router.virtual_channels),
        routes_(make_route_function(machine)),
        lines_(static_cast<std::size_t>(shape_.nodes())) {
    for (int host = 0; host < shape_.hosts(); ++host) {
      if (!machine.faults.has(shape_.coordinate(host))) hosts_.push_back(host);
    }
  }

  RouteTableText write() {
    for (const int to : hosts_) {
      if (!refusal_.empty()) break;
      header_.destination = shape_.coordinate(to);
      follow();
      for (int node = 0; node < shape_.nodes(); ++node) {
        if (node != to) append(node);
      }
    }
    if (!refusal_.empty()) return {{}, refusal_};
    std::string text;
    for (const std::string& of_node : lines_) text += of_node;
    return {std::move(text), {}};
  }

 private:
  struct Head {
    int node;
    int in_port;
    int in_vc;
  };

  /// Asks for every packet to the destination, wherever it comes.
  void follow() {
    decided_.assign(static_cast<std::size_t>(shape_.nodes()), {});
    std::vector<Head> heads;
    for (const int node : hosts_) {
      if (shape_.coordinate(node) != header_.destination) heads.push_back({node, ports_.nic_port(0), 0});
    }
    while (!heads.empty()) {
      const Head head = heads.back();
      heads.pop_back();
      const Coordinate here = shape_.coordinate(head.node);
      if (here == header_.destination || is_decided(head)) continue;
      const RouteDecision decision = decision_at(head);
      const auto link = static_cast<Direction>(decision.out_port);
      for (unsigned mask = decision.vc_mask; mask != 0; mask &= mask - 1) {
        heads.push_back(
            {shape_.node(shape_.neighbour(here, link)), static_cast<int>(opposite(link)), __builtin_ctz(mask)});
      }
    }
  }

  [[nodiscard]] bool is_decided(const Head& head) const {
    for (const DecidedInputs& each : decided_[static_cast<std::size_t>(head.node)]) {
      const bool nic = ports_.is_nic(head.in_port);
      if (nic ? each.nic : (each.vcs[static_cast<std::size_t>(head.in_port)] >> head.in_vc & 1U) != 0) return true;
    }
    return false;
  }

  /// Asks for all signs and NICs, which must not matter, and notes the decision.
  RouteDecision decision_at(const Head& head) {
    const RouteDecision decision = ask(head, head.in_port, 0, 0);
    const int sources = ports_.is_nic(head.in_port) ? ports_.nics() : 1;
    const unsigned all_signs = 1U << (shape_.is_graph() ? 0 : shape_.dimensions());
    for (unsigned signs = 0; signs < all_signs; ++signs) {
      for (int nic = 0; nic < ports_.nics() * sources; ++nic) {
        if (ask(head, head.in_port + nic / ports_.nics(), nic % ports_.nics(), signs) == decision) continue;
        refusal_ = fmt::format("packets to {} go on from {} as their signs or NICs say, which tables do not tell apart",
                               shape_.text(header_.destination), shape_.text(shape_.coordinate(head.node)));
      }
    }
    note(head, decision);
    return decision;
  }

  RouteDecision ask(const Head& head, int in_port, int nic, unsigned signs) {
    header_.destination_nic = static_cast<std::uint8_t>(nic);
    header_.negative = OffsetSigns(signs);
    return routes_->route(shape_.coordinate(head.node), in_port, head.in_vc, header_);
  }

  void note(const Head& head, const RouteDecision& decision) {
    std::vector<DecidedInputs>& list = decided_[static_cast<std::size_t>(head.node)];
    const auto same = [&](const DecidedInputs& each) { return each.decision == decision; };
    auto found = std::find_if(list.begin(), list.end(), same);
    if (found == list.end()) found = list.insert(list.end(), {decision});
    if (ports_.is_nic(head.in_port)) {
      found->nic = true;
    } else {
      found->vcs[static_cast<std::size_t>(head.in_port)] |= 1U << head.in_vc;
    }
  }

  /// Lines of `node` for packets to the destination; the last one is for most inputs, and so for all that are left.
  void append(int node) {
    std::vector<DecidedInputs>& list = decided_[static_cast<std::size_t>(node)];
    const auto fewer = [](const DecidedInputs& a, const DecidedInputs& b) { return a.inputs() < b.inputs(); };
    std::stable_sort(list.begin(), list.end(), fewer);
    for (const DecidedInputs& each : list) {
      if (&each == &list.back()) {
        append_line(node, each.decision, "");
      } else {
        append_inputs(node, each);
      }
    }
  }

  void append_inputs(int node, const DecidedInputs& decided) {
    if (decided.nic) append_line(node, decided.decision, " from=nic");
    for (int port = 0; port < shape_.directions(); ++port) {
      const unsigned vcs = decided.vcs[static_cast<std::size_t>(port)];
      if (vcs == 0) continue;
      append_line(node, decided.decision,
                  fmt::format(" from={}{}", side(node, port), vcs_ > 1 ? " from_vc=" + vcs_text(vcs) : ""));
    }
  }

  void append_line(int node, const RouteDecision& decision, const std::string& inputs) {
    const std::string vcs = decision.vc_mask == all_vcs_ ? "" : " vc=" + vcs_text(decision.vc_mask);
    lines_[static_cast<std::size_t>(node)] +=
        fmt::format("{} {} {}{}{}\n", name(node), name(shape_.node(header_.destination)), side(node, decision.out_port),
                    vcs, inputs);
  }

  [[nodiscard]] std::string name(int node) const {
    return shape_.is_graph() ? std::to_string(node) : shape_.joined(shape_.coordinate(node), ",");
  }
  /// A direction, or in a graph the neighbour.
  [[nodiscard]] std::string side(int node, int port) const {
    return shape_.is_graph() ? std::to_string(shape_.graph->neighbour(node, port)) : ports_.name(port);
  }

  const NetworkShape& shape_;
  RouterPorts ports_;
  unsigned all_vcs_;
  int vcs_;
  std::unique_ptr<const RouteFunction> routes_;
  RouteHeader header_;
  std::vector<std::vector<DecidedInputs>> decided_;  ///< by node, for packets to the destination
  std::vector<int> hosts_;                           ///< those whose routers work
  std::vector<std::string> lines_;                   ///< by node
  std::string refusal_;
};

}  // namespace

RouteTableText route_table_text(const MachineConfig& machine) {
  const RoutingName& routing = machine.router.routing;
  if (policy(routing).draws) {
    return {{}, fmt::format("{} draws a way for each packet, and a table has one", routing.name())};
  }
  if (policy(routing).adaptive) {
    return {{}, fmt::format("{} lets routers choose a packet's way, and a table has one", routing.name())};
  }
  if (machine.counts_packets()) {
    return {{},
            "with router.flow_control bubble a packet needs room for two where it enters a ring, which no table says"};
  }
  if (machine.network.nodes() > RouteTable::kMostNodes) {
    return {{},
            fmt::format("a table has at most {} nodes, and the network has {}", RouteTable::kMostNodes,
                        machine.network.nodes())};
  }
  return TableWriter(machine).write();
}

}  // namespace tactus
