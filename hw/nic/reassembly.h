#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/link/packet_header.h"
#include "hw/nic/nic_registers.h"

namespace tactus {

/// Pairs arriving messages with posted receives and counts their bytes. One per DMA engine.
///
/// A message is known by its source node, the places of the ranks that send and receive it, and its tag. A receive
/// names the same, or takes messages of any source, or ignores low bits of the tag. A message takes the oldest posted
/// receive that it fits; if there is none it is kept as unexpected until one is posted, which takes the oldest message
/// that fits it. Packets of a message may come in any order. One-sided messages need no receive and are only counted;
/// their length is known with their last packet. A posted receive can be cancelled: it meets its message all the same,
/// but what of it has not come yet is to be dropped. Decides only, moves nothing: every level of execution calls it.
class alignas(64) Reassembly {
 public:
  enum class Fault : std::uint8_t {
    kNone,
    kUnexpectedOverflow,  ///< more messages wait for a receive than there are entries
    kLength,              ///< a message's packets do not add up to its length
    kTooLong,             ///< a message is longer than the receive that it met
  };

  /// Sender, places and tag by which packets find their message.
  struct Key {
    std::uint64_t source = 0;  ///< position and place
    std::uint64_t place_and_tag = 0;
    friend bool operator==(const Key& a, const Key& b) {
      return a.place_and_tag == b.place_and_tag && a.source == b.source;
    }
  };
  /// Messages that a receive takes: those of its key, of which it may leave out the source and low bits of the tag.
  struct Pattern {
    Key key;  ///< ignored bits of the tag are 0
    bool any_source = false;
    std::uint64_t tag_mask = ~std::uint64_t{0};  ///< bits of `place_and_tag` that are compared
    [[nodiscard]] bool is_exact() const { return !any_source && ~tag_mask == 0; }
    [[nodiscard]] bool fits(const Key& message) const {
      return (message.place_and_tag & tag_mask) == key.place_and_tag && (any_source || message.source == key.source);
    }
  };
  /// A message of which a packet has arrived.
  struct Message {
    Key key;
    std::uint64_t address = 0;          ///< where its first byte goes; 0 while it has met no receive
    std::uint64_t bytes = 0;            ///< kUnknownLength of a one-sided one of which a packet is still to come
    std::uint64_t arrived = 0;          ///< bytes of packets whose tail has come
    std::uint64_t written = 0;          ///< bytes that are in memory
    std::uint32_t packets = 0;          ///< packets whose tail has come
    std::uint32_t expected = kUnknown;  ///< packets of a one-sided message, once its last one has come
    int slot = kNoSlot;                 ///< the receive that it met
    bool one_sided = false;
    std::uint64_t number = 0;  ///< in the order in which they began
  };
  /// Result of `arrive`. A one-sided message of one packet needs no record: its `message` is null.
  struct Arrival {
    Fault fault = Fault::kNone;
    Message* message = nullptr;
  };

  /// A message of which a packet came before its receive was posted, and which has met it.
  struct Meeting {
    std::uint64_t message = 0;  ///< its number
    std::uint64_t address = 0;
  };

  /// With room for so many messages that wait for a receive; 0: any number. It may have to list meetings.
  explicit Reassembly(int unexpected_entries, bool lists_meetings = false)
      : unexpected_entries_(unexpected_entries), lists_meetings_(lists_meetings) {}

  /// Message with which the last receive in `slot` is complete or freed (RX_MET); while one is active, and before the
  /// first: of zeros.
  [[nodiscard]] nic_reg::MetMessage met(int slot) const {
    const auto place = static_cast<std::size_t>(slot);
    return ((active_ >> slot) & 1U) != 0 || place >= met_.size() ? nic_reg::MetMessage{} : met_[place];
  }

  /// Makes a free slot active; it meets messages from the next `accept_posts` on.
  void post(int slot, const nic_reg::ReceiveSlot& receive);
  /// Matches what was posted since the last call with messages that are already there.
  Fault accept_posts();
  /// Meetings since the last call, if it lists them.
  std::vector<Meeting> take_meetings() { return std::exchange(meetings_, {}); }
  [[nodiscard]] bool has_new_posts() const { return !new_posts_.empty(); }

  /// Cancels the receives in `slots` (bit s: slot s) that are posted and not yet complete; the others stay as they are.
  void cancel(std::uint32_t slots) { cancelled_ |= slots & active_; }
  /// The packet that has just arrived as `message` is to be dropped: not written to memory, but counted as written.
  [[nodiscard]] bool drops(const Message* message) const {
    return message != nullptr && message->slot != kNoSlot && ((cancelled_ >> message->slot) & 1U) != 0;
  }

  /// That message has met no receive, and is to meet one.
  [[nodiscard]] static bool awaits_receive(const Message* message) {
    return message != nullptr && !message->one_sided && message->slot == kNoSlot;
  }

  /// The tail of a packet has come.
  Arrival arrive(const PacketHeader& header);
  /// `bytes` of payload of a packet that arrived as `message` are in memory. Ends a complete message's record.
  void written(Message* message, std::uint32_t bytes);

  /// Bit s: the receive in slot s is complete (RX_DONE).
  [[nodiscard]] std::uint32_t done() const { return done_; }
  void clear_done(std::uint32_t slots) { done_ &= ~slots; }
  /// Bit s: the receive in slot s was cancelled and its message has come (RX_FREED).
  [[nodiscard]] std::uint32_t freed() const { return freed_; }
  void clear_freed(std::uint32_t slots) { freed_ &= ~slots; }
  /// Bit s: slot s is posted and not yet complete.
  [[nodiscard]] std::uint32_t active() const { return active_; }
  /// Packets that have come for the receive in `slot` since it was posted, those of a message that waited for it
  /// included.
  [[nodiscard]] std::uint32_t packets(int slot) const { return slot_packets_[static_cast<std::size_t>(slot)]; }
  /// One-sided messages completely received, modulo 2^32.
  [[nodiscard]] std::uint32_t one_sided() const { return one_sided_; }
  /// Messages, complete or not, that wait for a receive.
  [[nodiscard]] int unexpected() const { return unexpected_; }
  /// Messages of which something has arrived, but not all is written.
  [[nodiscard]] int incomplete() const;

 private:
  static constexpr int kNoSlot = -1;
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  static constexpr std::uint64_t kUnknownLength = ~std::uint64_t{0};
  struct Posted {
    int slot = 0;
    Pattern pattern;
    std::uint64_t bytes = 0;
    std::uint64_t address = 0;
  };
  /// Place of a message among the early ones: place and tag, number, source.
  using EarlyPlace = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
      return static_cast<std::size_t>((key.source * kGolden ^ key.place_and_tag) * kGolden >> 8);
    }
  };

  /// The oldest message that `receive` may meet, now among `messages_`; null if none has come.
  Message* waiting_for(const Pattern& pattern);
  /// Key of the oldest early message that fits `pattern`, and its number.
  [[nodiscard]] std::optional<std::pair<Key, std::uint64_t>> oldest_early(const Pattern& pattern);
  /// Takes the oldest of the early messages of `key`, which there is.
  Message* take_early(const Key& key);
  void list_early();
  Message* open_message(const Key& key, bool one_sided);
  static Fault take_one_sided(Message& message, const TransportHeader& transport);
  Arrival start_message(const Key& key, const TransportHeader& transport);
  Fault meet(Message& message, const Posted& receive);
  void end_if_complete(Message* message);

  // What most packets look at, in one cache line.
  std::list<Message> messages_;  ///< oldest first, but for those in `early_`
  std::vector<Posted> new_posts_;
  std::uint32_t done_ = 0;
  std::uint32_t freed_ = 0;
  std::uint32_t active_ = 0;
  std::uint32_t cancelled_ = 0;  ///< how many of the active receives are cancelled

  std::array<std::uint32_t, nic_reg::kRingEntries> slot_packets_{};
  std::vector<Posted> posted_;  ///< receives without a message, oldest first
  std::uint32_t one_sided_ = 0;
  int unexpected_ = 0;
  int unexpected_entries_;
  bool lists_meetings_;
  std::vector<Meeting> meetings_;
  std::uint64_t started_ = 0;
  /// Complete messages without a receive, by key: there can be many, and most packets have nothing to do with them.
  std::unordered_map<Key, std::list<Message>, KeyHash> early_;
  bool has_patterns_ = false;             ///< a receive that is not exact has been posted
  std::set<EarlyPlace> early_by_tag_;     ///< the messages in `early_`, once there has been such a receive
  std::vector<nic_reg::MetMessage> met_;  ///< by slot, up to the highest whose receive has met a message
};

}  // namespace tactus
