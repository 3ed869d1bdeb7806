#pragma once

#include <cstdint>

#include "hw/common/machine_config.h"

namespace tactus {

/// Which packets a link carries with wrong bits (docs/timing.md, LINK-7). Plain class; an answer is a pure function of
/// the link, the cycle and the packet's length, the same at every level.
class LinkErrors {
 public:
  /// The link that leaves `position` in this direction.
  LinkErrors(const MachineConfig& config, Coordinate position, Direction direction);

  /// Number of the flit that is carried wrongly, of a packet of `flits` whose first goes on the wire at edge `head`; or
  /// -1, nearly always.
  [[nodiscard]] int wrong_flit(std::uint64_t head, int flits) const;

 private:
  double logarithm_;  ///< logarithm of the probability that a flit is carried without an error
  std::uint64_t seed_;
  std::uint64_t stream_;  ///< number of the link
};

}  // namespace tactus
