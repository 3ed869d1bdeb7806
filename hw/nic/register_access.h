#pragma once

#include <tlm>

#include <string>

namespace tactus {

/// Asks a NIC for its words on an access that it refuses: an initiator may put one into the payload. Targets that do
/// not know it ignore it.
struct RefusedAccess final : tlm::tlm_extension<RefusedAccess> {
  std::string text;  ///< with the NIC's name; empty if nothing was refused

  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new RefusedAccess(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    text = static_cast<const RefusedAccess&>(other).text;
  }
};

/// Lets `delay` pass if the process that runs is one that can wait, and answers whether it is.
bool wait_here(const sc_core::sc_time& delay);

/// One access by software of a simulated node to the registers behind `socket`. An error response is software's fault:
/// raises kNicRegister with the text of the NIC, or with the address and response if the target has none. A delay that
/// a bus adds to the answer passes before the call returns; in a process that cannot wait it is raised as kNicRegister.
void access_registers(tlm::tlm_initiator_socket<32>& socket, tlm::tlm_generic_payload& access);

}  // namespace tactus
