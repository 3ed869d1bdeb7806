#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "hw/common/clock.h"
#include "hw/memory/memory_contents.h"
#include "hw/memory/memory_port.h"
#include "hw/memory/payload_carrier.h"

namespace tactus {

/// How a `TlmMemoryPort` accesses its target.
struct TlmMemoryConfig {
  bool dmi = true;  ///< accesses go by a direct pointer from the time on at which the target grants one
  /// Threads that make the transactions, each one at a time, for targets that call `wait`; 0: the NIC's own process.
  int threads = 0;
};

/// Memory of a node that is a TLM-2.0 target: a user's memory, or a bus with memories behind it.
///
/// A request of the NIC is one generic payload with data, made at its edge. It is done when the delay that the target
/// annotates has passed, counted from that edge, and the answer is given at the first edge at that time or later. With
/// threads the target may also call `wait`, which takes time likewise. An error response raises kMemoryAccess; a packet
/// to or from a node whose memory has no contents raises kMemoryContents. Reference: docs/reference/tlm.md.
class TlmMemoryPort final : public sc_core::sc_module, public MemoryPort, private MemoryContents {
 public:
  tlm_utils::simple_initiator_socket<TlmMemoryPort, 32> memory_isock;  ///< 64-bit addresses, as software gives them

  /// The memory of `node`. `carrier`, that of the machine, must outlive it.
  TlmMemoryPort(const sc_core::sc_module_name& name, const Clock& clock, PayloadCarrier& carrier, int node,
                TlmMemoryConfig config = {});
  ~TlmMemoryPort() override;

  void request(const MemoryRequest& request, Cycles now) override;
  void forget() override;
  [[nodiscard]] MemoryContents* contents() override { return this; }

  /// Reads or writes `bytes` bytes by debug transport, in no time: for benches. Answers how many the target has moved.
  unsigned debug(tlm::tlm_command command, std::uint64_t address, unsigned char* data, unsigned bytes);

  /// Requests so far, by the way that they took.
  [[nodiscard]] std::uint64_t transports() const { return transports_; }
  [[nodiscard]] std::uint64_t direct_accesses() const { return direct_accesses_; }

 private:
  using Payload = PayloadCarrier::Payload;
  struct Pending {
    Cycles done;
    std::uint64_t number = 0;  ///< in the order of the requests
    std::uint32_t tag = 0;
    int engine = 0;
    friend bool operator>(const Pending& a, const Pending& b) {
      return a.done != b.done ? a.done > b.done : a.number > b.number;
    }
  };
  using Held = std::tuple<int, std::uint64_t, std::uint64_t>;  ///< engine, message, offset of a packet
  class Worker;
  /// A request that waits for a thread.
  struct Job {
    MemoryRequest request;
    Payload data;
    std::uint64_t reset = 0;  ///< number of the last reset before it
  };
  using Queue = std::priority_queue<Pending, std::vector<Pending>, std::greater<Pending>>;

  void say(Cycles now) override;
  void packet_started(int engine, std::uint32_t tag, std::uint64_t packet, int destination) override;
  void packet_arrived(std::uint64_t packet) override;
  void packet_held(std::uint64_t packet, int engine, std::uint64_t message, std::uint64_t offset) override;
  void message_met(int engine, std::uint64_t message, std::uint64_t address, Cycles now) override;
  void packet_dropped(std::uint64_t packet) override;

  Payload take(std::uint64_t packet);
  void start_job(const MemoryRequest& request, Payload data, Picoseconds time);
  void finish_job(Job job);
  /// Writes the payload of a held packet, in no time.
  void write_held(const MemoryRequest& request, Payload& payload, Picoseconds time);
  /// Moves the data of `request`, made at `time`; answers how long that takes.
  Picoseconds move(const MemoryRequest& request, Payload& data, Picoseconds time);
  Picoseconds transport(const MemoryRequest& request, Payload& data, Picoseconds time);
  /// One transaction with `request`, which adds to `delay`.
  void call_target(tlm::tlm_generic_payload& access, const MemoryRequest& request, Payload& data,
                   sc_core::sc_time& delay);
  /// The region through which `request` can go, or null.
  [[nodiscard]] const tlm::tlm_dmi* region_of(const MemoryRequest& request) const;
  void ask_for_region(tlm::tlm_generic_payload& access, const MemoryRequest& request);
  void invalidate(sc_dt::uint64 start, sc_dt::uint64 end);
  [[nodiscard]] std::string text(const MemoryRequest& request) const;
  static std::uint64_t read_number(int engine, std::uint32_t tag) {
    return static_cast<std::uint64_t>(engine) << 32 | tag;
  }

  const Clock clock_;
  PayloadCarrier& carrier_;
  const TlmMemoryConfig config_;
  const std::thread::id thread_;  ///< that may call the target
  tlm::tlm_generic_payload access_;
  std::vector<tlm::tlm_dmi> regions_;
  std::unordered_map<std::uint64_t, Payload> read_;  ///< by `read_number`, until the packet starts
  Payload arrived_;                                  ///< to be written by the next request
  bool held_next_ = false;                           ///< the next request writes nothing
  std::map<Held, Payload> held_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<Job> jobs_;
  sc_core::sc_event job_comes_;
  std::uint64_t resets_ = 0;
  Queue reads_;
  Queue writes_;
  std::uint64_t requests_ = 0;
  std::uint64_t transports_ = 0;
  std::uint64_t direct_accesses_ = 0;
};

}  // namespace tactus
