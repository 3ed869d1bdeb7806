#include "tlm_models/copies/node_workloads/node_ping_pong.h"

namespace tactus {
namespace {

class PingPongProgram final : public RepeatedProgram {
 public:
  PingPongProgram(const NodeWorkloadConfig& config, const CopyOp& message, int process)
      : RepeatedProgram(config), message_(message), process_(process) {
    message_.peer = 1 - process;
  }

 private:
  /// There and back.
  void repeat(int) override {
    for (const int sender : {0, 1}) {
      message_.kind = sender == process_ ? CopyOp::Kind::kSend : CopyOp::Kind::kReceive;
      add_alone(message_);
    }
  }

  CopyOp message_;
  int process_;
};

}  // namespace

NodePingPong::NodePingPong(const NodeWorkloadConfig& config) : NodeWorkload(config) {
  message_.shape = add_shape(config.message);
  message_.send_offset = config.send_offset;
  message_.receive_offset = config.receive_offset;
}

std::unique_ptr<CopyProgram> NodePingPong::program(int process) const {
  return std::make_unique<PingPongProgram>(config(), message_, process);
}

std::uint64_t NodePingPong::messages() const {
  return 2 * static_cast<std::uint64_t>(config().warm_up + config().repetitions);
}

namespace {

const Registered<NodeWorkloadKind> kPingPong{{{"ping_pong", "Two processes send each other the same message in turn."},
                                              make_node_workload<NodePingPong>,
                                              [](const NodeWorkloadConfig& config, ConfigFaults& faults) {
                                                faults.require(config.processes == 2, "processes",
                                                               "{}: a ping-pong is between 2", config.processes);
                                              },
                                              true}};

}  // namespace

}  // namespace tactus
