#pragma once

#include <systemc>

#include "hw/common/probe.h"

namespace tactus {

/// Something to record: a counter that steps at every rising edge of a 4 ns clock, and probes made from it.
class WaveTestMachine : public sc_core::sc_module {
 public:
  explicit WaveTestMachine(const sc_core::sc_module_name& name)
      : sc_module(name), clock_("clock", sc_core::sc_time(4, sc_core::SC_NS)) {
    SC_HAS_PROCESS(WaveTestMachine);
    SC_METHOD(on_edge);
    sensitive << clock_.posedge_event();
    dont_initialize();
  }

  [[nodiscard]] ProbeList probes() const {
    const std::string router = "torus.node_0_0.router";
    return {{router + ".plus_x.vc_0", "occupancy", 17, [this] { return edges_ * 3; }, {}},
            {router + ".plus_x", "granted_to", 4, [this] { return edges_ % 3; }, {"plus_x", "nic_0", "none"}},
            {"torus.node_0_0.nic.engine_0", "busy", 1, [this] { return edges_ / 4 % 2; }, {}},
            {router + ".plus_x.flit_o", "data_lo", 64, [this] { return ~(edges_ / 5); }, {}},
            {router + ".plus_x.flit_o", "kind", 2, [this] { return edges_ % 4; }, {"idle", "head", "body", "tail"}},
            {router + ".minus_x", "granted_to", 4, [this] { return edges_ % 3; }, {"plus_x", "nic_0", "none"}}};
  }
  /// The counter during cycle `k`, which edge `k` begins.
  static std::uint64_t edges_in_cycle(std::uint64_t k) { return k + 1; }

 private:
  void on_edge() { ++edges_; }

  sc_core::sc_clock clock_;
  std::uint64_t edges_ = 0;
};

}  // namespace tactus
