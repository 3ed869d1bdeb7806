#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "tlm_models/node/rdma/rail_nic.h"
#include "tlm_models/node/rdma/rail_splitter.h"
#include "tlm_models/node/rdma/registration_cache.h"

namespace tactus {

/// Where a process has a message: part of it per rail, in memories of its own node.
struct RailBuffers {
  std::vector<int> send_memory;     ///< by rail: memory from which its part is sent
  std::vector<int> receive_memory;  ///< by rail: memory into which its part is received
  std::vector<int> distances;       ///< by rail: links between sockets from its NIC to that memory
  int control_memory = 0;           ///< memory of control messages and of copied data
};

/// A process that sends messages to its partner on the other node and receives them, over the rails that join them.
///
/// A message below `rendezvous_from` is copied into a registered buffer, sent on the first rail and copied out. A
/// longer one takes the way of the rendezvous: request; the receiver registers its buffer and replies; the sender
/// registers its own meanwhile; data on all rails; a completion behind it on each. It is received when all completions
/// are handled. The processor does one thing at a time. One message per direction is under way.
class RdmaProcess final : public RailListener, public TimedPart {
 public:
  using Received = std::function<void(Picoseconds now)>;

  RdmaProcess(const RdmaConfig& config, RailBuffers buffers, std::vector<RailNic*> rails, TimedEvents& events);
  RdmaProcess(const RdmaProcess&) = delete;
  RdmaProcess& operator=(const RdmaProcess&) = delete;

  /// Called once; `received` is called when a message has been received. Messages are numbered `number`, `number` + 2
  /// and so on.
  void connect(RdmaProcess& partner, Received received, std::uint32_t number);
  void send(Bytes size, Picoseconds now);

  void message(int rail, std::uint32_t message, Picoseconds now) override;
  void due(std::uint32_t what, Picoseconds now) override;

  /// Whether a rail has data of a message that is coming in; from its posting until its completion is in memory.
  [[nodiscard]] bool receives_on(int rail) const { return partner_->sending_[static_cast<std::size_t>(rail)] != 0; }
  /// Bytes of the last message that each rail sent, and when it had been told complete to the other side.
  [[nodiscard]] const std::vector<std::uint64_t>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<Picoseconds>& rail_done() const { return rail_done_; }
  /// Bytes per second of each rail while it had its part of the last message; 0 if it had none.
  [[nodiscard]] std::vector<double> rail_rates() const;

  /// Adds its probes and remembers from now on what the processor will do and until when.
  void add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now);
  /// First time after `now` at which the processor goes over to something else although nothing happens.
  [[nodiscard]] Picoseconds next_change(Picoseconds now) const;

 private:
  enum class Activity : std::uint8_t { kIdle, kPost, kHandle, kCopy, kRegister };
  enum class SendStep : std::uint8_t { kNone, kCopy, kCopied, kRequest, kWaitReply, kPost, kData };
  enum class ReceiveStep : std::uint8_t { kNone, kRegister, kData, kTake };
  /// Time that the processor spends on one thing.
  struct Spent {
    Picoseconds begin;
    Picoseconds end;
    Activity activity = Activity::kIdle;
  };
  enum Message : std::uint32_t { kNone, kCopied, kRequest, kReply, kComplete };
  enum Step : std::uint32_t { kSendCopied, kSendRequest, kSendReply, kSendPart, kTakeCopied, kTakePart, kSteps };

  /// Does `step` when the processor has spent `time` on it, after all that it was given before.
  void work(Step step, Activity activity, Picoseconds time, Picoseconds now, std::uint32_t rail = 0);
  void spend(Activity activity, Picoseconds time, Picoseconds now);
  void tell(int rail, Message message, Picoseconds now);
  void send_data(int rail, Message message, std::uint64_t offset, std::uint64_t bytes, Picoseconds now);
  void take_part(Picoseconds now);
  void part_done(int rail, Picoseconds now);
  [[nodiscard]] Picoseconds copy_time(Bytes size) const { return transfer_time(size, config_.copy_rate); }

  RdmaConfig config_;
  RailBuffers buffers_;
  std::vector<RailNic*> rails_;
  TimedEvents& events_;
  RdmaProcess* partner_ = nullptr;
  Received received_;
  RegistrationCache registered_;
  RailSplitter splitter_;
  Bytes size_;                        ///< size of the message that is being sent
  std::vector<std::uint64_t> parts_;  ///< its parts, by rail
  std::vector<char> sending_;         ///< by rail: data on its way
  std::vector<Picoseconds> rail_begun_;
  std::vector<Picoseconds> rail_done_;
  int parts_to_come_ = 0;  ///< completions of the message that is being received
  Picoseconds processor_free_;
  SendStep send_step_ = SendStep::kNone;
  ReceiveStep receive_step_ = ReceiveStep::kNone;
  std::uint32_t next_number_ = 0;
  std::uint32_t number_ = 0;  ///< number of the message that is being sent, or was last
  int parts_to_send_ = 0;     ///< parts of it that are not complete
  bool watched_ = false;
  std::deque<Spent> spent_;  ///< if watched; what is over is taken out when somebody looks
};

}  // namespace tactus
