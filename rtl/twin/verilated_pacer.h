#pragma once

#include <cstdint>
#include <memory>

namespace tactus {

/// A Verilated `pacer` by itself, behind an interface that knows neither Verilator nor SystemC.
class VerilatedPacer {
 public:
  /// Values on the inputs.
  struct Inputs {
    bool enable = false;
    std::uint32_t elapsed = 1;
    unsigned mode = 0;
    std::uint16_t gap = 0;
    std::uint16_t bias = 0;
    bool take = false;
    int hops = 0;
    std::uint32_t destination = 0;  ///< 8 bits for each dimension, x in the low ones
    int destination_nic = 0;
    std::uint32_t bytes = 0;
    bool next = false;
    std::uint32_t next_destination = 0;
    int next_destination_nic = 0;
    int next_length = 0;
    bool start = false;
    int length = 0;
    int packet_gap = 0;
    bool end_of_message = false;
  };

  virtual ~VerilatedPacer() = default;

  virtual void reset() = 0;
  /// Puts `inputs` on the pins, before the edge.
  virtual void apply(const Inputs& inputs) = 0;
  /// One rising edge. Throws RtlAssertion.
  virtual void clock() = 0;
  [[nodiscard]] virtual int gap() const = 0;
  [[nodiscard]] virtual bool slot_come() const = 0;
  [[nodiscard]] virtual std::uint32_t slot_wait() const = 0;
};

}  // namespace tactus
