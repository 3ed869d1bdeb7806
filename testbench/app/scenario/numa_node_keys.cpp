#include "testbench/app/scenario/key_groups.h"

namespace tactus {

// clang-format off
template <> struct EnumWords<MemoryChoice::Kind> {
  static constexpr WordTable<MemoryChoice::Kind, 3> kWords = {{{"near", MemoryChoice::Kind::kNear},
      {"far", MemoryChoice::Kind::kFar}, {"same", MemoryChoice::Kind::kSame}}};
};
template <> struct EnumWords<NicChoice::Kind> {
  static constexpr WordTable<NicChoice::Kind, 2> kWords = {{{"in_order", NicChoice::Kind::kInOrder},
      {"nearest", NicChoice::Kind::kNearest}}};
};
// clang-format on

/// Codec of a word of Choice::Kind, or a list of numbers.
template <class Choice, std::vector<int> Choice::*Numbers>
struct ChoiceCodec {
  using Kind = typename Choice::Kind;
  static ValueForm form() { return {ValueForm::Kind::kCountList, EnumCodec<Kind>::words()}; }
  static void decode(const YamlNode& node, const ValueContext& context, Choice& value) {
    if (node.is(YamlNode::Kind::kSequence)) {
      value.kind = Kind::kListed;
      return ListCodec<int>::decode(node, context, value.*Numbers);
    }
    if (const std::optional<Kind> kind = decoded<Kind>(node, context)) value = {*kind, {}};
  }
  static std::string show(const Choice& value) {
    return value.kind == Kind::kListed ? ListCodec<int>::show(value.*Numbers) : EnumCodec<Kind>::show(value.kind);
  }
};
template <>
struct Codec<MemoryChoice> : ChoiceCodec<MemoryChoice, &MemoryChoice::memories> {};
template <>
struct Codec<NicChoice> : ChoiceCodec<NicChoice, &NicChoice::nics> {};

template <>
std::vector<MapKey<HtBuffers>> map_keys() {
  return {{AT(posted)}, {AT(non_posted)}, {AT(response)}};
}
template <>
std::vector<MapKey<PcieCredits>> map_keys() {
  return {{AT(headers)}, {AT(data)}};
}
template <>
std::vector<MapKey<PcieLinkConfig>> map_keys() {
  return {{AT(generation)},  {AT(lanes)},   {AT(max_payload)},  {AT(max_read_request)},
          {AT(read_tags)},   {AT(latency)}, {AT(posted)},       {AT(non_posted_headers)},
          {AT(completions)}, {AT(dllp)},    {AT(tlps_per_dllp)}};
}
template <>
std::vector<MapKey<NumaNodeConfig::Memory>> map_keys() {
  return {{AT(socket)},
          {AT(controller.rate)},
          {AT(controller.latency)},
          {AT(controller.banks)},
          {AT(controller.bank_interleave)},
          {AT(controller.bank_busy)},
          {AT(controller.queue)}};
}
template <>
std::vector<MapKey<NumaNodeConfig::SocketLink>> map_keys() {
  return {{AT(from)}, {AT(to)}, {AT(link.rate)}, {AT(link.latency)}, {AT(buffers)}};
}
template <>
std::vector<MapKey<NumaNodeConfig::Bridge>> map_keys() {
  return {{AT(socket)},         {AT(link.rate)}, {AT(link.latency)}, {AT(socket_buffers)},
          {AT(bridge_buffers)}, {AT(reads)},     {AT(completions)},  {AT(slots)}};
}
template <>
std::vector<MapKey<NumaNodeConfig::Nic>> map_keys() {
  return {{AT(bridge)}, {AT(slot)}};
}

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
  const std::vector<NetworkName> both = {kTorusName, kGraphName, kRailsName};
  return together(on(on_network(both), kind), on_numa(both, parts), on_numa({kTorusName, kGraphName}, engines),
                  on_numa(both, places));
}

}  // namespace tactus
