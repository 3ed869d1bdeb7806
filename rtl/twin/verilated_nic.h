#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw/common/machine_config.h"
#include "rtl/twin/pin_bits.h"
#include "rtl/twin/verilated_part.h"

namespace tactus {

/// The Verilated `nic_top` behind an interface that knows neither Verilator nor SystemC. Of all flit ports, and of all
/// credit ports, engine e comes at e times the bits of one.
class VerilatedNic {
 public:
  /// Result of a register access.
  struct Access {
    std::uint32_t value = 0;  ///< value that a read answers
    bool error = false;
  };
  /// Requests of an engine to its memory from an edge on.
  struct Request {
    bool made = false;
    std::uint32_t tag = 0;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
  };

  virtual ~VerilatedNic() = default;

  /// An edge at which reset is low, in cycle `cycle`.
  virtual void reset(std::uint32_t cycle) = 0;

  // Ticks between two edges of the model. All throw RtlAssertion.
  /// A register access in cycle `cycle`; `address` has 16 bits.
  virtual Access access(std::uint32_t cycle, bool write, std::uint32_t address, std::uint32_t value) = 0;
  virtual void read_done(int engine, std::uint32_t tag) = 0;
  virtual void write_done(int engine, std::uint32_t tag, bool taken, bool visible) = 0;

  /// The edge of the model that begins cycle `cycle`, at which the node's common counter shows `counter`: samples flits
  /// and credits.
  virtual void clock(std::uint32_t cycle, std::uint32_t counter, const PinWord* flit_i, const PinWord* credit_i) = 0;
  // What is driven from the last edge on.
  virtual void read_outputs(PinWord* flit_o, PinWord* credit_o) const = 0;
  [[nodiscard]] virtual bool irq() const = 0;
  [[nodiscard]] virtual Request read_request(int engine) const = 0;
  [[nodiscard]] virtual Request write_request(int engine) const = 0;

  /// The part that is replaced within it, with one instance for each engine.
  [[nodiscard]] virtual const PartPins& part() const { return no_part(); }
  /// Value of a port of that part, as it was at the last edge of the model.
  [[nodiscard]] virtual std::uint64_t part_value(unsigned /*instance*/, unsigned /*port*/) const { return 0; }

  /// Records all signals within it from now on, in an FST, if it was Verilated for that.
  virtual void begin_trace(const std::string& /*file*/) {}
  /// Completes that file.
  virtual void end_trace() {}
};

/// The NIC of `config` at `position`, strapped as `config` says, which is one that `rtl_nic_faults` has nothing
/// against.
std::unique_ptr<VerilatedNic> make_verilated_nic(const MachineConfig& config, Coordinate position);

}  // namespace tactus
