#include "testbench/app/scenario/node_config.h"

#include <algorithm>
#include <tuple>

#include "hw/common/config_faults.h"
#include "hw/common/nic_config.h"
#include "hw/node/numa_routes.h"
#include "testbench/app/scenario/codec.h"
#include "testbench/app/scenario/scenario_reading.h"

namespace tactus {
namespace {

using ChoiceKind = MemoryChoice::Kind;

const MemoryChoice& settled(const NodeConfig& node, const MemoryChoice& own) {
  return own.kind == ChoiceKind::kSame ? node.memory : own;
}

bool lists(const NodeConfig& node, const MemoryChoice& own) { return settled(node, own).kind == ChoiceKind::kListed; }

std::vector<int> memories_of(const NodeConfig& node, const MemoryChoice& own, const std::vector<int>& nics) {
  const MemoryChoice& choice = settled(node, own);
  if (choice.kind == ChoiceKind::kListed) return choice.memories;
  const NumaRoutes routes(node.numa);
  std::vector<int> memories;
  for (const int nic : nics) {
    const int socket = node.numa.socket_of(node.numa.nics[static_cast<std::size_t>(nic)]);
    const auto closer = [&](const NumaNodeConfig::Memory& a, const NumaNodeConfig::Memory& b) {
      return routes.distance(socket, a.socket) < routes.distance(socket, b.socket);
    };
    const auto& all = node.numa.memories;
    const bool near = choice.kind == ChoiceKind::kNear;
    const auto chosen =
        near ? std::min_element(all.begin(), all.end(), closer) : std::max_element(all.begin(), all.end(), closer);
    memories.push_back(static_cast<int>(chosen - all.begin()));
  }
  return memories;
}

std::vector<int> nearest_nics(const NodeConfig& node, std::size_t count) {
  const NumaRoutes routes(node.numa);
  const auto distance = [&](int nic, int memory) {
    return routes.distance(node.numa.socket_of(node.numa.nics[static_cast<std::size_t>(nic)]),
                           node.numa.memories[static_cast<std::size_t>(memory)].socket);
  };
  std::vector<int> engines(node.numa.nics.size());  // that each NIC has so far
  std::vector<int> chosen;
  for (std::size_t engine = 0; engine < count; ++engine) {
    const int receives = settled(node, node.receive_memory).memories[engine];
    const int sends = settled(node, node.send_memory).memories[engine];
    int best = 0;
    const auto cost = [&](int nic) {
      return std::make_tuple(distance(nic, receives), distance(nic, sends), engines[static_cast<std::size_t>(nic)]);
    };
    for (int nic = 1; nic < static_cast<int>(engines.size()); ++nic) {
      if (cost(nic) < cost(best)) best = nic;
    }
    ++engines[static_cast<std::size_t>(best)];
    chosen.push_back(best);
  }
  return chosen;
}

void check_choice(ConfigFaults& faults, const NodeConfig& node, const MemoryChoice& choice, const char* member,
                  std::size_t nics) {
  if (choice.kind != ChoiceKind::kListed) return;
  faults.require(choice.memories.size() == nics, member, "{} memories for {} NICs: give one for each",
                 choice.memories.size(), nics);
  const std::size_t memories = node.numa.memories.size();
  for (const int memory : choice.memories) {
    faults.require(memory >= 0 && memory < static_cast<int>(memories), member,
                   "there is no memory {}: they are 0 to {}", memory, memories - 1);
  }
}

}  // namespace

std::vector<int> NodeConfig::send_memories(const std::vector<int>& nics) const {
  return memories_of(*this, send_memory, nics);
}

std::vector<int> NodeConfig::receive_memories(const std::vector<int>& nics) const {
  return memories_of(*this, receive_memory, nics);
}

BufferHomes NodeConfig::homes(int engines) const {
  BufferHomes homes;
  if (kind == NodeKind::kPlain) return homes;
  const std::vector<int> nics = tactus::engine_nics(*this, engines);
  const std::vector<int> send = send_memories(nics);
  const std::vector<int> receive = receive_memories(nics);
  std::copy(send.begin(), send.end(), homes.send.begin());
  std::copy(receive.begin(), receive.end(), homes.receive.begin());
  return homes;
}

std::vector<int> engine_nics(const NodeConfig& node, int engines) {
  switch (node.engine_nics.kind) {
    case NicChoice::Kind::kListed:
      return node.engine_nics.nics;
    case NicChoice::Kind::kNearest:
      return nearest_nics(node, static_cast<std::size_t>(engines));
    case NicChoice::Kind::kInOrder:
      break;
  }
  std::vector<int> nics;
  for (int engine = 0; engine < engines; ++engine) {
    nics.push_back(engine % static_cast<int>(node.numa.nics.size()));
  }
  return nics;
}

std::vector<ConfigFault> placement_faults(const NodeConfig& node, std::size_t users) {
  ConfigFaults faults;
  faults.require(node.memory.kind != ChoiceKind::kSame, "memory", "same as what? Use near, far or a list");
  check_choice(faults, node, node.memory, "memory", users);
  check_choice(faults, node, node.send_memory, "send_memory", users);
  check_choice(faults, node, node.receive_memory, "receive_memory", users);
  const auto& memories = node.numa.memories;
  const auto at_cpu = [&](const NumaNodeConfig::Memory& memory) { return memory.socket == node.cpu; };
  faults.require(node.cpu >= 0 && node.cpu < node.numa.sockets, "cpu", "there is no socket {}: they are 0 to {}",
                 node.cpu, node.numa.sockets - 1);
  faults.require(node.cpu >= node.numa.sockets || std::any_of(memories.begin(), memories.end(), at_cpu), "cpu",
                 "socket {} has no memory for its processes", node.cpu);
  return faults.take();
}

bool check_numa(ScenarioReading& reading) {
  // Of a list with faults in it the rest is known.
  const auto unknown = [&reading](const std::string& key) {
    const YamlNode& value = reading.entry(key)->value;
    return key.rfind("node.", 0) == 0 && !(value.is(YamlNode::Kind::kSequence) && is_known(value));
  };
  if (std::any_of(reading.bad().begin(), reading.bad().end(), unknown)) return false;
  const std::vector<ConfigFault> faults = validate(reading.scenario().node.numa);
  reading.report("node.numa", faults);
  return faults.empty();
}

std::vector<ConfigFault> engine_placement_faults(const NodeConfig& node, int engines) {
  ConfigFaults faults;
  const auto users = static_cast<std::size_t>(engines);
  faults.add(placement_faults(node, users));
  const NicChoice& choice = node.engine_nics;
  const auto all = static_cast<int>(node.numa.nics.size());
  if (choice.kind == NicChoice::Kind::kListed) {
    faults.require(choice.nics.size() == users, "engine_nics", "{} NICs for {} DMA engines: give one for each",
                   choice.nics.size(), users);
    for (const int nic : choice.nics) {
      faults.require(nic >= 0 && nic < all, "engine_nics", "there is no NIC {}: they are 0 to {}", nic, all - 1);
    }
  }
  const bool listed = lists(node, node.send_memory) && lists(node, node.receive_memory);
  faults.require(choice.kind != NicChoice::Kind::kNearest || listed, "engine_nics",
                 "nearest to what? List the memory of each engine's buffers, as in memory: [0, 0, 1, 1]");
  return faults.take();
}

}  // namespace tactus
