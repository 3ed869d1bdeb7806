#include "testbench/app/compare/level_run.h"

#include <poll.h>

#include <algorithm>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <systemc>
#include <utility>

#include "hw/common/sc_time_conversion.h"
#include "hw/nic/nic_register_map.h"
#include "hw/node/fabric.h"
#include "testbench/app/files/content_hash.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/run/process_guard.h"
#include "testbench/app/run/simulation.h"

namespace tactus {
namespace {

constexpr std::uint64_t kFirstGap = 61;  // cycles; a prime, so that no beat of a workload hides between samples
constexpr std::uint64_t kGapGrowth = 64;

std::uint64_t links_of(const Fabric& fabric) {
  ContentHash digest;
  const NetworkShape& network = fabric.config().network;
  for (int node = 0; node < network.nodes(); ++node) {
    for (int link = 0; link < network.directions(); ++link)
      digest.add(fabric.link_flits(node, static_cast<Direction>(link)));
  }
  return digest.value();
}

std::uint64_t buffers_of(const Fabric& fabric) {
  ContentHash digest;
  const RouterPorts ports = fabric.config().ports();
  for (int node = 0; node < fabric.config().network.nodes(); ++node) {
    for (int port = 0; port < ports.count(); ++port) {
      const RouterConfig& router = fabric.config().router;
      const int vcs = ports.is_nic(port) && !router.has_classes() ? 1 : router.virtual_channels;
      for (int vc = 0; vc < vcs; ++vc) digest.add(static_cast<std::uint64_t>(fabric.vc_occupancy(node, port, vc)));
    }
  }
  return digest.value();
}

std::uint64_t moving_in(const Fabric& fabric) {
  ContentHash digest;
  digest.add(fabric.movements());
  digest.add(std::uint64_t{fabric.flits_in_flight()});
  return digest.value();
}

template <class Registers>
void add_counters(const Fabric& fabric, const Registers& registers, std::uint64_t base, ContentHash& digest) {
  constexpr std::uint64_t kCounterBytes = 8;
  for (const nic_reg::Register& each : registers) {
    if (each.bytes == kCounterBytes) digest.add(fabric.nic_counter(base + each.offset));
  }
}

std::uint64_t counters_of(const Fabric& fabric) {
  ContentHash digest;
  add_counters(fabric, nic_reg::kEngineRegisters, 0, digest);
  add_counters(fabric, nic_reg::kControlRegisters, nic_reg::kControlBase, digest);
  return digest.value();
}

/// Takes down what a machine shows of itself besides its packets: what its links have sent, what lies in its buffers,
/// what moves, and what its NICs have counted. In the middle of cycles, when all that stands still; often at first and
/// ever more rarely, so that the samples of a run grow with the logarithm of its length.
class ObservableSampler : public sc_core::sc_module {
 public:
  ObservableSampler(const sc_core::sc_module_name& name, const Fabric& fabric);

  [[nodiscard]] std::vector<ObservableSample> take() { return std::move(samples_); }

 private:
  void on_sample();
  [[nodiscard]] ObservableSample sample(std::uint64_t cycle) const;

  const Fabric& fabric_;
  Clock clock_;
  std::vector<ObservableSample> samples_;
};

ObservableSampler::ObservableSampler(const sc_core::sc_module_name& name, const Fabric& fabric)
    : sc_module(name), fabric_(fabric), clock_(fabric.config().clock) {
  SC_HAS_PROCESS(ObservableSampler);
  SC_METHOD(on_sample);
}

void ObservableSampler::on_sample() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  if (now == Picoseconds{}) {  // initialisation
    next_trigger(to_sc_time(clock_.middle(Cycles{kFirstGap})));
    return;
  }
  const std::uint64_t cycle = clock_.cycle_at(now).count();
  samples_.push_back(sample(cycle));
  next_trigger(until(clock_.middle(Cycles{cycle + kFirstGap + cycle / kGapGrowth})));
}

ObservableSample ObservableSampler::sample(std::uint64_t cycle) const {
  return {cycle, links_of(fabric_), buffers_of(fabric_), moving_in(fabric_), counters_of(fabric_)};
}

std::string comparable_result(const RunSummary& summary) {
  nlohmann::ordered_json result = to_json(summary);
  for (const char* key : {"host", "level"}) result.erase(key);
  result["configuration"].erase("cycle.nodes");  // of the level too
  return result.dump();
}

void run_here(const Scenario& scenario, const LevelRunOptions& how, RunWriter writer) {
  SimulationOptions options;
  options.level = how.level;
  options.fabric = how.fabric;
  options.folder = how.folder;
  options.waves = how.waves;
  HistoryRecorder recorder(scenario.machine.network, how.depth,
                           [&writer](const PacketHistory& packet) { writer.packet(packet); });
  if (scenario.run.attribution.enabled && options.level != Level::kFlow) {
    recorder.expect_splits();
    options.split_report = [&recorder](const SplitPacket& packet) { recorder.packet_split(packet); };
  }
  std::optional<ObservableSampler> sampler;
  options.with_fabric = [&sampler](const Fabric& fabric) { sampler.emplace("observables", fabric); };
  Simulation simulation(scenario, options);
  simulation.also_observe(static_cast<PacketObserver*>(&recorder));
  simulation.also_observe(static_cast<TrafficObserver*>(&recorder));
  RunOutcome outcome;
  try {
    outcome.result = comparable_result(simulation.run());
  } catch (const ModelViolation& found) {
    outcome.violation = found.what();
  }
  outcome.messages = recorder.finish();
  if (sampler) outcome.samples = sampler->take();
  outcome.user_cpu_s = host_usage().user_cpu_s;
  writer.end(outcome);
}

OwnProcess::Body body_of(const Scenario& scenario, const LevelRunOptions& options) {
  return [&scenario, &options](const OwnProcess::Tell& tell) {
    try {
      run_here(scenario, options, RunWriter(tell));
    } catch (const std::bad_alloc&) {
      throw std::runtime_error(out_of_memory_text());
    }
  };
}

/// Runs that are to be listened to. As long as any run goes on, there is one.
std::vector<std::size_t> listened_to(const LevelRuns& runs) {
  std::uint64_t slowest = std::numeric_limits<std::uint64_t>::max();
  for (const auto& run : runs) {
    if (!run->ended() && run->has_packets()) slowest = std::min(slowest, run->packets());
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i]->ended() || (runs[i]->has_packets() && runs[i]->packets() - slowest > kLongestLead)) continue;
    chosen.push_back(i);
  }
  return chosen;
}

}  // namespace

LevelRun::LevelRun(const Scenario& scenario, const LevelRunOptions& options)
    : level_(options.level),
      has_packets_(options.depth == HistoryDepth::kPackets && options.level != Level::kFlow),
      process_(body_of(scenario, options)) {}

void LevelRun::advance(const PacketSink& sink) {
  const auto count = [&](const PacketHistory& packet) {
    ++packets_;
    sink(packet);
  };
  try {
    const auto text = process_.next();
    if (!text) throw ChildFailure("ended without an outcome");
    outcome_ = read_run(*text, count);
    if (outcome_) process_.next();  // its end
  } catch (const ChildFailure& failure) {
    throw ChildFailure(std::string("level ") + to_string(level_) + ": " + failure.what());
  }
}

void follow(const LevelRuns& runs, RunsListener& listener) {
  for (;;) {
    const std::vector<std::size_t> chosen = listened_to(runs);
    if (chosen.empty()) return;
    std::vector<pollfd> ends;
    for (const std::size_t i : chosen) ends.push_back({runs[i]->descriptor(), POLLIN, 0});
    if (poll(ends.data(), ends.size(), -1) <= 0) continue;  // interrupted by a signal
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (ends[k].revents == 0) continue;
      const std::size_t run = chosen[k];
      runs[run]->advance([&](const PacketHistory& packet) { listener.packet(run, packet); });
      if (runs[run]->ended()) listener.ended(run);
    }
  }
}

}  // namespace tactus
