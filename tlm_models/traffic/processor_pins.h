#pragma once

#include <systemc>
#include <tlm>

namespace tactus {

/// A processor as the node that it drives sees it. The class that implements it is an `sc_module` besides.
class ProcessorPins {
 public:
  virtual ~ProcessorPins() = default;

  sc_core::sc_in<bool> irq_i{"irq_i"};  ///< level: a send or a receive is complete

  /// Socket of the NIC's registers, which are at address 0 and up: aligned 32-bit words by `b_transport`.
  virtual tlm::tlm_initiator_socket<32>& register_socket() = 0;
  /// It has something to do that neither a message nor the NIC gives it, such as computing: a run neither ends nor
  /// stalls meanwhile.
  [[nodiscard]] virtual bool busy() const { return false; }
};

}  // namespace tactus
