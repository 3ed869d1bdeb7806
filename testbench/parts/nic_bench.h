#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "hw/link/packet_header.h"
#include "hw/link/wire.h"
#include "hw/memory/memory.h"
#include "hw/nic/nic_registers.h"
#include "hw/nic/register_access.h"
#include "hw/node/node_parts.h"

namespace tactus {

constexpr Coordinate kPeer{0, 3};       ///< the node whose packets the bench plays
constexpr Coordinate kNeighbour{2, 2};  ///< a node that messages go to
constexpr std::uint32_t kTag = 0x55;    ///< tag of messages whose tag does not matter
constexpr int kEngines = 4;             ///< engines in the machine of `bench_config`

/// A flit seen on `flit_o` and the cycle in which it stood there.
struct SeenFlit {
  std::uint64_t cycle = 0;
  Flit flit;
};
/// Credits seen on `credit_o`.
struct SeenCredits {
  std::uint64_t cycle = 0;
  CreditReturn credits = 0;
};

/// One NIC with its memory; the bench plays software and the router's NIC ports, cycle by cycle. Between calls the
/// simulation stands at the falling edge of `cycle()`: what is written then is sampled at the next rising edge.
class NicBench : public sc_core::sc_module {
 public:
  static constexpr Coordinate kPosition{1, 2};

  /// Makes the NIC on test: the model, one of its twins, or any other one with these pins.
  using MakeNic = std::function<std::unique_ptr<NicModule>(const char* name, const NodeSite& site, MemoryPort& memory)>;

  /// With the memory that is given, or a `Memory` of that configuration.
  NicBench(const sc_core::sc_module_name& name, const MakeNic& make, MachineConfig config,
           std::unique_ptr<MemoryPort> given = nullptr, Coordinate position = kPosition);

  /// Runs on, one cycle at a time.
  void run(std::uint64_t cycles);
  void run_to(std::uint64_t cycle) { run(cycle - this->cycle()); }
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }
  /// Before and after each cycle of simulation; `run` calls both.
  void drive();
  void collect();
  /// Runs so many edges of reset; software forgets what it had given.
  void reset(std::uint64_t edges);

  // The router's side. A flit or credits given now are on the port for this one cycle.
  void give_flit(int engine, const Flit& flit) { given_flits_[index(engine)] = flit; }
  void give_credits(int engine, CreditReturn credits) { given_credits_[index(engine)] = credits; }
  /// Returns a credit for every flit sent, in the cycle in which it is seen (on by default).
  void return_credits(bool on) { return_credits_ = on; }
  /// Gives a whole packet, one flit per cycle, running on to the cycle in which its tail is on the port.
  void give_packet(int engine, int vc, const PacketHeader& header);

  // Software.
  std::uint32_t read(std::uint64_t address);
  void write(std::uint64_t address, std::uint32_t value);
  std::uint32_t read(int engine, std::uint64_t offset) { return read(nic_reg::engine_base(engine) + offset); }
  void write(int engine, std::uint64_t offset, std::uint32_t value) {
    write(nic_reg::engine_base(engine) + offset, value);
  }
  /// One access of a foreign initiator, as given; the response is in the payload.
  void access(tlm::tlm_generic_payload& payload);
  /// One that comes `delay` ahead of its time.
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) { csr_isock_->b_transport(payload, delay); }
  unsigned debug_access(tlm::tlm_generic_payload& payload) { return csr_isock_->transport_dbg(payload); }
  bool get_dmi(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& granted) {
    return csr_isock_->get_direct_mem_ptr(payload, granted);
  }
  /// Fills the next ring entry and rings the doorbell.
  void send(int engine, const nic_reg::SendDescriptor& descriptor);
  void send(int engine, Coordinate destination, std::uint32_t bytes, std::uint32_t tag = 0);
  void post(int engine, int slot, Coordinate source, std::uint32_t tag, std::uint32_t bytes, std::uint64_t address = 0);
  /// Rings the doorbell with the number that it stands at: wakes the engine and changes nothing.
  void nudge(int engine) { write(engine, nic_reg::kTxDoorbell, doorbells_[index(engine)]); }
  void set_pacing(int engine, const PaceModeName& mode, int gap, int bias);

  // What the NIC did.
  [[nodiscard]] const std::vector<SeenFlit>& flits(int engine) const { return seen_flits_[index(engine)]; }
  [[nodiscard]] const std::vector<SeenCredits>& credits(int engine) const { return seen_credits_[index(engine)]; }
  /// Cycles in which head flits stood on `flit_o`.
  [[nodiscard]] std::vector<std::uint64_t> heads(int engine) const;
  [[nodiscard]] bool irq() const { return irq_.read(); }
  /// Value that a waveform shows now of `name` in `scope`, where the NIC's is "nic".
  [[nodiscard]] std::uint64_t shown(const std::string& scope, const std::string& name) const;

 private:
  const MachineConfig config_;

 public:
  const std::unique_ptr<MemoryPort> memory;

 private:
  ClockDomain clock_;
  const std::unique_ptr<NicModule> made_;

 public:
  NicModule& nic;

 private:
  static std::size_t index(int engine) { return static_cast<std::size_t>(engine); }

  sc_core::sc_signal<bool> irq_;
  sc_core::sc_vector<Wire<Flit>> to_nic_flits_;
  sc_core::sc_vector<Wire<CreditReturn>> to_nic_credits_;
  sc_core::sc_vector<Wire<Flit>> from_nic_flits_;
  sc_core::sc_vector<Wire<CreditReturn>> from_nic_credits_;
  tlm_utils::simple_initiator_socket<NicBench, 32> csr_isock_;

  std::uint64_t cycle_ = 0;
  bool return_credits_ = true;
  std::array<Flit, kMaxNics> given_flits_{};
  std::array<CreditReturn, kMaxNics> given_credits_{};
  std::array<std::vector<SeenFlit>, kMaxNics> seen_flits_;
  std::array<std::vector<SeenCredits>, kMaxNics> seen_credits_;
  std::array<std::uint32_t, kMaxNics> doorbells_{};
};

/// The flits of a packet as docs/reference/packet_format.md lays them out. Written without the NIC's own classes.
std::vector<Flit> make_flits(const PacketHeader& header, int vc);

/// Header of packet `index` of a message from `source` to the bench's NIC.
PacketHeader make_header(Coordinate source, int engine, std::uint32_t tag, std::uint32_t message_bytes,
                         std::uint32_t index = 0);

/// The machine of nsim's Table 1 on a 5 x 4 torus.
MachineConfig bench_config();

}  // namespace tactus
