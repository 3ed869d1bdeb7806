#pragma once

#include <cstdint>

#include "hw/common/units.h"

namespace tactus {

/// A NIC as its slot sees it. `tag` is what the NIC gave with the access.
class DmaClient {
 public:
  virtual ~DmaClient() = default;
  /// All data of a read is in the NIC.
  virtual void read_done(std::uint32_t tag, Picoseconds now) = 0;
  /// The last TLP of a write has left the NIC: its buffer can be used again.
  virtual void write_taken(std::uint32_t tag, Picoseconds now) = 0;
  /// A write is visible: every reader of the memory finds its data.
  virtual void write_visible(std::uint32_t tag, Picoseconds now) = 0;
};

}  // namespace tactus
