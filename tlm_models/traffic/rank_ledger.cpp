#include "tlm_models/traffic/rank_ledger.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "hw/link/pin_fault.h"

namespace tactus {

RankLedger::RankLedger(int rank, std::unique_ptr<RankProgram> program, const RankMap& map, TrafficObserver* observer)
    : rank_(rank), program_(std::move(program)), map_(map), observer_(observer) {}

bool RankLedger::pull() {
  while (const std::optional<Op> op = program_->next_step(0)) {
    program_->step_ended(*op);
    const bool counts = op->kind == OpKind::kIsend || op->kind == OpKind::kIrecv ||
                        op->kind == OpKind::kBeginSequence || op->kind == OpKind::kEndSequence;
    if (!counts) continue;
    steps_.push_back({*op});
    return true;
  }
  return false;
}

void RankLedger::advance(Cycles now) {
  while (!end_) {
    if (steps_.empty() && !pull()) {
      end_ = now;
      if (observer_ != nullptr) observer_->program_ended(rank_, now);
      return;
    }
    const Op& op = steps_.front().op;
    if (is_post(op.kind)) return;
    if (observer_ != nullptr && op.kind == OpKind::kBeginSequence) observer_->sequence_began(rank_, op.sequence, now);
    if (observer_ != nullptr && op.kind == OpKind::kEndSequence) observer_->sequence_ended(rank_, op.sequence, now);
    steps_.pop_front();
  }
}

std::string RankLedger::text(const Op& op) const {
  return fmt::format("{} {} tag {}", op.kind == OpKind::kIsend ? "to" : "from", map_.name(op.peer), op.tag);
}

RankLedger::Steps::iterator RankLedger::find(int engine, OpKind kind, Coordinate node, int place, std::uint32_t tag) {
  const RankShape& shape = map_.shape();
  const std::string title = kind == OpKind::kIsend ? "sends a message" : "posts a receive";
  if (!shape.nodes.contains(node) || place >= shape.per_node) {
    throw PinFault{engine, fmt::format("{} with a node or a place that does not exist", title)};
  }
  Op wanted;
  wanted.kind = kind;
  wanted.peer = map_.rank(shape.nodes.node(node), place);
  wanted.tag = tag;
  const auto fits = [&](const Step& step) {
    return step.op.kind == kind && step.op.peer == wanted.peer && step.op.tag == tag && !step.posted;
  };
  auto step = std::find_if(steps_.begin(), steps_.end(), fits);
  while (step == steps_.end() && pull()) {
    if (fits(steps_.back())) step = std::prev(steps_.end());
  }
  if (step != steps_.end()) return step;
  throw PinFault{engine,
                 fmt::format("{} {}, which the program of its rank has not, or not once more", title, text(wanted))};
}

void RankLedger::send(int engine, const nic_reg::SendDescriptor& descriptor, Cycles now) {
  if (descriptor.one_sided) throw PinFault{engine, "sends a one-sided message, which no program of a rank has"};
  const auto step = find(engine, OpKind::kIsend, descriptor.destination, descriptor.destination_place, descriptor.tag);
  const Op op = step->op;
  const auto require = [&](bool holds, const std::string& what) {
    if (!holds) throw PinFault{engine, fmt::format("sends the message {} {}", text(op), what)};
  };
  require(descriptor.source_place == map_.place(rank_), fmt::format("as place {}", descriptor.source_place));
  require(descriptor.bytes == op.bytes.count(),
          fmt::format("with {} B instead of {} B", descriptor.bytes, op.bytes.count()));
  require(descriptor.destination_nic == op.peer_nic,
          fmt::format("to NIC {}; its receive is on NIC {}", descriptor.destination_nic, op.peer_nic));
  // The word has 32 bits of a cycle, and software acts from cycle 1 on.
  const std::uint64_t last = now.count();
  require(last > UINT32_MAX || (descriptor.create_cycle >= 1 && descriptor.create_cycle <= last),
          fmt::format("with create_cycle {}: the cycle in which software makes it, here 1 to {}",
                      descriptor.create_cycle, last));
  program_->sending(op, newest_result_);
  ++sent_;
  if (observer_ != nullptr) {
    observer_->send_started({rank_, op.peer, static_cast<std::uint8_t>(engine), op.tag, op.bytes}, now);
  }
  done(step, now);
}

void RankLedger::post(int engine, int slot, const nic_reg::ReceiveSlot& receive) {
  const auto step = find(engine, OpKind::kIrecv, receive.source, receive.source_place, receive.tag);
  const Op& op = step->op;
  const auto require = [&](bool holds, const std::string& what) {
    if (!holds) throw PinFault{engine, fmt::format("posts the receive {} {}", text(op), what)};
  };
  require(receive.destination_place == map_.place(rank_), fmt::format("as place {}", receive.destination_place));
  require(receive.bytes == op.bytes.count(), fmt::format("for {} B instead of {} B", receive.bytes, op.bytes.count()));
  require(engine == op.nic, fmt::format("on this NIC; the message comes to NIC {}", op.nic));
  step->posted = true;
  slots_[static_cast<std::size_t>(engine)][static_cast<std::size_t>(slot)] = step;
}

void RankLedger::receive(int engine, int slot, Cycles now) {
  Slot& receive = slots_[static_cast<std::size_t>(engine)][static_cast<std::size_t>(slot)];
  const auto step = *receive;
  receive.reset();
  const Op& op = step->op;
  if (const auto result = program_->result_in(op)) newest_result_ = std::max(newest_result_.value_or(0), *result);
  ++received_;
  if (observer_ != nullptr) observer_->receive_completed({op.peer, rank_, op.nic, op.tag, op.bytes}, now);
  done(step, now);
}

void RankLedger::done(Steps::iterator step, Cycles now) {
  steps_.erase(step);
  advance(now);
}

std::optional<Op> RankLedger::next() const { return steps_.empty() ? std::nullopt : std::optional(steps_.front().op); }

}  // namespace tactus
