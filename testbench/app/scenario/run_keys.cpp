#include "testbench/app/scenario/key_groups.h"
#include "testbench/app/scenario/machine_rules.h"

namespace tactus {

Condition on_network(std::vector<NetworkName> kinds) {
  return only_with("network.kind", AT(network.kind), std::move(kinds));
}

Condition on_torus() { return on_network({kTorusName}); }
Condition on_routers() { return on_network({kTorusName, kGraphName}); }

std::vector<KeySpec> scenario_itself_keys() {
  return {
      key("name", AT(name), "Short name of the scenario; without this key the name of the file."),
      key("title", AT(title), "One line about the scenario for `./tactus list`."),
      key("description", AT(description), "Purpose of the scenario, at any length."),
      key("seed", AT(seed), "Seed of all random numbers."),
      key("plugins", AT(plugins),
          "Files with policies of yours, relative to the scenario: C++ sources, which are compiled, and shared "
          "libraries; see plugins.md."),
      key("network.kind", AT(network.kind),
          "How nodes are connected: by a torus, by a graph of switches and cables, two of them back to back by rails, "
          "or not at all (none), the machine being one node of many cores.",
          implies("node.kind", AT(node.kind), NodeKind::kNuma,
                  [](const Scenario& scenario) { return scenario.network.kind == kRailsName; }),
          implies("router.routing", AT(machine.router.routing), RoutingName("up_down"),
                  [](const Scenario& scenario) { return scenario.network.kind == kGraphName; })),
  };
}

std::vector<KeySpec> run_keys() {
  const Condition simulated = on_network({kTorusName, kGraphName, kLoneNodeName});
  std::vector<KeySpec> pins = {
      key("cycle.nodes", AT(cycle.nodes),
          "Nodes of the packet level that are executed on pins, as at cycle level; the result stays as it is."),
  };
  std::vector<KeySpec> rtl = {
      key("rtl.routers", AT(rtl.routers),
          "Nodes whose routers are RTL, held to their models in every cycle, on pins at packet level too; all in "
          "networks of up to 4096 nodes."),
      key("rtl.nics", AT(rtl.nics),
          "Nodes whose NICs are RTL, held to their models in every cycle, on pins at packet level too; all in networks "
          "of up to 4096 nodes."),
      key("rtl.replace", AT(rtl.replace),
          "Parts of that RTL in whose place yours are put, each with `sources`, a folder relative to the scenario, "
          "`top`, its module, `parameters`, `lockstep`, and `model`, a plug-in that it is held to; see "
          "cosimulation.md."),
      key("rtl.trace", AT(rtl.trace),
          "Record all signals within NICs or routers that have replaced parts, into rtl_<instance>.fst of the result "
          "folder; these parts are built anew for it, and runs are several times slower.",
          Condition{"rtl.replace", [](const Scenario& scenario) { return !scenario.rtl.replace.empty(); },
                    "a part in rtl.replace", "a part in `rtl.replace`", true}),
  };
  std::vector<KeySpec> watchdog = {
      key("run.watchdog", AT(run.watchdog),
          "Time without progress after which the run is stuck: no flit moves, no processor computes and nobody waits "
          "for a point in time. The time is at least 128 clocks."),
  };
  std::vector<KeySpec> end = {
      key("run.max_time", AT(run.max_time), "Simulated time at which the run is ended, finished or not.")};
  std::vector<KeySpec> records = {
      key("run.sample_interval", AT(run.sample_interval),
          "Simulated time between lines of links.csv and vc_occupancy.csv."),
      key("waves.nodes", AT(run.waves.nodes), "Nodes whose signals `--waves` records."),
      key("trace.enabled", AT(run.trace.enabled),
          "Whether trace.json, messages.csv, operations.csv and operations.h5 are written."),
      key("trace.from", AT(run.trace.from), "Simulated time at which trace.json begins."),
      key("trace.to", AT(run.trace.to), "Simulated time at which trace.json ends."),
      key("trace.max_packets", AT(run.trace.max_packets),
          "Packets in trace.json. What is injected after the cycle in which there are so many is left out, and the "
          "result "
          "says so."),
      key("trace.max_messages", AT(run.trace.max_messages),
          "Most messages in messages.csv; later ones are left out. With 0 there is no such file."),
      key("trace.max_operations", AT(run.trace.max_operations),
          "Most operations in operations.csv, operations.h5 and trace.json, by ranks; others are left out. With 0 "
          "there are no such files, and trace.json has none.",
          for_operations()),
      key("attribution.enabled", AT(run.attribution.enabled),
          "Whether the latency of every packet, or at level flow of every message, is split by what it was spent on "
          "(see attribution.md). Latencies of packets are split with switch_hold packet only."),
      key("attribution.critical_path", AT(run.attribution.critical_path),
          "Whether the critical path of the run is found as well.", for_ranks()),
  };
  std::vector<KeySpec> window = {
      key("waves.from", AT(run.waves.from), "Simulated time at which recording begins."),
      key("waves.to", AT(run.waves.to), "Simulated time at which recording ends."),
      key("waves.format", AT(run.waves.format),
          "Format of the recording; `--waves=vcd` and `--waves=fst` have the last word."),
  };
  return together(on(on_routers(), pins), on(on_torus(), rtl), on(on_routers(), watchdog), on(simulated, end),
                  on(on_routers(), records), window);
}

}  // namespace tactus
