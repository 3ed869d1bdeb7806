#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "hw/common/config_faults.h"
#include "hw/nic/injection_control.h"
#include "hw/nic/pacing_settings.h"
#include "hw/router/arbiter.h"
#include "hw/router/route_function.h"
#include "testbench/app/about/about.h"
#include "testbench/app/kinds/lone_node/lone_node_config.h"
#include "testbench/app/kinds/torus/job_rules.h"
#include "testbench/app/kinds/torus/phase_rules.h"
#include "testbench/app/kinds/torus/route_check.h"
#include "testbench/app/kinds/torus/schedule_file.h"
#include "testbench/app/kinds/torus/table_file.h"
#include "testbench/app/kinds/torus/torus_keys.h"
#include "testbench/app/kinds/torus/torus_rules.h"
#include "testbench/app/scenario/class_number.h"
#include "testbench/app/scenario/machine_rules.h"
#include "testbench/app/scenario/message_file.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/noise_file.h"
#include "testbench/app/scenario/part_models.h"
#include "testbench/app/scenario/rtl_sources.h"
#include "testbench/app/scenario/scenario_reading.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

bool machine_is_known(const ScenarioReading& reading) {
  const auto of_machine = [](const std::string& key) {
    const std::string section = key.substr(0, key.find('.'));
    return section == "clock" || section == "network" || section == "link" || section == "faults" ||
           section == "router" || section == "nic" || section == "memory" || section == "flow";
  };
  return std::none_of(reading.bad().begin(), reading.bad().end(), of_machine);
}

/// The machine as the workload sees it.
MachineConfig machine_of_workload(const Scenario& scenario) {
  MachineConfig machine = scenario.machine;
  machine.nic.count = machine.nics();  // of the machine's own network
  machine.network = scenario.nodes();
  return machine;
}

/// Two parts in one NIC, or in one router, have no module of the same name.
void check_names_of_pairs(ScenarioReading& reading, const Entry& entry) {
  const Scenario& scenario = reading.scenario();
  const std::vector<RtlReplacement>& all = scenario.rtl.replace;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (is_of_nics(all[i].part) != is_of_nics(all[j].part)) continue;
      const auto both = rtl_names_in_both(scenario.beside(all[j].sources), scenario.beside(all[i].sources));
      if (both.empty()) continue;
      reading.diagnostics().add(entry.value.items[i].place,
                                fmt::format("rtl.replace.{}: {} and {} go into one circuit, and both folders have {}",
                                            Codec<RtlPart>::show(all[i].part), Codec<RtlPart>::show(all[j].part),
                                            Codec<RtlPart>::show(all[i].part), enumeration(both, "and")));
    }
  }
}

Place place_in(const YamlNode& node, const std::string& key) {
  for (std::size_t k = 0; k < node.keys.size(); ++k) {
    if (node.keys[k].text == key) return node.items[k].place;
  }
  return node.place;
}

/// The policy that the machine has is one of the model that the part is held to, and RTL can be held to it.
void check_chosen_model(ScenarioReading& reading, const RtlReplacement& replacement, const PartModel& model) {
  const Scenario& scenario = reading.scenario();
  const bool is_pacer = replacement.part == RtlPart::kPacer;
  const std::string& chosen = is_pacer ? scenario.pacing.mode.name() : scenario.machine.router.arbiter.name();
  const bool is_of_model = std::find(model.names.begin(), model.names.end(), chosen) != model.names.end();
  ConfigFaults faults;
  faults.require(is_of_model, is_pacer ? "mode" : "router.arbiter", "{}: rtl.replace.{} is held to {}, which has {}",
                 chosen, Codec<RtlPart>::show(replacement.part), replacement.model, enumeration(model.names, "and"));
  if (!is_pacer && is_of_model) {
    faults.require(policy(scenario.machine.router.arbiter).ages != ArbiterAges::kArrival, "router.arbiter",
                   "{}: a router in RTL (rtl.routers) has no ages but those since injection", chosen);
  }
  reading.report(is_pacer ? "pacing" : "machine", faults.take());
}

/// A model of the user's, and parameters, go with the rest of `replacement`, which `node` gives.
void check_model(ScenarioReading& reading, const RtlReplacement& replacement, const YamlNode& node) {
  const std::string key = "rtl.replace." + Codec<RtlPart>::show(replacement.part);
  const auto refuse = [&](const char* at, const std::string& why) {
    reading.diagnostics().add(place_in(node, at), key + ": " + why);
  };
  if (!replacement.parameters.empty() && replacement.top == module_of(replacement.part)) {
    refuse("parameters", fmt::format("a module with our name has our parameters: give it another name than '{}', and "
                                     "name it in top",
                                     replacement.top));
  }
  if (replacement.model.empty()) return;
  const PartModel model = model_in(*find_plugin(reading.scenario().beside(replacement.model)), replacement.part);
  if (!model.fault.empty()) return refuse("model", "model: " + model.fault);
  if (!replacement.lockstep) {
    return refuse("model",
                  "model: with lockstep: false the RTL decides, and is held to nothing: leave out one of them");
  }
  check_chosen_model(reading, replacement, model);
}

/// The folders that are named have what is wanted of them.
void check_replacements(ScenarioReading& reading) {
  const Entry* entry = reading.entry("rtl.replace");
  if (entry == nullptr || reading.is_bad("rtl.replace")) return;
  Scenario& scenario = reading.scenario();
  for (std::size_t i = 0; i < scenario.rtl.replace.size(); ++i) {
    const RtlReplacement& replacement = scenario.rtl.replace[i];
    const std::string key = "rtl.replace." + Codec<RtlPart>::show(replacement.part);
    const YamlNode& node = entry->value.items[i];
    scenario.places[key] = diagnostic_at(node.place);
    const RtlSourcesFault fault =
        check_rtl_sources(scenario.beside(replacement.sources), replacement.top, replacement.part);
    if (!fault.key.empty()) reading.diagnostics().add(place_in(node, fault.key), key + ": " + fault.message);
    check_model(reading, replacement, node);
  }
  check_names_of_pairs(reading, *entry);
}

/// Parts of plug-ins stand in nodes that there are, and in the place of nothing else.
template <class Kind>
void check_parts(ScenarioReading& reading, const char* key, const PlacedParts<Kind>& parts, const NodeSelection& rtl,
                 const char* rtl_key) {
  const Entry* entry = reading.entry(key);
  if (entry == nullptr || reading.is_bad(key)) return;
  const auto faults = part_faults(parts.list, reading.scenario().machine.network, rtl, rtl_key);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const std::string& name = parts.list[i].name;
    const YamlNode& map = entry->value;
    const auto is_name = [&](const YamlNode& word) { return word.text == name; };
    const auto place = std::find_if(map.keys.begin(), map.keys.end(), is_name) - map.keys.begin();
    for (const std::string& fault : faults[i]) {
      reading.diagnostics().add(map.items[static_cast<std::size_t>(place)].place,
                                fmt::format("{}.{}: {}", key, name, fault));
    }
  }
}

/// Beside processors of plug-ins: software that would have to be theirs too.
void check_software_of_parts(ScenarioReading& reading) {
  const Scenario& scenario = reading.scenario();
  if (scenario.workload.ranks_per_node > 1) {
    reading.report("workload", {{"ranks_per_node", "a processor of a plug-in (parts.processor) has one rank: use 1"}});
  }
  if (scenario.has_cores()) {
    reading.report("node", {{"copies", "cores: a processor of a plug-in (parts.processor) packs nothing: use rate"}});
  }
  if (scenario.noise.on()) {
    reading.report("noise", {{"kind", "a processor of a plug-in (parts.processor) has no noise: use none"}});
  }
}

void check_all_parts(ScenarioReading& reading) {
  const Scenario& scenario = reading.scenario();
  const PartsConfig& parts = scenario.parts;
  check_parts(reading, "parts.router", parts.router, scenario.rtl.routers, "rtl.routers");
  check_parts(reading, "parts.nic", parts.nic, scenario.rtl.nics, "rtl.nics");
  check_parts(reading, "parts.memory", parts.memory, {}, "");
  check_parts(reading, "parts.processor", parts.processor, {}, "");
  if (!parts.processor.empty()) check_software_of_parts(reading);
  if (scenario.node.kind == NodeKind::kNuma && !parts.memory.empty()) {
    reading.report("parts", {{"memory", "a NUMA node has memories of its own: use node.kind plain"}});
  }
  const ControlPolicy& control = policy(scenario.pacing.control.kind);
  const RoutingName& routing = scenario.machine.router.routing;
  if (control.router_room && policy(routing).ways_differ()) {
    reading.report("pacing", {{"control.kind", fmt::format("{}: it looks at the output that a packet will take, which "
                                                           "router.routing {} chooses only after its injection",
                                                           control.name, routing.name())}});
  }
  if (!parts.router.empty() && !scenario.machine.faults.breaks.empty()) {
    reading.report("machine", {{"faults.breaks",
                                "a router of a plug-in (parts.router) is not told that a cable breaks: leave it out"}});
  }
  if (!parts.router.empty() && scenario.machine.faults.interrupt_links()) {
    reading.report("machine", {{scenario.machine.faults.outages.empty() ? "faults.bit_error_rate" : "faults.outages",
                                "a router of a plug-in (parts.router) does not wait for its links: leave it out"}});
  }
  if (!parts.router.empty() && scenario.machine.link.differ_in_bandwidth()) {
    reading.report("machine", {{"link.overrides",
                                "bandwidth: a router of a plug-in (parts.router) may give a link a "
                                "flit per clock: override only cable_delay"}});
  }
  if (!parts.router.empty() && scenario.machine.counts_packets()) {
    reading.report("machine", {{"router.flow_control",
                                "bubble: credits of a router of a plug-in (parts.router) count flits: leave it out"}});
  }
  if (control.router_room && !parts.router.empty()) {
    reading.report("pacing", {{"control.kind", fmt::format("{}: a router of a plug-in (parts.router) does not show its "
                                                           "credits to the NIC",
                                                           control.name)}});
  }
}

/// Whether the workload has messages that can be checked further.
bool read_message_file(ScenarioReading& reading) {
  Scenario& scenario = reading.scenario();
  const std::size_t faults = reading.diagnostics().size();
  const SourceText* source = reading.named_file("workload.messages", scenario.messages_file);
  if (source == nullptr) return false;
  MessageFile messages =
      read_messages(*source, machine_of_workload(scenario), scenario.workload.ranks_per_node, reading.diagnostics());
  scenario.workload.messages = std::move(messages.messages);
  scenario.message_labels = std::move(messages.labels);
  reading.set_item_places("workload.messages", std::move(messages.places));
  return reading.diagnostics().size() == faults;
}

/// Number of the class that a program names in `name`, or a fault of `key`.
std::uint8_t class_of_program(ScenarioReading& reading, const std::string& name, const std::string& key) {
  if (name.empty()) return 0;
  const ClassNumber found = class_number(reading.scenario().machine.router.classes, name);
  if (!found.fault.empty()) reading.report("workload", {{key, found.fault}});
  return found.number;
}

void find_classes(ScenarioReading& reading) {
  WorkloadConfig& workload = reading.scenario().workload;
  workload.class_number = class_of_program(reading, workload.message_class, "message_class");
  for (std::size_t i = 0; i < workload.jobs.size(); ++i) {
    WorkloadConfig& program = workload.jobs[i].program;
    program.class_number = class_of_program(reading, program.message_class, fmt::format("jobs[{}].class", i));
  }
}

/// What does not know classes.
void check_classes(ScenarioReading& reading) {
  const Scenario& scenario = reading.scenario();
  if (!scenario.machine.router.has_classes()) return;
  const auto refuse = [&](bool there, const char* member, const char* key, const std::string& what) {
    if (there) reading.report(member, {{key, what + " knows no classes: leave it out, or leave out classes"}});
  };
  refuse(policy(scenario.pacing.control.kind).make != nullptr, "pacing", "control.kind",
         "injection control " + scenario.pacing.control.kind.name());
  refuse(!scenario.parts.router.empty(), "parts", "router", "a router of a plug-in");
  if (scenario.machine.nic.class_queues && policy(scenario.pacing.mode).phases) {
    reading.report("pacing", {{"mode", fmt::format("{}: software gives an engine the slots of one message at a time, "
                                                   "and with nic.class_queues it has several: leave one of them out",
                                                   scenario.pacing.mode.name())}});
  }
  refuse(!scenario.parts.nic.empty(), "parts", "nic", "a NIC of a plug-in");
  refuse(!scenario.parts.processor.empty(), "parts", "processor", "the software of a processor of a plug-in");
}

/// Whether there is a recording without faults.
bool read_noise_file(ScenarioReading& reading) {
  const std::size_t faults = reading.diagnostics().size();
  const SourceText* source = reading.named_file("noise.file", reading.scenario().noise_file);
  if (source == nullptr) return false;
  NoiseFile recording = read_noise(*source, reading.diagnostics());
  reading.scenario().noise.events.period = recording.period;
  reading.scenario().noise.events.trace = std::move(recording.events);
  return reading.diagnostics().size() == faults;
}

void check_noise(ScenarioReading& reading) {
  const RankNoiseConfig& noise = reading.scenario().noise;
  if (reading.is_bad("noise.kind")) return;
  if (noise.events.kind == NoiseKind::kTrace && !read_noise_file(reading)) return;
  reading.report("noise", validate(noise, reading.scenario().nodes().nodes()));
}

/// Ranks of a schedule have several processors.
bool has_processors_besides(const WorkloadConfig& workload) {
  const auto several = [](const WorkloadConfig& program) {
    return program.schedule != nullptr && program.schedule->processors() > 1;
  };
  return several(workload) || std::any_of(workload.jobs.begin(), workload.jobs.end(),
                                          [&](const JobConfig& job) { return several(job.program); });
}

void check_workload(ScenarioReading& reading) {
  const Scenario& scenario = reading.scenario();
  if (reading.is_bad("workload.algorithm")) return;
  const int ranks = scenario.workload.ranks_per_node;
  const bool ranks_known = ranks >= 1 && ranks <= kMostRanksPerNode;
  const AlgorithmPolicy& algorithm = policy(scenario.workload.algorithm);
  if (algorithm.message_list && ranks_known && !read_message_file(reading)) return;
  reading.scenario().workload.clock = scenario.machine.clock;
  reading.scenario().workload.idle_nodes = scenario.machine.idle_nodes();
  reading.scenario().workload.exchanges = scenario.pacing.window > 0 && ranks == 1;
  if (algorithm.schedule && ranks_known && !read_schedule_file(reading)) return;
  if (algorithm.jobs && ranks_known && !prepare_jobs(reading)) return;
  const std::vector<ConfigFault> unphased = prepare_phases(reading.scenario());
  reading.report("pacing", unphased);
  if (!unphased.empty()) return;
  if (scenario.has_cores() && has_processors_besides(scenario.workload)) {
    reading.report("node", {{"copies",
                             "cores: ranks of this schedule have several processors, and none of them is the "
                             "core that would move messages: use rate, or a schedule without cpu 1 and "
                             "above"}});
  }
  const std::vector<ConfigFault> workload_faults = validate(scenario.workload, machine_of_workload(scenario));
  if (workload_faults.empty() || ranks > 1) {
    reading.report("pacing", validate(scenario.pacing, scenario.workload, machine_of_workload(scenario)));
  }
  reading.report("workload", workload_faults);
  reading.report("workload", rtl_message_faults(scenario.workload, scenario.rtl, scenario.machine));
}

bool have_alike_vcs(const std::vector<MessageClass>& classes) {
  return std::all_of(classes.begin(), classes.end(), [&](const MessageClass& each) {
    return each.virtual_channels == classes.front().virtual_channels;
  });
}

/// Packets arrive, and cannot wait for each other in a circle.
void check_routes(ScenarioReading& reading) {
  const MachineConfig& machine = reading.scenario().machine;
  const RoutingPolicy& routing = policy(machine.router.routing);
  if (routing.reads_table && !have_alike_vcs(machine.router.classes)) {
    return reading.report("machine", {{"router.classes", fmt::format("router.routing {}: the VCs in the file are those "
                                                                     "of each class: give all classes as many",
                                                                     routing.name)}});
  }
  if (routing.reads_table && !read_table_file(reading)) return;
  if (routing.reads_table && routing.plugin.empty()) return check_table_routes(reading);
  reading.report("machine", find_route_faults(machine));
}

/// All that needs a machine without faults.
void check_on_machine(ScenarioReading& reading) {
  const Scenario& scenario = reading.scenario();
  check_routes(reading);
  reading.report("run", validate(scenario.run, scenario.machine));
  reading.report("rtl", validate(scenario.rtl, scenario.machine));
  reading.report("machine", rtl_faults(scenario.rtl, scenario.machine));
  reading.report("pacing", rtl_control_faults(scenario.pacing, scenario.rtl));
  check_replacements(reading);
  check_all_parts(reading);
  check_classes(reading);
  reading.report("cycle", validate(scenario.cycle, scenario.machine));
  const std::vector<ConfigFault> flow_faults = validate(scenario.flow, scenario.machine);
  reading.report("flow", flow_faults);
  if (!flow_faults.empty()) return;
  check_noise(reading);
  check_workload(reading);
}

}  // namespace

void check_fabric(ScenarioReading& reading) {
  Scenario& scenario = reading.scenario();
  scenario.machine.faults.seed = scenario.seed;
  const std::vector<ConfigFault> machine_faults = validate(scenario.machine);
  reading.report("machine", machine_faults);
  if (!reading.is_bad("classes")) find_classes(reading);
  if (machine_faults.empty()) scenario.machine.link.bandwidth = scenario.machine.clock.rate_of(kFlitBytes);
  if (needs_lone_node(policy(scenario.workload.algorithm))) {
    return reading.report("workload", {{"algorithm", "only a node alone runs it: use network.kind none"}});
  }
  if (scenario.node.kind == NodeKind::kNuma && check_numa(reading)) {
    reading.report("node", engine_placement_faults(scenario.node, scenario.machine.nics()));
  }
  if (scenario.has_cores()) reading.report({}, validate_cores_of_torus(scenario.lone_node, scenario.workload));
  reading.report("pacing", validate(scenario.pacing));
  if (machine_faults.empty() && machine_is_known(reading)) check_on_machine(reading);
}

namespace {

const Registered<MachineRulesKind> kTorus{
    {{kTorusName, "Nodes are connected by a torus, a mesh, or at level flow by other networks."},
     torus_keys,
     check_fabric}};

}  // namespace
}  // namespace tactus
