#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/memory/memory_port.h"
#include "hw/memory/rate_server.h"

namespace tactus {

/// Between a NIC and its memory: passes everything on, and keeps what a twin of the NIC has to be told, and when. An
/// answer counts once the engine itself has moved the payload too (docs/timing.md, "The engine's own rate").
class MemoryTap final : public MemoryPort, private MemoryClient {
 public:
  /// An answer that counts at an edge.
  struct Answer {
    int engine = 0;
    MemoryRequest::Kind kind = MemoryRequest::Kind::kRead;
    std::uint32_t tag = 0;  ///< the model's
    bool taken = false;     ///< this edge is the first at which a write has left
    bool visible = false;   ///< this edge is the first at which a write has left and is visible
  };

  /// `memory` and `config` must outlive it.
  MemoryTap(MemoryPort& memory, const MachineConfig& config);

  void request(const MemoryRequest& request, Cycles now) override;
  void forget() override;
  [[nodiscard]] MemoryContents* contents() override { return memory_.contents(); }

  /// Requests since the last call of `clear_requests`, in order.
  [[nodiscard]] const std::vector<MemoryRequest>& requests() const { return requests_; }
  void clear_requests() { requests_.clear(); }
  /// Answers that count at edge `now`, and did not at the edges before.
  std::vector<Answer> due(Cycles now);

 private:
  /// A request that is not yet completely answered.
  struct Open {
    MemoryRequest request;
    Picoseconds moved;  ///< by the engine itself
    bool taken = false;
    bool visible = false;  ///< or read
    bool told = false;     ///< that it is taken
  };

  void say(Cycles now) override;
  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override;
  void follow();

  MemoryPort& memory_;
  const MachineConfig& config_;
  std::vector<RateServer> read_rate_;
  std::vector<RateServer> write_rate_;
  std::vector<MemoryRequest> requests_;
  std::vector<Open> open_;
};

}  // namespace tactus
