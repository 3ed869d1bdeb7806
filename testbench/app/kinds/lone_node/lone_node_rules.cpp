#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/kinds/lone_node/lone_node_codec.h"
#include "testbench/app/scenario/key_groups.h"
#include "testbench/app/scenario/machine_rules.h"
#include "testbench/app/scenario/scenario_reading.h"

namespace tactus {
namespace {

constexpr Bytes kGiB{std::uint64_t{1} << 30U};

/// The node is one of many cores: alone, or in a torus whose cores move messages.
std::vector<KeySpec> on_cores(std::vector<KeySpec> specs) {
  const Condition cores = {"node.copies",
                           [](const Scenario& scenario) { return scenario.is_lone_node() || scenario.has_cores(); },
                           "node.copies cores, or network.kind none", ""};
  return on(on_network({kLoneNodeName, kTorusName, kGraphName}), on(cores, std::move(specs)));
}

/// Cycles of `specs` are those of the cores.
std::vector<KeySpec> by_clock_of_cores(std::vector<KeySpec> specs) {
  for (KeySpec& spec : specs) {
    spec.clock = [](const Scenario& scenario) { return Clock{scenario.lone_node.cores.cycle}; };
  }
  return specs;
}

/// Messages of a torus that have datatypes have the size of their data.
Implication implies_size() {
  return {"workload.message_size",
          [](const Scenario& scenario) { return scenario.has_cores() && scenario.lone_node.message.send.has_value(); },
          [](Scenario& scenario) { scenario.workload.message_size = data_size(scenario.lone_node.message); }};
}

std::vector<KeySpec> core_keys() {
  const Condition translated = {"manycore.tlb_entries",
                                [](const Scenario& scenario) { return scenario.lone_node.cores.tlb.entries > 0; },
                                "manycore.tlb_entries above 0", "`manycore.tlb_entries` above 0"};
  return {
      key("manycore.cycle", AT(lone_node.cores.cycle), "Clock of the cores; cycles of this section are cycles of it.",
          range(Picoseconds{1}, kLongestPeriod)),
      key("manycore.cores", AT(lone_node.cores.cores), "Number of cores, in their order on the ring.", range(1, 64)),
      key("manycore.threads_per_core", AT(lone_node.cores.threads_per_core),
          "Hardware threads of a core, a process on each; process p is on core p mod `manycore.cores`.", range(1, 4)),
      key("manycore.issue_interval", AT(lone_node.cores.issue_interval),
          "Cycles from an instruction of a thread to its next one; a core issues one each cycle.", above(Cycles{0})),
      key("manycore.line", AT(lone_node.cores.line), "Line of all caches; a power of two.",
          range(Bytes{16}, Bytes{4096})),
      key("manycore.l1_size", AT(lone_node.cores.l1.size), "L1 cache of each core; lines x ways x a power of two.",
          at_most(kGiB)),
      key("manycore.l1_ways", AT(lone_node.cores.l1.ways), "Ways of the L1 cache.", range(1, 64)),
      key("manycore.l1_latency", AT(lone_node.cores.l1.latency), "Time from an instruction to its data in L1."),
      key("manycore.l2_size", AT(lone_node.cores.l2.size),
          "L2 cache of each core, which holds all that L1 holds; lines x ways x a power of two.", at_most(kGiB)),
      key("manycore.l2_ways", AT(lone_node.cores.l2.ways), "Ways of the L2 cache.", range(1, 64)),
      key("manycore.l2_latency", AT(lone_node.cores.l2.latency), "Time from an instruction to its data in L2."),
      key("manycore.write_allocate", AT(lone_node.cores.write_allocate),
          "Whether a write that misses reads the line, or goes to memory."),
      key("manycore.tlb_entries", AT(lone_node.cores.tlb.entries),
          "Translations that each core keeps, ways x a power of two; 0: addresses take no time to translate."),
      key("manycore.tlb_ways", AT(lone_node.cores.tlb.ways), "Ways of the TLB.", translated, range(1, 64)),
      key("manycore.tlb_page", AT(lone_node.cores.tlb.page), "Page of the TLB; a power of two, at least a line.",
          translated),
      key("manycore.tlb_miss", AT(lone_node.cores.tlb.miss), "Time of a walk through the page table.", translated),
      key("manycore.ring_hop", AT(lone_node.cores.ring_hop), "Time from a core to the next one, either way."),
      key("manycore.directory_latency", AT(lone_node.cores.directory_latency),
          "Latency of the directory that knows which cores have a line."),
      key("manycore.memory_latency", AT(lone_node.cores.memory_latency),
          "Latency of memory behind the directory, memory being idle.", ByDefault{ManyCoreConfig::kMemoryLatency}),
      key("manycore.memory_rate", AT(lone_node.cores.memory_rate), "Rate of all reads and writes of memory together.",
          above(BytesPerSecond{0})),
      key("manycore.prefetch_streams", AT(lone_node.cores.prefetch_streams),
          "Streams of lines missing L1 that the prefetcher of each core follows, each within 4 KiB.", range(0, 64)),
      key("manycore.prefetch_stride", AT(lone_node.cores.prefetch_stride),
          "Most lines from one line of a stream to the next one.", range(1, 64)),
      key("manycore.misses_in_flight", AT(lone_node.cores.misses_in_flight),
          "Lines of a stream that are under way at once.", range(1, 16)),
      key("manycore.write_buffer", AT(lone_node.cores.write_buffer),
          "Writes that a thread has begun and goes on without.", range(0, 64)),
      key("manycore.quantum", AT(lone_node.cores.quantum),
          "Time in which threads go on one after the other, each on its own time.", above(Cycles{0})),
  };
}

/// Some message can go by one of `kinds`, advised or as contiguous data.
bool can_go_by(const CopyProtocolConfig& copy, const std::vector<CopyProtocolKind>& kinds) {
  const auto is_one = [&](CopyProtocolKind kind) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); };
  const auto& advised = copy.candidates;
  return is_one(copy.kind) || (copy.contiguous_kind && is_one(*copy.contiguous_kind)) ||
         (copy.kind == CopyProtocolKind::kAdvised && std::any_of(advised.begin(), advised.end(), is_one));
}

/// The key takes effect only if some message can go by one of `kinds`.
Condition with_protocol(std::vector<CopyProtocolKind> kinds) {
  std::vector<std::string> words;
  for (const CopyProtocolKind kind : kinds) words.push_back(Codec<CopyProtocolKind>::show(kind));
  const std::string choice = enumeration(words, "or");
  return {"copy.protocol",
          [kinds = std::move(kinds)](const Scenario& scenario) { return can_go_by(scenario.lone_node.copy, kinds); },
          "copy.protocol " + choice, fmt::format("`copy.protocol` {}", choice)};
}

/// The key takes effect only if some message can go through shared buffers; with `advised_too` also if that depends on
/// what is advised, which has sizes of its own.
Condition through_buffers(bool advised_too) {
  const auto holds = [advised_too](const Scenario& scenario) {
    using Kind = CopyProtocolKind;
    CopyProtocolConfig copy = scenario.lone_node.copy;
    if (!copy.direct_derived && can_go_by(copy, {Kind::kCma, Kind::kKnem, Kind::kXpmem, Kind::kSmartmap})) return true;
    if (!advised_too) copy.candidates.clear();
    return can_go_by(copy, {Kind::kSmRendezvous});
  };
  return {"copy.protocol", holds,
          "copy.protocol sm_rendezvous, or cma, knem, xpmem or smartmap without copy.direct_derived",
          "`copy.protocol` sm_rendezvous, or others without `copy.direct_derived`"};
}

std::vector<KeySpec> copy_keys() {
  using Kind = CopyProtocolKind;
  const Condition pvas = with_protocol({Kind::kPvas});
  const Condition xpmem = with_protocol({Kind::kXpmem});
  const Condition direct = with_protocol({Kind::kCma, Kind::kKnem, Kind::kXpmem, Kind::kSmartmap});
  const Condition called = with_protocol({Kind::kCma, Kind::kKnem});
  return {
      key("copy.protocol", AT(lone_node.copy.kind), "Protocol of messages between processes; see copies.md."),
      key("copy.candidates", AT(lone_node.copy.candidates),
          "Protocols among which `copy.protocol: advised` chooses, sm_rendezvous with buffers of 4 KiB to 64 KiB.",
          only_with("copy.protocol", AT(lone_node.copy.kind), {CopyProtocolKind::kAdvised})),
      key("copy.contiguous_protocol", AT(lone_node.copy.contiguous_kind),
          "Protocol of messages whose data is contiguous on both sides; same is `copy.protocol`."),
      key("copy.eager_threshold", AT(lone_node.copy.eager_threshold),
          "Size up to which messages go by sm_eager, whatever the protocol; if the protocol is advised, they may."),
      key("copy.buffer_size", AT(lone_node.copy.buffer_size), "Size of each buffer of sm_rendezvous.",
          through_buffers(false), range(Bytes{64}, kGiB)),
      key("copy.buffers", AT(lone_node.copy.buffers), "Buffers of a message that are in use at once.",
          through_buffers(true), range(1, 1024)),
      key("copy.direct_derived", AT(lone_node.copy.direct_derived),
          "Whether cma, knem, xpmem and smartmap copy data that is not contiguous directly; Open MPI takes "
          "sm_rendezvous.",
          direct),
      key("copy.split", AT(lone_node.copy.split),
          "Whether the two processes of pvas copy half of a message's bytes each, or half of its pieces each.", pvas),
      key("copy.width", AT(lone_node.copy.copy_width), "Bytes that a load and a store move.",
          range(Bytes{1}, Bytes{64})),
      key("copy.page", AT(lone_node.copy.page), "Page of a mapping by xpmem.", xpmem, above(Bytes{0})),
      key("copy.description_item", AT(lone_node.copy.description_item),
          "Size of each loop and block in the description of a datatype.", above(Bytes{0})),
      key("copy.match_instructions", AT(lone_node.copy.costs.match),
          "Instructions of making a request, or of finding what it matches."),
      key("copy.post_instructions", AT(lone_node.copy.costs.post), "Instructions of putting something into a queue."),
      key("copy.poll_instructions", AT(lone_node.copy.costs.poll), "Instructions of taking something out of a queue."),
      key("copy.buffer_instructions", AT(lone_node.copy.costs.buffer), "Instructions of getting a buffer."),
      key("copy.stretch_instructions", AT(lone_node.copy.costs.stretch),
          "Instructions of each copy of what is contiguous on both sides."),
      key("copy.piece_instructions", AT(lone_node.copy.costs.piece),
          "Instructions of each piece that lies apart, on either side."),
      key("copy.item_instructions", AT(lone_node.copy.costs.item),
          "Instructions of each time that a loop or block of a description is begun, on either side."),
      key("copy.system_call_instructions", AT(lone_node.copy.costs.system_call),
          "Instructions of each call that copies or declares data.", called),
      key("copy.map_instructions", AT(lone_node.copy.costs.map), "Instructions of mapping a buffer, once.", xpmem),
      key("copy.map_page_instructions", AT(lone_node.copy.costs.map_page),
          "Instructions of mapping each page of a buffer.", xpmem),
  };
}

std::vector<KeySpec> message_keys() {
  const Condition ping_pong = for_algorithms({"ping_pong"});
  return together(
      on(on_network({kLoneNodeName}),
         {
             key("message.pattern", AT(lone_node.message.pattern),
                 "Pattern of DDTBench, as NAS_MG_x; indices that the pattern draws by chance are drawn by `seed`.",
                 ping_pong),
             key("message.size", AT(lone_node.message.size),
                 "Data of a message: one of the pattern's sizes, or all of them.", ping_pong),
         }),
      on_cores({
          key("message.send", AT(lone_node.message.send),
              "Datatype that is sent; see copies.md. In a torus every message of the workload has this datatype, and "
              "the size of its data.",
              for_sized_messages(), implies_size()),
          key("message.receive", AT(lone_node.message.receive),
              "Datatype that is received; with none the receiver has the datatype of `message.send`.",
              for_sized_messages()),
      }));
}

std::vector<KeySpec> program_keys() {
  const Condition applications = for_algorithms({"fft2d", "nas_lu"});
  return on(
      on_network({kLoneNodeName}),
      {
          key("workload.warm_up_repetitions", AT(lone_node.warm_up), "Repetitions before those that count.",
              for_algorithms({"ping_pong", "fft2d", "nas_lu"})),
          key("workload.matrix", AT(lone_node.matrix), "Rows and columns of the matrix; a multiple of the ranks.",
              for_algorithms({"fft2d"}), range(1, 1 << 15)),
          key("workload.nas_class", AT(lone_node.nas_class),
              "Class of the NAS benchmark: 12, 33, 64, 102 or 162 points along each edge.", for_algorithms({"nas_lu"})),
          key("workload.instructions_per_flop", AT(lone_node.instructions_per_flop),
              "Instructions of a rank for each floating-point operation.", applications, range(0.0, 1000.0)),
      });
}

std::vector<KeySpec> many_core_keys() {
  return together(on_cores(by_clock_of_cores(core_keys())), on_cores(copy_keys()), message_keys(), program_keys());
}

void check(ScenarioReading& reading) {
  const Scenario& scenario = reading.scenario();
  reading.report({}, validate(scenario.lone_node, scenario.workload, scenario.seed));
}

const Registered<MachineRulesKind> kLoneNode{
    {{kLoneNodeName, "The machine is one node of many cores."}, many_core_keys, check}};

}  // namespace
}  // namespace tactus
