#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/link/order_checker.h"
#include "hw/memory/address_map.h"
#include "hw/node/numa_node.h"

namespace tactus {

/// A NIC that counts what comes of its accesses.
struct CountingNic final : DmaClient {
  struct Count {
    int read = 0;
    int taken = 0;
    int visible = 0;
  };
  std::vector<Count> counts;  ///< by tag
  Picoseconds last;           ///< time of the last answer
  bool visible_before_taken = false;

  void read_done(std::uint32_t tag, Picoseconds now) override {
    ++counts[tag].read;
    last = now;
  }
  void write_taken(std::uint32_t tag, Picoseconds now) override {
    ++counts[tag].taken;
    last = now;
  }
  void write_visible(std::uint32_t tag, Picoseconds now) override {
    ++counts[tag].visible;
    visible_before_taken = visible_before_taken || counts[tag].taken == 0;
    last = now;
  }
};

/// A node with a counting NIC in each slot and a checker on each channel.
class NumaBench {
 public:
  explicit NumaBench(const NumaNodeConfig& config) : node_(config, events_), nics_(config.nics.size()) {
    for (std::size_t i = 0; i < nics_.size(); ++i) node_.slot(static_cast<int>(i)).connect(nics_[i]);
    for (const NumaNode::Channel& channel : node_.channels()) {
      const bool pcie = channel.name.rfind("PCIe", 0) == 0;
      checkers_.push_back(std::make_unique<OrderChecker>(pcie ? pcie_order_rules() : ht_order_rules(), channel.name,
                                                         &channel.channel->config()));
      channel.channel->observe(checkers_.back().get());
    }
  }

  void write(int nic, int memory, std::uint64_t offset, std::uint32_t bytes) {
    node_.slot(nic).write(next_tag(nic), AddressMap::in_memory(memory, offset), bytes, events_.now());
  }
  void read(int nic, int memory, std::uint64_t offset, std::uint32_t bytes) {
    node_.slot(nic).read(next_tag(nic), AddressMap::in_memory(memory, offset), bytes, events_.now());
  }
  /// Runs until nothing happens any more; whether the node is as it was in the beginning.
  bool run() {
    events_.run();
    return node_.idle();
  }
  [[nodiscard]] std::vector<std::string> faults() const {
    std::vector<std::string> all;
    for (const auto& checker : checkers_) all.insert(all.end(), checker->faults().begin(), checker->faults().end());
    return all;
  }
  /// Bytes per second of `bytes` that were moved since time zero.
  [[nodiscard]] double rate(int nic, std::uint64_t bytes) const {
    return static_cast<double>(bytes) * 1e12 / static_cast<double>(this->nic(nic).last.count());
  }
  [[nodiscard]] const CountingNic& nic(int number) const { return nics_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] NumaNode& node() { return node_; }
  [[nodiscard]] TimedEvents& events() { return events_; }

 private:
  std::uint32_t next_tag(int nic) {
    auto& counts = nics_[static_cast<std::size_t>(nic)].counts;
    counts.emplace_back();
    return static_cast<std::uint32_t>(counts.size() - 1);
  }

  TimedEvents events_;
  NumaNode node_;
  std::vector<CountingNic> nics_;
  std::vector<std::unique_ptr<OrderChecker>> checkers_;
};

}  // namespace tactus
