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

void access_registers(tlm::tlm_initiator_socket<32>& socket, tlm::tlm_generic_payload& access) {
  RefusedAccess refused;
  const Attached attached(access, refused);
  access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  access.set_dmi_allowed(false);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket->b_transport(access, delay);
  if (!access.is_response_error()) return;
  if (refused.text.empty()) {
    refused.text = fmt::format("{}: {} of register {:#x}: {}", socket.name(), access.is_read() ? "read" : "write",
                               access.get_address(), access.get_response_string());
  }
  SC_REPORT_ERROR(reports::kNicRegister, refused.text.c_str());
}

}  // namespace tactus
