#pragma once

#include "hw/common/machine_config.h"
#include "hw/common/ring_queue.h"
#include "hw/memory/memory_port.h"
#include "hw/memory/rate_server.h"

namespace tactus {

/// Memory of a node, timing only: contents are not stored and any address is good.
///
/// One server per direction, first come first served: a request that touches accesses of `n` bytes made at time `t` is
/// done at `max(t, free) + n / bandwidth + latency`, and the server is free again `latency` earlier; the answer is
/// given at the first edge at that time or later. What has left the NIC is visible at the same edge. Reading and
/// writing do not slow each other. Reference: docs/reference/memory.md.
class alignas(64) Memory final : public MemoryPort {
 public:
  explicit Memory(const MachineConfig& machine)
      : clock_(machine.clock),
        latency_(machine.memory.latency),
        access_(machine.memory.access),
        reading_(machine.memory_bandwidth()),
        writing_(machine.memory_bandwidth()) {}

  void request(const MemoryRequest& request, Cycles now) override;
  [[nodiscard]] bool foresees() const override { return true; }
  Cycles foresee(const MemoryRequest& request, Cycles now) override { return serve(direction(request), request, now); }
  void forget() override;

  [[nodiscard]] Bytes bytes_read() const { return reading_.server.bytes(); }
  [[nodiscard]] Bytes bytes_written() const { return writing_.server.bytes(); }
  /// Time that the server of a direction has been given to requests so far, including what it still has to do.
  [[nodiscard]] Picoseconds read_busy() const { return reading_.server.busy(); }
  [[nodiscard]] Picoseconds write_busy() const { return writing_.server.busy(); }

 private:
  struct Pending {
    Cycles done;
    std::uint32_t tag = 0;
    int engine = 0;
  };
  /// A server and what it has to do, or has done and not yet answered for.
  struct Direction {
    explicit Direction(BytesPerSecond bandwidth) : server(bandwidth) {}
    [[nodiscard]] Cycles next() const { return pending.empty() ? Cycles::max() : pending.front().done; }
    RateServer server;
    RingQueue<Pending> pending;  ///< in the order in which they are done
  };

  void say(Cycles now) override;
  Direction& direction(const MemoryRequest& request) {
    return request.kind == MemoryRequest::Kind::kRead ? reading_ : writing_;
  }
  /// Edge at which the request is done.
  Cycles serve(Direction& direction, const MemoryRequest& request, Cycles now) {
    return clock_.covering(direction.server.serve(clock_.edge(now), moved(request)) + latency_);
  }
  /// By a request: all of each access that it touches.
  [[nodiscard]] Bytes moved(const MemoryRequest& request) const;

  Clock clock_;
  Picoseconds latency_;
  Bytes access_;
  Direction reading_;
  Direction writing_;
};

/// Maker of a `Memory` for each node of a machine, which must outlive it.
inline MemoryFactory memories_of(const MachineConfig& config) {
  return [&config](int) { return std::make_unique<Memory>(config); };
}

}  // namespace tactus
