#pragma once

#include <cstdint>
#include <memory>

#include "hw/common/machine_config.h"
#include "rtl/twin/pin_bits.h"

namespace tactus {

/// The Verilated `vc_router` behind an interface that knows neither Verilator nor SystemC. Of all flit ports, and of
/// all credit ports, port p comes at p times the bits of one.
class VerilatedRouter {
 public:
  virtual ~VerilatedRouter() = default;

  /// An edge at which reset is low.
  virtual void reset() = 0;
  /// Edge number `edge`, above that of the last one: samples the inputs. Edges may be left out while the router is
  /// idle. Throws RtlAssertion.
  virtual void clock(std::uint64_t edge, const PinWord* flit_i, const PinWord* credit_i) = 0;
  /// Flits that are driven from the last edge on; good until the next edge.
  [[nodiscard]] virtual const PinWord* flit_o() const = 0;
  [[nodiscard]] virtual const PinWord* credit_o() const = 0;
};

/// The router of `config` at `position`, strapped as `config` says, which is one that `rtl_router_faults` has nothing
/// against.
std::unique_ptr<VerilatedRouter> make_verilated_router(const MachineConfig& config, Coordinate position);

}  // namespace tactus
