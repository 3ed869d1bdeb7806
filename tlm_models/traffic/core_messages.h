#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "hw/common/nic_config.h"
#include "tlm_models/node/copies/message_plans.h"
#include "tlm_models/node/copies/node_cores.h"
#include "tlm_models/node/copies/step_queue.h"
#include "tlm_models/traffic/local_messages.h"

namespace tactus {

/// A many-core node under the ranks of a larger machine.
struct CoreMessagesConfig {
  ManyCoreConfig node;
  CopyProtocolConfig copy;
  /// Messages of as many bytes as its data have these datatypes, all others are bytes in a row.
  std::optional<TransferConfig> message;
  bool nic_gathers = false;  ///< NICs read and write datatypes themselves: nobody packs
};

/// A piece of work that a core begins, for those who number messages.
struct CoreWork {
  int place = 0;           ///< place of the core's rank
  bool sends = false;      ///< that rank sends the message
  int peer_place = -1;     ///< place of the rank at the other end; -1: it is in another node, and `op` has its number
  const Op* op = nullptr;  ///< send or receive of the message
};
/// Number of the message, for `CopyWatch::takes`; it is asked for each piece of work.
using CoreWorkNumber = std::function<std::uint64_t(const CoreWork& work)>;

/// Messages of a node's ranks as work of its cores: rank r, which is process r and on hardware thread r, does its part
/// of a message by a copy protocol, packs what it sends to other nodes and unpacks what it receives from them.
///
/// A core works for messages while its rank waits or has ended, on one of them up to where that waits for the other
/// side, and the rank goes on after that. Packing is part of the send's call. Work begins at the time of a call of
/// `go_on` or `packed`; it ends at any time, which the next call of `end` sees.
/// Reference: docs/reference/copies.md, "Inside a torus".
class CoreMessages final : public LocalMessages {
 public:
  /// `config` is valid; `observer` outlives this.
  CoreMessages(const CoreMessagesConfig& config, int ranks, CopyObserver* observer = nullptr);

  void send(int from, int to, const Op& op, Picoseconds now) override;
  bool post(int rank, int from, const Op& receive) override;
  bool cancel(int rank, int from, std::uint32_t tag) override;

  bool packed(int rank, const Op& op, Picoseconds now) override;
  void sending(int rank, const Op& op) override;
  void sent(int rank, int engine) override;
  bool unpack(int rank, const Op& receive, Picoseconds now) override;
  [[nodiscard]] bool is_unpacking(int rank, const Op& receive) const override;
  void cancel_unpacking(int rank, const Op& receive) override;

  void end(Picoseconds now, std::vector<Ended>& ended) override;
  void go_on(const std::vector<bool>& waits, Picoseconds now) override;
  [[nodiscard]] Picoseconds next() const override;

  [[nodiscard]] bool at_work(int rank) const override { return cores_.at_work(rank); }
  [[nodiscard]] int sends_under_way(int rank) const override { return at(rank).sends; }
  [[nodiscard]] int receives_under_way(int rank) const override;
  [[nodiscard]] bool is_under_way(int rank, int from, std::uint32_t tag) const override;
  [[nodiscard]] std::vector<Op> receives(int rank) const override;

  [[nodiscard]] Picoseconds busy(int rank) const override { return at(rank).busy; }
  [[nodiscard]] bool idle() const override;
  [[nodiscard]] std::uint64_t copies() const override { return copies_; }
  [[nodiscard]] std::uint64_t cancelled() const override { return cancelled_; }
  /// `watch` is told of all that the cores do from now on, with numbers that `number_of` gives to messages. Both
  /// outlive this.
  void watch(CopyWatch& watch, CoreWorkNumber number_of);
  [[nodiscard]] const CopyNode& node() const { return cores_.node(); }
  [[nodiscard]] int ranks() const { return static_cast<int>(ranks_.size()); }
  /// Hits and misses of the rank's accesses.
  [[nodiscard]] const AccessCounts& counts(int rank) const { return cores_.node().memory().counts(rank); }

 private:
  /// Work that a rank's core has to do for a message.
  struct Task {
    enum class Kind : std::uint8_t { kSend, kReceive, kUnexpected, kPack, kUnpack };
    Kind kind = Kind::kSend;
    StepQueue steps;
    Op op;
    int from = 0;                              ///< kReceive: rank within the node
    std::shared_ptr<MessageUnderWay> message;  ///< message within this node
    std::size_t slot = 0;                      ///< kUnpack: of the buffers
    bool cancelled = false;                    ///< kReceive, kUnpack
  };
  struct Rank {
    std::vector<Task> tasks;             ///< in the order in which they have begun
    std::size_t turn = 0;                ///< which task is asked first
    Picoseconds began;                   ///< its core's present or last work for messages
    Picoseconds busy;                    ///< time that all such work has taken
    std::optional<std::size_t> running;  ///< the task that its core is at work for
    int sends = 0;
    // Sends to other nodes:
    std::optional<std::size_t> packed;  ///< buffer of the present one, once it is full
    MessagePlans::Slots send_buffers;
    std::array<std::deque<std::optional<std::size_t>>, kMaxNics> given;  ///< buffers of those that NICs have
    MessagePlans::Slots receive_buffers;
  };
  using Key = std::tuple<int, int, std::uint32_t>;  ///< from, to, tag

  Rank& at(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const Rank& at(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  const MessageShape& shape_of(Bytes size);
  /// The tasks of the message, whichever side begins it; answers that of the side which does.
  Task begin(int from, int to, const Op& op, Task::Kind side);
  Task nic_task(Task::Kind kind, int rank, const Op& op, const MessageShape& shape, std::size_t slot);
  void work_for(int rank, std::size_t task, Picoseconds now);
  void tell_of(int rank, const Task& task) const;
  /// The task that can go on at `now`, or their number.
  [[nodiscard]] std::size_t ready(const Rank& rank, Picoseconds now) const;
  void end_work(int rank, std::vector<Ended>& ended);
  void end_task(int rank, const Task& task, std::vector<Ended>& ended);
  [[nodiscard]] static const Task* find(const Rank& rank, Task::Kind kind, const Op& op);

  CoreMessagesConfig config_;
  MessagePlans plans_;
  NodeCores cores_;
  CoreWorkNumber number_of_;  ///< empty: nobody watches
  std::vector<Rank> ranks_;
  std::map<std::uint64_t, MessageShape> shapes_;  ///< by size
  std::map<Key, Task> unmatched_;                 ///< the missing side of each message that one side has begun
  Picoseconds next_look_ = Picoseconds::max();    ///< when a rank that waits finds something to do
  std::uint64_t copies_ = 0;
  std::uint64_t cancelled_ = 0;
};

}  // namespace tactus
