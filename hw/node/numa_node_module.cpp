#include "hw/node/numa_node_module.h"

#include <fmt/core.h>

#include "hw/common/sc_time_conversion.h"
#include "hw/memory/address_map.h"

namespace tactus {
namespace {

/// Of an address, within its memory.
constexpr std::uint64_t kOffsets = AddressMap::in_memory(1, 0) - 1;

}  // namespace

NumaNodeModule::NumaNodeModule(const sc_core::sc_module_name& name, const NumaNodeConfig& config)
    : sc_core::sc_module(name), node_(config, events_) {
  for (int nic = 0; nic < node_.nics(); ++nic) {
    nics_.push_back(std::make_unique<Nic>(*this));
    node_.slot(nic).connect(*nics_.back());
    nic_tsock.push_back(std::make_unique<NicSocket>(fmt::format("nic_tsock_{}", nic).c_str()));
    nic_tsock.back()->register_b_transport(this, &NumaNodeModule::b_transport, nic);
  }
  for (int memory = 0; memory < node_.memories(); ++memory) {
    memory_isock.push_back(std::make_unique<MemorySocket>(fmt::format("memory_isock_{}", memory).c_str()));
  }
  SC_HAS_PROCESS(NumaNodeModule);
  SC_METHOD(go_on);
  sensitive << go_on_;
  dont_initialize();
}

void NumaNodeModule::b_transport(int nic, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  payload.set_response_status(check(payload));
  if (!payload.is_response_ok()) return;
  // A loosely timed initiator is ahead of the node, which has to have done all that comes before.
  if (delay != sc_core::SC_ZERO_TIME) wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  Nic& asking = *nics_[static_cast<std::size_t>(nic)];
  const std::uint32_t tag = free_access(asking);
  Access& access = asking.accesses[tag];
  access.busy = true;
  access.answered = false;
  PcieEndpoint& slot = node_.slot(nic);
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  if (payload.is_read()) {
    slot.read(tag, payload.get_address(), payload.get_data_length(), now);
  } else {
    slot.write(tag, payload.get_address(), payload.get_data_length(), now);
  }
  go_on_.notify(sc_core::SC_ZERO_TIME);
  while (!access.answered) wait(access.done);
  move_data(payload);
  access.busy = false;
}

tlm::tlm_response_status NumaNodeModule::check(const tlm::tlm_generic_payload& payload) const {
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  const unsigned bytes = payload.get_data_length();
  if (bytes == 0 || payload.get_streaming_width() < bytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  const std::uint64_t address = payload.get_address();
  const bool fits = address >> AddressMap::kAddressBits == 0 && (address & kOffsets) + bytes - 1 <= kOffsets;
  if (!fits || AddressMap::home(address) >= node_.memories()) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

void NumaNodeModule::answered(Nic& nic, std::uint32_t tag, Picoseconds now) {
  Access& access = nic.accesses[tag];
  access.answered = true;
  answer_ahead_ = true;
  const Picoseconds here = to_picoseconds(sc_core::sc_time_stamp());
  // An answer counts at the end of its grain of the wheel, never before now.
  access.done.notify(to_sc_time(now > here ? now - here : Picoseconds{}));
}

void NumaNodeModule::go_on() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  Picoseconds until = now;
  if (!sc_core::sc_pending_activity_at_current_time()) {
    until = sc_core::sc_pending_activity() ? now + to_picoseconds(sc_core::sc_time_to_pending_activity())
                                           : Picoseconds::max();
  }
  answer_ahead_ = false;
  while (!answer_ahead_ && !events_.empty() && events_.next() <= std::max(now, until)) events_.step();
  if (events_.empty()) return;
  // Whoever is answered may ask for more, at that time.
  const Picoseconds next = std::max(events_.next(), now);
  go_on_.notify(to_sc_time(next - now));
}

std::uint32_t NumaNodeModule::free_access(Nic& nic) {
  for (std::size_t tag = 0; tag < nic.accesses.size(); ++tag) {
    if (!nic.accesses[tag].busy) return static_cast<std::uint32_t>(tag);
  }
  nic.accesses.emplace_back();
  return static_cast<std::uint32_t>(nic.accesses.size() - 1);
}

void NumaNodeModule::move_data(tlm::tlm_generic_payload& payload) {
  MemorySocket& memory = *memory_isock[static_cast<std::size_t>(AddressMap::home(payload.get_address()))];
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (memory.size() == 0) return;
  const std::uint64_t address = payload.get_address();
  payload.set_address(address & kOffsets);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time none;
  memory->b_transport(payload, none);
  payload.set_address(address);
}

}  // namespace tactus
