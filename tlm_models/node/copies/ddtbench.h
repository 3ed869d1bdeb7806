#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/node/copies/transfer_config.h"

namespace tactus {

/// One size of one pattern of DDTBench (Schneider, Gerstenberger, Hoefler, EuroMPI 2012): what a process sends and
/// where it receives, both from the start of its array.
struct DdtCase {
  std::string pattern;  ///< as the benchmark calls it: "NAS_MG_x"
  TransferConfig message;
  std::int64_t send_offset = 0;
  std::int64_t receive_offset = 0;

  /// Bytes of data in a message.
  [[nodiscard]] std::int64_t size() const;
};

/// All patterns in the order of the benchmark, each with the sizes that it has there. Where the benchmark draws
/// particles or points by chance, `seed` does.
std::vector<DdtCase> ddtbench_cases(std::uint64_t seed);

/// The message of a transpose of n x n complex numbers among `processes`, n a multiple of these: rows of a block are
/// sent, and received as columns. Offsets are those of process 1 sending to process 0.
DdtCase transpose_case(std::int64_t n, std::int64_t processes);

}  // namespace tactus
