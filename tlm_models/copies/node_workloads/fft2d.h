#pragma once

#include "tlm_models/copies/node_workload.h"

namespace tactus {

/// Two-dimensional Fourier transform of n x n complex numbers, rows dealt to the processes. A repetition transforms the
/// own rows and transposes: with each other process in turn, sending a block of rows that is received as columns. The
/// result of one repetition is what the next one begins with.
class Fft2d final : public NodeWorkload {
 public:
  explicit Fft2d(const NodeWorkloadConfig& config);
  [[nodiscard]] std::unique_ptr<CopyProgram> program(int process) const override;
  [[nodiscard]] std::uint64_t messages() const override;

  /// Bytes of a process's rows: its array has room for them twice.
  [[nodiscard]] std::int64_t rows_bytes() const;
  [[nodiscard]] const MessageShape& block() const { return shape(0); }
  /// The own rows, copied to where they are: what transforming them reads and writes.
  [[nodiscard]] const MessageShape& rows() const { return shape(1); }
  /// Instructions that transform the rows of a process.
  [[nodiscard]] std::uint64_t row_instructions() const;
};

}  // namespace tactus
