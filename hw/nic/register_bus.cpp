#include "hw/nic/register_bus.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "hw/nic/register_access.h"

namespace tactus {
namespace {

using nic_reg::kEngineSpan;
constexpr unsigned kWordBytes = 4;
static_assert(nic_reg::kEngineBlocks == kMaxNics && nic_reg::engine_base(0) == kEngineSpan);

/// Engine that `address` belongs to, more than there are if none.
constexpr std::uint64_t engine_of(std::uint64_t address) { return address / kEngineSpan - 1; }
/// Class whose queue has its block at `address`.
constexpr int class_of_queue(std::uint64_t address) {
  return static_cast<int>((address - nic_reg::kQueueBase) / nic_reg::kQueueSpan % nic_reg::kQueuesOfEngine);
}
constexpr bool is_global(std::uint64_t address) { return address < nic_reg::engine_base(0); }

tlm::tlm_response_status response_of(RegisterResult::Status status) {
  switch (status) {
    case RegisterResult::Status::kOk:
      return tlm::TLM_OK_RESPONSE;
    case RegisterResult::Status::kNoRegister:
      return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    case RegisterResult::Status::kWrongDirection:
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    case RegisterResult::Status::kRefused:
      break;
  }
  return tlm::TLM_GENERIC_ERROR_RESPONSE;
}

/// What is wrong with the form of an access, with its TLM response; an OK response if nothing is.
std::pair<tlm::tlm_response_status, const char*> form_fault(const tlm::tlm_generic_payload& access) {
  if (access.get_byte_enable_ptr() != nullptr) return {tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE, "byte enables"};
  if (access.get_data_length() != 4 || access.get_streaming_width() < 4) {
    return {tlm::TLM_BURST_ERROR_RESPONSE, "an access that is not one word of 4 bytes"};
  }
  if (access.get_address() % 4 != 0) return {tlm::TLM_ADDRESS_ERROR_RESPONSE, "an address that is not a multiple of 4"};
  if (!access.is_read() && !access.is_write()) {
    return {tlm::TLM_COMMAND_ERROR_RESPONSE, "an access that neither reads nor writes"};
  }
  if (access.get_data_ptr() == nullptr) return {tlm::TLM_GENERIC_ERROR_RESPONSE, "an access without data"};
  return {tlm::TLM_OK_RESPONSE, nullptr};
}

}  // namespace

RegisterBus::RegisterBus(DmaEngines& engines, const NetworkShape& network, Coordinate position, std::string name)
    : engines_(engines), network_(network), position_(position), name_(std::move(name)) {}

bool RegisterBus::await_time(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) const {
  if (wait_here(delay)) {
    delay = sc_core::SC_ZERO_TIME;
    return true;
  }
  refuse(access, tlm::TLM_GENERIC_ERROR_RESPONSE,
         fmt::format("an access at {:#x} that comes {} ahead of its time, from a process that cannot wait",
                     access.get_address(), delay.to_string()));
  return false;
}

void RegisterBus::transport(tlm::tlm_generic_payload& access, Cycles now) {
  if (const auto [response, what] = form_fault(access); what != nullptr) {
    refuse(access, response, fmt::format("{}, at {:#x}; registers are 32-bit words", what, access.get_address()));
    return;
  }
  std::uint32_t word = 0;
  RegisterResult result;
  if (access.is_read()) {
    result = read(access.get_address(), now, true);
    word = result.value;
    if (result.status == RegisterResult::Status::kOk) std::memcpy(access.get_data_ptr(), &word, sizeof word);
  } else {
    std::memcpy(&word, access.get_data_ptr(), sizeof word);
    result = write(access.get_address(), word);
  }
  if (result.status == RegisterResult::Status::kOk) {
    access.set_response_status(tlm::TLM_OK_RESPONSE);
    return;
  }
  refuse(access, response_of(result.status),
         fmt::format("{} at {:#x}: {}", access.is_read() ? "read" : "write", access.get_address(), result.message));
}

void RegisterBus::refuse(tlm::tlm_generic_payload& access, tlm::tlm_response_status response,
                         const std::string& what) const {
  access.set_response_status(response);
  if (auto* const refused = access.get_extension<RefusedAccess>(); refused != nullptr) {
    refused->text = fmt::format("{}: {}", name_, what);
  }
}

unsigned RegisterBus::debug(tlm::tlm_generic_payload& access, Cycles now) {
  // Debug accesses have no byte enables and no streaming width.
  if (!access.is_read() || access.get_data_ptr() == nullptr) return 0;
  unsigned bytes = 0;
  while (bytes < access.get_data_length()) {
    const std::uint64_t address = access.get_address() + bytes;
    if (address < access.get_address()) break;  // behind the last one
    const auto skipped = static_cast<unsigned>(address % kWordBytes);
    const RegisterResult result = read(address - skipped, now, false);
    if (result.status != RegisterResult::Status::kOk) break;
    const unsigned count = std::min(kWordBytes - skipped, access.get_data_length() - bytes);
    std::memcpy(access.get_data_ptr() + bytes, reinterpret_cast<const unsigned char*>(&result.value) + skipped, count);
    bytes += count;
  }
  return bytes;
}

RegisterResult RegisterBus::read(std::uint64_t address, Cycles now, bool effects) {
  if (is_global(address)) return read_global(address);
  if (is_control(address)) return engines_.control().read(address - nic_reg::kControlBase, now, effects);
  if (const auto engine = engine_of_queue(address)) {
    return engines_[*engine].read_queue(class_of_queue(address), address % nic_reg::kQueueSpan, effects);
  }
  if (engine_of(address) >= engines_.count()) return RegisterResult::no_register();
  return engines_[engine_of(address)].read(address % kEngineSpan, now, effects);
}

RegisterResult RegisterBus::write(std::uint64_t address, std::uint32_t value) {
  if (is_global(address)) {
    const nic_reg::Register* const reg = nic_reg::kGlobalBlock.find(address);
    if (reg == nullptr) return RegisterResult::no_register();
    return {RegisterResult::Status::kWrongDirection, 0, fmt::format("{} is read-only", reg->name)};
  }
  if (is_control(address)) return engines_.control().write(address - nic_reg::kControlBase, value);
  if (const auto engine = engine_of_queue(address)) {
    return engines_[*engine].write_queue(class_of_queue(address), address % nic_reg::kQueueSpan, value);
  }
  if (engine_of(address) >= engines_.count()) return RegisterResult::no_register();
  return engines_[engine_of(address)].write(address % kEngineSpan, value);
}

unsigned RegisterBus::engines_at(std::uint64_t address) const {
  if (is_global(address)) return 0;  // says what there is
  if (is_control(address)) return (1U << engines_.count()) - 1;
  if (const auto engine = engine_of_queue(address)) return 1U << *engine;
  return engine_of(address) < engines_.count() ? 1U << engine_of(address) : 0;
}

std::optional<std::size_t> RegisterBus::engine_of_queue(std::uint64_t address) const {
  if (address < nic_reg::kQueueBase) return {};
  constexpr std::uint64_t kOfEngine = nic_reg::kQueueSpan * nic_reg::kQueuesOfEngine;
  const auto engine = static_cast<std::size_t>((address - nic_reg::kQueueBase) / kOfEngine);
  return engine < engines_.count() ? std::optional(engine) : std::nullopt;
}

bool RegisterBus::is_control(std::uint64_t address) const {
  return has_control_ && address >= nic_reg::kControlBase && address < nic_reg::kControlBase + kEngineSpan;
}

RegisterResult RegisterBus::read_global(std::uint64_t address) const {
  const auto of = [](auto value) { return static_cast<std::uint32_t>(value); };
  RegisterResult result;
  switch (address) {
    case nic_reg::kId:
      result.value = nic_reg::kIdValue;
      break;
    case nic_reg::kNode:
      result.value = node_word(position_, network_.dimensions());
      break;
    case nic_reg::kShape:
      result.value = node_word(network_.coordinate(network_.nodes() - 1), network_.dimensions());
      break;
    case nic_reg::kNetwork:
      for (int d = 0; d < network_.dimensions(); ++d) result.value |= network_.wraps(d) ? 1U << d : 0U;
      result.value = nic_reg::kNetworkWrap.put(result.value) | nic_reg::kNetworkEngines.put(of(engines_.count()));
      break;
    case nic_reg::kIrqStatus:
      for (std::size_t e = 0; e < engines_.count(); ++e) result.value |= engines_[e].interrupt() ? 1U << e : 0U;
      break;
    default:
      return RegisterResult::no_register();
  }
  return result;
}

}  // namespace tactus
