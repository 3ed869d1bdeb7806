#pragma once

#include <cstdint>
#include <memory>

namespace tactus::test {

/// The Verilated `pacer`, behind an interface that knows neither Verilator nor SystemC.
class VerilatedPacer {
 public:
  /// What is on the inputs.
  struct Inputs {
    bool enable = false;
    std::uint32_t elapsed = 1;
    unsigned mode = 0;
    std::uint16_t gap = 0;
    std::uint16_t bias = 0;
    int hops = 0;
    bool start = false;
    int length = 0;
    int packet_gap = 0;
    bool end_of_message = false;
  };

  VerilatedPacer();
  ~VerilatedPacer();

  void reset();
  /// Puts `inputs` on the pins, before the edge.
  void apply(const Inputs& inputs);
  /// One rising edge. Throws RtlAssertion.
  void clock();
  [[nodiscard]] int gap() const;
  [[nodiscard]] bool slot_come() const;
  [[nodiscard]] std::uint32_t slot_wait() const;

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace tactus::test
