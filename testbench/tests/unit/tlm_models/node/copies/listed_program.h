#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tlm_models/node/copies/copy_program.h"

namespace tactus {

/// Its operations one after the other.
class ListedProgram : public CopyProgram {
 public:
  explicit ListedProgram(std::vector<CopyOp> ops) : ops_(std::move(ops)) {}
  std::optional<CopyOp> next() override {
    if (next_ == ops_.size()) return std::nullopt;
    return ops_[next_++];
  }

 private:
  std::vector<CopyOp> ops_;
  std::size_t next_ = 0;
};

inline CopyOp message_op(CopyOp::Kind kind, int peer, const MessageShape& shape, std::int64_t receive_offset) {
  CopyOp op;
  op.kind = kind;
  op.peer = peer;
  op.shape = &shape;
  op.receive_offset = receive_offset;
  return op;
}

/// A program of each process.
inline std::vector<std::unique_ptr<CopyProgram>> listed_programs(std::vector<std::vector<CopyOp>> lists) {
  std::vector<std::unique_ptr<CopyProgram>> programs;
  for (std::vector<CopyOp>& list : lists) programs.push_back(std::make_unique<ListedProgram>(std::move(list)));
  return programs;
}

}  // namespace tactus
