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

void RdmaProcess::connect(RdmaProcess& partner, Received received) {
  partner_ = &partner;
  received_ = std::move(received);
}

void RdmaProcess::send(Bytes size, Picoseconds now) {
  size_ = size;
  if (size < config_.rendezvous_from) {
    work(kSendCopied, config_.post_time + copy_time(size), now);
    return;
  }
  work(kSendRequest, config_.post_time, now);
  spend(registered_.use(kSendBuffer, size, static_cast<int>(rails_.size())), now);
}

void RdmaProcess::message(int rail, std::uint32_t message, Picoseconds now) {
  switch (message) {
    case kCopied:
      work(kTakeCopied, config_.handle_time + copy_time(partner_->size_), now);
      break;
    case kRequest:
      spend(config_.handle_time, now);
      spend(registered_.use(kReceiveBuffer, partner_->size_, static_cast<int>(rails_.size())), now);
      work(kSendReply, config_.post_time, now);
      break;
    case kReply:
      parts_ = splitter_.parts(size_);
      spend(config_.handle_time, now);
      for (std::uint32_t i = 0; i < rails_.size(); ++i) work(kSendPart, config_.post_time, now, i);
      break;
    case kComplete:
      partner_->part_done(rail, now);
      work(kTakePart, config_.handle_time, now);
      break;
    default:
      break;
  }
}

void RdmaProcess::due(std::uint32_t what, Picoseconds now) {
  const auto rail = static_cast<int>(what / kSteps);
  switch (what % kSteps) {
    case kSendCopied:
      send_data(0, kCopied, 0, size_.count(), now);
      break;
    case kSendRequest:
      tell(0, kRequest, now);
      break;
    case kSendReply:
      parts_to_come_ = static_cast<int>(rails_.size());
      tell(0, kReply, now);
      break;
    case kSendPart:
      rail_begun_[static_cast<std::size_t>(rail)] = now;
      sending_[static_cast<std::size_t>(rail)] = 1;
      send_data(rail, kNone, 0, parts_[static_cast<std::size_t>(rail)], now);
      tell(rail, kComplete, now);
      break;
    case kTakeCopied:
      received_(now);
      break;
    default:
      take_part(now);
  }
}

void RdmaProcess::take_part(Picoseconds now) {
  if (--parts_to_come_ == 0) received_(now);
}

void RdmaProcess::part_done(int rail, Picoseconds now) {
  const auto i = static_cast<std::size_t>(rail);
  sending_[i] = 0;
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

void RdmaProcess::work(Step step, Picoseconds time, Picoseconds now, std::uint32_t rail) {
  spend(time, now);
  events_.at(processor_free_, *this, rail * kSteps + step);
}

void RdmaProcess::spend(Picoseconds time, Picoseconds now) { processor_free_ = std::max(processor_free_, now) + time; }

void RdmaProcess::tell(int rail, Message message, Picoseconds now) {
  RailWork work;
  work.remote = address_at(partner_->buffers_.control_memory, kControlBuffer, 0);
  work.bytes = config_.control_message.count();
  work.in_work = true;
  work.message = message;
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
  rails_[i]->post(work, now);
}

}  // namespace tactus
