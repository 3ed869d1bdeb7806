#include "hw/nic/register_access.h"

#include <fmt/core.h>

#include <systemc>

#include "hw/common/reports.h"

namespace tactus {
namespace {

/// A payload with `refused` in it, which otherwise the payload would delete at its end.
class Attached {
 public:
  Attached(tlm::tlm_generic_payload& access, RefusedAccess& refused) : access_(access) {
    access_.set_extension(&refused);
  }
  ~Attached() { access_.clear_extension<RefusedAccess>(); }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  tlm::tlm_generic_payload& access_;
};

}  // namespace

bool wait_here(const sc_core::sc_time& delay) {
  const sc_core::sc_process_handle process = sc_core::sc_get_current_process_handle();
  const bool waits = process.valid() && (process.proc_kind() == sc_core::SC_THREAD_PROC_ ||
                                         process.proc_kind() == sc_core::SC_CTHREAD_PROC_);
  if (waits) sc_core::wait(delay);
  return waits;
}

void access_registers(tlm::tlm_initiator_socket<32>& socket, tlm::tlm_generic_payload& access) {
  RefusedAccess refused;
  const Attached attached(access, refused);
  const std::uint64_t address = access.get_address();  // a bus may change it
  access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  access.set_dmi_allowed(false);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket->b_transport(access, delay);
  if (!access.is_response_error()) {
    if (delay == sc_core::SC_ZERO_TIME || wait_here(delay)) return;
    refused.text = fmt::format("{}: the answer from register {:#x} comes {} later, to a process that cannot wait",
                               socket.name(), address, delay.to_string());
  } else if (refused.text.empty()) {
    refused.text = fmt::format("{}: {} of register {:#x}: {}", socket.name(), access.is_read() ? "read" : "write",
                               address, access.get_response_string());
  }
  SC_REPORT_ERROR(reports::kNicRegister, refused.text.c_str());
}

}  // namespace tactus
