#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "tlm_models/node/copies/copy_protocol.h"
#include "tlm_models/node/copies/flag_board.h"
#include "tlm_models/node/copies/placed_message.h"
#include "tlm_models/node/copies/step_queue.h"

namespace tactus {

/// A message that has begun and not ended, and its buffers.
struct MessageUnderWay {
  std::uint64_t number = 0;  ///< from 1 on, in the order in which messages begin
  int sender = 0;
  int receiver = 0;
  std::size_t slot = 0;              ///< number among the sender's intermediate buffers
  int users = 2;                     ///< sides that are not through with these
  std::optional<std::size_t> aside;  ///< number among the receiver's private buffers, if the message may be unexpected
  bool set_aside = false;            ///< it lies there
  CopySteps after_unexpected;        ///< steps of its receive if it was set aside
  FlagId first_flag = 0;             ///< first of the flags that it holds
  FlagId flags = 0;
};

/// Part of a message that a process does at once: its own side, or copying the message aside. In a torus: between the
/// array and a buffer of the NIC.
enum class MessagePart : std::uint8_t { kSend, kReceive, kUnexpected, kPack, kUnpack };

/// `receive`, a part of an unexpected message, has been posted: its steps are those that are left of it, and the part
/// that would have copied it aside is no longer among `parts`. Parts have `message` and `steps`.
template <class Part>
void expect(std::vector<Part>& parts, Part& receive) {
  if (receive.message->set_aside) receive.steps = StepQueue(std::move(receive.message->after_unexpected));
  const auto comes =
      std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.message == receive.message; });
  if (comes != parts.end()) parts.erase(comes);
}

/// Plans of both sides of messages between the processes of a node, and the places where they work: arrays,
/// descriptions, queues and intermediate buffers (node_addresses.h).
class MessagePlans {
 public:
  struct Begun {
    CopyPlan plan;
    std::shared_ptr<MessageUnderWay> message;
  };

  /// The configurations are valid.
  MessagePlans(const CopyProtocolConfig& config, const ManyCoreConfig& node, int processes);

  /// A message begins, with flags of its own on `flags`.
  Begun begin(const MessageEnds& ends, FlagBoard& flags);
  /// A part of it has ended. The last one gives back its flags.
  void end(MessageUnderWay& message, MessagePart part, FlagBoard& flags);

  /// Buffers that are taken from a stack: the lowest of those that are free was used last.
  class Slots {
   public:
    std::size_t take();
    void free(std::size_t slot) { used_[slot] = false; }

   private:
    std::vector<bool> used_;
  };

 private:
  std::unique_ptr<CopyProtocol> protocol_;
  std::vector<Slots> slots_;   ///< buffers of each sender
  std::vector<Slots> asides_;  ///< buffers of each receiver
  std::uint64_t begun_ = 0;
  std::uint32_t queue_slot_ = 0;                ///< slot of all queues at which the next message begins
  std::set<std::tuple<int, int, int>> mapped_;  ///< sender, receiver and kind of message
};

}  // namespace tactus
