#include "testbench/app/scenario/key_groups.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

Condition for_sequences() { return for_algorithms(algorithms_that(has_sequences)); }
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

Condition with_mode(PaceMode mode) { return only_with("pacing.mode", AT(pacing.mode), {mode}); }
Implication implies_mode(PaceMode mode) { return implies("pacing.mode", AT(pacing.mode), mode); }

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

/// Where the value of a NumberKey is kept.
struct NumberAccess {
  NumberKey number;

  double& operator()(Scenario& scenario) const {
    return scenario.workload.numbers.try_emplace(number.name, number.by_default).first->second;
  }
  const double& operator()(const Scenario& scenario) const {
    const auto found = scenario.workload.numbers.find(number.name);
    return found == scenario.workload.numbers.end() ? number.by_default : found->second;
  }
};

template <class T>
KeySpec key_of_algorithm(const MemberKey<T>& declared, const std::string& algorithm) {
  const std::string path = std::string("workload.") + declared.name;
  const auto access = [member = declared.member](auto& scenario) -> auto& { return scenario.workload.*member; };
  KeySpec spec = key(path.c_str(), path.c_str(), access, declared.text, for_algorithms({algorithm}));
  if constexpr (std::is_arithmetic_v<T>) {
    if (declared.least || declared.most) add_part(spec, access, Range<T>{declared.least, declared.most});
  }
  return spec;
}

KeySpec key_of_algorithm(const NumberKey& declared, const std::string& algorithm) {
  const std::string path = std::string("workload.") + declared.name;
  return key(path.c_str(), path.c_str(), NumberAccess{declared}, declared.text, for_algorithms({algorithm}),
             range(declared.least, declared.most));
}

/// Keys that algorithms register, each for itself alone: all open loops, or all others.
std::vector<KeySpec> keys_of_algorithms(bool open_loops) {
  std::vector<KeySpec> specs;
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    if ((algorithm->make_pattern != nullptr) != open_loops) continue;
    for (const AlgorithmKey& declared : algorithm->keys) {
      specs.push_back(
          std::visit([algorithm](const auto& each) { return key_of_algorithm(each, algorithm->name); }, declared));
    }
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
Condition for_ranks() {
  return {"workload.algorithm", [](const Scenario& scenario) { return !is_open_loop(scenario.workload.algorithm); },
          "a workload.algorithm in which ranks run programs, as a2at", "programs of ranks, not in an open loop"};
}

std::vector<KeySpec> pacing_keys() {
  const Condition hops_for_sequences = {
      "pacing.mode",
      [](const Scenario& scenario) { return scenario.pacing.mode == PaceMode::kHops || !has_sequence_bias(scenario); },
      "pacing.mode hops", "`pacing.mode` hops"};
  const Condition one_bias = {"pacing.sequence_bias",
                              [](const Scenario& scenario) { return !has_sequence_bias(scenario); },
                              "pacing.sequence_bias none", ""};
  std::vector<KeySpec> programs = {
      key("pacing.mode", AT(pacing.mode),
          "Gap between the packets of a message: none, `pacing.gap`, or max(0, hops - 1 + `pacing.bias`)."),
      key("pacing.gap", AT(pacing.gap), "Gap in packets, a multiple of 1/8. A gap implies mode fixed.",
          with_mode(PaceMode::kFixed), implies_mode(PaceMode::kFixed), Required{}),
      key("pacing.bias", AT(pacing.bias), "Bias in packets, a multiple of 1/8, of any sign. A bias implies mode hops.",
          with_mode(PaceMode::kHops), one_bias, implies_mode(PaceMode::kHops),
          implies("pacing.sequence_bias", AT(workload.sequence_bias), std::vector<PacketEighths>{})),
  };
  std::vector<KeySpec> sequences = {
      key("pacing.sequence_bias", AT(workload.sequence_bias),
          "One bias for each sequence of the algorithm, by its number, in place of `pacing.bias`. A list implies mode "
          "hops.",
          for_sequences(), hops_for_sequences,
          implies("pacing.mode", AT(pacing.mode), PaceMode::kHops, has_sequence_bias),
          implies("pacing.bias", AT(pacing.bias), PacketEighths{}, has_sequence_bias)),
      key("pacing.window", AT(pacing.window),
          "Packets that a message may be ahead of what its NIC has taken of the message that it is exchanged for, in "
          "any mode; 0 for any number.",
          for_sequences(), range(0, kMaxPaceWindow)),
  };
  return on(on_torus(), together(on(for_ranks(), programs), sequences));
}

std::vector<KeySpec> control_keys() {
  constexpr int kMostPackets = 255;
  const auto control = [](ControlKind kind) { return only_with("pacing.control", AT(pacing.control.kind), {kind}); };
  const Condition of_messages = {"workload.algorithm",
                                 [](const Scenario& scenario) {
                                   const ControlKind kind = scenario.pacing.control.kind;
                                   const bool whole =
                                       kind == ControlKind::kReceiverCredits || kind == ControlKind::kPieces;
                                   return !whole || !is_open_loop(scenario.workload.algorithm);
                                 },
                                 "pacing.control injection_limit or delay_window, which hold single packets too", ""};
  const Condition limit = control(ControlKind::kInjectionLimit);
  const Condition delay = control(ControlKind::kDelayWindow);
  const Condition credits = control(ControlKind::kReceiverCredits);
  const Condition pieces = control(ControlKind::kPieces);
  return on(
      on_torus(),
      {
          key("pacing.control", AT(pacing.control.kind),
              "Injection control that lets packets go, beside the pacer; see injection_control.md. In an open loop "
              "each "
              "message is one packet, which needs neither credits of its receiver nor to be asked for.",
              of_messages),
          key("pacing.free_share", AT(pacing.control.free_share),
              "Sixteenths of the slots behind the router's output that have to be free.", limit, range(0, 16)),
          key("pacing.target_delay", AT(pacing.control.target_delay),
              "Target for the time from a packet's injection to its acknowledgement, without distance; rounded up to "
              "cycles.",
              delay, ByDefault{ControlConfig::kTargetDelay}, at_most(Cycles{(1U << 24U) - 1})),
          key("pacing.delay_per_hop", AT(pacing.control.delay_per_hop),
              "Time that each link of the way adds to `pacing.target_delay`.", delay,
              ByDefault{ControlConfig::kDelayPerHop}, at_most(Cycles{(1U << 16U) - 1})),
          key("pacing.first_window", AT(pacing.control.first_window),
              "Packets of an engine that may be under way, to begin with; at most `pacing.largest_window`.", delay,
              range(1, kMostPackets)),
          key("pacing.largest_window", AT(pacing.control.largest_window),
              "Largest number of packets of an engine that may be under way.", delay, range(1, kMostPackets)),
          key("pacing.increase", AT(pacing.control.increase),
              "Packets by which the window grows per round trip below the target, a multiple of 1/8.", delay,
              range(PacketEighths{0}, PacketEighths{kMostPackets})),
          key("pacing.speculative", AT(pacing.control.speculative), "Packets of a message that need no credits.",
              credits, range(1, kMostPackets)),
          key("pacing.grant", AT(pacing.control.grant), "Packets that a receiver grants at a time.", credits,
              range(1, kMostPackets)),
          key("pacing.paced_size", AT(pacing.control.paced_size), "Size up to which messages are not paced.", pieces,
              at_most(Bytes{(std::uint64_t{1} << 32U) - 1})),
          key("pacing.paced_hops", AT(pacing.control.paced_hops),
              "Links up to which messages are not paced, unless `pacing.paced_dimensions` has them paced.", pieces,
              range(0, kMostPackets)),
          key("pacing.paced_dimensions", AT(pacing.control.paced_dimensions),
              "Coordinates in which the ends of a message may differ before it is paced.", pieces, range(0, 3)),
          key("pacing.piece", AT(pacing.control.piece), "Packets that a receiver asks for at a time.", pieces,
              range(1, kMostPackets)),
          key("pacing.pieces_in_flight", AT(pacing.control.pieces_in_flight),
              "Packets that a node may have asked for and not received, at least a piece.", pieces, range(1, 65'535)),
      });
}

std::vector<KeySpec> workload_keys() {
  const auto on_torus_or_alone = [](KeySpec spec) {
    return on(on_network({NetworkKind::kTorus, NetworkKind::kNone}), {std::move(spec)});
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
          "Processor of each rank: the one with the rank's number, or one drawn from `seed`.", for_ranks()),
      key("workload.wait_receives", AT(workload.wait_receives),
          "Whether a step ends when its messages have been received, or already when its own have left; in the latter "
          "case the program waits for all receives at its end.",
          for_all_with<&AlgorithmPolicy::wait_receives>()),
      key("workload.imbalance", AT(workload.imbalance),
          "Longest time by which a rank's program begins late; each rank has a random time, by `seed` and processor.",
          for_ranks()),
  };
  std::vector<KeySpec> lists = {
      key("workload.messages", AT(messages_file), "Message file (see message_file.md), relative to the scenario.",
          for_all_with<&AlgorithmPolicy::message_list>(), FromFile{"workload.messages"}, Required{}),
  };
  return together(
      on_torus_or_alone(key("workload.algorithm", AT(workload.algorithm),
                            "Program of the ranks, or traffic of the nodes; see \"Workloads\".")),
      on(on_torus(), sequences),
      on_torus_or_alone(key("workload.ranks_per_node", AT(workload.ranks_per_node),
                            "Ranks that run on each node; they share its NIC. A node of a torus has at most 64, and 1 "
                            "in an open loop; a node alone has at most one per hardware thread.",
                            at_least(1))),
      on(on_torus(), programs),
      on_torus_or_alone(key("workload.repetitions", AT(workload.repetitions), "Number of times that the program runs.",
                            for_all_with<&AlgorithmPolicy::repetitions>(), at_least(1))),
      on(on_torus(), keys_of_algorithms(false)), on(on_torus(), lists), on(on_torus(), open_loop_keys()));
}

std::vector<KeySpec> noise_keys() { return on(on_torus(), on(for_ranks(), noise_keys_of_kinds())); }

std::vector<KeySpec> flow_keys() {
  using Kind = FlowTopologyKind;
  const auto topology = [](std::vector<Kind> kinds) {
    return only_with("flow.topology", AT(flow.topology), std::move(kinds));
  };
  const Condition grid = topology({Kind::kTorus, Kind::kMesh, Kind::kHyperCrossbar});
  return on(
      on_torus(),
      on(for_ranks(),
         {
             key("flow.topology", AT(flow.topology),
                 "Topology of the network at level flow; other levels have the machine's torus and no other."),
             key("flow.dimensions", AT(flow.dimensions),
                 "Nodes in each dimension of a torus, mesh or hyper-crossbar; a torus can be that of the machine.",
                 grid),
             key("flow.bandwidth", AT(flow.bandwidth),
                 "Bandwidth of every link; a list gives one for each dimension, or one for each level from the nodes "
                 "up. The word machine stands for `link.bandwidth`."),
             key("flow.arity", AT(flow.arity),
                 "Links of a switch to either side: p of the fat tree of 2 p^3 nodes, k of the k-ary n-tree.",
                 topology({Kind::kFatTree, Kind::kKaryNTree}), range(1, 1024)),
             key("flow.levels", AT(flow.levels), "Levels of switches of the k-ary n-tree.",
                 topology({Kind::kKaryNTree}), at_least(1)),
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
         }));
}

}  // namespace tactus
