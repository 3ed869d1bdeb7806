#include "tlm_models/traffic/algorithms/replay.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/replay_check.h"

namespace tactus {
namespace {

/// Receives, wait, then for each message its computing and its send, then a wait.
class ReplayProgram final : public SequentialProgram {
 public:
  ReplayProgram(const Replay& replay, int rank)
      : replay_(replay), group_(replay.group_begin(rank)), end_(replay.group_begin(rank + 1)) {}

  std::optional<Op> next() override {
    while (group_ != end_) {
      const Replay::Group& group = replay_.group(group_);
      const std::size_t receives = group.end_receive - group.first_receive;
      const std::size_t sends = group.end_send - group.first_send;
      const std::size_t position = position_++;
      if (position < receives) return replay_.receive_op(replay_.receive(group.first_receive + position));
      if (position == receives) {
        if (receives > 0) return wait(OpKind::kWaitReceives);
      } else if (position <= receives + 2 * sends) {
        const std::size_t half_step = position - receives - 1;  // even: compute, odd: send
        const Replay::Message message = replay_.send(group.first_send + half_step / 2);
        if (half_step % 2 == 1) return replay_.send_op(message);
        if (replay_.delay(message) > Cycles{0}) return compute(replay_.delay(message));
      } else {
        position_ = 0;
        ++group_;
        if (sends > 0) return wait(OpKind::kWaitSends);
      }
    }
    return std::nullopt;
  }

 private:
  static Op wait(OpKind kind) {
    Op op;
    op.kind = kind;
    return op;
  }
  static Op compute(Cycles cycles) {
    Op op;
    op.kind = OpKind::kCompute;
    op.cycles = cycles;
    return op;
  }

  const Replay& replay_;
  std::size_t group_;
  std::size_t end_;
  std::size_t position_ = 0;
};

}  // namespace

Replay::Replay(const WorkloadConfig& config, const RankShape& shape)
    : Workload({}), ranks_(shape.ranks()), nics_(shape.nics()), list_(config.messages), nic_(list_.size()) {
  group_sends();
  assign_receives();
  order_groups();
}

void Replay::group_sends() {
  sends_.resize(list_.size());
  std::iota(sends_.begin(), sends_.end(), Message{0});
  const auto program_order = [this](Message a, Message b) {
    return std::tuple(list_[a].source, list_[a].order, a) < std::tuple(list_[b].source, list_[b].order, b);
  };
  std::sort(sends_.begin(), sends_.end(), program_order);
  std::size_t next = 0;
  for (int rank = 0; rank < ranks_; ++rank) {
    group_begin_.push_back(groups_.size());
    while (next < sends_.size() && list_[sends_[next]].source == rank) {
      Group group;
      group.first_send = next;
      const int order = list_[sends_[next]].order;
      for (; next < sends_.size() && list_[sends_[next]].source == rank && list_[sends_[next]].order == order; ++next) {
        nic_[sends_[next]] = static_cast<std::uint8_t>((next - group.first_send) % static_cast<std::size_t>(nics_));
      }
      group.end_send = next;
      groups_.push_back(group);
    }
    groups_.push_back({next, next, 0, 0});
  }
  group_begin_.push_back(groups_.size());
}

void Replay::assign_receives() {
  std::vector<std::vector<Message>> arriving(static_cast<std::size_t>(ranks_));
  for (Message message = 0; message < list_.size(); ++message) {
    arriving[static_cast<std::size_t>(list_[message].destination)].push_back(message);
  }
  std::vector<bool> posted(list_.size());
  const auto post = [&](Message message) {
    if (!posted[message]) receives_.push_back(message);
    posted[message] = true;
  };
  for (int rank = 0; rank < ranks_; ++rank) {
    for (std::size_t index = group_begin(rank); index < group_begin(rank + 1); ++index) {
      Group& group = groups_[index];
      group.first_receive = receives_.size();
      for (std::size_t i = group.first_send; i < group.end_send; ++i) {
        for (const Message awaited : list_[sends_[i]].wait_for) post(awaited);
      }
      if (index + 1 == group_begin(rank + 1)) {
        for (const Message message : arriving[static_cast<std::size_t>(rank)]) post(message);
      }
      group.end_receive = receives_.size();
    }
  }
}

/// The depth of a group is above that of its rank's group before it, and of the groups that send what it receives.
void Replay::order_groups() {
  std::vector<std::size_t> sender(list_.size());
  std::vector<std::size_t> receiver(list_.size());
  std::vector<std::size_t> awaits(groups_.size());  // groups whose depth is not known yet
  for (int rank = 0; rank < ranks_; ++rank) {
    for (std::size_t index = group_begin(rank); index < group_begin(rank + 1); ++index) {
      const Group& group = groups_[index];
      for (std::size_t i = group.first_send; i < group.end_send; ++i) sender[sends_[i]] = index;
      for (std::size_t i = group.first_receive; i < group.end_receive; ++i) receiver[receives_[i]] = index;
      awaits[index] = group.end_receive - group.first_receive + (index > group_begin(rank) ? 1 : 0);
    }
  }
  std::vector<std::size_t> known;
  for (std::size_t index = 0; index < groups_.size(); ++index) {
    if (awaits[index] == 0) known.push_back(index);
  }
  std::vector<std::uint64_t> depth(groups_.size());
  const auto goes_before = [&](std::size_t group, std::size_t other) {
    depth[other] = std::max(depth[other], depth[group] + 1);
    if (--awaits[other] == 0) known.push_back(other);
  };
  while (!known.empty()) {
    const std::size_t index = known.back();
    known.pop_back();
    const Group& group = groups_[index];
    for (std::size_t i = group.first_send; i < group.end_send; ++i) goes_before(index, receiver[sends_[i]]);
    const bool is_last = std::binary_search(group_begin_.begin(), group_begin_.end(), index + 1);
    if (!is_last) goes_before(index, index + 1);
  }
  for (Message message = 0; message < list_.size(); ++message) {
    sent_in_.push_back(depth[sender[message]]);
    posted_in_.push_back(depth[receiver[message]]);
  }
}

std::unique_ptr<RankProgram> Replay::program(int rank) const { return std::make_unique<ReplayProgram>(*this, rank); }

Bytes Replay::bytes() const {
  Bytes total;
  for (const ReplayMessage& message : list_) total += message.bytes;
  return total;
}

Op Replay::send_op(Message message) const {
  const ReplayMessage& m = list_[message];
  Op op;
  op.kind = OpKind::kIsend;
  op.peer = m.destination;
  op.nic = nic_[message];
  op.peer_nic = op.nic;
  op.tag = static_cast<std::uint32_t>(message);
  op.floor = sent_in_[message];
  op.bytes = m.bytes;
  return op;
}

Op Replay::receive_op(Message message) const {
  Op op;
  op.kind = OpKind::kIrecv;
  op.peer = list_[message].source;
  op.nic = nic_[message];
  op.peer_nic = op.nic;
  op.tag = static_cast<std::uint32_t>(message);
  op.order = op.floor = posted_in_[message];
  op.bytes = list_[message].bytes;
  return op;
}

namespace {

/// The most that comes for the ranks of a node by one engine.
std::uint64_t early(const WorkloadConfig& config, const RankShape& shape) {
  const Replay replay(config, shape);
  const auto nics = static_cast<std::size_t>(shape.nics());
  std::vector<std::vector<std::uint64_t>> by_engine(
      nics, std::vector<std::uint64_t>(static_cast<std::size_t>(shape.ranks())));
  for (std::size_t i = 0; i < config.messages.size(); ++i) {
    const ReplayMessage& message = config.messages[i];
    const bool to_itself = message.source == message.destination;
    if (!to_itself) ++by_engine[replay.send_op(i).nic][static_cast<std::size_t>(message.destination)];
  }
  std::uint64_t most = 0;
  for (std::vector<std::uint64_t>& of_ranks : by_engine) {
    most = std::max(most, most_on_a_node(std::move(of_ranks), config, shape));
  }
  return most;
}

void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  faults.require(!config.messages.empty(), "messages", "no message to replay");
  faults.add(replay_faults(config.messages, ranks_of(config, machine), max_message(machine)));
}

AlgorithmPolicy replay() {
  AlgorithmPolicy policy = rank_programs<Replay>("replay", "The messages of a file, in its order.");
  policy.early_messages = early;
  policy.check = check;
  policy.message_list = true;
  policy.no_exchange = [](const WorkloadConfig&, const RankShape&) -> std::string {
    return "those of a file of messages say of none that it is";
  };
  return policy;
}

const Registered<AlgorithmKind> kReplay{replay()};

}  // namespace
}  // namespace tactus
