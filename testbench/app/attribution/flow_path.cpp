#include "testbench/app/attribution/flow_path.h"

#include <algorithm>

namespace tactus {

FlowPath::FlowPath(const FlowNetwork& network, const FlowAttribution& attribution, const RankMap& map, int engines)
    : network_(network),
      attribution_(attribution),
      map_(map),
      engines_of_node_(engines),
      ranks_(static_cast<std::size_t>(map.ranks())),
      engines_(static_cast<std::size_t>(map.shape().nodes.nodes() * engines)) {}

Mark FlowPath::add(Picoseconds time, Mark cause, FlowPathPart part, FlowPlace place) {
  return tree_.add({time.count(), cause, part, place});
}

Mark& FlowPath::engine(Endpoint source) {
  return engines_[static_cast<std::size_t>(source.node * engines_of_node_ + source.port)];
}

void FlowPath::act(int number, Mark cause) {
  rank(number).last = add(network_.now(), cause, FlowPart::kSoftware, {map_.node(number)});
}

void FlowPath::message_sent(std::uint64_t id, const SentMessage& message, Picoseconds /*now*/) {
  if (id >= messages_.size()) messages_.resize(static_cast<std::size_t>(id) + 1);
  act(message.sender, rank(message.sender).last);
  this->message(id) = rank(message.sender).last;
}

void FlowPath::flow_started(const FlowMessage& message, const std::vector<LinkRun>& /*route*/, Picoseconds /*now*/) {
  Mark& last = this->message(message.user);
  last = later(last, engine(message.source));
}

void FlowPath::flow_left(std::uint64_t id, Picoseconds /*now*/) {
  const SplitMessage& split = attribution_.message(id);
  const FlowPlace node{split.message.source.node};
  Mark& last = message(id);
  Picoseconds time = split.started;
  const auto spend = [&](FlowPart part, std::uint64_t amount, FlowPlace place) {
    time = time + Picoseconds{amount};
    if (amount > 0) last = add(time, last, part, place);
  };
  for (const FlowPart part : {FlowPart::kTransfer, FlowPart::kPace}) spend(part, split.split[part], node);
  for (const LinkLoss& loss : split.losses) spend(FlowPart::kShared, loss.lost, {0, loss.link});
  spend(FlowPart::kStep, split.split[FlowPart::kStep], node);
  engine(split.message.source) = last;
  rank(split.message.sender).sent = last;
  if (tree_.full()) forget();
}

void FlowPath::message_arrived(std::uint64_t id, Picoseconds now) {
  arrived_ = attribution_.message(id).message;
  arrival_ = add(now, message(id), FlowPart::kLatency, {arrived_.destination.node});
  message(id) = kNoMark;
}

void FlowPath::send_started(const MessageEvent& message, Cycles /*cycle*/) {
  if (within_a_node(message)) act(message.source, rank(message.source).last);
}

void FlowPath::receive_completed(const MessageEvent& message, Cycles /*cycle*/) {
  Rank& receiver = rank(message.destination);
  if (within_a_node(message)) {
    receiver.received =
        add(network_.now(), rank(message.source).last, FlowPart::kSoftware, {map_.node(message.destination)});
    return;
  }
  // What came before its receive was posted is complete by what the rank itself did.
  const bool just_arrived = arrived_.sender == message.source && arrived_.receiver == message.destination &&
                            arrived_.tag == message.tag && tree_[arrival_].time == network_.now().count();
  if (just_arrived) receiver.received = arrival_;
}

void FlowPath::wait_ended(int number, AwaitedCompletion awaited, Cycles /*cycle*/) {
  const Rank& self = rank(number);
  act(number, later(self.last, awaited == AwaitedCompletion::kReceive ? self.received : self.sent));
}

void FlowPath::work_ended(const WorkEvent& work, Cycles /*cycle*/) {
  Mark& last = rank(work.rank).last;
  const FlowPlace place{map_.node(work.rank)};
  const Picoseconds undisturbed = network_.now() - work.noise;
  const bool call = work.kind == WorkKind::kCall;
  // Something that another processor of the rank did may have come in between.
  if (undisturbed.count() > tree_[last].time) {
    last = add(undisturbed, last, call ? FlowPathPart(FlowPart::kSoftware) : rank_part(work.kind), place);
  }
  if (work.noise > Picoseconds{}) last = add(network_.now(), last, RankPart::kNoise, place);
}

void FlowPath::program_ended(int number, Cycles /*cycle*/) {
  act(number, rank(number).last);
  end_ = rank(number).last;
}

void FlowPath::forget() {
  tree_.keep([this](auto&& change) {
    for (Rank& rank : ranks_) {
      change(rank.last);
      change(rank.received);
      change(rank.sent);
    }
    for (Mark& engine : engines_) change(engine);
    for (Mark& message : messages_) change(message);
    change(arrival_);
    change(end_);
  });
}

}  // namespace tactus
