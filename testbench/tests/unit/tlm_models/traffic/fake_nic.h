#pragma once

#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "hw/common/nic_config.h"
#include "hw/common/router_ports.h"
#include "hw/common/units.h"
#include "hw/nic/nic_registers.h"

namespace tactus {

/// The register side of a NIC without a NIC: keeps descriptors and slots, records every access, and completes what the
/// test tells it to complete, in the cycle the test names.
class FakeNic : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kPeriod = 4000;  ///< ps

  /// One register access; `in_middle` is whether it was made at the falling edge of its cycle.
  struct Access {
    std::uint64_t cycle = 0;
    bool in_middle = false;
    bool write = false;
    std::uint64_t address = 0;
    std::uint32_t value = 0;
  };
  /// A descriptor for which the doorbell was rung, or a receive that was posted, in `cycle`.
  struct Sent {
    std::uint64_t cycle = 0;
    int engine = 0;
    nic_reg::SendDescriptor descriptor;
  };
  struct Posted {
    std::uint64_t cycle = 0;
    int engine = 0;
    std::uint32_t slot = 0;
    nic_reg::ReceiveSlot receive;
  };

  tlm_utils::simple_target_socket<FakeNic, 32> csr_tsock;
  sc_core::sc_out<bool> irq_o;

  explicit FakeNic(const sc_core::sc_module_name& name);

  // To be called before the simulation starts.
  void complete_send_in(std::uint64_t cycle, int engine) { sends_due_.emplace(cycle, engine); }
  void complete_receive_in(std::uint64_t cycle, int engine, int slot) {
    receives_due_.emplace(cycle, std::pair(engine, slot));
  }
  /// The message of a cancelled receive has come.
  void free_receive_in(std::uint64_t cycle, int engine, int slot) {
    frees_due_.emplace(cycle, std::pair(engine, slot));
  }
  /// RX_MET of a slot, from the beginning on.
  void shows_met(int engine, std::uint64_t slot, const nic_reg::MetMessage& met);
  /// Completes every send so many cycles after its doorbell; 0 for never.
  void complete_sends_after(std::uint64_t cycles) { send_time_ = cycles; }
  /// Answers accesses to `address` with an error.
  void refuse(std::uint64_t address) { refused_ = address; }

  [[nodiscard]] const std::vector<Access>& accesses() const { return accesses_; }
  [[nodiscard]] const std::vector<Sent>& sent() const { return sent_; }
  [[nodiscard]] const std::vector<Posted>& posted() const { return posted_; }
  /// Last value written to `address`.
  [[nodiscard]] std::uint32_t written(std::uint64_t address) const { return memory_.at(address); }

 private:
  struct Engine {
    std::uint32_t done = 0;
    bool send_pending = false;
    std::uint32_t receives_done = 0;
    std::uint32_t receives_freed = 0;
  };

  void on_edge();
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  std::uint32_t read(std::uint64_t address);
  void write(std::uint64_t address, std::uint32_t value);
  void record_send(int engine, std::uint32_t number);
  void record_post(int engine, std::uint32_t slot);
  void load_words(std::uint64_t address, std::uint32_t words[nic_reg::kDescriptorWords]) const;
  [[nodiscard]] std::uint32_t pending() const;
  [[nodiscard]] static std::uint64_t cycle_now();

  std::array<Engine, kMaxNics> engines_;
  std::map<std::uint64_t, std::uint32_t> memory_;
  std::multimap<std::uint64_t, int> sends_due_;
  std::multimap<std::uint64_t, std::pair<int, int>> receives_due_;
  std::multimap<std::uint64_t, std::pair<int, int>> frees_due_;
  std::uint64_t send_time_ = 0;
  std::uint64_t refused_ = ~0ULL;
  std::vector<Access> accesses_;
  std::vector<Sent> sent_;
  std::vector<Posted> posted_;
};

}  // namespace tactus
