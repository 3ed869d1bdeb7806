#pragma once

#include <tlm>

#include <cstdint>
#include <optional>
#include <string>

#include "hw/common/network_shape.h"
#include "hw/common/units.h"
#include "hw/nic/dma_engines.h"

namespace tactus {

/// Decodes accesses to the registers of a NIC: checks their form, finds the block, answers with a TLM response. A
/// refused access changes nothing and raises nothing; a RefusedAccess in its payload gets the reason. No SystemC
/// process or port: every level of execution puts its socket before it.
class RegisterBus {
 public:
  /// `engines` must outlive it; `name` is the NIC's, for reports.
  RegisterBus(DmaEngines& engines, const NetworkShape& network, Coordinate position, std::string name);

  /// There is no control block, as in the NIC in RTL.
  void leave_out_control() { has_control_ = false; }
  /// An access that comes `delay` ahead of its time is made at its time: the thread that makes it waits, and `delay` is
  /// 0 then. Refuses the access of a process that cannot wait, and answers false.
  bool await(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) const {
    return delay == sc_core::SC_ZERO_TIME || await_time(access, delay);
  }
  /// One access by software in cycle `now`.
  void transport(tlm::tlm_generic_payload& access, Cycles now);
  /// Engines, a bit for each, to which an access at `address` can make a difference.
  [[nodiscard]] unsigned engines_at(std::uint64_t address) const;
  /// A read without side effects, of any length and alignment: ends before the first byte that cannot be read. Returns
  /// the number of bytes read, 0 if the access is not a read.
  unsigned debug(tlm::tlm_generic_payload& access, Cycles now);

 private:
  bool await_time(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) const;
  void refuse(tlm::tlm_generic_payload& access, tlm::tlm_response_status response, const std::string& what) const;
  RegisterResult read(std::uint64_t address, Cycles now, bool effects);
  RegisterResult write(std::uint64_t address, std::uint32_t value);
  [[nodiscard]] RegisterResult read_global(std::uint64_t address) const;
  [[nodiscard]] bool is_control(std::uint64_t address) const;
  /// Number of the engine whose queue has its block at `address`; nothing if it is no such block.
  [[nodiscard]] std::optional<std::size_t> engine_of_queue(std::uint64_t address) const;

  DmaEngines& engines_;
  NetworkShape network_;
  Coordinate position_;
  std::string name_;
  bool has_control_ = true;
};

}  // namespace tactus
