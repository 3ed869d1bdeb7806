#include "testbench/tests/unit/tlm_models/traffic/collectives/symbolic_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace tactus::test {

SymbolicRun::SymbolicRun(const RecordedCall& call, const std::vector<DataBlock>& data, const Holding& before,
                         const Holding& after, bool once)
    : once_(once), members_(static_cast<int>(call.members().size())), call_(call) {
  cut_blocks(call, data);
  make_nodes(call);
  for (int member = 0; member < members_; ++member) {
    for (const Piece& piece : pieces_) {
      before_.push_back(before(member, piece.block, piece.first));
      after_.push_back(after(member, piece.block, piece.first));
    }
  }
}

void SymbolicRun::cut_blocks(const RecordedCall& call, const std::vector<DataBlock>& data) {
  for (const DataBlock& block : data) {
    std::map<std::uint64_t, int>& cuts = cuts_[block.block];
    cuts[0] = 0;
    for (const std::uint64_t end : block.ends) cuts[end] = 0;
  }
  const auto cut_at = [&](const Segment& segment) {
    if (segment.bytes == 0) return;
    std::map<std::uint64_t, int>& cuts = cuts_[segment.block];
    cuts[segment.first] = 0;
    cuts[segment.first + segment.bytes] = 0;
  };
  for (const RecordedMember& member : call.members()) {
    for (const RecordedOperation& operation : member.operations) {
      std::for_each(operation.data.begin(), operation.data.end(), cut_at);
    }
  }
  std::map<std::uint64_t, std::uint64_t> sizes;
  for (const DataBlock& block : data) sizes[block.block] = block.ends.back();
  for (auto& [block, cuts] : cuts_) {
    const std::uint64_t size = sizes.count(block) > 0 ? sizes[block] : 0;
    if (cuts.rbegin()->first > size) fault_ = fmt::format("block {} has {} B only", block, size);
    for (auto& [first, piece] : cuts) {
      piece = static_cast<int>(pieces_.size());
      if (first < size) pieces_.push_back({block, first});
    }
  }
}

std::vector<int> SymbolicRun::items_of(const std::vector<Segment>& segments) {
  std::vector<int> items;
  for (const Segment& segment : segments) {
    if (segment.bytes == 0) continue;
    const std::map<std::uint64_t, int>& cuts = cuts_[segment.block];
    for (auto at = cuts.find(segment.first); at->first < segment.first + segment.bytes; ++at) {
      items.push_back(at->second);
    }
  }
  return items;
}

void SymbolicRun::make_nodes(const RecordedCall& call) {
  for (int member = 0; member < members_; ++member) {
    const RecordedMember& recorded = call.members()[static_cast<std::size_t>(member)];
    first_node_.push_back(nodes_.size());
    for (const RecordedOperation& operation : recorded.operations) {
      Node node;
      node.recorded = &operation;
      node.member = member;
      node.last = &operation == &recorded.operations.back();
      node.items = items_of(operation.data);
      node.waits = static_cast<int>(operation.after_end.size() + operation.after_begin.size());
      nodes_.push_back(std::move(node));
    }
    const std::size_t first = first_node_.back();
    for (std::size_t i = first; i < nodes_.size(); ++i) {
      for (const auto earlier : nodes_[i].recorded->after_end) {
        nodes_[first + earlier].followers_of_end.push_back(static_cast<int>(i));
      }
      for (const auto earlier : nodes_[i].recorded->after_begin) {
        nodes_[first + earlier].followers_of_begin.push_back(static_cast<int>(i));
      }
    }
    for (const FreeCombination& free : recorded.combinations) {
      for (const auto earlier : free.after) {
        nodes_[first + earlier].combinations.push_back(static_cast<int>(combinations_.size()));
      }
      combinations_.push_back({member, static_cast<int>(first + free.receive), items_of(free.data),
                               static_cast<int>(free.after.size()), 0});
    }
  }
}

void SymbolicRun::reset(unsigned seed) {
  dice_.seed(seed);
  slow_ = static_cast<int>(dice_() % static_cast<unsigned>(members_));
  held_ = before_;
  readers_.assign(held_.size(), 0);
  writers_.assign(held_.size(), 0);
  channels_.clear();
  events_.clear();
  ended_ = 0;
  chain_ = 0;
  for (Combination& combination : combinations_) combination.missing = combination.waits;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    node.missing = node.waits;
    node.begun = node.ended = node.reads = false;
    node.other = -1;
    node.depth = node.end_depth = 0;
    node.carried.clear();
    if (node.waits == 0) events_.push_back({static_cast<int>(i), false});
  }
}

SymbolicRun::Event SymbolicRun::take(Order order) {
  const auto pick = [&] { return std::uniform_int_distribution<std::size_t>(0, events_.size() - 1)(dice_); };
  std::size_t chosen = pick();
  if (order == Order::kNewestFirst && dice_() % 4 != 0) chosen = events_.size() - 1;
  const auto disliked = [&](const Event& event) {
    return order == Order::kOneMemberLast ? nodes_[static_cast<std::size_t>(event.node)].member == slow_
                                          : order == Order::kEndsLast && event.end;
  };
  for (int attempt = 0; attempt < 16 && disliked(events_[chosen]); ++attempt) chosen = pick();
  const Event event = events_[chosen];
  events_[chosen] = events_.back();
  events_.pop_back();
  return event;
}

void SymbolicRun::fail(int member, const char* what) {
  if (fault_.empty()) fault_ = fmt::format("member {}: {}", member, what);
}

void SymbolicRun::release(const std::vector<int>& followers, std::uint64_t depth) {
  for (const int follower : followers) {
    Node& node = nodes_[static_cast<std::size_t>(follower)];
    node.depth = std::max(node.depth, depth);
    if (--node.missing == 0) events_.push_back({follower, false});
  }
}

void SymbolicRun::begin(int index) {
  Node& node = nodes_[static_cast<std::size_t>(index)];
  const Operation& operation = node.recorded->operation;
  node.begun = true;
  const bool sends = operation.kind == OperationKind::kSend;
  node.reads = sends;
  for (const int item : node.items) {
    const std::size_t at = cell(node.member, item);
    if (sends) {
      if (held_[at].none()) fail(node.member, "sends data that it does not have");
      if (writers_[at] > 0) fail(node.member, "sends data that it is changing");
      ++readers_[at];
      node.carried.push_back(held_[at]);
    } else if (operation.kind == OperationKind::kCompute) {
      if (writers_[at] > 0) fail(node.member, "changes data twice at once");
      if (readers_[at] > 0) fail(node.member, "changes data that it is sending");
      ++writers_[at];
    }
  }
  if (operation.kind == OperationKind::kReceive || sends) meet(index);
  if (operation.kind != OperationKind::kReceive) events_.push_back({index, true});
  release(node.followers_of_begin, node.depth);
}

void SymbolicRun::meet(int index) {
  Node& node = nodes_[static_cast<std::size_t>(index)];
  const Operation& operation = node.recorded->operation;
  const bool sends = operation.kind == OperationKind::kSend;
  const auto peer = static_cast<std::uint64_t>(call_.member(operation.peer));
  const auto own = static_cast<std::uint64_t>(node.member);
  Channel& channel = channels_[((sends ? own : peer) << 44U) | ((sends ? peer : own) << 32U) | operation.tag];
  (sends ? channel.sends : channel.receives).push_back(index);
  const std::size_t number = (sends ? channel.sends : channel.receives).size();
  if ((sends ? channel.receives : channel.sends).size() < number) return;
  const int send = channel.sends[number - 1];
  const int receive = channel.receives[number - 1];
  const Node& sender = nodes_[static_cast<std::size_t>(send)];
  Node& receiver = nodes_[static_cast<std::size_t>(receive)];
  receiver.other = send;
  const Operation& sent = sender.recorded->operation;
  const Operation& received = receiver.recorded->operation;
  if (sent.amount != received.amount) fail(receiver.member, "receives a message of another size");
  if (sent.nic != received.nic) fail(receiver.member, "receives by another NIC");
  if (sender.items != receiver.items) fail(receiver.member, "receives other data");
  events_.push_back({receive, true});
}

void SymbolicRun::stop_reading(Node& send) {
  if (!send.reads) return;
  send.reads = false;
  for (const int item : send.items) --readers_[cell(send.member, item)];
}

void SymbolicRun::write(int member, int item, const Contributions& value) {
  if (readers_[cell(member, item)] > 0) fail(member, "changes data that it is sending");
  held(member, item) = value;
}

void SymbolicRun::combine(int member, int receive, const std::vector<int>& items) {
  const Node& received = nodes_[static_cast<std::size_t>(receive)];
  if (!received.ended || received.recorded->use != Use::kCombine)
    return fail(member, "combines data that has not come");
  const Node& sender = nodes_[static_cast<std::size_t>(received.other)];
  if (items != received.items) return fail(member, "combines other data than it has received");
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Contributions own = held(member, items[i]);
    const Contributions& other = sender.carried[i];
    if (once_ && (own & other).any()) fail(member, "has a contribution twice");
    write(member, items[i], own | other);
  }
}

void SymbolicRun::arrive(int index) {
  Node& node = nodes_[static_cast<std::size_t>(index)];
  Node& sender = nodes_[static_cast<std::size_t>(node.other)];
  stop_reading(sender);
  node.end_depth = std::max(node.depth, sender.depth + 1);
  chain_ = std::max(chain_, node.end_depth);
  if (node.recorded->use == Use::kCombine || !fault_.empty()) return;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (writers_[cell(node.member, node.items[i])] > 0) fail(node.member, "receives data that it is changing");
    write(node.member, node.items[i], sender.carried[i]);
  }
}

void SymbolicRun::end(int index) {
  Node& node = nodes_[static_cast<std::size_t>(index)];
  const RecordedOperation& recorded = *node.recorded;
  node.ended = true;
  node.end_depth = node.depth;
  ++ended_;
  if (recorded.operation.kind == OperationKind::kReceive) arrive(index);
  stop_reading(node);
  if (recorded.combined_receive >= 0) {
    for (const int item : node.items) --writers_[cell(node.member, item)];
    combine(node.member,
            static_cast<int>(first_node_[static_cast<std::size_t>(node.member)]) + recorded.combined_receive,
            node.items);
  }
  for (const int number : node.combinations) {
    Combination& combination = combinations_[static_cast<std::size_t>(number)];
    if (--combination.missing == 0) combine(combination.member, combination.receive, combination.items);
  }
  if (node.last) {
    for (std::size_t i = first_node_[static_cast<std::size_t>(node.member)]; &nodes_[i] != &node; ++i) {
      if (!nodes_[i].ended) fail(node.member, "ends the call before all its operations");
    }
  }
  release(node.followers_of_end, node.end_depth);
}

std::string SymbolicRun::run(Order order, unsigned seed) {
  if (!fault_.empty()) return fault_;
  reset(seed);
  while (!events_.empty() && fault_.empty()) {
    const Event event = take(order);
    event.end ? end(event.node) : begin(event.node);
  }
  std::string fault = std::exchange(fault_, "");
  if (!fault.empty()) return fault;
  if (ended_ != nodes_.size()) return fmt::format("deadlock: {} of {} operations ended", ended_, nodes_.size());
  for (const auto& [pair_and_tag, channel] : channels_) {
    if (channel.sends.size() > channel.receives.size()) return "a message that nobody receives";
  }
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (!after_[i].any() || held_[i] == after_[i]) continue;
    const Piece& piece = pieces_[i % pieces_.size()];
    return fmt::format("member {}: wrong data at byte {} of block {} in the end", i / pieces_.size(), piece.first,
                       piece.block);
  }
  return {};
}

}  // namespace tactus::test
