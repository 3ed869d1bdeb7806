#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "testbench/tests/support/run_history.h"

namespace tactus::test {

/// What differs between two runs' packets, by brute force.
struct NaiveComparison {
  std::uint64_t packets = 0;
  std::uint64_t differing = 0;
  /// Of the first difference; of several in one cycle, that of the first engine and packet.
  std::uint64_t cycle = PacketRecord::kNever;
  PacketHistory packet;
};

/// Lays both runs side by side, engine by engine, with all packets and hops at hand.
NaiveComparison naive_comparison(const RunHistory& a, const RunHistory& b);

}  // namespace tactus::test
