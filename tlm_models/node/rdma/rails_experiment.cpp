#include "tlm_models/node/rdma/rails_experiment.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hw/common/config_faults.h"
#include "hw/node/numa_routes.h"

namespace tactus {
namespace {

constexpr Bytes kAnswer{4};
constexpr std::uint64_t kSamples = 20'000;

int first_memory_of(const NumaNodeConfig& node, int socket) {
  for (std::size_t i = 0; i < node.memories.size(); ++i) {
    if (node.memories[i].socket == socket) return static_cast<int>(i);
  }
  return -1;
}

void check_memories(ConfigFaults& faults, const RailsConfig& config, const std::string& member,
                    const std::vector<int>& memories) {
  faults.require(memories.size() == config.rails.size(), member, "{} memories for {} rails: give one for each",
                 memories.size(), config.rails.size());
  for (const int memory : memories) {
    faults.require(memory >= 0 && memory < static_cast<int>(config.node.memories.size()), member,
                   "there is no memory {}: there are {}", memory, config.node.memories.size());
  }
}

void check_rails(ConfigFaults& faults, const RailsConfig& config) {
  faults.require(!config.rails.empty(), "rails", "two nodes are joined by at least one rail");
  for (std::size_t i = 0; i < config.rails.size(); ++i) {
    const int nic = config.rails[i];
    const auto before = config.rails.begin() + static_cast<std::ptrdiff_t>(i);
    faults.require(nic >= 0 && nic < static_cast<int>(config.node.nics.size()), "rails",
                   "there is no NIC {}: there are {}", nic, config.node.nics.size());
    faults.require(std::find(config.rails.begin(), before, nic) == before, "rails", "NIC {} has one cable, not two",
                   nic);
  }
}

/// Links between sockets from each rail's NIC to the memory into which it receives.
std::vector<int> receive_distances(const RailsConfig& config) {
  const NumaRoutes routes(config.node);
  std::vector<int> distances;
  for (std::size_t rail = 0; rail < config.rails.size(); ++rail) {
    const NumaNodeConfig::Nic& nic = config.node.nics[static_cast<std::size_t>(config.rails[rail])];
    const auto memory = static_cast<std::size_t>(config.receive_memory[rail]);
    distances.push_back(routes.distance(config.node.socket_of(nic), config.node.memories[memory].socket));
  }
  return distances;
}

}  // namespace

std::vector<ConfigFault> validate(const RailsConfig& config) {
  ConfigFaults faults;
  faults.add("node", validate(config.node));
  faults.add("cable", validate(config.cable));
  faults.add("nic", validate(config.nic));
  faults.add("rdma", validate(config.rdma));
  check_rails(faults, config);
  check_memories(faults, config, "send_memory", config.send_memory);
  check_memories(faults, config, "receive_memory", config.receive_memory);
  faults.require(first_memory_of(config.node, config.cpu) >= 0, "cpu", "socket {} has no memory for its processes",
                 config.cpu);
  return faults.take();
}

RailsExperiment::RailsExperiment(RailsConfig config) : config_(std::move(config)) {
  for (auto& node : nodes_) node = std::make_unique<NumaNode>(config_.node, events_);
  make_rails();
  make_processes();
}

void RailsExperiment::prepare() {
  if (prepared_) return;
  prepared_ = true;
  // The second of two round trips: the first one finds nothing registered.
  exchange(kAnswer);
  one_way_ = Picoseconds{exchange(kAnswer).count() / 2};
}

const RailNic& RailsExperiment::nic_in_slot(int side, int nic) const {
  const auto rail = std::find(config_.rails.begin(), config_.rails.end(), nic) - config_.rails.begin();
  return this->nic(side, static_cast<std::size_t>(rail));
}

void RailsExperiment::watched_step() {
  watcher_->before(events_.next());
  events_.step();
  watcher_->after(events_.now());
}

void RailsExperiment::run_to_end() {
  if (watcher_ == nullptr) return events_.run();
  while (!events_.empty()) watched_step();
}

void RailsExperiment::make_rails() {
  for (std::size_t rail = 0; rail < config_.rails.size(); ++rail) {
    cables_.emplace_back();
    for (auto& cable : cables_.back()) {
      cable = std::make_unique<LinkChannel>(cable_channel(config_.cable), events_);
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const int nic = config_.rails[rail];
      nics_[side].push_back(std::make_unique<RailNic>(config_.nic, config_.cable, static_cast<int>(rail),
                                                      nodes_[side]->slot(nic), *cables_[rail][side],
                                                      *cables_[rail][1 - side], events_));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      cables_[rail][side]->connect(*nics_[side][rail], 0, *nics_[1 - side][rail], 0, cables_[rail][1 - side].get());
    }
  }
}

void RailsExperiment::make_processes() {
  const int control = first_memory_of(config_.node, config_.cpu);
  const std::vector<int> distances = receive_distances(config_);
  for (std::size_t side = 0; side < 2; ++side) {
    std::vector<RailNic*> rails;
    for (const auto& nic : nics_[side]) rails.push_back(nic.get());
    processes_[side] = std::make_unique<RdmaProcess>(
        config_.rdma, RailBuffers{config_.send_memory, config_.receive_memory, distances, control}, rails, events_);
  }
  processes_[0]->connect(
      *processes_[1],
      [this](Picoseconds now) {
        answered_ = now;
        waiting_ = false;
      },
      1);
  processes_[1]->connect(
      *processes_[0], [this](Picoseconds now) { processes_[1]->send(kAnswer, now); }, 2);
  std::vector<RailWay> ways;
  for (std::size_t rail = 0; rail < config_.rails.size(); ++rail) {
    ways.push_back({static_cast<int>(rail), config_.rails[rail], nodes_[0].get(), nodes_[1].get(),
                    cables_[rail][0].get(), nics_[1][rail].get(), processes_[1].get()});
  }
  sampler_ = std::make_unique<RailSampler>(ways, events_);
}

Picoseconds RailsExperiment::exchange(Bytes size) {
  const Picoseconds begin = events_.now();
  waiting_ = true;
  processes_[0]->send(size, begin);
  if (watcher_ != nullptr) {
    watcher_->touched();
    while (waiting_ && !events_.empty()) watched_step();
  }
  // The compiler puts the wheel into this loop, which is as fast as without watchers.
  while (waiting_ && !events_.empty()) events_.step();
  return answered_ - begin;
}

RailsResult RailsExperiment::run(Bytes size, int messages) {
  prepare();
  const Picoseconds first = exchange(size);
  sampler_->begin(Picoseconds{first.count() * static_cast<std::uint64_t>(messages) / kSamples});
  Picoseconds time;
  for (int i = 0; i < messages; ++i) time += exchange(size);
  sampler_->end();
  run_to_end();
  RailsResult result;
  result.message_time = Picoseconds{time.count() / static_cast<std::uint64_t>(messages)};
  result.one_way = one_way_;
  const double seconds = static_cast<double>((result.message_time - one_way_).count()) * 1e-12;
  result.bytes_per_second = static_cast<double>(size.count()) / seconds;
  result.limits = sampler_->shares(slowest_rail());
  result.rail_rates = processes_[0]->rail_rates();
  result.events = events_.executed();
  return result;
}

std::size_t RailsExperiment::slowest_rail() const {
  const std::vector<Picoseconds>& done = processes_[0]->rail_done();
  return static_cast<std::size_t>(std::max_element(done.begin(), done.end()) - done.begin());
}

bool RailsExperiment::idle() {
  run_to_end();
  const auto idle_nic = [](const std::unique_ptr<RailNic>& nic) { return nic->idle(); };
  for (std::size_t side = 0; side < 2; ++side) {
    if (!nodes_[side]->idle() || !std::all_of(nics_[side].begin(), nics_[side].end(), idle_nic)) return false;
  }
  return std::all_of(cables_.begin(), cables_.end(),
                     [](const auto& cable) { return cable[0]->idle() && cable[1]->idle(); });
}

}  // namespace tactus
