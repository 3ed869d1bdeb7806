#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw/common/machine_config.h"
#include "rtl/twin/pin_bits.h"
#include "rtl/twin/verilated_part.h"

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

  /// The part that is replaced within it, with one instance for each output.
  [[nodiscard]] virtual const PartPins& part() const { return no_part(); }
  /// Value of a port of that part, as it was at the last edge.
  [[nodiscard]] virtual std::uint64_t part_value(unsigned /*instance*/, unsigned /*port*/) const { return 0; }

  /// Records all signals within it from now on, in an FST, if it was Verilated for that.
  virtual void begin_trace(const std::string& /*file*/) {}
  /// Completes that file.
  virtual void end_trace() {}
};

/// The router of `config` at `position`, strapped as `config` says, which is one that `rtl_router_faults` has nothing
/// against.
std::unique_ptr<VerilatedRouter> make_verilated_router(const MachineConfig& config, Coordinate position);

}  // namespace tactus
