#include "testbench/app/kinds/torus/fabric_execution.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <systemc>
#include <utility>

#include "hw/common/sc_time_conversion.h"
#include "hw/nic/pacing_settings.h"
#include "hw/node/part_memory.h"
#include "testbench/app/kinds/torus/fabric_recordings.h"
#include "testbench/app/results/link_retries.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/signal_watch.h"
#include "tlm_models/node/copies/gathering_memory.h"

namespace tactus {

/// Stops the simulation once the run is at its end. Looks in the middle of every 64th cycle: an end must be one that
/// stays. While nothing changes it does not look.
class FabricExecution::Control final : public Lookout {
 public:
  /// `also` is told the time at each look; it may be empty.
  Control(const FabricExecution& run, std::function<void(Picoseconds)> also) : run_(run), also_(std::move(also)) {}

  Cycles look(const Look& look) override {
    constexpr Cycles kBetweenLooks{64};
    if (also_) also_(look.time);
    if (run_.ends_now()) {
      sc_core::sc_stop();
      return Cycles::max();
    }
    Look until = look;
    until.still_until = std::min(look.still_until, run_.ends_by_time());
    return until.next(kBetweenLooks);
  }

 private:
  const FabricExecution& run_;
  const std::function<void(Picoseconds)> also_;
};

FabricExecution::FabricExecution(const Scenario& scenario, const ExecutionOptions& options, TrafficObserver& observer)
    : scenario_(scenario),
      fabric_(make_fabric(options.level, with_unnumbered(scenario.machine, scenario.pacing),
                          fabric_options(options.fabric))),
      observer_(observer),
      software_(scenario, scenario.machine.network.without_switches()),
      links_(scenario.machine) {
  if (software_.workload() != nullptr) {
    make_processors();
  } else {
    make_sources();
  }
  watchdog_ = std::make_unique<Watchdog>(
      *fabric_, scenario.run.watchdog,
      Watchdog::Processors{[this] { return somebody_works(); }, [this] { return describe_waiting(ranks_); }});
  control_ = std::make_unique<Control>(*this, options.look);
  lookouts_ = std::make_unique<Lookouts>("lookouts", *fabric_, scenario.run.max_time);
  lookouts_->add(*control_);
  lookouts_->add(*watchdog_);
}

std::unique_ptr<Recordings> FabricExecution::record(const RecordingOptions& options, RunRecorder& recorder,
                                                    TrafficObserverFanOut& ranks) {
  return std::make_unique<FabricRecordings>(scenario_, *this, options, recorder, ranks);
}

bool FabricExecution::ends_now() const {
  return SignalWatch::seen() != 0 || (finished() && (open_loop() || drained()));
}

Cycles FabricExecution::ends_by_time() const {
  return open_loop() ? meter_->finished_by_time(cycle_now(scenario_.machine.clock)) : Cycles::max();
}

FabricOptions FabricExecution::fabric_options(FabricOptions options) {
  options.rtl = scenario_.rtl;
  options.plugins = &scenario_.parts;
  for (const Coordinate node : scenario_.on_pins()) options.on_pins.push_back(scenario_.machine.network.node(node));
  if (scenario_.node.kind == NodeKind::kNuma) {
    options.memory = [this](int node) {
      auto memory = std::make_unique<NumaMemoryPort>(
          scenario_.node.numa, engine_nics(scenario_.node, scenario_.machine.nics()), scenario_.machine.clock);
      if (scenario_.run.attribution.enabled) memory->keep_ways();
      numa_[node] = memory.get();
      return memory;
    };
  } else {
    options.memory = [this](int node) {
      auto memory = std::make_unique<Memory>(scenario_.machine);
      plain_[node] = memory.get();
      return memory;
    };
  }
  if (!scenario_.parts.memory.empty()) options.memory = with_memory_parts(std::move(options.memory));
  const std::optional<TransferConfig> message = datatypes_of(scenario_.lone_node.message);
  if (!scenario_.has_cores() || !scenario_.node.nic_gathers || !message) return options;
  const MemoryFactory plain = options.memory;
  options.memory = [plain, message](int node) { return std::make_unique<GatheringMemory>(plain(node), *message); };
  return options;
}

/// Memories of plug-ins in their nodes, and of `own` in the others.
MemoryFactory FabricExecution::with_memory_parts(MemoryFactory own) const {
  return [this, own = std::move(own)](int node) -> std::unique_ptr<MemoryPort> {
    const MachineConfig& machine = scenario_.machine;
    const Coordinate at = machine.network.coordinate(node);
    const PlacedPart* part = scenario_.parts.memory.at(at);
    if (part == nullptr) return own(node);
    const std::string name = "memory_" + machine.network.joined(at, "_");
    return std::make_unique<PartMemory>(name.c_str(), policy(PolicyName<MemoryPartKind>(part->name)),
                                        MemorySite{machine, at, scenario_.parts.numbers});
  };
}

void FabricExecution::make_processors() {
  const NetworkShape& torus = software_.map().shape().nodes;
  for (int node = 0; node < torus.nodes(); ++node) {
    const Coordinate at = torus.coordinate(node);
    const std::string name = "processor_" + torus.joined(at, "_");
    const PlacedPart* part = scenario_.parts.processor.at(at);
    part == nullptr ? make_own_processor(node, name) : make_part_processor(node, name, *part);
  }
}

void FabricExecution::make_own_processor(int node, const std::string& name) {
  const RankMap& map = software_.map();
  std::vector<RankSetup> setups;
  for (int place = 0; place < map.shape().per_node; ++place) setups.push_back(software_.setup(map.rank(node, place)));
  processors_.push_back(std::make_unique<NodeProcessor>(name.c_str(), software_.config(), map, node, std::move(setups),
                                                        &observer_, local_messages(node)));
  NodeProcessor& processor = *processors_.back();
  processor.csr_isock.bind(fabric_->csr_tsock(node));
  processor.irq_i(fabric_->irq(node));
  for (int place = 0; place < map.shape().per_node; ++place) ranks_.push_back(&processor.rank(place));
  by_node_.push_back(&processor);
}

void FabricExecution::make_part_processor(int node, const std::string& name, const PlacedPart& part) {
  const RankMap& map = software_.map();
  const int rank = map.rank(node, 0);
  const ProcessorSite site{scenario_.machine,
                           map.shape().nodes.coordinate(node),
                           scenario_.parts.numbers,
                           rank,
                           map,
                           software_.config(),
                           [this, rank] { return software_.setup(rank).program; }};
  const ProcessorPart& registered = policy(PolicyName<ProcessorPartKind>(part.name));
  auto processor = std::make_unique<PartProcessor>(name.c_str(), registered, site, &observer_);
  processor->csr_isock.bind(fabric_->csr_tsock(node));
  processor->irq_i(fabric_->irq(node));
  ranks_.push_back(processor.get());
  by_node_.push_back(nullptr);
  foreign_[node] = std::move(processor);
}

/// Messages within `node`; null: at a rate.
std::unique_ptr<LocalMessages> FabricExecution::local_messages(int node) {
  if (!scenario_.has_cores()) return nullptr;
  const LoneNodeConfig& config = scenario_.lone_node;
  auto cores = std::make_unique<CoreMessages>(
      CoreMessagesConfig{config.cores, config.copy, datatypes_of(config.message), scenario_.node.nic_gathers},
      scenario_.workload.ranks_per_node);
  cores_[node] = cores.get();
  return cores;
}

CoreMessages* FabricExecution::cores(int node) const {
  const auto found = cores_.find(node);
  return found == cores_.end() ? nullptr : found->second;
}

void FabricExecution::make_sources() {
  const MachineConfig& machine = fabric_->config();
  pattern_ = make_traffic_pattern(scenario_.workload, machine.network.without_switches());
  meter_ = std::make_unique<OpenLoopMeter>(machine, scenario_.workload, scenario_.seed);
  for (int node = 0; node < machine.network.hosts(); ++node) {
    const Coordinate at = machine.network.coordinate(node);
    const std::string name = "source_" + machine.network.joined(at, "_");
    sources_.push_back(std::make_unique<OpenLoopSource>(name.c_str(), machine, scenario_.workload, scenario_.pacing,
                                                        scenario_.seed, at, *pattern_, &observer_,
                                                        software_.config().homes));
    sources_.back()->csr_isock.bind(fabric_->csr_tsock(node));
    sources_.back()->irq_i(fabric_->irq(node));
  }
}

Picoseconds FabricExecution::now() const { return scenario_.machine.clock.edge(cycle_now(scenario_.machine.clock)); }

bool FabricExecution::finished() const {
  return open_loop() ? meter_->finished(cycle_now(scenario_.machine.clock)) : all_finished(ranks_);
}

bool FabricExecution::stopped() const { return sc_core::sc_get_status() == sc_core::SC_STOPPED && !ends_now(); }

bool FabricExecution::drained() const {
  const auto idle = [](const auto& processor) { return processor->idle(); };
  return fabric_->drained() && std::all_of(processors_.begin(), processors_.end(), idle);
}

bool FabricExecution::somebody_works() const {
  // With messages in the network open-loop sources may wait for room.
  if (open_loop()) return fabric_->flits_in_flight() == 0;
  const auto copies = [](const auto& processor) { return processor->local().next() != Picoseconds::max(); };
  return tactus::somebody_works(ranks_) || std::any_of(processors_.begin(), processors_.end(), copies);
}

ProbeList FabricExecution::probes(int node, const MessageOf& message_of) {
  ProbeList all;
  const RankShape& shape = software_.map().shape();
  const NetworkShape& network = scenario_.machine.network;
  const std::string of_node = "torus." + network.node_name(network.coordinate(node));
  const std::string scope = of_node + ".rank";
  const bool has_ranks = node < network.hosts() && !open_loop();
  const auto foreign = foreign_.find(node);
  if (foreign != foreign_.end()) foreign->second->add_probes(all, scope);
  for (int place = 0; place < shape.per_node && has_ranks && foreign == foreign_.end(); ++place) {
    const bool alone = shape.per_node == 1;
    by_node_[static_cast<std::size_t>(node)]->add_probes(place, all,
                                                         alone ? scope : fmt::format("{}_{}", scope, place));
  }
  ProbeList of_fabric = fabric_->probes(node);
  const bool has_signals = !of_fabric.empty();
  std::move(of_fabric.begin(), of_fabric.end(), std::back_inserter(all));
  const auto numa = numa_.find(node);
  if (!has_signals || numa == numa_.end()) return all;
  NumaMemoryPort& memory = *numa->second;
  memory.keep_packets();
  const auto number_of = [&memory, message_of](int, bool read, std::uint32_t tag) {
    const PacketHeader* packet = memory.packet(read, tag);
    return packet == nullptr ? 0 : message_of(*packet, !read);
  };
  std::unique_ptr<NumaWaves>& waves = numa_waves_[node];
  waves = std::make_unique<NumaWaves>(memory.node(), number_of);
  waves->add_probes(all, of_node + ".numa", [this] { return now(); });
  return all;
}

void FabricExecution::execute() {
  if (meter_) observers_.add(meter_.get());
  fabric_->observe(observers_.observer());
  if (scenario_.run.max_time) {
    sc_core::sc_start(to_sc_time(*scenario_.run.max_time));
  } else {
    sc_core::sc_start();
  }
  if (!finished()) stop_if_signalled(now());
}

std::vector<std::string> FabricExecution::leftovers() const {
  std::vector<std::string> faults;
  for (const auto& processor : processors_) {
    if (processor->local().cancelled() == 0 || !processor->local().idle()) continue;
    faults.push_back(fmt::format("{}: {} cancelled receives within the node open", processor->basename(),
                                 processor->local().cancelled()));
  }
  // Cut by max_time, the run may have ended with the last credits on their way.
  const bool whole = !open_loop() && fabric_->drained();
  for (const std::string& fault : whole ? fabric_->final_faults() : fabric_->conservation_faults()) {
    faults.push_back(fault);
  }
  const auto busy = [](const auto& memory) { return !memory.second->drained(); };
  const auto undrained = whole ? std::count_if(numa_.begin(), numa_.end(), busy) : 0;
  if (undrained > 0) faults.push_back(fmt::format("{} NUMA nodes have something under way or a credit out", undrained));
  return faults;
}

std::vector<BusyPart> FabricExecution::busy_parts() const {
  std::vector<BusyPart> parts;
  for (const auto& [node, memory] : plain_) {
    parts.push_back({BusyPart::Kind::kMemory, node, std::max(memory->read_busy(), memory->write_busy())});
  }
  for (const auto& processor : processors_) {
    for (int place = 0; place < scenario_.workload.ranks_per_node; ++place) {
      parts.push_back({BusyPart::Kind::kCopies, processor->rank(place).rank(), processor->local().busy(place)});
    }
  }
  return parts;
}

double FabricExecution::busiest_link(Picoseconds end) const {
  const NetworkShape& torus = scenario_.machine.network;
  std::uint64_t most = 0;
  for (int node = 0; node < torus.nodes(); ++node) {
    for (int port = 0; port < torus.directions(); ++port) {
      most = std::max(most, fabric_->link_flits(node, static_cast<Direction>(port)));
    }
  }
  return static_cast<double>(most) * scenario_.machine.clock.picoseconds() * 1e-12 / seconds(end);
}

void FabricExecution::summarise(Picoseconds, RunSummary& summary) const {
  summary.nic = nic_totals(*fabric_);
  if (policy(scenario_.pacing.control.kind).make != nullptr) summary.control = control_totals(*fabric_);
  if (foreign_.empty()) summary.software = software_summary(summary.messages_delivered);
  if (scenario_.machine.faults.repeat_packets()) summarise_retries(*fabric_, summary);
  if (meter_) {
    summary.open_loop = open_loop_summary();
    summary.throughput = summary.open_loop->accepted;
  }
}

SoftwareSummary FabricExecution::software_summary(std::uint64_t messages) const {
  NicDriver::Writes sum;
  const auto add = [&sum](const auto& processors) {
    for (const auto& processor : processors) {
      sum.all += processor->writes().all;
      sum.pacing += processor->writes().pacing;
    }
  };
  add(processors_);
  add(sources_);
  return ::tactus::software_summary(sum.all, sum.pacing, messages);
}

OpenLoopSummary FabricExecution::open_loop_summary() const {
  OpenLoopSummary open_loop;
  open_loop.offered = meter_->offered();
  open_loop.accepted = meter_->accepted();
  open_loop.latency_ns = ::tactus::summarise(meter_->latency(), scenario_.machine.clock);
  open_loop.measured = meter_->measured();
  open_loop.outstanding = meter_->outstanding();
  if (cycle_now(scenario_.machine.clock) < meter_->window_end()) return open_loop;  // ended by max_time
  open_loop.saturated = meter_->saturated();
  const InitialTransient transient = meter_->transient();
  if (transient.length == 0) return open_loop;
  open_loop.unsteady = UnsteadyWindow{meter_->end_of_batch(transient.length), transient.throughout,
                                      meter_->is_transient_of_latency(), transient.shift};
  return open_loop;
}

}  // namespace tactus
