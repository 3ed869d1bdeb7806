#pragma once

#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <cstdint>
#include <cstring>
#include <vector>

namespace tactus {

/// A user's memory behind a NIC: bytes from `base` on, an annotated delay, and direct access if the test wants it.
class TlmRam : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<TlmRam, 32> tsock;
  std::vector<unsigned char> bytes;
  sc_core::sc_time read_delay;
  sc_core::sc_time write_delay;
  bool waits = false;   ///< instead of adding its delay
  bool grants = false;  ///< direct access to `granted_bytes` from `base` on
  std::size_t granted_bytes;
  tlm::tlm_dmi::dmi_access_e granted = tlm::tlm_dmi::DMI_ACCESS_READ_WRITE;
  std::uint64_t transports = 0;
  sc_core::sc_time last_delay;  ///< with which the last access came

  TlmRam(const sc_core::sc_module_name& name, std::uint64_t base, std::size_t size)
      : sc_module(name), tsock("tsock"), bytes(size), granted_bytes(size), base_(base) {
    tsock.register_b_transport(this, &TlmRam::b_transport);
    tsock.register_transport_dbg(this, &TlmRam::transport_dbg);
    tsock.register_get_direct_mem_ptr(this, &TlmRam::get_direct_mem_ptr);
  }

  /// Takes back what it granted from byte `first` to byte `last`.
  void take_back(std::uint64_t first, std::uint64_t last) {
    tsock->invalidate_direct_mem_ptr(base_ + first, base_ + last);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    ++transports;
    last_delay = delay;
    const sc_core::sc_time own = access.is_read() ? read_delay : write_delay;
    waits ? sc_core::wait(own) : void(delay += own);
    access.set_dmi_allowed(grants);
    const bool moved = transport_dbg(access) == access.get_data_length();
    access.set_response_status(moved ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

  unsigned transport_dbg(tlm::tlm_generic_payload& access) {
    const std::uint64_t offset = access.get_address() - base_;
    if (access.get_address() < base_ || offset + access.get_data_length() > bytes.size()) return 0;
    unsigned char* const here = bytes.data() + offset;
    access.is_read() ? std::memcpy(access.get_data_ptr(), here, access.get_data_length())
                     : std::memcpy(here, access.get_data_ptr(), access.get_data_length());
    return access.get_data_length();
  }

  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& region) {
    region.set_start_address(base_);
    region.set_end_address(base_ + granted_bytes - 1);
    region.set_dmi_ptr(bytes.data());
    region.set_read_latency(read_delay);
    region.set_write_latency(write_delay);
    region.set_granted_access(granted);
    return grants;
  }

  const std::uint64_t base_;
};

}  // namespace tactus
