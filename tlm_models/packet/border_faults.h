#pragma once

#include <cstdint>

namespace tactus {

/// Faults of borders, for tests that show that each of them is found. "In" is towards the island.
struct BorderFaults {
  // Cycles late, or early if negative.
  int flits_in_late = 0;
  int packets_out_late = 0;
  int credits_in_late = 0;
  int credits_out_late = 0;
  // Of each border, the number of the flit or credit that is lost, from 1; 0 for none.
  std::uint64_t flit_in_lost = 0;
  std::uint64_t flit_out_lost = 0;
  std::uint64_t credit_in_lost = 0;
  std::uint64_t credit_out_lost = 0;
};

}  // namespace tactus
