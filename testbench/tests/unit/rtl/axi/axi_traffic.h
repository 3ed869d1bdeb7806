#pragma once

#include <cstdint>
#include <string>

#include "testbench/tests/unit/rtl/axi/axi_pair.h"

namespace tactus::test {

/// Sends messages of random kinds and sizes between random places both ways on both engines of two nodes. Answers what
/// is wrong with what their memories hold at the end, and with the counters of packets; empty if nothing is. Throws
/// RtlAssertion.
std::string fault_of_exchange(const AxiPair::Setup& setup, std::uint64_t seed);

/// The same of a message for a cancelled receive and of one behind it.
std::string fault_of_drop();

}  // namespace tactus::test
