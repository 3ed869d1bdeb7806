#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <cstdint>

namespace tactus {

/// A user's bus, with one target at `base`, from which it subtracts its address. Accesses take time on their way.
class TlmBus : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<TlmBus, 32> tsock;
  tlm_utils::simple_initiator_socket<TlmBus, 32> isock;
  sc_core::sc_time there;
  sc_core::sc_time back;

  TlmBus(const sc_core::sc_module_name& name, std::uint64_t base, std::uint64_t size)
      : sc_module(name), tsock("tsock"), isock("isock"), base_(base), size_(size) {
    tsock.register_b_transport(this, &TlmBus::b_transport);
    tsock.register_transport_dbg(this, &TlmBus::transport_dbg);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    delay += there;
    if (access.get_address() < base_ || access.get_address() - base_ >= size_) {
      access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    } else {
      access.set_address(access.get_address() - base_);  // buses need not restore it
      isock->b_transport(access, delay);
    }
    delay += back;
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& access) {
    access.set_address(access.get_address() - base_);
    return isock->transport_dbg(access);
  }

  const std::uint64_t base_;
  const std::uint64_t size_;
};

}  // namespace tactus
