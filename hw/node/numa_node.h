#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/node/node_limit.h"
#include "hw/node/numa_config.h"
#include "hw/node/numa_socket.h"
#include "hw/node/pcie_bridge.h"
#include "hw/node/pcie_endpoint.h"

namespace tactus {

/// A resource that data of a NIC waits for, and which one of its kind.
struct LimitingResource {
  NodeLimit limit = NodeLimit::kNothing;
  int part = 0;  ///< link as in `NumaNode::channels`, memory by its number, NIC by its number
  friend bool operator==(const LimitingResource& a, const LimitingResource& b) {
    return a.limit == b.limit && a.part == b.part;
  }
};

/// Sockets, memories, links and bridges of a node, with NICs in its slots. Plain core on an event wheel, which several
/// nodes may share.
///
/// Data is moved in transfers of 64 B and in TLPs; contents are not. Addresses name their memory (AddressMap::home).
/// Reference: docs/reference/numa_node.md.
class NumaNode final : public WriteListener {
 public:
  struct Channel {
    std::string name;   ///< "HT socket 0 to 1", "PCIe NIC 2, back"
    std::string scope;  ///< scope of its signals: "link_0.to_socket_1", "nic_2.pcie_down"
    bool pcie = false;
    bool up = false;  ///< leads from a NIC or a bridge towards the sockets
    std::unique_ptr<LinkChannel> channel;
  };

  /// `config` is free of faults; `events` must outlive the node.
  NumaNode(const NumaNodeConfig& config, TimedEvents& events);
  ~NumaNode() override = default;
  NumaNode(const NumaNode&) = delete;
  NumaNode& operator=(const NumaNode&) = delete;

  /// Where NIC `nic` asks for memory; connect its client first.
  [[nodiscard]] PcieEndpoint& slot(int nic) { return *endpoints_[static_cast<std::size_t>(nic)]; }
  [[nodiscard]] int nics() const { return static_cast<int>(endpoints_.size()); }
  [[nodiscard]] const std::vector<Channel>& channels() const { return channels_; }
  [[nodiscard]] const MemoryController& memory(int number) const {
    return *memories_[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] MemoryController& memory(int number) { return *memories_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] int memories() const { return static_cast<int>(memories_.size()); }

  /// Resource that the writes of a NIC wait for at `now`: asked from the NIC on, each stage that waits for buffers of
  /// the next one points there.
  [[nodiscard]] LimitingResource limit_of_writes(int nic, Picoseconds now) const;
  /// Resource that the reads of a NIC wait for at `now`; their answers are asked first.
  [[nodiscard]] LimitingResource limit_of_reads(int nic, Picoseconds now) const;
  [[nodiscard]] std::string name_of(const LimitingResource& resource) const;
  [[nodiscard]] const PcieBridge& bridge_of(int nic) const {
    return *bridges_[static_cast<std::size_t>(bridge_of_nic_[static_cast<std::size_t>(nic)])];
  }
  /// `accesses`, if there is one, sees what memories are given; nullptr for none, as at first.
  void follow(AccessListener* accesses) {
    for (const auto& socket : sockets_) socket->follow(accesses);
  }
  /// Adds what the bridges do, in scopes "bridge_0" and so on under `scope`. Everything else: NumaWaves.
  void add_bridge_probes(ProbeList& probes, const std::string& scope) const;

  /// Whether nothing is under way but credits, and every credit is back or comes back.
  [[nodiscard]] bool idle() const;

 private:
  struct Link {
    int first = 0;   ///< channel from `from` to `to`, from the bridge to its socket, from the NIC to its bridge
    int second = 0;  ///< the other way
  };
  /// Where a channel into a socket comes from and ends.
  struct Entry {
    int channel;
    int socket;
    int port;
  };
  Link add_link(Channel forth, Channel back, const LinkChannelConfig& forth_config,
                const LinkChannelConfig& back_config);
  void make_links(const NumaNodeConfig& config);
  void make_sockets(const NumaNodeConfig& config);
  void make_bridges(const NumaNodeConfig& config);
  [[nodiscard]] NumaSocket::Routes routes_of(int socket, const NumaNodeConfig& config) const;
  void connect(int number, LinkSender& sender, int sender_port, LinkReceiver& receiver, int receiver_port);
  LinkChannel& channel(int number) { return *channels_[static_cast<std::size_t>(number)].channel; }
  [[nodiscard]] const LinkChannel& channel(int number) const {
    return *channels_[static_cast<std::size_t>(number)].channel;
  }
  void written(int nic, std::uint32_t transaction, std::uint32_t bytes, Picoseconds done) override {
    endpoints_[static_cast<std::size_t>(nic)]->written(transaction, bytes, done);
  }
  /// Resource that a packet waits for: the one before HyperTransport channel `number` that `stand` names, or one
  /// further on its way.
  [[nodiscard]] LimitingResource follow(int number, LinkStand stand, TrafficClass traffic, Picoseconds now) const;
  [[nodiscard]] LimitingResource wire_of(int number, Picoseconds now) const;

  TimedEvents& events_;
  std::vector<Channel> channels_;
  std::vector<Link> socket_links_;
  std::vector<Link> bridge_links_;
  std::vector<Link> nic_links_;
  std::vector<int> bridge_of_nic_;
  std::vector<int> reverse_;                      ///< by channel
  std::vector<Entry> entries_;                    ///< by channel; socket kNowhere if it ends elsewhere
  std::vector<std::vector<int>> outputs_;         ///< channels out of a socket, by socket and port
  std::vector<std::vector<int>> local_memories_;  ///< by socket
  std::vector<std::unique_ptr<MemoryController>> memories_;
  std::vector<std::unique_ptr<NumaSocket>> sockets_;
  std::vector<std::unique_ptr<PcieBridge>> bridges_;
  std::vector<std::unique_ptr<PcieEndpoint>> endpoints_;
};

}  // namespace tactus
