#include "tlm_models/copies/node_workloads/fft2d.h"

#include <cmath>

#include "tlm_models/copies/ddtbench.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

constexpr std::int64_t kComplexBytes = 16;

class Fft2dProgram final : public RepeatedProgram {
 public:
  Fft2dProgram(const Fft2d& fft, int process)
      : RepeatedProgram(fft.config()), fft_(fft), process_(process), processes_(fft.config().processes) {}

 private:
  void repeat(int number) override {
    const std::int64_t from = number % 2 == 0 ? 0 : fft_.rows_bytes();
    const std::int64_t to = fft_.rows_bytes() - from;
    CopyOp rows;
    rows.kind = CopyOp::Kind::kCopy;
    rows.shape = &fft_.rows();
    rows.send_offset = rows.receive_offset = from;
    add(rows);
    add(work_op(fft_.row_instructions()));
    for (int step = 1; step < processes_; ++step) {
      const int receiver = (process_ + step) % processes_;
      const int sender = (process_ + processes_ - step) % processes_;
      add(block(CopyOp::Kind::kReceive, sender, process_, from, to));
      add(block(CopyOp::Kind::kSend, process_, receiver, from, to));
      add(CopyOp{});
    }
    add(block(CopyOp::Kind::kCopy, process_, process_, from, to));
  }

  /// What `receiver` gets of `sender`: the columns that will be its rows.
  [[nodiscard]] CopyOp block(CopyOp::Kind kind, int sender, int receiver, std::int64_t from, std::int64_t to) const {
    const std::int64_t columns = fft_.config().matrix / processes_ * kComplexBytes;
    CopyOp op;
    op.kind = kind;
    op.peer = kind == CopyOp::Kind::kSend ? receiver : sender;
    op.shape = &fft_.block();
    op.send_offset = from + receiver * columns;
    op.receive_offset = to + sender * columns;
    return op;
  }

  const Fft2d& fft_;
  int process_;
  int processes_;
};

}  // namespace

Fft2d::Fft2d(const NodeWorkloadConfig& config) : NodeWorkload(config) {
  add_shape(transpose_case(config.matrix, config.processes).message);
  TransferConfig rows;
  rows.send.datatype = rows.receive.datatype = contiguous_type(rows_bytes(), basic_type(BasicType::kByte));
  add_shape(rows);
}

std::int64_t Fft2d::rows_bytes() const {
  return std::int64_t{config().matrix} * (config().matrix / config().processes) * kComplexBytes;
}

/// 5 n log2 n operations are the usual count for a transform of n complex numbers.
std::uint64_t Fft2d::row_instructions() const {
  const double n = config().matrix;
  return instructions(5 * n * std::log2(n) * (n / config().processes));
}

std::unique_ptr<CopyProgram> Fft2d::program(int process) const {
  return std::make_unique<Fft2dProgram>(*this, process);
}

std::uint64_t Fft2d::messages() const {
  const auto processes = static_cast<std::uint64_t>(config().processes);
  return processes * (processes - 1) * static_cast<std::uint64_t>(config().warm_up + config().repetitions);
}

namespace {

constexpr char kSummary[] = "A node alone: two-dimensional Fourier transforms by processes that transpose blocks.";

void check(const NodeWorkloadConfig& config, ConfigFaults& faults) {
  if (config.processes < 2) return;
  faults.require(config.matrix % config.processes == 0, "matrix", "{}: must be a multiple of the {} processes",
                 config.matrix, config.processes);
}

const Registered<NodeWorkloadKind> kProcesses{{{"fft2d", kSummary}, make_node_workload<Fft2d>, check}};
const Registered<AlgorithmKind> kFft2d{on_node_alone("fft2d", kSummary)};

}  // namespace

}  // namespace tactus
