#include "testbench/app/cli/operation_waves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "testbench/app/files/printable.h"
#include "testbench/app/kinds/torus/schedule_file.h"
#include "testbench/app/process/own_process.h"
#include "testbench/app/results/packet_way.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/machine_kind.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/nearest.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/message_list.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

/// Cycle and nodes that waves are recorded around.
struct Aim {
  Cycles cycle;
  Coordinate node;
  std::string what;
  std::vector<Coordinate> way{};          ///< nodes on the way of its packet; empty: `node` alone
  std::optional<std::uint64_t> packet{};  ///< that has to be injected
  std::string output{};                   ///< scope of the output that it waits for
};

std::nullopt_t refuse(const WavesAround& around, const std::string& reason) {
  print_safely(stderr, "tactus: --waves-around {}: {}\n", around.text, reason);
  return std::nullopt;
}

/// A schedule of a scenario, and the place of its job; nothing: the scenario has no jobs.
struct ChosenSchedule {
  std::shared_ptr<const Schedule> schedule{};
  std::optional<std::size_t> job{};
  std::string prefix{};  ///< in names of its operations: "", "solver:"
  std::string fault{};   ///< why there is none
};

/// The schedule of a machine without jobs, if it has one.
std::shared_ptr<const Schedule> own_schedule(const Scenario& scenario) {
  const WorkloadConfig& workload = scenario.workload;
  if (!policy(workload.algorithm).message_list) return workload.schedule;
  return schedule_of(workload.messages, scenario.ranks(), workload.clock);
}

ChosenSchedule choose_schedule(const Scenario& scenario, const WavesAround& around) {
  if (const std::shared_ptr<const Schedule> own = own_schedule(scenario)) {
    if (around.job.empty()) return {own};
    return {{}, {}, {}, fmt::format("the scenario has no jobs, and so no '{}'", around.job)};
  }
  std::vector<std::string> names;
  std::vector<ChosenSchedule> found;
  const std::vector<JobConfig>& jobs = scenario.workload.jobs;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!jobs[i].enabled || !jobs[i].program.schedule) continue;
    names.push_back(jobs[i].name);
    if (around.job.empty() || around.job == jobs[i].name) {
      found.push_back({jobs[i].program.schedule, i, jobs[i].name + ":"});
    }
  }
  if (names.empty())
    return {{}, {}, {}, "only a schedule and a message file have operations (workload.algorithm: schedule, replay)"};
  if (found.size() == 1) return found.front();
  if (!found.empty()) {
    return {{},
            {},
            {},
            fmt::format("say of which job, as operation={}:0:0; there are: {}", names.front(), fmt::join(names, ", "))};
  }
  return {{}, {}, {}, fmt::format("no job '{}' runs a schedule{}", around.job, did_you_mean(around.job, names))};
}

std::string text_of(const ChosenSchedule& chosen, int rank, std::uint32_t number) {
  const Operation& operation = chosen.schedule->program(rank).operations[number];
  std::string text = fmt::format("{}{}:{}, {}", chosen.prefix, rank, number, name_of(operation.kind));
  if (operation.kind == OperationKind::kSend) text += fmt::format(" to rank {}", operation.peer);
  if (operation.kind == OperationKind::kReceive) {
    text += operation.peer == Operation::kAnyRank ? " from any rank" : fmt::format(" from rank {}", operation.peer);
  }
  if (operation.place != 0) text += fmt::format(", line {}", operation.place);
  return text;
}

/// Operations of a line, as "0:3", by lines.
std::map<std::uint32_t, std::vector<std::pair<int, std::uint32_t>>> operations_by_line(const Schedule& schedule) {
  std::map<std::uint32_t, std::vector<std::pair<int, std::uint32_t>>> lines;
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    const OperationList& operations = schedule.program(rank).operations;
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      if (operations[i].place != 0) lines[operations[i].place].emplace_back(rank, i);
    }
  }
  return lines;
}

/// The first operations, as an option names them.
std::string names_of(const std::vector<std::pair<int, std::uint32_t>>& there) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kShown, there.size()); ++i) {
    names.push_back(fmt::format("operation={}:{}", there[i].first, there[i].second));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

NamedOperation find_line(const Schedule& schedule, std::uint64_t line) {
  const auto lines = operations_by_line(schedule);
  if (lines.empty()) return {-1, 0, "the operations have no lines: name one by its rank and number, operation=0:0"};
  const auto next = lines.lower_bound(static_cast<std::uint32_t>(std::min<std::uint64_t>(line, UINT32_MAX)));
  if (next == lines.end() || next->first != line) {
    std::vector<std::uint32_t> near;
    if (next != lines.begin()) near.push_back(std::prev(next)->first);
    if (next != lines.end()) near.push_back(next->first);
    return {-1, 0, fmt::format("no operation stands there; the nearest stand in line {}", fmt::join(near, " and "))};
  }
  const auto& there = next->second;
  if (there.size() == 1) return {there.front().first, there.front().second};
  return {-1, 0, fmt::format("{} operations stand there; name one: {}", there.size(), names_of(there))};
}

/// What the run before the recorded one says of an operation.
Json looked_up(const Scenario& scenario, Level level, const std::string& job, const NamedOperation& named) {
  Json answer = Json::object();
  SimulationOptions how;
  how.level = level;
  how.operation_report = [&](const RunOperations& operations, const MessageDelays& delays) {
    const OperationTables tables = operations.tables();
    const OperationTimes& times =
        **std::find_if(tables.begin(), tables.end(), [&](const OperationTimes* each) { return each->job() == job; });
    answer["rank"] = times.machine_rank(named.rank);
    if (const std::uint64_t began = times.at(named.rank, named.number).began; began != OperationTimes::kNever) {
      answer["began"] = began;
    }
    const Operation operation = times.operation(named.rank, named.number);
    const bool send = operation.kind == OperationKind::kSend;
    if ((!send && operation.kind != OperationKind::kReceive) || operation.peer < 0) return;
    const int rank = times.machine_rank(named.rank);
    const int peer = times.machine_rank(operation.peer);
    const MessageKey message{send ? rank : peer, send ? peer : rank, operation.tag};
    const auto delay = delays.find(message);
    if (!delay) return;
    answer["packet"] = delay->packet;
    if (!delay->wait) return;
    answer["wait"] = {{"cycle", delay->wait->cycle},
                      {"node", delay->wait->place.node},
                      {"port", delay->wait->place.port.value_or("")}};
  };
  return Json::parse(in_own_process([&] {
    try {
      Simulation simulation(scenario, how);
      simulation.run();
    } catch (const ModelViolation& found) {
      answer["violation"] = found.what();
    }
    return answer.dump();
  }));
}

Aim aim_at_packet(const MachineConfig& machine, std::uint64_t packet) {
  const auto nics = static_cast<std::uint64_t>(machine.nics());
  const std::uint64_t engines = static_cast<std::uint64_t>(machine.network.nodes()) * nics;
  const auto node = static_cast<int>(packet % engines / nics);
  return {Cycles{packet / engines}, machine.network.coordinate(node), fmt::format("packet {} is injected", packet)};
}

/// What the run before the recorded one says of the way of a packet.
Json looked_up(const Scenario& scenario, Level level, std::optional<std::uint64_t> packet) {
  return Json::parse(in_own_process([&] {
    Json answer = Json::object();
    PacketWayFinder finder(scenario.machine, packet);
    SimulationOptions how;
    how.level = level;
    how.packets = &finder;
    try {
      Simulation simulation(scenario, how);
      simulation.run();
    } catch (const ModelViolation& found) {
      answer["violation"] = found.what();
    }
    if (const std::optional<PacketWay>& way = finder.way()) {
      answer["packet"] = way->number;
      answer["nodes"] = way->nodes;
      answer["latency"] = way->latency.count();
      answer["wait"] = {way->longest.begin.count(), way->longest.length.count(), way->longest.node, way->longest.port};
    }
    return answer.dump();
  }));
}

std::string output_scope(const MachineConfig& machine, Coordinate node, const std::string& port) {
  return fmt::format("torus.{}.router.{}", machine.network.node_name(node), port);
}

/// Aims at the packet of a number, or at the longest wait of the slowest packet, with all nodes on its way.
std::optional<Aim> aim_at_way(const Scenario& scenario, Level level, const WavesAround& around) {
  const bool slowest = around.event == WavesAround::Event::kSlowest;
  const Json found = looked_up(scenario, level, slowest ? std::nullopt : std::optional(around.number));
  if (slowest && found.contains("violation")) throw ModelViolation(found["violation"].get<std::string>());
  if (slowest && !found.contains("packet")) return refuse(around, "no packet arrives");
  const MachineConfig& machine = scenario.machine;
  const std::uint64_t packet = slowest ? found["packet"].get<std::uint64_t>() : around.number;
  Aim aim = aim_at_packet(machine, packet);
  aim.packet = packet;
  if (!found.contains("packet")) return aim;
  for (const Json& node : found["nodes"]) {
    const Coordinate at = machine.network.coordinate(node.get<int>());
    if (std::find(aim.way.begin(), aim.way.end(), at) == aim.way.end()) aim.way.push_back(at);
  }
  if (!slowest) return aim;
  const Json& wait = found["wait"];
  const Picoseconds latency = machine.clock.edge(Cycles{found["latency"].get<std::uint64_t>()});
  const std::string what =
      fmt::format("packet {}, the slowest, under way for {} us,", packet, microseconds_text(latency));
  constexpr std::uint64_t kAllocation = 2;  // VA and SA
  if (wait[1].get<std::uint64_t>() <= kAllocation) {
    aim.what = what + " is injected, and waits nowhere";
    return aim;
  }
  aim.cycle = Cycles{wait[0].get<std::uint64_t>()};
  aim.node = machine.network.coordinate(wait[2].get<int>());
  aim.what =
      fmt::format("{} begins its longest wait, for {}", what, machine.network.link_text(aim.node, wait[3].get<int>()));
  aim.output = output_scope(machine, aim.node, machine.ports().name(wait[3].get<int>()));
  return aim;
}

/// Operations of `rank` that send or receive the message of a label.
LabelledOperations messages_labelled(const Scenario& scenario, const Schedule& schedule, int rank,
                                     const std::string& label) {
  LabelledOperations found;
  const OperationList& operations = schedule.program(rank).operations;
  for (std::uint32_t i = 0; i < operations.size(); ++i) {
    if (operations[i].kind != OperationKind::kSend && operations[i].kind != OperationKind::kReceive) continue;
    const std::string& own = scenario.message_labels[operations[i].tag];  // tags are indices into the list
    if (own == label) {
      found.numbers.push_back(i);
    } else if (!own.empty()) {
      found.others.push_back(own);
    }
  }
  return found;
}

/// The operation of a label, in place of the label.
NamedOperation find_label(const Scenario& scenario, const ChosenSchedule& chosen, WavesAround around) {
  around.number = 0;
  NamedOperation first = find_operation(*chosen.schedule, around);
  if (first.rank < 0) return first;
  const LabelledOperations found = policy(scenario.workload.algorithm).message_list
                                       ? messages_labelled(scenario, *chosen.schedule, first.rank, around.label)
                                       : operations_labelled(scenario, chosen.job, first.rank, around.label);
  if (found.numbers.size() == 1) return {first.rank, found.numbers.front()};
  if (found.numbers.empty()) {
    return {-1, 0,
            found.others.empty() ? fmt::format("the operations of rank {} have no labels", first.rank)
                                 : fmt::format("no operation of rank {} has the label '{}'{}", first.rank, around.label,
                                               did_you_mean(around.label, found.others))};
  }
  std::vector<std::pair<int, std::uint32_t>> there;
  for (const std::uint32_t number : found.numbers) there.emplace_back(first.rank, number);
  return {-1, 0, fmt::format("{} operations have that label; name one: {}", there.size(), names_of(there))};
}

std::optional<Aim> aim_at_operation(const Scenario& scenario, Level level, const WavesAround& around) {
  const ChosenSchedule chosen = choose_schedule(scenario, around);
  if (!chosen.schedule) return refuse(around, chosen.fault);
  const NamedOperation named =
      around.label.empty() ? find_operation(*chosen.schedule, around) : find_label(scenario, chosen, around);
  if (named.rank < 0) return refuse(around, named.fault);
  Scenario attributed = scenario;
  attributed.run.attribution.enabled = true;
  const Json found = looked_up(attributed, level, chosen.job ? scenario.workload.jobs[*chosen.job].name : "", named);
  if (found.contains("violation")) throw ModelViolation(found["violation"].get<std::string>());
  const std::string operation = text_of(chosen, named.rank, named.number);
  if (found.contains("packet")) {
    Aim aim = aim_at_packet(scenario.machine, found["packet"].get<std::uint64_t>());
    aim.what = fmt::format("packet {}, the slowest of operation {}, is injected", found["packet"].dump(), operation);
    if (!found.contains("wait")) return aim;
    const Json& wait = found["wait"];
    aim.cycle = Cycles{wait["cycle"].get<std::uint64_t>()};
    const auto node = wait["node"].get<std::vector<int>>();
    if (scenario.machine.network.is_numbered()) aim.node = scenario.machine.network.coordinate(node.at(0));
    for (std::size_t d = 0; !scenario.machine.network.is_numbered() && d < node.size(); ++d)
      aim.node.set(static_cast<int>(d), node[d]);
    aim.what = fmt::format("packet {}, the slowest of operation {}, begins its longest wait, for {} {}",
                           found["packet"].dump(), operation, scenario.machine.network.text(aim.node),
                           wait["port"].get<std::string>());
    aim.output = output_scope(scenario.machine, aim.node, wait["port"].get<std::string>());
    return aim;
  }
  if (!found.contains("began")) return refuse(around, fmt::format("operation {} does not begin", operation));
  const RankMap map = scenario.rank_map();
  return Aim{Cycles{found["began"].get<std::uint64_t>()}, map.coordinate(found["rank"].get<int>()),
             fmt::format("operation {} begins", operation)};
}

bool sets(const std::vector<std::string>& overrides, const std::string& key) {
  return std::any_of(overrides.begin(), overrides.end(),
                     [&](const std::string& text) { return text.substr(0, text.find('=')) == key; });
}

}  // namespace

NamedOperation find_operation(const Schedule& schedule, const WavesAround& around) {
  if (around.event == WavesAround::Event::kLine) return find_line(schedule, around.number);
  if (around.rank >= static_cast<std::uint64_t>(schedule.ranks())) {
    return {-1, 0, fmt::format("there is no such rank; the last is {}", schedule.ranks() - 1)};
  }
  const auto rank = static_cast<int>(around.rank);
  const std::size_t count = schedule.program(rank).operations.size();
  if (around.number >= count) {
    return {-1, 0,
            count == 0
                ? fmt::format("rank {} has no operations", rank)
                : fmt::format("there is no such operation; the last of rank {} is {}:{}", rank, rank, count - 1)};
  }
  return {rank, static_cast<std::uint32_t>(around.number)};
}

std::optional<AimedWaves> aim_waves(const Scenario& scenario, const WavesRequest& request) {
  const bool packets = level_faults(Level::kPacket, scenario).empty();
  const Level search = packets ? Level::kPacket : Level::kCycle;
  const WavesAround::Event event = request.around.event;
  const std::optional<Aim> aim = event == WavesAround::Event::kPacket || event == WavesAround::Event::kSlowest
                                     ? aim_at_way(scenario, search, request.around)
                                     : aim_at_operation(scenario, search, request.around);
  if (!aim) return std::nullopt;
  AimedWaves aimed{scenario, request.around, request.level.value_or(search)};
  aimed.around.event = WavesAround::Event::kCycle;
  aimed.around.cycle = aim->cycle;
  aimed.around.packet = aim->packet;
  aimed.around.output = aim->output;
  aimed.around.text = aim->what;
  const std::vector<Coordinate> nodes = aim->way.empty() ? std::vector<Coordinate>{aim->node} : aim->way;
  if (!sets(request.overrides, "waves.nodes")) aimed.scenario.run.waves.nodes = {false, nodes};
  std::vector<Coordinate>& pins = aimed.scenario.cycle.nodes;
  for (const Coordinate node : nodes) {
    const bool there = std::find(pins.begin(), pins.end(), node) != pins.end();
    if (aimed.level == Level::kPacket && !there && !sets(request.overrides, "cycle.nodes")) pins.push_back(node);
  }
  const std::vector<KeyFault> faults = level_faults(aimed.level, aimed.scenario);
  if (faults.empty()) return aimed;
  return refuse(request.around, fmt::format("{} {}", faults.front().key, faults.front().message));
}

}  // namespace tactus
