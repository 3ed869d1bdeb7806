#include "hw/nic/send_queues.h"

#include <iterator>

namespace tactus {
namespace {

std::optional<QueueOfClass> place_of_queue(const MachineConfig& config, int message_class, RateServer& rate) {
  if (config.send_queues() == 1) return {};
  return QueueOfClass{message_class, rate};
}

}  // namespace

SendQueues::SendQueues(const MachineConfig& config, Coordinate position, int engine, MemoryPort& memory,
                       const Reassembly& receives)
    : rate_(config.dma_rate()),
      first_(config, position, engine, memory, receives, place_of_queue(config, 0, rate_)),
      config_(config) {
  for (int other = 1; other < config.send_queues(); ++other) {
    others_.push_back(std::make_unique<PacketSender>(config, position, engine, memory, receives,
                                                     place_of_queue(config, other, rate_)));
  }
}

void SendQueues::reset() {
  for_each([](PacketSender& queue) { queue.reset(); });
  last_ = 0;
  port_free_ = Cycles{};
  turns_.reset();
}

void SendQueues::observe(PacketObserver* observer, bool keep_waits) {
  for_each([=](PacketSender& queue) { queue.observe(observer, keep_waits); });
}

PacketSender& SendQueues::reader_of(std::uint32_t tag) {
  const std::size_t number = tag / static_cast<std::uint32_t>(config_.nic.packet_buffers);
  return others_.empty() || number >= count() ? first_ : queue(number);
}

Cycles SendQueues::due() const {
  Cycles next = first_.due();
  for (const auto& queue : others_) next = std::min(next, queue->due());
  return next;
}

Cycles SendQueues::tick_all(Cycles now, int returned) {
  first_.credits_returned(0, returned);
  if (const Cycles next = due(); now < next && !window_opened()) return next;
  const unsigned ready = prepare(now);
  unsigned waiting = ready;
  if (ready != 0 && now >= port_free_) {
    const int turn = turns_.take_turn(config_.router.classes, ready);
    last_ = static_cast<std::size_t>(turn);
    waiting &= ~(1U << last_);
    port_free_ = queue(last_).start(now);
    turns_.charge(turn, queue(last_).started().route.flits);
  }
  for (unsigned rest = waiting; rest != 0; rest &= rest - 1) {
    queue(static_cast<std::size_t>(__builtin_ctz(rest))).yield(now);
  }
  for_each([now](PacketSender& queue) { queue.find_due(now); });
  // The queue that sends is due when the port is free, at the latest.
  return due();
}

unsigned SendQueues::prepare(Cycles now) {
  unsigned ready = 0;
  for (std::size_t n = 0; n < count(); ++n) ready |= (queue(n).prepare(now) ? 1U : 0U) << n;
  return ready;
}

const PacketSender& SendQueues::shown() const {
  if (others_.empty() || last().state() == SendState::kSend) return last();
  std::size_t number = 0;
  while (number + 1 < count() && queue(number).state() == SendState::kIdle) ++number;
  return queue(number);
}

std::vector<std::string> SendQueues::final_faults() const {
  std::vector<std::string> faults = first_.final_faults();
  for (const auto& queue : others_) {
    std::vector<std::string> more = queue->final_faults();
    std::move(more.begin(), more.end(), std::back_inserter(faults));
  }
  return faults;
}

}  // namespace tactus
