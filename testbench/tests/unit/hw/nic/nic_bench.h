#pragma once

#include <memory>

#include "hw/nic/nic.h"
#include "testbench/parts/nic_bench.h"
#include "testbench/tests/support/report_of.h"  // IWYU pragma: export

namespace tactus {

/// Makes the NIC that a program of tests is about: the model or, in programs of their own, the RTL with the model
/// beside it.
std::unique_ptr<NicModule> make_nic_on_test(const char* name, const NodeSite& site, MemoryPort& memory);

/// The model in a bench, beside RTL or alone.
inline const Nic& model_of(const NicBench& bench) { return dynamic_cast<const Nic&>(bench.nic); }

/// A bench alone in its simulation, which it has begun.
class StartedNicBench : public NicBench {
 public:
  explicit StartedNicBench(const MachineConfig& config, std::unique_ptr<MemoryPort> given = nullptr);
};

/// Has come to the falling edge of cycle 10, with nothing to do.
class RunningNicBench : public StartedNicBench {
 public:
  explicit RunningNicBench(const MachineConfig& config) : StartedNicBench(config) { run_to(10); }
};

}  // namespace tactus
