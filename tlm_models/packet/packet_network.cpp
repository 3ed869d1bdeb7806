#include "tlm_models/packet/packet_network.h"

#include <algorithm>
#include <utility>

#include "hw/common/random.h"

namespace tactus {
namespace {

std::size_t regions_of(const MachineConfig& config, const Threading& threading) {
  return static_cast<std::size_t>(std::min(threading.threads, config.network.nodes()));
}

}  // namespace

PacketNetwork::PacketNetwork(const MachineConfig& config, const Threading& threading, const PacketTimings& timings,
                             const MemoryFactory& memories, NodeMask on_pins)
    : lookahead_(std::min(timings.grant_to_credit, timings.grant_to_link + timings.route_to_request) +
                 config.shortest_link_delay().count()),
      crossings_(regions_of(config, threading)),
      on_pins_(std::move(on_pins)),
      pauses_(threading.pauses),
      decision_(threading.worth_events) {
  const auto nodes = static_cast<std::size_t>(config.network.nodes());
  const std::size_t regions = regions_of(config, threading);
  for (std::size_t i = 0; i < regions; ++i) {
    const std::size_t first = nodes * i / regions;
    const std::size_t end = nodes * (i + 1) / regions;
    region_of_.insert(region_of_.end(), end - first, static_cast<std::uint16_t>(i));
    regions_.push_back(std::make_unique<PacketRegion>(config, timings,
                                                      NodeRange{static_cast<int>(first), static_cast<int>(end - first)},
                                                      on_pins_, memories, RegionBorder{i, region_of_, crossings_}));
  }
  if (regions > 1 || !on_pins_.empty()) logs_.resize(regions_.size());
  if (regions == 1) return;
  crew_ = std::make_unique<ThreadCrew>(static_cast<int>(regions),
                                       [this](int number) { go_on(static_cast<std::size_t>(number)); });
}

void PacketNetwork::observe(PacketObserver* observer) {
  observer_ = observer;
  // What enters from nodes on pins has no account.
  const bool sums = observer != nullptr && on_pins_.empty();
  for (PacketLog& log : logs_) {
    log.set_wants_waits(observer != nullptr && observer->wants_waits());
    log.set_wants_grants(observer != nullptr && (!sums || observer->wants_grants()));
  }
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    regions_[i]->observe(observer == nullptr || logs_.empty() ? observer : &logs_[i],
                         sums ? observer->grant_sums(i) : nullptr);
  }
}

void PacketNetwork::observe_parts(PartObservers& observers) {
  for (const auto& region : regions_) region->observe_part(observers.part_observer(region->part()));
}

bool PacketNetwork::has_parts() const {
  return on_pins_.empty() &&
         std::all_of(regions_.begin(), regions_.end(), [](const auto& region) { return region->can_tell_part(); });
}

void PacketNetwork::run(std::uint64_t limit) {
  executed_ = std::max(executed_, limit);
  if (!crew_) {
    first_interrupt_.forget();
    regions_.front()->run(limit, first_interrupt_);
    if (pins_ != nullptr) leave_for_pins();
    return;
  }
  for (;;) {
    const std::uint64_t start = next_edge();
    // Whoever takes the first interrupts must find their edge executed everywhere.
    if (start >= limit || start > interrupt_edge()) {
      if (pins_ == nullptr) tell(std::min(start, limit));
      return;
    }
    run_window(start, std::min(limit, start + lookahead_));
  }
}

std::uint64_t PacketNetwork::next_edge() const {
  std::uint64_t start = crossings_.any() ? crossings_.matter_from() : PacketWheel::kNever;
  for (const auto& region : regions_) start = std::min(start, goes_on_at(*region));
  return start;
}

std::uint64_t PacketNetwork::idle_until() const {
  const bool told = std::all_of(logs_.begin(), logs_.end(), [](const PacketLog& log) { return log.all_told(); });
  return told ? std::min(next_edge(), interrupt_edge()) : 0;
}

void PacketNetwork::run_window(std::uint64_t start, std::uint64_t end) {
  window_start_ = start;
  window_end_ = end;
  ++windows_;
  first_interrupt_.forget();
  if (decision_.all_work()) {
    if (crew_->run()) decision_.waited_long();
  } else {
    for (std::size_t i = 0; i < regions_.size(); ++i) go_on(i);
  }
  count_events();
  crossings_.end_window(end);
  if (pins_ == nullptr) return tell(end);
  leave_for_pins();
  take_crossings();
}

void PacketNetwork::go_on(std::size_t number) {
  regions_[number]->take_crossings();
  regions_[number]->run(end_for(number), first_interrupt_);
}

std::uint64_t PacketNetwork::end_for(std::size_t region) const {
  if (pauses_ == 0) return window_end_;
  return window_end_ - RandomStream(pauses_, region).below(windows_, window_end_ - window_start_);
}

void PacketNetwork::tell(std::uint64_t end) {
  for (const auto& region : regions_) end = std::min(end, goes_on_at(*region));
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

void PacketNetwork::take_all_crossings() {
  for (const auto& region : regions_) region->take_crossings();
  crossings_.all_taken();
}

void PacketNetwork::leave_for_pins() {
  for (const auto& region : regions_) {
    for (const Crossing& crossing : region->for_pins()) {
      if (crossing.credits.left == 0) ++left_;
      pins_->cross(crossing);
    }
    region->for_pins().clear();
  }
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

std::uint64_t PacketNetwork::packets_in_flight() {
  take_crossings();
  std::uint64_t sum = 0;
  for (const auto& region : regions_) sum += region->packets_in_flight();
  return sum;
}

}  // namespace tactus
