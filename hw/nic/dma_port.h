#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/units.h"

namespace tactus {

/// The memory as a DMA engine sees it. A request is made now; the answer is the time until it is done.
class DmaPort {
 public:
  virtual ~DmaPort() = default;
  virtual Picoseconds read(std::uint64_t address, Bytes size) = 0;
  virtual Picoseconds write(std::uint64_t address, Bytes size) = 0;
};

/// Cycles that a transfer takes when the memory answered `memory_delay` and the engine itself moves
/// `engine_rate`: the slower of the two, in whole cycles.
inline Cycles dma_cycles(Picoseconds memory_delay, Bytes size, BytesPerSecond engine_rate, Picoseconds clock) {
  return cycles_covering(std::max(memory_delay, transfer_time(size, engine_rate)), clock);
}

}  // namespace tactus
