#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tactus::test {

/// A node of a binary schedule, and the nodes that wait for it.
struct BinaryNode {
  std::uint8_t type = 3;
  std::uint32_t peer = 0;
  std::uint64_t size = 0;
  std::uint32_t tag = 0;
  std::uint8_t cpu = 0;
  std::uint8_t nic = 0;
  std::vector<std::uint32_t> after_end{};
  std::vector<std::uint32_t> after_begin{};
};
struct BinaryRank {
  std::vector<BinaryNode> nodes;
};

/// The schedule as txt2bin writes it, with nodes of `node_bytes` bytes.
inline std::string goal_binary(const std::vector<BinaryRank>& ranks, std::size_t node_bytes = 39) {
  const auto append = [](std::string& bytes, auto number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  std::uint8_t most_cpu = 0;
  std::uint8_t most_nic = 0;
  std::vector<std::string> parts;
  for (const BinaryRank& rank : ranks) {
    std::vector<std::uint32_t> waits_for(rank.nodes.size());
    std::string dependents;
    for (const BinaryNode& node : rank.nodes) {
      most_cpu = std::max(most_cpu, node.cpu);
      most_nic = std::max(most_nic, node.nic);
      for (const auto* list : {&node.after_end, &node.after_begin}) {
        for (const std::uint32_t dependent : *list) {
          ++waits_for[dependent];
          append(dependents, dependent);
        }
      }
    }
    std::string roots;
    for (std::uint32_t i = 0; i < waits_for.size(); ++i) {
      if (waits_for[i] == 0) append(roots, i);
    }
    std::string part;
    append(part, static_cast<std::uint32_t>(rank.nodes.size()));
    append(part, static_cast<std::uint32_t>(roots.size() / 4));
    part += roots;
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < rank.nodes.size(); ++i) {
      const BinaryNode& node = rank.nodes[i];
      const std::size_t begin = part.size();
      append(part, waits_for[i]);
      append(part, node.type);
      append(part, node.peer);
      append(part, node.size);
      append(part, node.tag);
      append(part, node.cpu);
      append(part, node.nic);
      for (const auto* list : {&node.after_end, &node.after_begin}) {
        append(part, static_cast<std::uint32_t>(list->size()));
        append(part, before);
        before += static_cast<std::uint32_t>(list->size());
      }
      part.resize(begin + node_bytes);
    }
    parts.push_back(part + dependents);
  }
  std::string bytes;
  append(bytes, std::uint64_t{4223});
  append(bytes, static_cast<std::uint32_t>(ranks.size()));
  append(bytes, most_cpu);
  append(bytes, most_nic);
  std::uint64_t at = 6 + 16 * ranks.size();
  for (const std::string& part : parts) {
    append(bytes, at);
    append(bytes, at += part.size());
  }
  for (const std::string& part : parts) bytes += part;
  return bytes;
}

}  // namespace tactus::test
