#include "testbench/app/scenario/key_groups.h"
#include "testbench/app/scenario/numa_codecs.h"

namespace tactus {

std::vector<KeySpec> numa_node_keys() {
  std::vector<KeySpec> kind = {
      key("node.kind", AT(node.kind),
          "Structure between NICs and memory: one rate (plain), or sockets, links and bridges (numa), which rails "
          "always have.")};
  std::vector<KeySpec> parts = {
      key("node.sockets", AT(node.numa.sockets), "Sockets of a NUMA node, numbered from 0.", range(1, 64)),
      key("node.memories", AT(node.numa.memories), "Memories of a node, each with the controller of one socket."),
      key("node.links", AT(node.numa.socket_links),
          "HyperTransport links between two sockets; `buffers` are the buffers of the socket at either end."),
      key("node.bridges", AT(node.numa.bridges),
          "Bridges from HyperTransport to PCI Express: `socket_buffers` are for what comes from the bridge, "
          "`bridge_buffers` for what comes from the socket."),
      key("node.nics", AT(node.numa.nics), "Bridge and slot of each NIC."),
  };
  std::vector<KeySpec> engines = {
      key("node.engine_nics", AT(node.engine_nics),
          "NIC of each DMA engine in the torus: engine e has NIC e modulo their number, the NIC nearest to its buffers "
          "if `node.memory` lists these, or the NIC that is listed.")};
  std::vector<KeySpec> places = {
      key("node.cpu", AT(node.cpu), "Socket of the processes, whose control messages lie in its first memory."),
      key("node.memory", AT(node.memory),
          "Memory of the buffers of each rail, or in the torus of each DMA engine: nearest to the NIC, farthest, or as "
          "listed."),
      key("node.send_memory", AT(node.send_memory),
          "Memory of the buffers that are sent; same is the choice of `node.memory`."),
      key("node.receive_memory", AT(node.receive_memory),
          "Memory of the buffers that receive; same is the choice of `node.memory`."),
  };
  const auto on_numa = [](std::vector<NetworkName> networks, std::vector<KeySpec> specs) {
    return on(on_network(std::move(networks)),
              on(only_with("node.kind", AT(node.kind), {NodeKind::kNuma}), std::move(specs)));
  };
  const std::vector<NetworkName> both = {kTorusName, kRailsName};
  return together(on(on_network(both), kind), on_numa(both, parts), on_numa({kTorusName}, engines),
                  on_numa(both, places));
}

}  // namespace tactus
