#include "tlm_models/traffic/replay_check.h"

#include <fmt/core.h>

#include <map>
#include <utility>

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

class ReplayCheck {
 public:
  ReplayCheck(const std::vector<ReplayMessage>& messages, const RankShape& shape, Bytes max_size)
      : messages_(messages), ranks_(shape.ranks()), who_(shape.per_node == 1 ? "node" : "rank"), max_size_(max_size) {}

  std::vector<ConfigFault> run() {
    for (std::size_t i = 0; i < messages_.size(); ++i) check_message(i);
    // Dependencies can be followed only if all of them exist.
    if (faults_.empty()) check_circles();
    return faults_.take();
  }

 private:
  /// Source and order: messages that are sent together.
  using Group = std::pair<int, int>;

  template <class... Args>
  void require(bool holds, std::size_t message, fmt::format_string<Args...> format, Args&&... args) {
    if (holds) return;  // no name is written for each of many messages
    faults_.require(false, fmt::format("messages[{}]", message), format, std::forward<Args>(args)...);
  }

  void check_message(std::size_t index) {
    const ReplayMessage& m = messages_[index];
    const auto exists = [this](int rank) { return rank >= 0 && rank < ranks_; };
    require(exists(m.source), index, "source {0} {1}: {0}s are numbered 0 to {2}", who_, m.source, ranks_ - 1);
    require(exists(m.destination), index, "destination {0} {1}: {0}s are numbered 0 to {2}", who_, m.destination,
            ranks_ - 1);
    require(m.order >= 0, index, "order {}: orders count from 0", m.order);
    require(m.bytes <= max_size_, index, "{} B: a message has at most {} B", m.bytes.count(), max_size_.count());
    for (const std::size_t awaited : m.wait_for) {
      require(awaited < messages_.size(), index, "waits for message {}, but the last one is {}", awaited,
              messages_.size() - 1);
      if (awaited >= messages_.size()) continue;
      require(messages_[awaited].destination == m.source, index,
              "waits for message {0}, which goes to {1} {2} and not to its own source, {1} {3}", awaited, who_,
              messages_[awaited].destination, m.source);
    }
  }

  /// Removes groups whose every predecessor has been removed; what stays is, or waits for, a circle.
  void check_circles() {
    std::map<Group, std::vector<Group>> successors;
    std::map<Group, std::size_t> waiting_for;
    for (const ReplayMessage& m : messages_) waiting_for[{m.source, m.order}] = 0;
    const auto add = [&](Group before, Group after) {
      successors[before].push_back(after);
      ++waiting_for[after];
    };
    for (auto group = waiting_for.begin(); group != waiting_for.end(); ++group) {
      const auto next = std::next(group);
      if (next != waiting_for.end() && next->first.first == group->first.first) add(group->first, next->first);
    }
    for (const ReplayMessage& m : messages_) {
      for (const std::size_t awaited : m.wait_for) {
        add({messages_[awaited].source, messages_[awaited].order}, {m.source, m.order});
      }
    }
    std::vector<Group> free;
    for (const auto& [group, count] : waiting_for) {
      if (count == 0) free.push_back(group);
    }
    while (!free.empty()) {
      const Group group = free.back();
      free.pop_back();
      for (const Group& successor : successors[group]) {
        if (--waiting_for[successor] == 0) free.push_back(successor);
      }
    }
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const bool sent = waiting_for[{messages_[i].source, messages_[i].order}] == 0;
      require(sent, i, "is never sent: it waits, directly or through others, for messages that wait for each other");
    }
  }

  const std::vector<ReplayMessage>& messages_;
  int ranks_;
  const char* who_;  ///< what a number in the list names, for people
  Bytes max_size_;
  ConfigFaults faults_;
};

}  // namespace

std::vector<ConfigFault> replay_faults(const std::vector<ReplayMessage>& messages, const RankShape& shape,
                                       Bytes max_size) {
  return ReplayCheck(messages, shape, max_size).run();
}

}  // namespace tactus
