#include "tlm_models/node/rdma/rdma_process.h"

#include <algorithm>
#include <utility>

#include "hw/memory/address_map.h"

namespace tactus {
namespace {

// Contents are not modelled: each rail has a part of the address space of its own for each direction.
constexpr std::uint64_t kSendBuffer = std::uint64_t{1} << 40;
constexpr std::uint64_t kReceiveBuffer = std::uint64_t{2} << 40;
constexpr std::uint64_t kControlBuffer = std::uint64_t{3} << 40;

std::uint64_t address_at(int memory, std::uint64_t buffer, std::uint64_t offset) {
  return AddressMap::in_memory(memory, buffer + offset);
}

}  // namespace

RdmaProcess::RdmaProcess(const RdmaConfig& config, RailBuffers buffers, std::vector<RailNic*> rails,
                         TimedEvents& events)
    : config_(config),
      buffers_(std::move(buffers)),
      rails_(std::move(rails)),
      events_(events),
      registered_(config_),
      splitter_(config.split, buffers_.distances),
      sending_(rails_.size()),
      rail_begun_(rails_.size()),
      rail_done_(rails_.size()) {
  for (RailNic* rail : rails_) rail->connect(*this);
}

void RdmaProcess::connect(RdmaProcess& partner, Received received, std::uint32_t number) {
  partner_ = &partner;
  next_number_ = number;
  received_ = std::move(received);
}

void RdmaProcess::send(Bytes size, Picoseconds now) {
  size_ = size;
  number_ = next_number_;
  next_number_ += 2;
  if (size < config_.rendezvous_from) {
    send_step_ = SendStep::kCopy;
    spend(Activity::kCopy, copy_time(size), now);
    work(kSendCopied, Activity::kPost, config_.post_time, now);
    return;
  }
  send_step_ = SendStep::kRequest;
  work(kSendRequest, Activity::kPost, config_.post_time, now);
  spend(Activity::kRegister, registered_.use(kSendBuffer, size, static_cast<int>(rails_.size())), now);
}

void RdmaProcess::message(int rail, std::uint32_t message, Picoseconds now) {
  switch (message) {
    case kCopied:
      partner_->send_step_ = SendStep::kNone;
      receive_step_ = ReceiveStep::kTake;
      spend(Activity::kHandle, config_.handle_time, now);
      work(kTakeCopied, Activity::kCopy, copy_time(partner_->size_), now);
      break;
    case kRequest:
      receive_step_ = ReceiveStep::kRegister;
      spend(Activity::kHandle, config_.handle_time, now);
      spend(Activity::kRegister, registered_.use(kReceiveBuffer, partner_->size_, static_cast<int>(rails_.size())),
            now);
      work(kSendReply, Activity::kPost, config_.post_time, now);
      break;
    case kReply:
      send_step_ = SendStep::kPost;
      parts_ = splitter_.parts(size_);
      parts_to_send_ = static_cast<int>(rails_.size());
      spend(Activity::kHandle, config_.handle_time, now);
      for (std::uint32_t i = 0; i < rails_.size(); ++i) work(kSendPart, Activity::kPost, config_.post_time, now, i);
      break;
    case kComplete:
      partner_->part_done(rail, now);
      work(kTakePart, Activity::kHandle, config_.handle_time, now);
      break;
    default:
      break;
  }
}

void RdmaProcess::due(std::uint32_t what, Picoseconds now) {
  const auto rail = static_cast<int>(what / kSteps);
  switch (what % kSteps) {
    case kSendCopied:
      send_step_ = SendStep::kCopied;
      send_data(0, kCopied, 0, size_.count(), now);
      break;
    case kSendRequest:
      send_step_ = SendStep::kWaitReply;
      tell(0, kRequest, now);
      break;
    case kSendReply:
      receive_step_ = ReceiveStep::kData;
      parts_to_come_ = static_cast<int>(rails_.size());
      tell(0, kReply, now);
      break;
    case kSendPart:
      send_step_ = SendStep::kData;
      rail_begun_[static_cast<std::size_t>(rail)] = now;
      sending_[static_cast<std::size_t>(rail)] = 1;
      send_data(rail, kNone, 0, parts_[static_cast<std::size_t>(rail)], now);
      tell(rail, kComplete, now);
      break;
    case kTakeCopied:
      receive_step_ = ReceiveStep::kNone;
      received_(now);
      break;
    default:
      take_part(now);
  }
}

void RdmaProcess::take_part(Picoseconds now) {
  if (--parts_to_come_ != 0) return;
  receive_step_ = ReceiveStep::kNone;
  received_(now);
}

void RdmaProcess::part_done(int rail, Picoseconds now) {
  const auto i = static_cast<std::size_t>(rail);
  sending_[i] = 0;
  if (--parts_to_send_ == 0) send_step_ = SendStep::kNone;
  rail_done_[i] = now;
  splitter_.measured(rail, Bytes{parts_[i]}, now - rail_begun_[i]);
}

std::vector<double> RdmaProcess::rail_rates() const {
  std::vector<double> rates(rails_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Picoseconds time = rail_done_[i] - rail_begun_[i];
    if (time.count() != 0) rates[i] = static_cast<double>(parts_[i]) / static_cast<double>(time.count()) * 1e12;
  }
  return rates;
}

void RdmaProcess::work(Step step, Activity activity, Picoseconds time, Picoseconds now, std::uint32_t rail) {
  spend(activity, time, now);
  events_.at(processor_free_, *this, rail * kSteps + step);
}

void RdmaProcess::spend(Activity activity, Picoseconds time, Picoseconds now) {
  const Picoseconds begin = std::max(processor_free_, now);
  processor_free_ = begin + time;
  if (!watched_) return;
  while (!spent_.empty() && spent_.front().end <= now) spent_.pop_front();
  if (time.count() != 0) spent_.push_back({begin, processor_free_, activity});
}

void RdmaProcess::tell(int rail, Message message, Picoseconds now) {
  RailWork work;
  work.remote = address_at(partner_->buffers_.control_memory, kControlBuffer, 0);
  work.bytes = config_.control_message.count();
  work.in_work = true;
  work.message = message;
  work.number = message == kReply ? partner_->number_ : number_;
  rails_[static_cast<std::size_t>(rail)]->post(work, now);
}

void RdmaProcess::send_data(int rail, Message message, std::uint64_t offset, std::uint64_t bytes, Picoseconds now) {
  if (bytes == 0) return;
  const auto i = static_cast<std::size_t>(rail);
  const bool copied = message == kCopied;
  const std::uint64_t part = offset + (static_cast<std::uint64_t>(rail) << 34);
  RailWork work;
  work.local = address_at(copied ? buffers_.control_memory : buffers_.send_memory[i], kSendBuffer, part);
  work.remote = address_at(copied ? partner_->buffers_.control_memory : partner_->buffers_.receive_memory[i],
                           kReceiveBuffer, part);
  work.bytes = bytes;
  work.message = message;
  work.number = number_;
  rails_[i]->post(work, now);
}

void RdmaProcess::add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now) {
  watched_ = true;
  add_probes_together(probes,
                      {{scope, "state", 3, {}, {"idle", "post", "handle", "copy", "register"}},
                       {scope, "send_step", 3, {}, {"none", "copy", "copied", "request", "wait_reply", "post", "data"}},
                       {scope, "send_message", 48, {}, {}},
                       {scope, "receive_step", 2, {}, {"none", "register", "data", "take"}},
                       {scope, "receive_message", 48, {}, {}},
                       {scope, "completions_to_come", 16, {}, {}}},
                      [this, now](std::uint64_t* values) {
                        const Picoseconds time = now();
                        while (!spent_.empty() && spent_.front().end <= time) spent_.pop_front();
                        const bool busy = !spent_.empty() && spent_.front().begin <= time;
                        const bool sends = send_step_ != SendStep::kNone;
                        const bool receives = receive_step_ != ReceiveStep::kNone;
                        values[0] = busy ? static_cast<std::uint64_t>(spent_.front().activity) : 0;
                        values[1] = static_cast<std::uint64_t>(send_step_);
                        values[2] = sends ? number_ : 0;
                        values[3] = static_cast<std::uint64_t>(receive_step_);
                        values[4] = receives ? partner_->number_ : 0;
                        values[5] = static_cast<std::uint64_t>(receives ? parts_to_come_ : 0);
                      });
}

Picoseconds RdmaProcess::next_change(Picoseconds now) const {
  for (const Spent& spent : spent_) {
    if (spent.end > now) return spent.begin > now ? spent.begin : spent.end;
  }
  return Picoseconds::max();
}

}  // namespace tactus
