#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "hw/common/config_faults.h"
#include "tlm_models/copies/copy_program.h"
#include "tlm_models/copies/node_workload_config.h"

namespace tactus {

/// The programs of all processes of a node, and the kinds of messages that they send.
class NodeWorkload {
 public:
  /// `config` is valid.
  static std::unique_ptr<NodeWorkload> make(const NodeWorkloadConfig& config);

  virtual ~NodeWorkload() = default;
  /// Refers to this workload, which must outlive it.
  [[nodiscard]] virtual std::unique_ptr<CopyProgram> program(int process) const = 0;
  /// Messages of all processes together, warm-up included.
  [[nodiscard]] virtual std::uint64_t messages() const = 0;
  [[nodiscard]] const NodeWorkloadConfig& config() const { return config_; }

 protected:
  explicit NodeWorkload(NodeWorkloadConfig config) : config_(std::move(config)) {}
  const MessageShape* add_shape(const TransferConfig& message);
  [[nodiscard]] const MessageShape& shape(std::size_t number) const { return shapes_[number]; }
  /// Instructions of so many floating-point operations.
  [[nodiscard]] std::uint64_t instructions(double operations) const {
    return static_cast<std::uint64_t>(operations * config_.instructions_per_flop);
  }

 private:
  NodeWorkloadConfig config_;
  std::deque<MessageShape> shapes_;  ///< which stay where they are
};

/// Registration of a node workload, in tlm_models/copies/node_workloads/<name>.cpp.
struct NodeWorkloadPolicy : Policy {
  /// `config` is without faults.
  std::unique_ptr<NodeWorkload> (*make)(const NodeWorkloadConfig& config) = nullptr;
  /// Adds the faults of its processes, and of what it deals to them. nullptr: any number will do.
  void (*check_processes)(const NodeWorkloadConfig& config, ConfigFaults& faults) = nullptr;
  bool message = false;  ///< it sends `NodeWorkloadConfig::message`
};

/// `make` of a workload that is a `W`.
template <class W>
std::unique_ptr<NodeWorkload> make_node_workload(const NodeWorkloadConfig& config) {
  return std::make_unique<W>(config);
}

// Operations of programs.
CopyOp mark_op(int mark);
CopyOp work_op(std::uint64_t instructions);

/// A program that makes one repetition after the other: what a repetition adds is carried out before the next one.
class RepeatedProgram : public CopyProgram {
 public:
  explicit RepeatedProgram(const NodeWorkloadConfig& config) : config_(config) {}
  std::optional<CopyOp> next() final;

 protected:
  /// Adds operations of repetition `number`, from 0 on, by `add`.
  virtual void repeat(int number) = 0;
  void add(const CopyOp& op) { ops_.push_back(op); }
  /// A message, and waiting for its end.
  void add_alone(const CopyOp& op);

 private:
  const NodeWorkloadConfig& config_;
  std::deque<CopyOp> ops_;
  int repetition_ = 0;
};

}  // namespace tactus
