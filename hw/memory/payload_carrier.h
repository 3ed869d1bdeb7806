#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace tactus {

/// Carries the payload of packets from the memory that was read to the memory that is written, beside the wires: one
/// per machine, shared by the memories of its nodes. A packet takes its bytes when it starts and gives them up when it
/// has come, so that they are those of the time at which the source was read. For one thread.
/// Reference: docs/reference/tlm.md.
class PayloadCarrier {
 public:
  using Payload = std::vector<unsigned char>;

  /// For a machine with so many nodes.
  explicit PayloadCarrier(int nodes) : attached_(static_cast<std::size_t>(nodes)) {}

  /// The memory of `node` takes what packets bring there.
  void attach(int node) { attached_[static_cast<std::size_t>(node)] = true; }
  [[nodiscard]] bool attached(int node) const { return attached_[static_cast<std::size_t>(node)]; }

  void put(std::uint64_t packet, Payload payload) { under_way_[packet] = std::move(payload); }
  /// The payload of `packet`, which it has no more. Answers false if it has none.
  [[nodiscard]] bool take(std::uint64_t packet, Payload& payload);
  /// The network was reset: all packets are lost.
  void clear() { under_way_.clear(); }
  /// Packets with payload that have started and not come; 0 in a network at rest.
  [[nodiscard]] std::size_t under_way() const { return under_way_.size(); }

 private:
  std::vector<bool> attached_;  ///< by node
  std::unordered_map<std::uint64_t, Payload> under_way_;
};

}  // namespace tactus
