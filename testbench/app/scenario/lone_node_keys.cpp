#include "testbench/app/scenario/lone_node_keys.h"

#include <utility>

#include "testbench/app/scenario/key_spec.h"
#include "testbench/app/scenario/lone_node_codec.h"

namespace tactus {
namespace {

const std::vector<Algorithm> kApplications = {Algorithm::kFft2d, Algorithm::kNasLu};
const std::vector<Algorithm> kRepeatedOnNode = {Algorithm::kPingPong, Algorithm::kFft2d, Algorithm::kNasLu};

std::vector<KeySpec> core_keys() {
  const Effect translated = {"manycore.tlb_entries",
                             [](const Scenario& scenario) { return scenario.lone_node.cores.tlb.entries > 0; },
                             "manycore.tlb_entries above 0"};
  return {
      key("manycore.cycle", AT(lone_node.cores.cycle), "Clock of the cores; cycles of this section are of it."),
      key("manycore.cores", AT(lone_node.cores.cores), "In their order on the ring, 1 to 64."),
      key("manycore.threads_per_core", AT(lone_node.cores.threads_per_core),
          "Hardware threads, 1 to 4, a process on each; process p is on core p mod `cores`."),
      key("manycore.issue_interval", AT(lone_node.cores.issue_interval),
          "From an instruction of a thread to its next one; a core issues one each cycle."),
      key("manycore.line", AT(lone_node.cores.line), "Of all caches; a power of two, 16 B to 4 KiB."),
      key("manycore.l1_size", AT(lone_node.cores.l1.size), "Of each core; lines x ways x a power of two."),
      key("manycore.l1_ways", AT(lone_node.cores.l1.ways), "1 to 64."),
      key("manycore.l1_latency", AT(lone_node.cores.l1.latency), "From an instruction to its data."),
      key("manycore.l2_size", AT(lone_node.cores.l2.size), "Of each core; holds all that L1 holds."),
      key("manycore.l2_ways", AT(lone_node.cores.l2.ways), "1 to 64."),
      key("manycore.l2_latency", AT(lone_node.cores.l2.latency), "From an instruction to its data."),
      key("manycore.write_allocate", AT(lone_node.cores.write_allocate),
          "Whether a write that misses reads the line, or goes to memory."),
      key("manycore.tlb_entries", AT(lone_node.cores.tlb.entries),
          "Of each core; 0: addresses take no time to translate."),
      when(translated, key("manycore.tlb_ways", AT(lone_node.cores.tlb.ways), "1 to 64.")),
      when(translated, key("manycore.tlb_page", AT(lone_node.cores.tlb.page), "A power of two.")),
      when(translated, key("manycore.tlb_miss", AT(lone_node.cores.tlb.miss), "Of a walk through the page table.")),
      key("manycore.ring_hop", AT(lone_node.cores.ring_hop), "From a core to the next one, either way."),
      key("manycore.directory_latency", AT(lone_node.cores.directory_latency),
          "Of the directory that knows who has a line."),
      timed_key("manycore.memory_latency", AT(lone_node.cores.memory_latency), ManyCoreConfig::kMemoryLatency,
                "Behind the directory, memory being idle."),
      key("manycore.memory_rate", AT(lone_node.cores.memory_rate), "Of all reads and writes together."),
      key("manycore.prefetch_streams", AT(lone_node.cores.prefetch_streams),
          "Of lines missing L1 that the prefetcher of each core follows, each within 4 KiB; 0 to 64."),
      key("manycore.prefetch_stride", AT(lone_node.cores.prefetch_stride),
          "Lines between those of a stream, at most; 1 to 64."),
      key("manycore.misses_in_flight", AT(lone_node.cores.misses_in_flight),
          "Lines of a stream that are under way at once, 1 to 16."),
      key("manycore.write_buffer", AT(lone_node.cores.write_buffer),
          "Writes that a thread has begun and goes on without, 0 to 64."),
      key("manycore.quantum", AT(lone_node.cores.quantum),
          "In which threads go on one after the other, each on its own time."),
  };
}

std::vector<KeySpec> copy_keys() {
  return {
      key("copy.protocol", AT(lone_node.copy.kind), "Of messages between processes; see copies.md."),
      when(only_with("copy.protocol", AT(lone_node.copy.kind), {CopyProtocolKind::kAdvised}),
           key("copy.candidates", AT(lone_node.copy.candidates),
               "Protocols among which `copy.protocol: advised` chooses, sm_rendezvous with buffers of 4 KiB to 64 "
               "KiB.")),
      key("copy.contiguous_protocol", AT(lone_node.copy.contiguous_kind), "Of data that is contiguous on both sides."),
      key("copy.eager_threshold", AT(lone_node.copy.eager_threshold),
          "Messages of at most so many bytes go by sm_eager, whatever the protocol; if it is advised, they may."),
      key("copy.buffer_size", AT(lone_node.copy.buffer_size), "Of each buffer of sm_rendezvous, 64 B to 1 GiB."),
      key("copy.buffers", AT(lone_node.copy.buffers), "Of a message, in use at once, 1 to 1024."),
      key("copy.direct_derived", AT(lone_node.copy.direct_derived),
          "Whether cma, knem, xpmem and smartmap copy data that is not contiguous directly; Open MPI takes "
          "sm_rendezvous."),
      key("copy.split", AT(lone_node.copy.split),
          "Whether the two processes of pvas copy half of a message's bytes each, or half of its pieces each."),
      key("copy.width", AT(lone_node.copy.copy_width), "What a load and a store move, 1 B to 64 B."),
      key("copy.page", AT(lone_node.copy.page), "Of a mapping by xpmem."),
      key("copy.description_item", AT(lone_node.copy.description_item),
          "Of each loop and block in the description of a datatype."),
      key("copy.match_instructions", AT(lone_node.copy.costs.match), "Making a request, or finding what it matches."),
      key("copy.post_instructions", AT(lone_node.copy.costs.post), "Putting something into a queue."),
      key("copy.poll_instructions", AT(lone_node.copy.costs.poll), "Taking something out."),
      key("copy.buffer_instructions", AT(lone_node.copy.costs.buffer), "Getting a buffer."),
      key("copy.stretch_instructions", AT(lone_node.copy.costs.stretch),
          "Each copy of what is contiguous on both sides."),
      key("copy.piece_instructions", AT(lone_node.copy.costs.piece), "Each piece that lies apart, on either side."),
      key("copy.item_instructions", AT(lone_node.copy.costs.item),
          "Each time that a loop or block of a description is begun, on either side."),
      key("copy.system_call_instructions", AT(lone_node.copy.costs.system_call),
          "Each call that copies or declares data."),
      key("copy.map_instructions", AT(lone_node.copy.costs.map), "Mapping a buffer, once."),
      key("copy.map_page_instructions", AT(lone_node.copy.costs.map_page), "And each of its pages."),
  };
}

std::vector<KeySpec> software_keys(const std::vector<Algorithm>& sized) {
  return {
      key("message.pattern", AT(lone_node.message.pattern),
          "Pattern of DDTBench, as NAS_MG_x; indices that it draws by chance are drawn by `seed`.",
          {Algorithm::kPingPong}),
      key("message.size", AT(lone_node.message.size), "Data of a message: one of the pattern's sizes, or all of them.",
          {Algorithm::kPingPong}),
      of(kCoresMachine, key("message.send", AT(lone_node.message.send),
                            "Datatype that is sent; see copies.md. In a torus of every message of the workload, whose "
                            "size is that of its data.",
                            sized)),
      of(kCoresMachine,
         key("message.receive", AT(lone_node.message.receive), "Datatype that is received; none: as `send`.", sized)),
      key("workload.warm_up_repetitions", AT(lone_node.warm_up), "Repetitions before those that count.",
          kRepeatedOnNode),
      key("workload.matrix", AT(lone_node.matrix), "Rows and columns; a multiple of the ranks.", {Algorithm::kFft2d}),
      key("workload.nas_class", AT(lone_node.nas_class), "12, 33, 64, 102 or 162 points along each edge.",
          {Algorithm::kNasLu}),
      key("workload.instructions_per_flop", AT(lone_node.instructions_per_flop),
          "Of a rank, for each floating-point operation.", kApplications),
  };
}

}  // namespace

std::vector<KeySpec> lone_node_keys(const std::vector<Algorithm>& sized) {
  std::vector<KeySpec> keys;
  for (const auto& part : {core_keys(), copy_keys()}) {
    for (const KeySpec& key : part) keys.push_back(of(kCoresMachine, key));
  }
  for (KeySpec& key : software_keys(sized)) keys.push_back(std::move(key));
  return keys;
}

}  // namespace tactus
