#include "tlm_models/traffic/rank_status.h"

#include <fmt/core.h>

namespace tactus {

std::string RankStatus::name(Coordinate at) const {
  // Ranks of other networks than a torus are numbered in one row.
  return torus.height == 1 ? fmt::format("{}", at.x) : fmt::format("({},{})", at.x, at.y);
}

std::string RankStatus::pending_sends() const {
  std::string list;
  for (std::size_t nic = 0; nic < sends.size(); ++nic) {
    if (sends[nic] > 0) list += fmt::format("{}{} on NIC {}", list.empty() ? "" : ", ", sends[nic], nic);
  }
  return list;
}

std::string RankStatus::pending_receives() const {
  std::string list;
  for (const Op& op : receives) {
    list += fmt::format("{}NIC {} from {} tag {}", list.empty() ? "" : ", ", op.nic, name(op.peer), op.tag);
  }
  return list;
}

std::string RankStatus::waiting_for() const {
  if (!blocked) return {};
  const std::string rank = "rank " + name(node);
  switch (blocked->kind) {
    case OpKind::kIsend:
      return fmt::format("{} waits for a free send descriptor of NIC {}; sends under way: {}", rank, blocked->nic,
                         pending_sends());
    case OpKind::kIrecv:
      return fmt::format("{} waits for a free receive slot of NIC {}; receives under way: {}", rank, blocked->nic,
                         pending_receives());
    case OpKind::kWaitSends:
      return fmt::format("{} waits for sends: {}", rank, pending_sends());
    default:
      return fmt::format("{} waits for receives: {}", rank, pending_receives());
  }
}

std::vector<std::string> RankStatus::final_faults() const {
  std::vector<std::string> faults;
  const std::string rank = "rank " + name(node);
  if (!finished) {
    faults.push_back(blocked ? waiting_for() : rank + " has not finished its program");
    return faults;
  }
  const std::string sending = pending_sends();
  if (!sending.empty()) faults.push_back(fmt::format("{} ended with sends under way: {}", rank, sending));
  if (!receives.empty()) {
    faults.push_back(fmt::format("{} ended with receives under way: {}", rank, pending_receives()));
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
