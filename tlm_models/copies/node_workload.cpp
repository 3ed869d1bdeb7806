#include "tlm_models/copies/node_workload.h"

namespace tactus {

std::unique_ptr<NodeWorkload> NodeWorkload::make(const NodeWorkloadConfig& config) {
  return policy(config.kind).make(config);
}

const MessageShape* NodeWorkload::add_shape(const TransferConfig& message) {
  return &shapes_.emplace_back(static_cast<int>(shapes_.size()), message);
}

CopyOp mark_op(int mark) {
  CopyOp op;
  op.kind = CopyOp::Kind::kMark;
  op.mark = mark;
  return op;
}

CopyOp work_op(std::uint64_t instructions) {
  CopyOp op;
  op.kind = CopyOp::Kind::kWork;
  op.instructions = instructions;
  return op;
}

std::optional<CopyOp> RepeatedProgram::next() {
  const int all = config_.warm_up + config_.repetitions;
  while (ops_.empty()) {
    if (repetition_ > all) return std::nullopt;
    if (repetition_ == config_.warm_up) add(mark_op(kBegin));
    if (repetition_ == all) {
      add(mark_op(kEnd));
    } else {
      repeat(repetition_);
    }
    ++repetition_;
  }
  const CopyOp op = ops_.front();
  ops_.pop_front();
  return op;
}

void RepeatedProgram::add_alone(const CopyOp& op) {
  add(op);
  add(CopyOp{});
}

}  // namespace tactus
