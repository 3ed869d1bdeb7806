#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <systemc>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/memory/tlm_memory_port.h"
#include "hw/nic/register_window.h"
#include "hw/node/node_parts.h"
#include "testbench/tests/support/tlm_bus.h"
#include "testbench/tests/support/tlm_ram.h"
#include "tlm_models/packet/packet_torus.h"
#include "tlm_models/traffic/nic_driver.h"

namespace tactus {

enum class Execution : std::uint8_t { kCycle, kPacket };

/// A machine whose nodes have memories of users.
struct ContentsSetup {
  Execution level = Execution::kCycle;
  bool direct = false;                    ///< memories grant direct access
  bool waits = false;                     ///< they wait instead of adding a delay
  bool bus = false;                       ///< registers are on a bus
  NodeParts parts = cycle_level_parts();  ///< parts of the nodes on pins, but for their memory
  std::vector<int> on_pins = {};          ///< nodes on pins, at packet level
};

/// A message of the test: to, or from, another node.
struct ContentsMessage {
  int from = 0;
  int to = 0;
  int engine = 0;
  std::uint64_t bytes = 0;
  std::uint64_t source = 0;       ///< offset in the sender's memory
  std::uint64_t destination = 0;  ///< offset in the receiver's
  std::uint32_t tag = 0;
  bool one_sided = false;
  bool late = false;       ///< its receive is posted when it has come in part
  bool cancelled = false;  ///< likewise
};

/// When a packet came: node, engine, tag, index, cycle.
using ContentsDelivery = std::tuple<int, int, std::uint32_t, std::uint32_t, std::uint64_t>;

/// A machine at one level, each of whose nodes has a user's memory; the bench is the software of all nodes. It acts in
/// the middle of two cycles.
class ContentsBench : public sc_core::sc_module, public PacketObserver {
 public:
  std::vector<std::unique_ptr<TlmRam>> rams;  ///< by node
  std::vector<ContentsDelivery> deliveries;

  /// Software begins in cycle `start`.
  ContentsBench(const sc_core::sc_module_name& name, const ContentsSetup& setup, std::uint64_t start,
                std::vector<ContentsMessage> messages, PacingConfig pacing);

  [[nodiscard]] const Fabric& fabric() const { return *fabric_; }
  [[nodiscard]] std::size_t under_way() const { return carrier_.under_way(); }

 private:
  using Socket = tlm_utils::simple_initiator_socket_tagged<ContentsBench, 32>;
  enum class Stage : std::uint8_t { kBegin, kPost, kCancel };

  void bind_by_bus(int node);
  std::unique_ptr<MemoryPort> memory_of(int node, bool direct, bool waits);
  void act();
  void post(bool late);
  void cancel();
  void send(const ContentsMessage& message);
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  NicDriver& driver(int node) { return drivers_[static_cast<std::size_t>(node)]; }

  const MachineConfig config_;
  PayloadCarrier carrier_;
  const std::uint64_t start_;
  const std::vector<ContentsMessage> messages_;
  const PacingConfig pacing_;
  Stage stage_ = Stage::kBegin;
  std::unique_ptr<Fabric> fabric_;
  std::vector<std::unique_ptr<Socket>> sockets_;
  std::vector<std::unique_ptr<RegisterWindow>> windows_;
  std::vector<std::unique_ptr<TlmBus>> buses_;
  std::deque<NicDriver> drivers_;
  std::vector<std::tuple<int, int, int>> cancel_;
};

/// Random messages in two machines, one after the other, so that the packet level runs ahead of the simulation's time:
/// every byte comes, and packets come in the same cycles.
void check_equal_contents(std::uint64_t seed, const ContentsSetup& setup, const ContentsSetup& other,
                          const PacingConfig& pacing = {});

}  // namespace tactus
