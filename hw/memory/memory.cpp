#include "hw/memory/memory.h"

#include "hw/common/sc_time_conversion.h"

namespace tactus {

Memory::Memory(const sc_core::sc_module_name& name, const MemoryConfig& config)
    : sc_module(name), dma_tsock("dma_tsock"), reading_(config), writing_(config) {
  dma_tsock.register_b_transport(this, &Memory::b_transport);
}

void Memory::b_transport(tlm::tlm_generic_payload& request, sc_core::sc_time& delay) {
  if (request.get_byte_enable_ptr() != nullptr) {
    request.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  if (request.get_data_length() == 0) {
    request.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  if (!request.is_read() && !request.is_write()) {
    request.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return;
  }
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  MemoryServer& server = request.is_read() ? reading_ : writing_;
  const Picoseconds done = server.serve(now + to_picoseconds(delay), Bytes{request.get_data_length()});
  delay = to_sc_time(done - now);
  request.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace tactus
