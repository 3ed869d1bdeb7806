#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hw/common/credit_pool.h"
#include "hw/common/ring_queue.h"
#include "hw/common/timed_events.h"
#include "hw/link/link_packet.h"

namespace tactus {

/// One direction of a link with credits: what HyperTransport and PCI Express have in common. Made from the
/// configuration of either by `ht_channel` and `pcie_channel`.
struct LinkChannelConfig {
  struct Class {
    std::uint32_t overhead_bytes = 0;  ///< on the wire, with every packet
    std::uint32_t headers = 1;         ///< packets that the receiver has room for
    std::uint32_t data_units = 0;      ///< units of data that it has room for
  };
  BytesPerSecond rate;
  Picoseconds latency;               ///< from a packet's last byte on the wire to its arrival; of credits likewise
  std::uint32_t register_bytes = 0;  ///< on the wire, of what may be handed over before the wire is free
  std::uint32_t data_unit = 0;       ///< bytes that one data credit stands for; 0: a packet's credit is its data's too
  std::array<Class, kTrafficClasses> classes{};
  std::uint32_t update_bytes = 0;  ///< on the wire of the other direction, for every `update_every` packets received
  std::uint32_t update_every = 1;  ///< at least 1
};

/// Why a packet cannot be sent.
enum class LinkObstacle : std::uint8_t { kNone, kWire, kHeaderCredits, kDataCredits };

/// Takes what comes out of a link. It calls `LinkChannel::release` when the packet has left its buffer.
class LinkReceiver {
 public:
  virtual ~LinkReceiver() = default;
  virtual void arrived(int port, const LinkPacket& packet, Picoseconds now) = 0;
};

/// Sender that feeds a link.
class LinkSender {
 public:
  virtual ~LinkSender() = default;
  /// The obstacle that was in the way when `wake_when` was called may be gone.
  virtual void may_send(int port, Picoseconds now) = 0;
};

/// Sees every packet go in and come out; for checkers and waveforms.
class LinkObserver {
 public:
  virtual ~LinkObserver() = default;
  virtual void sent(const LinkPacket& packet, Picoseconds now) = 0;
  virtual void received(const LinkPacket& packet, Picoseconds now) = 0;
  /// The receiver's buffer of `packet` is free again.
  virtual void released(const LinkPacket& packet, Picoseconds now) = 0;
  /// The wire has been given to something from `begin` to `end`: to a packet, told by `sent` next, or (`update`) to a
  /// credit update of the other direction.
  virtual void carried(bool /*update*/, Picoseconds /*begin*/, Picoseconds /*end*/) {}
};

/// Sees what a wire is given to, and nothing else.
class WireListener {
 public:
  virtual ~WireListener() = default;
  /// At `now` the wire has been given to `packet` from `begin` to `end`; null: to a credit update of the other
  /// direction.
  virtual void carried(const LinkPacket* packet, Picoseconds begin, Picoseconds end, Picoseconds now) = 0;
};

/// One direction of a link, plain, on the event wheel: a wire of some rate, and buffers at its end that are counted by
/// credits per class.
///
/// A packet is on the wire for (overhead + payload) / rate and arrives `latency` later, whole. It can be handed over
/// when the wire is free, or will be within the time that `register_bytes` take. It takes a header credit and
/// ceil(payload / data_unit) data credits of its class, which are back `latency` after `release`. Packets arrive in the
/// order in which they were sent; who sends chooses the class. Never drops anything; a `send` without credits is an
/// impossible state.
class LinkChannel final : public TimedPart {
 public:
  LinkChannel(const LinkChannelConfig& config, TimedEvents& events);
  LinkChannel(const LinkChannel&) = delete;
  LinkChannel& operator=(const LinkChannel&) = delete;

  /// To be called once, before anything is sent. `reverse` is the other direction, whose wire credit updates take.
  void connect(LinkSender& sender, int sender_port, LinkReceiver& receiver, int receiver_port, LinkChannel* reverse);
  /// nullptr for none, as at first.
  void observe(LinkObserver* observer) { observer_ = observer; }
  void follow(WireListener* listener) { listener_ = listener; }

  /// Obstacle that keeps a packet from being sent at `now`.
  LinkObstacle obstacle(TrafficClass traffic, std::uint32_t payload, Picoseconds now);
  /// As `obstacle`, for those who only look: it changes nothing, not even the time at which a packet would begin.
  [[nodiscard]] LinkObstacle seen_obstacle(TrafficClass traffic, std::uint32_t payload, Picoseconds now) const;
  /// Sends a packet at `now` that nothing keeps. It begins when the last thing that it waited for had come: its arrival
  /// here, the wire, its credits. Answers when its last byte is on the wire.
  Picoseconds send(const LinkPacket& packet, Picoseconds now);
  /// The sender is called when `obstacle`, as answered for `traffic` at `now`, may be gone. Once per time it is asked.
  void wake_when(LinkObstacle obstacle, TrafficClass traffic, Picoseconds now);
  /// A received packet has left its buffer.
  void release(const LinkPacket& packet, Picoseconds now);

  void due(std::uint32_t what, Picoseconds now) override;

  [[nodiscard]] const LinkChannelConfig& config() const { return config_; }
  /// Credits of a class: packets, and units of data.
  [[nodiscard]] const CreditPool& headers(TrafficClass traffic) const { return credits_[index_of(traffic)].headers; }
  [[nodiscard]] const CreditPool& data(TrafficClass traffic) const { return credits_[index_of(traffic)].data; }
  /// Packets that have left the receiver's buffers since the last credit update on the other direction's wire.
  [[nodiscard]] std::uint32_t without_update() const { return released_; }
  /// Whether the wire carries something at `now`, and whether that is payload. What is on it before the packet that was
  /// sent last is taken to be like that one.
  [[nodiscard]] bool carries(Picoseconds now) const { return now < wire_free_; }
  [[nodiscard]] bool carries_payload(Picoseconds now) const;
  /// First time after `now` at which `carries_payload` or the wire's part of `seen_obstacle` changes by the time alone;
  /// `Picoseconds::max()` if never.
  [[nodiscard]] Picoseconds next_wire_change(Picoseconds now) const;
  /// Payload that has been sent.
  [[nodiscard]] Bytes bytes() const { return Bytes{bytes_}; }
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  /// Time that the wire has been given to packets and credit updates.
  [[nodiscard]] Picoseconds busy() const { return busy_; }
  /// Whether no packet is under way and all credits are where they were in the beginning, or on their way there.
  [[nodiscard]] bool idle() const;

 private:
  enum What : std::uint32_t { kArrival, kWake };
  static constexpr std::size_t kUpdate = kTrafficClasses;
  /// Divisions are slow, and most packets of a class are as long as the last one.
  struct LastTime {
    std::uint32_t bytes = 0;
    Picoseconds time;
  };
  struct Credits {
    CreditPool headers;
    CreditPool data;
    bool awaited = false;  ///< the sender waits for credits that nobody has given back yet
  };
  [[nodiscard]] std::uint32_t units_of(std::uint32_t payload) const {
    return config_.data_unit == 0 ? 0 : (payload + config_.data_unit - 1) / config_.data_unit;
  }
  void take_wire(std::size_t kind, std::uint32_t bytes, Picoseconds from);
  void wake_at(Picoseconds time) {
    if (time >= wake_) return;
    wake_ = time;
    events_.at(time, *this, kWake);
  }

  LinkChannelConfig config_;
  TimedEvents& events_;
  LinkSender* sender_ = nullptr;
  LinkReceiver* receiver_ = nullptr;
  LinkChannel* reverse_ = nullptr;
  LinkObserver* observer_ = nullptr;
  WireListener* listener_ = nullptr;
  int sender_port_ = 0;
  int receiver_port_ = 0;
  std::array<Credits, kTrafficClasses> credits_{};
  RingQueue<LinkPacket> in_flight_;
  Picoseconds wire_free_;
  Picoseconds register_time_;
  Picoseconds wake_ = Picoseconds::max();                   ///< earliest time at which the sender will be called
  std::uint32_t released_ = 0;                              ///< packets since the last credit update
  std::uint32_t last_payload_ = 0;                          ///< bytes of the packet that was sent last
  Picoseconds last_packet_time_;                            ///< time of the last packet on the wire
  std::array<LastTime, kTrafficClasses + 1> last_times_{};  ///< by class, and of credit updates
  std::uint64_t bytes_ = 0;
  std::uint64_t packets_ = 0;
  Picoseconds busy_;
};

// Asked for every packet by everyone who sends: inline.
inline LinkObstacle LinkChannel::obstacle(TrafficClass traffic, std::uint32_t payload, Picoseconds now) {
  if (wire_free_ > now + register_time_) return LinkObstacle::kWire;
  Credits& credits = credits_[index_of(traffic)];
  if (!credits.headers.has(1, now)) return LinkObstacle::kHeaderCredits;
  if (!credits.data.has(units_of(payload), now)) return LinkObstacle::kDataCredits;
  return LinkObstacle::kNone;
}

inline LinkObstacle LinkChannel::seen_obstacle(TrafficClass traffic, std::uint32_t payload, Picoseconds now) const {
  if (wire_free_ > now + register_time_) return LinkObstacle::kWire;
  if (headers(traffic).available(now) < 1) return LinkObstacle::kHeaderCredits;
  return data(traffic).available(now) < units_of(payload) ? LinkObstacle::kDataCredits : LinkObstacle::kNone;
}

inline void LinkChannel::wake_when(LinkObstacle obstacle, TrafficClass traffic, Picoseconds now) {
  if (obstacle == LinkObstacle::kNone) return;
  if (obstacle == LinkObstacle::kWire) return wake_at(wire_free_ - register_time_);
  Credits& credits = credits_[index_of(traffic)];
  const CreditPool& pool = obstacle == LinkObstacle::kHeaderCredits ? credits.headers : credits.data;
  if (pool.next() == Picoseconds::max()) {
    credits.awaited = true;
  } else {
    wake_at(std::max(pool.next(), now));
  }
}

}  // namespace tactus
