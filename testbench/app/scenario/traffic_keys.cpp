#include "hw/nic/injection_control.h"
#include "hw/nic/pacer_decisions.h"
#include "testbench/app/scenario/job_keys.h"
#include "testbench/app/scenario/key_groups.h"
#include "testbench/app/scenario/policy_keys.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {

/// The word of an operation.
template <>
struct Codec<CollectiveKind> {
  static std::vector<std::string> words() {
    std::vector<std::string> list;
    for (int kind = 0; kind < kCollectiveKinds; ++kind) list.emplace_back(name_of(static_cast<CollectiveKind>(kind)));
    return list;
  }
  static ValueForm form() { return {ValueForm::Kind::kWord, words()}; }
  static void decode(const YamlNode& node, const ValueContext& context, CollectiveKind& value) {
    const int position = decode_word(node, context, words());
    if (position >= 0) value = static_cast<CollectiveKind>(position);
  }
  static std::string show(CollectiveKind value) { return name_of(value); }
};
template <>
std::vector<MapKey<CollectiveChoice>> map_keys() {
  return {{AT(operation)}, {AT(from)}, {AT(method)}};
}
template <>
struct ListOf<CollectiveChoice> {
  static constexpr char kWanted[] = "a list of methods, as in [{operation: allreduce, from: 64 KiB, method: ring}]";
  static ValueForm form() { return {ValueForm::Kind::kList, {}, {}, {Codec<CollectiveChoice>::form()}}; }
};

namespace {

Condition for_sequences() { return for_algorithms(algorithms_that(has_sequences)); }
Condition for_exchanges() {
  return for_algorithms(algorithms_that([](const AlgorithmPolicy& algorithm) {
    return has_sequences(algorithm) || algorithm.schedule || algorithm.collective;
  }));
}
Condition for_open_loop() {
  Condition condition = for_algorithms(
      algorithms_that([](const AlgorithmPolicy& algorithm) { return algorithm.make_pattern != nullptr; }));
  condition.document = "an open loop";
  return condition;
}
/// The workload is one that has `trait`.
template <bool AlgorithmPolicy::*Trait>
Condition for_all_with() {
  return for_algorithms(algorithms_that([](const AlgorithmPolicy& algorithm) { return algorithm.*Trait; }));
}

/// The names of the policies of `Kind` for which `holds`, in their order.
template <class Kind, class Holds>
std::vector<std::string> policies_that(Holds holds) {
  std::vector<std::string> names;
  for (const typename Kind::Policy* policy : all_policies<Kind>()) {
    if (holds(*policy)) names.push_back(policy->name);
  }
  return names;
}

/// The sentences of all policies of `Kind`, behind `text`.
template <class Kind>
std::string with_summaries(std::string text) {
  for (const Policy* policy : policies_of(Kind::kName)) text += fmt::format(" `{}`: {}", policy->name, policy->summary);
  return text;
}

/// The pacer's mode is one that reads a register.
Condition with_modes(bool PaceModePolicy::*reads) {
  const std::vector<std::string> names =
      policies_that<PaceModeKind>([reads](const PaceModePolicy& mode) { return mode.*reads; });
  return only_with("pacing.mode", AT(pacing.mode), std::vector<PaceModeName>(names.begin(), names.end()));
}
/// A register of the pacer implies `mode`, unless the mode that there is, one of a plug-in, reads it too.
Implication implies_mode(const char* mode, bool PaceModePolicy::*reads) {
  return implies("pacing.mode", AT(pacing.mode), PaceModeName(mode), [mode, reads](const Scenario& scenario) {
    return scenario.pacing.mode == mode || !(policy(scenario.pacing.mode).*reads);
  });
}

bool has_sequence_bias(const Scenario& scenario) { return !scenario.workload.sequence_bias.empty(); }

/// Noise that is off can be described, to be switched on.
Condition with_noise(std::vector<NoiseKind> kinds) {
  Condition condition = only_with("noise.kind", AT(noise.events.kind), std::move(kinds));
  condition.stands_when_off = true;
  return condition;
}

std::vector<KeySpec> noise_keys_of_kinds() {
  const Condition drawn = with_noise({NoiseKind::kPeriodic, NoiseKind::kPoisson});
  return {
      key("noise.kind", AT(noise.events.kind),
          "When the operating system takes the processors from the ranks; see noise.md."),
      key("noise.period", AT(noise.events.period),
          "Time between the starts of two events: exact, or the mean (poisson).", drawn),
      key("noise.length", AT(noise.events.length),
          "Length of an event, or the mean of the lengths; at most nine tenths of `noise.period`.", drawn),
      key("noise.distribution", AT(noise.events.distribution), "Distribution of the lengths of events.",
          with_noise({NoiseKind::kPoisson})),
      key("noise.file", AT(noise_file), "Noise file (see noise.md), relative to the scenario.",
          with_noise({NoiseKind::kTrace}), FromFile{"noise.events.trace"}, Required{}),
      key("noise.nodes", AT(noise.nodes), "Nodes whose processors have noise, by number from 0, x counting fastest.",
          with_noise({NoiseKind::kPeriodic, NoiseKind::kPoisson, NoiseKind::kTrace})),
  };
}

/// Keys that algorithms register, each for itself alone: all open loops, or all others.
std::vector<KeySpec> keys_of_algorithms(bool open_loops) {
  std::vector<KeySpec> specs;
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    if ((algorithm->make_pattern != nullptr) != open_loops) continue;
    const auto make = keys_of_policy(*algorithm, "workload", AT(workload), for_algorithms({algorithm->name}));
    for (const AlgorithmKey& declared : algorithm->keys) specs.push_back(std::visit(make, declared));
  }
  return specs;
}

std::vector<KeySpec> open_loop_keys() {
  std::vector<KeySpec> messages = {
      key("workload.load", AT(workload.load),
          "Offered flits per node and cycle, headers included; at most the number of engines that send.",
          for_open_loop(), above(0.0)),
      key("workload.engines", AT(workload.engines), "NICs of each node that send, from NIC 0 on; 0: all of them.",
          for_open_loop()),
      key("workload.packet_size", AT(workload.packet_size),
          "Size of a packet, header of 32 B included; each message is one packet.", for_open_loop(),
          at_least(kHeaderBytes)),
  };
  std::vector<KeySpec> times = {
      key("workload.warmup", AT(workload.warmup), "Time whose messages are not measured; whole cycles.",
          for_open_loop()),
      key("workload.measure", AT(workload.measure), "Time after warm-up whose messages are measured; whole cycles.",
          for_open_loop(), above(Cycles{0})),
      key("workload.drain", AT(workload.drain), "Longest time for the measured messages to arrive; whole cycles.",
          for_open_loop()),
  };
  return together(messages, keys_of_algorithms(true), times);
}

}  // namespace

Condition for_algorithms(const std::vector<std::string>& algorithms) {
  return only_with("workload.algorithm", AT(workload.algorithm),
                   std::vector<AlgorithmName>(algorithms.begin(), algorithms.end()));
}
Condition for_sized_messages() { return for_all_with<&AlgorithmPolicy::message_size>(); }
Condition for_collectives() { return for_all_with<&AlgorithmPolicy::collective>(); }
Condition for_schedules() { return for_all_with<&AlgorithmPolicy::schedule>(); }
Condition for_operations() {
  return {"workload.algorithm",
          [](const Scenario& scenario) {
            const AlgorithmPolicy& algorithm = policy(scenario.workload.algorithm);
            const std::vector<JobConfig>& jobs = scenario.workload.jobs;
            return algorithm.schedule || algorithm.message_list ||
                   std::any_of(jobs.begin(), jobs.end(),
                               [](const JobConfig& job) { return policy(job.program.algorithm).schedule; });
          },
          "workload.algorithm schedule or replay, or a job of schedule",
          "`workload.algorithm` schedule or replay, or a job of schedule"};
}
Condition for_ranks() {
  return {"workload.algorithm", [](const Scenario& scenario) { return !is_open_loop(scenario.workload.algorithm); },
          "a workload.algorithm in which ranks run programs, as a2at", "programs of ranks, not in an open loop"};
}

std::vector<KeySpec> pacing_keys() {
  Condition bias_for_sequences = with_modes(&PaceModePolicy::reads_bias);
  bias_for_sequences.holds = [reads = bias_for_sequences.holds](const Scenario& scenario) {
    return reads(scenario) || !has_sequence_bias(scenario);
  };
  const Condition one_bias = {"pacing.sequence_bias",
                              [](const Scenario& scenario) { return !has_sequence_bias(scenario); },
                              "pacing.sequence_bias none", ""};
  std::vector<KeySpec> programs = {
      key("pacing.mode", AT(pacing.mode),
          with_summaries<PaceModeKind>("Rule for the gaps between the packets of a message.").c_str()),
      key("pacing.gap", AT(pacing.gap),
          "Gap in packets, a multiple of 1/8. A gap implies mode fixed, unless the mode reads it.",
          with_modes(&PaceModePolicy::reads_gap), implies_mode("fixed", &PaceModePolicy::reads_gap), Required{}),
      key("pacing.bias", AT(pacing.bias),
          "Bias in packets, a multiple of 1/8, of any sign. A bias implies mode hops, unless the mode reads it.",
          with_modes(&PaceModePolicy::reads_bias), one_bias, implies_mode("hops", &PaceModePolicy::reads_bias),
          implies("pacing.sequence_bias", AT(workload.sequence_bias), std::vector<PacketEighths>{})),
  };
  std::vector<KeySpec> sequences = {
      key("pacing.sequence_bias", AT(workload.sequence_bias),
          "One bias for each sequence of the algorithm, by its number, in place of `pacing.bias`. A list implies mode "
          "hops.",
          for_sequences(), bias_for_sequences,
          implies("pacing.mode", AT(pacing.mode), PaceModeName("hops"), has_sequence_bias),
          implies("pacing.bias", AT(pacing.bias), PacketEighths{}, has_sequence_bias)),
      key("pacing.window", AT(pacing.window),
          "Packets that a message may be ahead of what its NIC has taken of the message that it is exchanged for, in "
          "any mode; 0 for any number.",
          for_exchanges(), range(0, kMaxPaceWindow)),
  };
  for (const PaceModePolicy* mode : all_policies<PaceModeKind>()) {
    const auto make =
        keys_of_policy(*mode, "pacing", AT(pacing), only_with("pacing.mode", AT(pacing.mode), {mode->name}));
    for (const NumberKey& declared : mode->keys) programs.push_back(make(declared));
  }
  return on(on_routers(), together(on(for_ranks(), programs), sequences));
}

std::vector<KeySpec> control_keys() {
  const std::vector<std::string> of_packets = policies_that<ControlKind>(
      [](const ControlPolicy& control) { return control.single_packets && control.make != nullptr; });
  const Condition of_messages = {
      "workload.algorithm",
      [](const Scenario& scenario) {
        return policy(scenario.pacing.control.kind).single_packets || !is_open_loop(scenario.workload.algorithm);
      },
      fmt::format("pacing.control {}, which hold single packets too", enumeration(of_packets, "or")), ""};
  std::vector<KeySpec> specs = {
      key("pacing.control", AT(pacing.control.kind),
          with_summaries<ControlKind>("Injection control that lets packets go, beside the pacer; see "
                                      "injection_control.md. In an open loop each message is one packet, which needs "
                                      "neither credits of its receiver nor to be asked for.")
              .c_str(),
          of_messages)};
  for (const ControlPolicy* control : all_policies<ControlKind>()) {
    const auto make = keys_of_policy(*control, "pacing", AT(pacing.control),
                                     only_with("pacing.control", AT(pacing.control.kind), {control->name}));
    for (const AnyControlKey& declared : control->keys) specs.push_back(std::visit(make, declared));
  }
  return on(on_routers(), std::move(specs));
}

/// Of a file of operations.
std::vector<KeySpec> schedule_keys() {
  const Condition of_schedule = for_schedules();
  return {
      key("workload.schedule", AT(schedule_file),
          "File or folder of operations: a GOAL schedule or a trace (see import.md), relative to the scenario.",
          of_schedule, FromFile{"workload.schedule"}, Required{}),
      key("workload.compute_scale", AT(schedule_reading.compute_scale), "Factor of all computing in that file.",
          of_schedule, above(0.0)),
      key("workload.flop_rate", AT(schedule_reading.flop_rate),
          "Floating-point operations that a rank executes per second, which formats that count them need; 0: not "
          "given.",
          of_schedule, at_least(0.0)),
      key("workload.goal_unit", AT(schedule_reading.goal_unit),
          "Time of a unit of GOAL's `calc`, which LogGOPSim takes for a nanosecond.", of_schedule,
          at_least(Picoseconds{1})),
      key("workload.collectives", AT(schedule_reading.collectives),
          "Methods of the collective calls of a trace (see collectives.md), each for one operation from some size on; "
          "others have the one that Open MPI would choose. GOAL has no such calls.",
          of_schedule),
  };
}

/// Of collective operations.
std::vector<KeySpec> collective_keys() {
  return {
      key("workload.method", AT(workload.method),
          "Method that executes the operation (see collectives.md); `automatic`: the one that Open MPI would choose.",
          for_collectives()),
      key("workload.chunk", AT(workload.chunk), "Largest message of the method, larger ones are cut; `0 B`: any.",
          for_collectives()),
      key("workload.combine_rate", AT(workload.combine_rate),
          "Rate at which a rank combines received data with its own; `0 B/s`: in no time.", for_collectives()),
  };
}

/// All ranks run one program: of several side by side, each says its own.
Condition for_one_program() {
  return {
      "workload.algorithm",
      [](const Scenario& scenario) { return for_ranks().holds(scenario) && !policy(scenario.workload.algorithm).jobs; },
      "a workload.algorithm in which all ranks run one program, as a2at, or say it of a job in workload.jobs",
      "programs of ranks, not in an open loop"};
}

std::vector<KeySpec> workload_keys() {
  const auto on_torus_or_alone = [](KeySpec spec) {
    return on(on_network({kTorusName, kGraphName, kLoneNodeName}), {std::move(spec)});
  };
  std::vector<KeySpec> sequences = {
      key("workload.message_size", AT(workload.message_size), "Size of every message.", for_sized_messages()),
      key("workload.sequences", AT(workload.sequences),
          "Sequences (steps) that are run, by their numbers from 1, instead of all.", for_sequences(), at_least(1)),
      key("workload.sequence_barrier", AT(workload.sequence_barrier),
          "Whether a dissemination barrier follows each sequence; it belongs to none.", for_sequences()),
  };
  std::vector<KeySpec> programs = {
      key("workload.placement", AT(workload.placement),
          "Processor of each rank: the one with the rank's number, or one drawn from `seed`.", for_one_program()),
      key("workload.wait_receives", AT(workload.wait_receives),
          "Whether a step ends when its messages have been received, or already when its own have left; in the latter "
          "case the program waits for all receives at its end.",
          for_all_with<&AlgorithmPolicy::wait_receives>()),
      key("workload.imbalance", AT(workload.imbalance),
          "Longest time by which a rank's program begins late; each rank has a random time, by `seed` and processor.",
          for_one_program()),
  };
  std::vector<KeySpec> lists = {
      key("workload.messages", AT(messages_file), "Message file (see message_file.md), relative to the scenario.",
          for_all_with<&AlgorithmPolicy::message_list>(), FromFile{"workload.messages"}, Required{}),
  };
  const std::vector<KeySpec> algorithm =
      on_torus_or_alone(key("workload.algorithm", AT(workload.algorithm),
                            "Program of the ranks, or traffic of the nodes; see \"Workloads\"."));
  const std::vector<KeySpec> repetitions =
      on_torus_or_alone(key("workload.repetitions", AT(workload.repetitions), "Number of times that the program runs.",
                            for_all_with<&AlgorithmPolicy::repetitions>(), at_least(1)));
  const Condition not_of_jobs = {
      "workload.algorithm", [](const Scenario& scenario) { return !policy(scenario.workload.algorithm).jobs; },
      "a workload.algorithm other than jobs: say it of a job in workload.jobs", "one program, or one job"};
  const std::vector<KeySpec> of_class =
      on(on_routers(),
         {key("workload.class", AT(workload.message_class),
              "Class of the program's messages, by its name in `classes`; the first one unless given.", not_of_jobs)});
  const std::vector<KeySpec> of_algorithms = on(on_routers(), keys_of_algorithms(false));
  sequences = on(on_routers(), sequences);
  programs = on(on_routers(), programs);
  const std::vector<KeySpec> of_files = on(on_routers(), schedule_keys());
  const std::vector<KeySpec> collectives = on(on_routers(), collective_keys());
  const KeySpec jobs =
      jobs_key(together(algorithm, of_class, sequences, programs, repetitions, of_algorithms, of_files, collectives),
               for_all_with<&AlgorithmPolicy::jobs>());
  const KeySpec alone =
      key("workload.alone", AT(run.jobs_alone),
          "Whether each job runs alone too, in a run of its own on the same ranks, so that the result "
          "says how much the other jobs slow it down.",
          for_all_with<&AlgorithmPolicy::jobs>());
  return together(
      algorithm, on(on_routers(), {jobs, alone}), of_class, sequences,
      on_torus_or_alone(key("workload.ranks_per_node", AT(workload.ranks_per_node),
                            "Ranks that run on each node; they share its NIC. A node of a torus has at most 64, and 1 "
                            "in an open loop; a node alone has at most one per hardware thread.",
                            at_least(1))),
      programs, repetitions, of_algorithms, on(on_routers(), lists), of_files, collectives,
      on(on_routers(), open_loop_keys()));
}

std::vector<KeySpec> noise_keys() { return on(on_routers(), on(for_ranks(), noise_keys_of_kinds())); }

std::vector<KeySpec> flow_keys() {
  using Kind = FlowTopologyKind;
  const auto topology = [](std::vector<Kind> kinds) {
    return only_with("flow.topology", AT(flow.topology), std::move(kinds));
  };
  const Condition grid = topology({Kind::kTorus, Kind::kMesh, Kind::kHyperCrossbar});
  std::vector<KeySpec> topologies = {
      key("flow.topology", AT(flow.topology),
          "Topology of the network at level flow; other levels have the machine's torus and no other."),
      key("flow.dimensions", AT(flow.dimensions),
          "Nodes in each dimension of a torus, mesh or hyper-crossbar; a torus can be that of the machine.", grid),
      key("flow.bandwidth", AT(flow.bandwidth),
          "Bandwidth of every link; a list gives one for each dimension, or one for each level from the nodes "
          "up. The word machine stands for `link.bandwidth`."),
      key("flow.arity", AT(flow.arity),
          "Links of a switch to either side: p of the fat tree of 2 p^3 nodes, k of the k-ary n-tree.",
          topology({Kind::kFatTree, Kind::kKaryNTree}), range(1, 1024)),
      key("flow.levels", AT(flow.levels), "Levels of switches of the k-ary n-tree.", topology({Kind::kKaryNTree}),
          at_least(1)),
  };
  std::vector<KeySpec> all = {
      key("flow.port_links", AT(flow.port_links),
          "Whether each NIC has a link of its own into the network and one out of it.", grid),
      key("flow.tie_break", AT(flow.tie_break),
          "Way taken when both are equally long: as `router.tie_break` says, or plus from even coordinates and "
          "minus from odd ones.",
          topology({Kind::kTorus})),
      key("flow.solver", AT(flow.solver), "How flows share links: exactly, or by the approximations of mfs."),
      key("flow.threshold", AT(flow.threshold),
          "Share of a link's bandwidth: passes end when none changes the load of a link by more.",
          only_with("flow.solver", AT(flow.solver), {FlowSolverKind::kMfsN}), below(1.0)),
      key("flow.resolution", AT(flow.resolution), "Shortest step of time; 0 is exact."),
      key("flow.latency_per_hop", AT(flow.latency_per_hop),
          "Time that each hop adds between a message's last byte leaving and its arrival. The word machine "
          "stands "
          "for what the machine's routers and links take, and for 0 in another network."),
      key("flow.latency_per_message", AT(flow.latency_per_message),
          "Time that each message takes once, whatever its hops. The word machine stands for what the machine's "
          "NICs take, and for 0 in another network."),
  };
  return on(for_ranks(), together(on(on_torus(), topologies), on(on_routers(), all)));
}

}  // namespace tactus
