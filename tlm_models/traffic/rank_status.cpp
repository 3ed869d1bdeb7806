#include "tlm_models/traffic/rank_status.h"

#include <fmt/core.h>

namespace tactus {
namespace {

/// Text after text, with commas between.
class List {
 public:
  void add(const std::string& item) { text_ += (text_.empty() ? "" : ", ") + item; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace

std::string RankStatus::pending_sends() const {
  List list;
  for (std::size_t nic = 0; nic < sends.size(); ++nic) {
    if (sends[nic] > 0) list.add(fmt::format("{} on NIC {}", sends[nic], nic));
  }
  if (local_sends > 0) list.add(fmt::format("{} within the node", local_sends));
  return list.text();
}

std::string RankStatus::pending_receives() const {
  List list;
  for (const Op& op : receives) {
    if (op.peer == kAnyRank) {
      list.add(fmt::format("NIC {} from any rank", op.nic));
      continue;
    }
    const bool local = map->node(op.peer) == map->node(rank);
    const std::string way = local ? "within the node" : fmt::format("NIC {}", op.nic);
    list.add(fmt::format("{} from {} tag {}", way, map->name(op.peer), op.tag));
  }
  return list.text();
}

std::string RankStatus::waiting_for() const {
  const std::string who = "rank " + map->name(rank);
  if (!left_to.empty()) return fmt::format("{} is left to {}", who, left_to);
  if (!blocked && !idle) return {};
  if (!blocked || blocked->kind == OpKind::kWaitFor) {
    List messages;
    if (const std::string text = pending_sends(); !text.empty()) messages.add("sends: " + text);
    if (const std::string text = pending_receives(); !text.empty()) messages.add("receives: " + text);
    return fmt::format("{} waits for {}", who, messages.text());
  }
  switch (blocked->kind) {
    case OpKind::kIsend:
      return fmt::format("{} waits for its core to pack a message", who);
    case OpKind::kIrecv:
      return fmt::format("{} waits for a free receive slot of NIC {}; receives under way: {}", who, blocked->nic,
                         pending_receives());
    case OpKind::kWaitSends:
      return fmt::format("{} waits for sends: {}", who, pending_sends());
    default:
      return fmt::format("{} waits for receives: {}", who, pending_receives());
  }
}

std::vector<std::string> RankStatus::final_faults() const {
  std::vector<std::string> faults;
  const std::string who = "rank " + map->name(rank);
  if (!finished) {
    faults.push_back(blocked || idle ? waiting_for() : who + " has not finished its program");
    return faults;
  }
  const std::string sending = pending_sends();
  if (!sending.empty()) faults.push_back(fmt::format("{} ended with sends under way: {}", who, sending));
  if (!receives.empty()) {
    faults.push_back(fmt::format("{} ended with receives under way: {}", who, pending_receives()));
  }
  return faults;
}

std::string waiting_lines(const std::vector<RankStatus>& ranks, std::size_t limit) {
  std::string text;
  std::size_t waiting = 0;
  for (const RankStatus& rank : ranks) {
    const std::string line = rank.waiting_for();
    if (line.empty()) continue;
    if (++waiting <= limit) text += line + "\n";
  }
  if (waiting > limit) text += fmt::format("... and {} more\n", waiting - limit);
  return text;
}

}  // namespace tactus
