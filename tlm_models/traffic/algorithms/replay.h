#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/traffic/workload.h"

namespace tactus {

/// A list of messages executed in its order. Messages of one source and order form a group: its rank waits for what
/// the group depends on, starts the group's messages, by one NIC after the other in the list's order, and waits until
/// they have left. Receives that no group waits for are posted at the end. See docs/reference/algorithms.md.
class Replay final : public Workload {
 public:
  /// Index of a message in the list.
  using Message = std::size_t;

  /// Sends and receives of one rank in one group, as ranges of `sends()` and `receives()`.
  struct Group {
    std::size_t first_send = 0;
    std::size_t end_send = 0;
    std::size_t first_receive = 0;  ///< receives to post and to wait for before sending
    std::size_t end_receive = 0;
  };

  Replay(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::uint64_t messages() const override { return list_.size(); }
  [[nodiscard]] Bytes bytes() const override;

  [[nodiscard]] Op send_op(Message message) const;
  [[nodiscard]] Op receive_op(Message message) const;
  [[nodiscard]] Cycles delay(Message message) const { return list_[message].delay; }
  /// Groups in program order; those of `rank` are [group_begin(rank), group_begin(rank + 1)). The last group of a rank
  /// sends nothing and receives what is left.
  [[nodiscard]] const Group& group(std::size_t index) const { return groups_[index]; }
  [[nodiscard]] std::size_t group_begin(int rank) const { return group_begin_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] Message send(std::size_t index) const { return sends_[index]; }
  [[nodiscard]] Message receive(std::size_t index) const { return receives_[index]; }

 private:
  void group_sends();
  void assign_receives();
  void order_groups();

  int ranks_;
  int nics_;
  std::vector<ReplayMessage> list_;
  std::vector<std::uint8_t> nic_;  ///< by message, at both ends
  std::vector<Group> groups_;
  std::vector<std::size_t> group_begin_;  ///< by rank, and one more
  std::vector<Message> sends_;
  std::vector<Message> receives_;
  std::vector<std::uint64_t> sent_in_;    ///< by message: depth of the group that sends it
  std::vector<std::uint64_t> posted_in_;  ///< by message: depth of the group that posts its receive
};

}  // namespace tactus
