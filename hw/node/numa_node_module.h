#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/node/numa_node.h"

namespace tactus {

/// A NUMA node with TLM-2.0 sockets at its edges: targets for the NICs in its slots, initiators to what its memories
/// hold. Between them it is the plain `NumaNode`, whose wheel runs ahead of SystemC up to what anything else does next.
///
/// A NIC's transaction is a read or a write of one memory, named by the address (AddressMap::in_memory), at least 1 B,
/// without byte enables. It ends when a read's data is in the NIC, or when a write is visible: then its data goes from
/// or to `memory_isock` of that memory, if something is bound there, by one transport call without delay; the address
/// is that within the memory. A NIC may have any number of transactions under way. Other transactions are answered with
/// the response status that TLM-2.0 has for them, at once. Initiators may be loosely or approximately timed.
///
/// Reports nothing by itself. Reference: docs/reference/numa_node.md. RTL twin: none.
class NumaNodeModule : public sc_core::sc_module {
 public:
  using NicSocket = tlm_utils::simple_target_socket_tagged<NumaNodeModule>;
  using MemorySocket = tlm_utils::simple_initiator_socket_optional<NumaNodeModule>;

  std::vector<std::unique_ptr<NicSocket>> nic_tsock;        ///< by NIC
  std::vector<std::unique_ptr<MemorySocket>> memory_isock;  ///< by memory; need not be bound

  /// `config` is free of faults.
  NumaNodeModule(const sc_core::sc_module_name& name, const NumaNodeConfig& config);

  [[nodiscard]] NumaNode& node() { return node_; }

 private:
  /// Access that a NIC has asked for. Its place in the list is its tag.
  struct Access {
    sc_core::sc_event done;
    bool busy = false;
    bool answered = false;
  };
  struct Nic final : DmaClient {
    explicit Nic(NumaNodeModule& module) : owner(module) {}
    void read_done(std::uint32_t tag, Picoseconds now) override { owner.answered(*this, tag, now); }
    void write_taken(std::uint32_t, Picoseconds) override {}
    void write_visible(std::uint32_t tag, Picoseconds now) override { owner.answered(*this, tag, now); }

    NumaNodeModule& owner;
    std::deque<Access> accesses{};
  };

  void b_transport(int nic, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  [[nodiscard]] tlm::tlm_response_status check(const tlm::tlm_generic_payload& payload) const;
  void answered(Nic& nic, std::uint32_t tag, Picoseconds now);
  /// Lets the wheel go on as far as nobody can ask for anything new, or to the next answer.
  void go_on();
  static std::uint32_t free_access(Nic& nic);
  void move_data(tlm::tlm_generic_payload& payload);

  TimedEvents events_;
  NumaNode node_;
  std::vector<std::unique_ptr<Nic>> nics_;
  sc_core::sc_event go_on_;
  bool answer_ahead_ = false;  ///< the wheel has come to an answer for which SystemC's time has not come
};

}  // namespace tactus
