#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <cstdint>

namespace tactus {

/// Puts the registers of a NIC at an address of a bus: an access at address `a` of `csr_tsock` leaves `bus_isock` at
/// `a + offset`.
///
/// A processor has the registers from address 0 on; its window adds the address of the NIC in the map of the bus. Where
/// a bus does not subtract that address by itself, a window with the negative offset stands before the NIC. Data,
/// response, extensions, delay and debug accesses pass unchanged; direct access to memory is refused, because registers
/// have none. Reference: docs/reference/tlm.md.
class RegisterWindow final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<RegisterWindow, 32> csr_tsock;
  tlm_utils::simple_initiator_socket<RegisterWindow, 32> bus_isock;

  /// `offset` is added modulo 2^64.
  RegisterWindow(const sc_core::sc_module_name& name, std::uint64_t offset);

 private:
  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& access);

  const std::uint64_t offset_;
};

}  // namespace tactus
