#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/policy.h"
#include "tlm_models/copies/transfer_config.h"

namespace tactus {

struct NodeWorkloadPolicy;
/// Work of the processes of a node. See docs/reference/copies.md.
struct NodeWorkloadKind {
  static constexpr char kName[] = "node_workload";
  using Policy = NodeWorkloadPolicy;
};

/// Problem sizes of the NAS parallel benchmarks.
enum class NasClass : std::uint8_t { kS, kW, kA, kB, kC };

struct NodeWorkloadConfig {
  PolicyName<NodeWorkloadKind> kind = "ping_pong";
  int processes = 2;     ///< ping-pong: 2; fft2d: a divisor of `matrix`; nas_lu: a power of two
  int warm_up = 2;       ///< repetitions before those that count, 0 or more
  int repetitions = 10;  ///< that count, 1 or more

  // Ping-pong.
  TransferConfig message;
  std::int64_t send_offset = 0;     ///< place of the data to send, in bytes from the start of the array
  std::int64_t receive_offset = 0;  ///< place of the data received, in bytes from the start of the array

  int matrix = 4800;                  ///< fft2d: rows and columns
  NasClass nas_class = NasClass::kA;  ///< nas_lu
  double instructions_per_flop = 1;   ///< fft2d, nas_lu: that a process needs for a floating-point operation
};

/// Every fault of `config` on a node with so many hardware threads, in the order of its members.
std::vector<ConfigFault> validate(const NodeWorkloadConfig& config, int threads);

}  // namespace tactus
