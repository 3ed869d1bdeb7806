#include "tlm_models/packet/packet_network.h"

#include <algorithm>
#include <utility>

namespace tactus {

PacketNetwork::PacketNetwork(const MachineConfig& config, const Threading& threading, const PacketTimings& timings,
                             const MemoryFactory& memories, NodeMask on_pins)
    : lookahead_(std::min(timings.grant_to_credit, timings.grant_to_link + timings.route_to_request) +
                 config.shortest_link_delay().count()),
      on_pins_(std::move(on_pins)),
      decision_(threading.worth_events) {
  const int nodes = config.network.nodes();
  const int regions = std::min(threading.threads, nodes);
  for (int i = 0; i < regions; ++i) {
    const int first = static_cast<int>(static_cast<long>(nodes) * i / regions);
    const int end = static_cast<int>(static_cast<long>(nodes) * (i + 1) / regions);
    regions_.push_back(
        std::make_unique<PacketRegion>(config, timings, NodeRange{first, end - first}, on_pins_, memories));
    region_of_.insert(region_of_.end(), static_cast<std::size_t>(end - first), static_cast<std::uint16_t>(i));
  }
  if (regions > 1 || !on_pins_.empty()) logs_.resize(regions_.size());
  if (regions == 1) return;
  crew_ = std::make_unique<ThreadCrew>(
      regions, [this](int number) { regions_[static_cast<std::size_t>(number)]->run(window_end_); });
}

void PacketNetwork::observe(PacketObserver* observer) {
  observer_ = observer;
  for (PacketLog& log : logs_) log.set_wants_waits(observer != nullptr && observer->wants_waits());
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    regions_[i]->observe(observer == nullptr || logs_.empty() ? observer : &logs_[i]);
  }
}

void PacketNetwork::run(std::uint64_t limit) {
  executed_ = std::max(executed_, limit);
  if (!crew_) {
    regions_.front()->run(limit);
    if (pins_ != nullptr) exchange(limit);
    return;
  }
  for (;;) {
    const std::uint64_t start = next_edge();
    // Whoever takes the first interrupts must find their edge executed everywhere.
    if (start >= limit || start > interrupt_edge()) {
      if (pins_ == nullptr) tell(std::min(start, limit));
      return;
    }
    run_window(std::min(limit, start + lookahead_));
  }
}

std::uint64_t PacketNetwork::next_edge() const {
  std::uint64_t start = PacketWheel::kNever;
  for (const auto& region : regions_) start = std::min(start, goes_on_at(*region));
  return start;
}

void PacketNetwork::run_window(std::uint64_t end) {
  window_end_ = end;
  if (decision_.all_work()) {
    crew_->run();
  } else {
    for (const auto& region : regions_) region->run(end);
  }
  count_events();
  exchange(end);
  if (pins_ == nullptr) tell(end);
}

void PacketNetwork::tell(std::uint64_t end) {
  for (const auto& region : regions_) {
    if (stopped(*region)) end = std::min(end, region->lines_changed_at() + 1);
  }
  if (observer_ != nullptr) PacketLog::tell(logs_, end, *observer_);
}

void PacketNetwork::count_events() {
  std::uint64_t sum = 0;
  std::uint64_t most = 0;
  for (const auto& region : regions_) {
    const std::uint64_t events = region->take_events();
    sum += events;
    most = std::max(most, events);
  }
  decision_.count(sum, most);
}

void PacketNetwork::exchange(std::uint64_t end) {
  for (const auto& from : regions_) {
    for (const Crossing& crossing : from->outbox()) {
      if (on_pins(crossing.node)) {
        leave(crossing);
      } else {
        region(crossing.node).accept(crossing, end - 1);
      }
    }
    from->outbox().clear();
  }
}

void PacketNetwork::leave(const Crossing& crossing) {
  if (crossing.credits.left == 0) ++left_;
  pins_->cross(crossing);
}

void PacketNetwork::enter(const Crossing& crossing) {
  if (crossing.credits.left == 0) ++entered_;
  region(crossing.node).accept(crossing, executed_ == 0 ? 0 : executed_ - 1);
}

std::uint64_t PacketNetwork::interrupt_edge() const {
  std::uint64_t edge = PacketWheel::kNever;
  for (const auto& region : regions_) {
    if (stopped(*region)) edge = std::min(edge, region->lines_changed_at());
  }
  return edge;
}

std::vector<int> PacketNetwork::take_interrupts() {
  const std::uint64_t edge = interrupt_edge();
  std::vector<int> nodes;
  for (const auto& region : regions_) {
    if (!stopped(*region) || region->lines_changed_at() != edge) continue;
    nodes.insert(nodes.end(), region->changed_lines().begin(), region->changed_lines().end());
    region->take_changed_lines();
  }
  return nodes;
}

std::uint64_t PacketNetwork::packets_in_flight() const {
  std::uint64_t sum = 0;
  for (const auto& region : regions_) sum += region->packets_in_flight();
  return sum;
}

}  // namespace tactus
