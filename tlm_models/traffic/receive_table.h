#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "tlm_models/common/keyed_slots.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// The receives of one rank and the messages that come for them, known by source rank and tag. There is room for any
/// number; of one source, tags differ among what is in the table at a time.
class ReceiveTable {
 public:
  /// Receive that a message has met.
  struct Match {
    Op receive;
    bool cancelled = false;  ///< the message is to be dropped
  };

  /// Posts a grouped receive; true if a message of its group has come already, with which it is complete. Fills in the
  /// message.
  bool post_grouped(Op& receive);
  /// A grouped message has come: the receive that ends with it, with the message filled in, or nothing if it is kept.
  std::optional<Match> arrive_grouped(int source, std::uint32_t tag, Bytes bytes);
  /// Posts `receive`; false if its message has come already, with which it is complete.
  bool post(int source, const Op& receive);
  /// A message has come: the receive that ends with it, or nothing if the message is kept until its receive is posted.
  std::optional<Match> arrive(int source, std::uint32_t tag);
  /// Nobody waits any more for that receive, whose message is still to come; false, and nothing done, if it is not
  /// posted or complete.
  bool cancel(int source, std::uint32_t tag);

  /// Posted, neither complete nor cancelled.
  [[nodiscard]] bool is_posted(int source, std::uint32_t tag) const;
  /// How many are.
  [[nodiscard]] int posted() const { return posted_; }
  /// Posted receives, by NIC, peer and tag.
  [[nodiscard]] std::vector<Op> posted_receives() const;

 private:
  enum class State : std::uint8_t { kEarly, kPosted, kCancelled };
  struct Entry {
    State state = State::kEarly;
    Op receive;  ///< but for a message that is early
  };
  static std::uint64_t key(int source, std::uint32_t tag) { return static_cast<std::uint64_t>(source) << 32 | tag; }

  /// Message for a grouped receive.
  struct Grouped {
    int source = 0;
    std::uint32_t tag = 0;
    Bytes bytes;
  };
  /// Receives and messages of a group that wait for the other side, oldest first; one of both is empty.
  struct Group {
    std::deque<Op> posted;
    std::deque<Grouped> early;
  };
  static void meet(Op& receive, const Grouped& message);

  KeyedSlots<Entry> entries_;
  std::map<std::uint32_t, Group> groups_;  ///< by tag without the number of the message
  int posted_ = 0;
};

}  // namespace tactus
