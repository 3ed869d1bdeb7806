#include "hw/nic/register_window.h"

namespace tactus {

RegisterWindow::RegisterWindow(const sc_core::sc_module_name& name, std::uint64_t offset)
    : sc_module(name), csr_tsock("csr_tsock"), bus_isock("bus_isock"), offset_(offset) {
  csr_tsock.register_b_transport(this, &RegisterWindow::b_transport);
  csr_tsock.register_transport_dbg(this, &RegisterWindow::transport_dbg);
}

void RegisterWindow::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  const std::uint64_t address = access.get_address();
  access.set_address(address + offset_);
  bus_isock->b_transport(access, delay);
  access.set_address(address);
}

unsigned RegisterWindow::transport_dbg(tlm::tlm_generic_payload& access) {
  const std::uint64_t address = access.get_address();
  access.set_address(address + offset_);
  const unsigned bytes = bus_isock->transport_dbg(access);
  access.set_address(address);
  return bytes;
}

}  // namespace tactus
