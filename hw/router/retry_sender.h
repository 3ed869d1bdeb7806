#pragma once

#include <cstdint>
#include <deque>

#include "hw/common/machine_config.h"
#include "hw/common/ring_queue.h"
#include "hw/link/link_flit.h"
#include "hw/router/link_transfer.h"
#include "hw/router/retry_settings.h"

namespace tactus {

/// Sender of a link that repeats packets (docs/timing.md, LINK-6 to LINK-10): numbers them, keeps them until they are
/// acknowledged, and goes back to the oldest when its acknowledgement has not come in time.
///
/// Plain class. At an edge `take_ack`, then `take`, then `send`. Whoever feeds it leaves room for what it gives, and
/// gives the flits of a packet at successive edges. Acknowledgements may be lost, and come in order.
class RetrySender {
 public:
  /// The link that leaves `position` in this direction. `config` need not outlive it.
  RetrySender(const MachineConfig& config, Coordinate position, Direction direction);

  void reset();
  /// Answers the flits that need not be kept any more.
  int take_ack(const LinkAck& ack);
  /// A flit from the switch.
  void take(const Flit& flit);
  /// Whether a flit goes on the wire at edge `now`, which it fills in.
  bool send(std::uint64_t now, LinkFlit& out);
  /// First edge after `now` at which `send` may do something if nothing comes in, or the largest number.
  [[nodiscard]] std::uint64_t next(std::uint64_t now) const;

  /// Flits in the replay buffer.
  [[nodiscard]] int held() const { return static_cast<int>(flits_.size()); }
  /// Number of the oldest packet that is kept, or of the next.
  [[nodiscard]] std::uint16_t oldest() const { return oldest_; }
  [[nodiscard]] std::uint64_t repetitions() const { return repetitions_; }

 private:
  struct Packet {
    int flits = 0;
    bool sent = false;
    std::uint64_t tail = 0;  ///< edge at which its last flit went on the wire
  };
  [[nodiscard]] bool overdue(std::uint64_t now) const;
  void go_back();

  RetrySettings settings_;
  LinkTransfer transfer_;
  int dimensions_;
  RingQueue<Flit> flits_;
  std::deque<Packet> packets_;  ///< the oldest first; of the last one flits may still come
  std::uint16_t oldest_ = 0;
  // The packet that is sent, or is next.
  std::size_t current_ = 0;
  int place_ = 0;  ///< place of its first flit
  int sent_ = 0;   ///< flits of it
  bool begun_ = false;
  std::uint64_t begins_ = 0;  ///< edge of its first flit on the wire
  std::uint64_t repetitions_ = 0;
};

}  // namespace tactus
