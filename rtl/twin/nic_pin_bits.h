#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/link/flit.h"
#include "hw/memory/memory_port.h"
#include "rtl/twin/lockstep.h"
#include "rtl/twin/verilated_nic.h"

namespace tactus {

/// Where the ports of a NIC stand among the bits of a row: flits and credits; of what it drives also the interrupt, and
/// the requests to memory of each engine.
class NicPinBits {
 public:
  explicit NicPinBits(int engines) : engines_(static_cast<unsigned>(engines)) {}

  /// For Lockstep.
  [[nodiscard]] std::vector<TwinPort> inputs() const { return router_ports("i"); }
  [[nodiscard]] std::vector<TwinPort> outputs() const;

  // All put something into words where nothing but zeros is.
  void put_flit(std::vector<PinWord>& words, unsigned engine, const Flit& flit) const;
  void put_credits(std::vector<PinWord>& words, unsigned engine, CreditReturn credits) const;
  void put_irq(std::vector<PinWord>& words) const;
  void put_request(std::vector<PinWord>& words, MemoryRequest::Kind kind, int engine,
                   const VerilatedNic::Request& request) const;

  /// The edge of the model that `row` is of, at which the node's common counter shows `counter`: samples its inputs,
  /// and puts what `rtl` drives on all but memory there.
  void clock(VerilatedNic& rtl, Lockstep::Row& row, std::uint32_t counter) const;

 private:
  [[nodiscard]] std::vector<TwinPort> router_ports(const char* side) const;
  [[nodiscard]] unsigned flit_words() const;
  [[nodiscard]] unsigned credit_words() const;
  [[nodiscard]] unsigned irq_lsb() const { return 32 * (flit_words() + credit_words()); }
  [[nodiscard]] unsigned request_lsb(MemoryRequest::Kind kind, unsigned engine) const;

  unsigned engines_;
};

}  // namespace tactus
