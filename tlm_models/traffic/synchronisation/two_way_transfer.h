#pragma once

#include <cstdint>
#include <optional>

namespace tactus {

/// Value of a counter in 2^-16 cycles: halves of whole cycles add up over the nodes of a tree.
using FineCount = std::int64_t;
inline constexpr FineCount kFineCycle = 1 << 16;

/// Times of a request and its reply, the first and the last by the counter of the client, the others by that of the
/// server.
struct TimeStamps {
  FineCount sent = 0;      ///< the client sends the request
  FineCount arrived = 0;   ///< the server has received it
  FineCount answered = 0;  ///< the server sends the reply
  FineCount returned = 0;  ///< the client has received it

  /// Time of both messages on their way.
  [[nodiscard]] constexpr FineCount round_trip() const { return (returned - sent) - (answered - arrived); }
  /// By how much the server's counter is ahead, if both messages took equally long; off by half of the difference.
  [[nodiscard]] constexpr FineCount ahead() const { return ((arrived - sent) - (returned - answered)) / 2; }
  /// The client's count halfway.
  [[nodiscard]] constexpr FineCount middle() const { return sent + (returned - sent) / 2; }
};

/// Two-way time transfer with the filter of NTP (RFC 5905, section 10): of several exchanges the one with the shortest
/// round trip counts, in which the messages met least that held up only one of them.
class TwoWayTransfer {
 public:
  void add(const TimeStamps& stamps) {
    if (!best_ || stamps.round_trip() < best_->round_trip()) best_ = stamps;
  }
  /// There is one after the first `add`.
  [[nodiscard]] const TimeStamps& best() const { return *best_; }

 private:
  std::optional<TimeStamps> best_;
};

}  // namespace tactus
