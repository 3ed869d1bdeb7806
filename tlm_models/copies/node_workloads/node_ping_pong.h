#pragma once

#include "tlm_models/copies/node_workload.h"

namespace tactus {

/// Two processes that send each other the same message in turn, each from and into an array of its own.
class NodePingPong final : public NodeWorkload {
 public:
  explicit NodePingPong(const NodeWorkloadConfig& config);
  [[nodiscard]] std::unique_ptr<CopyProgram> program(int process) const override;
  [[nodiscard]] std::uint64_t messages() const override;

 private:
  CopyOp message_;
};

}  // namespace tactus
