#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

const std::vector<BrokenText> kSyntax = {
    {"unclosed list", "waves:\n  nodes: [[0, 0]\n", 3, 1, "YAML syntax"},
    {"a tab as indentation", "nic:\n\tcount: 4\n", 2, 1, "a tab cannot indent; use blanks"},
    {"two values in a line", "title: a: b\n", 1, 9, "YAML syntax"},
    {"a list at the top", "- torus\n", 1, 1, "a scenario is keys and values, not a list"},
    {"a word at the top", "hello\n", 1, 1, "a scenario is keys and values, not a value"},
    {"only a comment", "# nothing\n", 1, 1, "a scenario is keys and values, not nothing"},
    {"blanks only", " \n\n", 1, 1, "the file is empty"},
    {"a second document", "seed: 1\n---\nseed: 2\n", 2, 1, "does not belong to the keys before it"},
    {"an anchor", "network: &size {shape: [4]}\n", 1, 10, "anchors (&) are not used"},
    {"an alias", "seed: &a 1\ntitle: *a\n", {{1, 7, "anchors"}, {2, 8, "aliases (*) are not used"}}},
    {"a tag", "seed: !!int 1\n", 1, 7, "tags (!) are not used"},
    {"a control character", "title: a\x01\n", 1, 9, "byte 0x01 is a control character"},
    {"a null byte", std::string("seed: 1\n\0", 9), 2, 1, "byte 0x00 is a control character"},
    {"not UTF-8", "title: caf\xE9\n", 1, 11, "byte 0xE9 is not UTF-8"},
    {"an overlong UTF-8 form", "title: \xC0\xAF\n", 1, 8, "byte 0xC0 is not UTF-8"},
};

const std::vector<BrokenText> kKeys = {
    {"a misspelt key", "router:\n  arbter: matrix\n", 2, 3,
     "unknown key 'router.arbter'; did you mean router.arbiter?"},
    {"a misspelt section", "ruoter:\n  arbiter: matrix\n", 1, 1, "unknown key 'ruoter'; did you mean router?"},
    {"a key in the wrong section", "nic:\n  arbiter: matrix\n", 2, 3,
     "unknown key 'nic.arbiter'; did you mean router.arbiter?"},
    {"a key outside its section", "cable_delay: 10 ns\n", 1, 1, "did you mean link.cable_delay?"},
    {"a key that two other sections have", "router:\n  bandwidth: 4 GB/s\n", 2, 3,
     "did you mean link.bandwidth, memory.bandwidth or flow.bandwidth?"},
    {"a key like no other", "link:\n  bananas: 3\n", 2, 3,
     "section link has bandwidth, switch_delay, cable_delay and overrides"},
    {"a key given twice", "seed: 1\nclock: 4 ns\nseed: 1\n", 3, 1, "'seed' is given twice; first in line 1"},
    {"a section given twice",
     "network: {shape: [3, 4]}\nnetwork: {shape: [4, 3]}\n",
     {{2, 1, "'network' is given twice; first in line 1"}, {2, 11, "'network.shape' is given twice"}}},
    {"a section without keys", "nic:\nseed: 1\n", 1, 1, "nic is a section of keys (count, mtu"},
    {"a value for a section", "network: 4\n", 1, 10,
     "network is a section of keys (kind, graph, arity, levels, sizes, switches, global_links, hosts, file, shape and "
     "wrap)"},
    {"a section of old", "torus: {width: 4}\n", 1, 1,
     "torus.width and torus.height are network.shape: [width, height]"},
    {"a key that is a list", "[a, b]: 1\n", 1, 1, "a key is a word, not a list"},
};

const std::vector<BrokenText> kNamesInMaps = {
    {"a priority cut short", "network: {wrap: [false, false]}\nclasses: [{name: a}, {name: b, prio: 1}]\n", 2, 32,
     "classes[1]: 'prio' is not one of name, virtual_channels, priority and share; did you mean priority?"},
    {"a misspelt name of a class", "network: {wrap: [false, false]}\nclasses: [{name: a, nmae: c}, {name: b}]\n", 2, 21,
     "did you mean name?"},
    {"channels of a class in the singular",
     "network: {wrap: [false, false]}\nclasses: [{name: a, virtual_channel: 2}, {name: b}]\n", 2, 21,
     "did you mean virtual_channels?"},
    {"a misspelt share", "network: {wrap: [false, false]}\nclasses: [{name: a, shares: 2}, {name: b}]\n", 2, 21,
     "did you mean share?"},
    {"a bandwidth cut short", "link: {overrides: [{dimension: 1, cable_delay: 9 ns, band: 2 GB/s}]}\n", 1, 54,
     "link.overrides[0]: 'band' is not one of cables, dimension, bandwidth and cable_delay; did you mean bandwidth?"},
    {"a cable of an override", "link: {overrides: [{dimension: 1, bandwidth: 2 GB/s, cable: 1}]}\n", 1, 54,
     "did you mean cables?"},
    {"a misspelt dimension", "link: {overrides: [{cables: [[[0, 0], [1, 0]]], bandwidth: 2 GB/s, dimenson: 1}]}\n", 1,
     68, "did you mean dimension?"},
    {"delays of a cable", "link: {overrides: [{dimension: 1, bandwidth: 2 GB/s, cable_delays: 1 us}]}\n", 1, 54,
     "did you mean cable_delay?"},
    {"the end of an outage cut short",
     "faults: {outages: [{cables: [[[0, 0], [1, 0]]], from: 1 us, until: 2 us, unt: 2 us}]}\n", 1, 74,
     "faults.outages[0]: 'unt' is not one of cables, routers, switches, from and until; did you mean until?"},
    {"a misspelt begin of an outage",
     "faults: {outages: [{cables: [[[0, 0], [1, 0]]], from: 1 us, until: 2 us, form: 1 us}]}\n", 1, 74,
     "did you mean from?"},
    {"a cable of an outage", "faults: {outages: [{cables: [[[0, 0], [1, 0]]], from: 1 us, until: 2 us, cable: 1}]}\n",
     1, 74, "did you mean cables?"},
    {"the time of a break with a letter more",
     "faults: {breaks: [{cables: [[[0, 0], [1, 0]]], at: 1 us, att: 1 us}]}\n", 1, 58, "did you mean at?"},
    {"bit errors cut short", "faults: {bit_err: 1e-9}\n", 1, 10,
     "unknown key 'faults.bit_err'; did you mean faults.bit_error_rate?"},
    {"a buffer cut short", "nic: {rec: 4 KiB}\n", 1, 7, "unknown key 'nic.rec'; did you mean nic.receive_buffer?"},
};

const std::vector<BrokenText> kValues = {
    {"a section for a value", "seed: {a: 1}\n", 1, 7, "seed: takes a whole number, not a section of keys"},
    {"a list for a value", "clock: [4 ns]\n", 1, 8, "clock: takes a time, not a list"},
    {"no value", "router:\n  virtual_channels:\n  arbiter: matrix\n", 2, 3,
     "router.virtual_channels: takes a whole number, not nothing"},
    {"a missing unit", "clock: 4\n", 1, 8, "a time needs a unit (ps, ns, us, ms or s), as in '4 ns'"},
    {"a unit of something else", "router:\n  vc_buffer: 8 ns\n", 2, 14,
     "'ns' is a unit of time; a size is given in B, kB, KiB, MB, MiB, GB or GiB"},
    {"a size where a rate belongs", "link:\n  bandwidth: 4 GB\n", 2, 14,
     "'GB' is a unit of size; a rate is given in B/s"},
    {"a unit in the wrong case", "nic:\n  mtu: 2 kib\n", 2, 8, "unknown unit 'kib'; did you mean KiB?"},
    {"a unit like no other", "clock: 4 parsecs\n", 1, 8, "unknown unit 'parsecs'; a time is given in ps, ns"},
    {"a unit on a count", "nic:\n  count: 4 nodes\n", 2, 10, "'4 nodes' is no plain whole number"},
    {"a negative time", "link:\n  cable_delay: -10 ns\n", 2, 16, "'-10 ns': a time cannot be negative"},
    {"a negative count", "seed: -1\n", 1, 7, "seed: '-1': cannot be negative"},
    {"a fraction of a node", "nic:\n  count: 4.5\n", 2, 10, "'4.5' is no whole number"},
    {"a fraction of a byte", "nic:\n  mtu: 0.3 B\n", 2, 8, "'0.3 B' is not a whole number of B"},
    {"a time beyond all", "run:\n  max_time: 2000000 s\n", 2, 13, "'2000000 s' is too large: at most 1000000 s"},
    {"a size that overflows", "nic:\n  mtu: 99999999999 GiB\n", 2, 8, "is too large"},
    {"a count that overflows", "network: {shape: [4294967300, 4]}\n", 1, 19,
     "4294967300 is too large: at most 2147483647"},
    {"a number beyond all digits", "seed: 123456789012345678901234567890\n", 1, 7, "is no whole number"},
    {"a word that is none of the choice", "router:\n  arbiter: oldest\n", 2, 12,
     "'oldest' is not one of first_come, injection_first, injection_first_come, matrix, oldest_first, round_robin "
     "and through_first"},
    {"a misspelt word", "router:\n  dateline: crosing\n", 2, 13, "crossing, entry and none; did you mean crossing?"},
    {"a misspelt flow control", "router:\n  flow_control: buble\n", 2, 17, "dateline and bubble; did you mean bubble?"},
    {"yes for true", "trace:\n  enabled: yes\n", 2, 12, "'yes' is not one of false and true"},
    {"a number that is none", "workload: {algorithm: uniform, load: much}\n", 1, 38, "'much' is no number, as in 0.25"},
    {"a node of three numbers", "waves:\n  nodes: [[0, 0, 0]]\n", 2, 11, "waves.nodes[0]: a node is given as [x, y]"},
    {"one node without the list", "waves:\n  nodes: 3\n", 2, 10,
     "takes a list of nodes, as in [[0, 0], [1, 0]], or all"},
    {"an empty list", "workload:\n  sequences: []\n", 2, 14, "the list is empty"},
    {"an empty title", "title: ''\n", 1, 8, "title: the text is empty"},
    {"a bias between the steps", "pacing:\n  bias: 1.3\n", 2, 9,
     "'1.3' is no multiple of 1/8 packet; the nearest are 1.25 and 1.375"},
    {"a negative bias between the steps", "pacing:\n  bias: -0.05\n", 2, 9,
     "'-0.05' is no multiple of 1/8 packet; the nearest are -0.125 and 0"},
    {"a window wider than its register", "pacing:\n  window: 256\n", 2, 11, "pacing.window: 256: must be 0 to 255"},
    {"a window for messages that nobody exchanges", "pacing: {window: 2}\nworkload: {algorithm: uniform}\n", 1, 10,
     "pacing.window has no effect: workload.algorithm is uniform. Use workload.algorithm a2ass2d, a2at, allgather, "
     "allreduce, alltoall, alltoallv, broadcast, gather, halo, pwx, reduce, reduce_scatter, ring, scatter or schedule, "
     "or leave"},
    {"an unknown injection control", "pacing: {control: swift}\n", 1, 19,
     "'swift' is not one of delay_window, injection_limit, none, pieces and receiver_credits"},
    {"a setting of another injection control", "pacing:\n  control: pieces\n  grant: 3\n", 3, 3,
     "pacing.grant has no effect: pacing.control is pieces. Use pacing.control receiver_credits, or leave "
     "pacing.grant out"},
    {"a setting of an injection control that there is not", "pacing:\n  free_share: 3\n", 2, 3,
     "pacing.free_share has no effect: pacing.control is none. Use pacing.control injection_limit, or"},
    {"a share above the whole", "pacing: {control: injection_limit, free_share: 17}\n", 1, 48,
     "pacing.free_share: 17: must be 0 to 16"},
    {"pieces that can wait in a circle", "pacing: {control: pieces, window: 2}\n", 1, 35,
     "pacing.window: with control: pieces messages can wait in a circle"},
    {"a first window beyond the largest", "pacing: {control: delay_window, first_window: 9, largest_window: 8}\n", 1,
     47, "pacing.first_window: 9 packets: 1 to 8"},
    {"one bias where each sequence needs its own", "pacing:\n  sequence_bias: 1\n", 2, 18,
     "takes a list of numbers of packets, as in [0, 1.25], or none, not '1'"},
    {"a bias of a sequence between the steps", "pacing:\n  sequence_bias: [1, 1.3]\n", 2, 22,
     "pacing.sequence_bias[1]: '1.3' is no multiple of 1/8 packet"},
    {"a bias that the register cannot hold", "pacing:\n  bias: 4096\n", 2, 9,
     "does not fit the register: -4096 to 4095.875 packets"},
    {"a bias with a unit", "pacing:\n  bias: 1 packet\n", 2, 9, "a number of packets is given without unit"},
};

const std::vector<BrokenText> kMachines = {
    {"a torus too small",
     "network:\n  shape: [1, 300]\n",
     {{2, 11, "network.shape[0]: 1: a dimension has 2 to 256 nodes"},
      {2, 14, "network.shape[1]: 300: a dimension has 2 to 256 nodes"}}},
    {"a link that takes no time", "link:\n  switch_delay: 0 ns\n  cable_delay: 0 ns\n", 3, 16,
     "switch delay and cable delay are both 0: a link takes at least one cycle"},
    {"a clock that the bandwidth of links does not fit", "clock: 4 ns\nlink:\n  bandwidth: 3.99 GB/s\n", 3, 14,
     "3.99 GB/s, but one flit of 16 B per clock of 4000 ps is 4 GB/s: leave out `clock`"},
    {"links that are too fast for a clock", "link:\n  bandwidth: 5 TB/s\n", 2, 14, "a link moves at most 4 TB/s"},
    {"a bandwidth whose clock is too short", "link:\n  bandwidth: 5000 GB/s\n", 2, 14,
     "clock: a flit of 16 B in 3.2 ps: a cycle takes 4 ps to 1 s"},
    {"links that stand", "link:\n  bandwidth: 0 B/s\n", 2, 14, "link.bandwidth: 0 B/s: must be above 0 B/s"},
    {"a clock below an attosecond", "clock: 4.0000001 ps\n", 1, 8, "is not a whole number of as"},
    {"a clock of more than a second", "clock: 1.5 s\n", 1, 8, "is too large: at most 1 s"},
    {"a side of one node", "network:\n  shape: [4, 1]\n", 2, 14,
     "network.shape[1]: 1: a dimension has 2 to 256 nodes; a side of 1 can be left out: [4]"},
    {"a buffer that holds no packet", "router:\n  vc_buffer: 1 KiB\n", 2, 14, "1024 B cannot hold a packet of 2048 B"},
    {"a nomination where an input port moves several packets, or parts of them",
     "router:\n  input_nomination: oldest\n  switch_hold: flit\n",
     {{2, 21, "an input port nominates one packet of all its VCs: use router.input_transfers: port"},
      {2, 21, "whole packets are nominated: use router.switch_hold: packet"}}},
    {"an output that rests after flits", "router:\n  turnaround: 9 cycles\n  switch_hold: flit\n", 2, 15,
     "it is whole packets that an output rests after: use router.switch_hold: packet"},
    {"an output that rests too long", "router:\n  turnaround: 1001 cycles\n", 2, 15,
     "1001 cycles: must be at most 1000 cycles"},
    {"a clock that stands still", "clock: 0 ns\n", 1, 8, "clock: a flit of 16 B in 0 ps: a cycle takes 4 ps"},
    {"the cross check of a value that cannot be read", "clock: soon\n", 1, 8, "clock: 'soon' is no time"},
    {"a place outside the torus", "network: {shape: [4, 4]}\nwaves: {nodes: [[4, 0]]}\n", 2, 16,
     "waves.nodes: node [4, 0] is outside the network of 4x4 nodes"},
    {"a node twice in a list",
     "waves: {nodes: [[1, 0], [1, 0]]}\nrtl: {routers: [[0, 1], [2, 2], [0, 1]]}\ncycle: {nodes: [[3, 3], [3, 3]]}\n",
     {{1, 16, "waves.nodes: node [1, 0] is given twice"},
      {2, 16, "rtl.routers: node [0, 1] is given twice"},
      {3, 16, "cycle.nodes: node [3, 3] is given twice"}}},
    {"a record that ends before it begins",
     "waves: {from: 3 us, to: 2 us}\ntrace: {from: 1 us, to: 1 us}\n",
     {{1, 25, "waves.to: recording would end before it begins"}, {2, 25, "trace.to: recording would end"}}},
    {"a watchdog without patience",
     "run: {watchdog: 0 ns, sample_interval: 1 ns}\n",
     {{1, 17, "run.watchdog: must be at least 128 clocks"},
      {1, 40, "run.sample_interval: must be at least one clock"}}},
};

const std::vector<BrokenText> kWorkloads = {
    {"a load for a closed loop", "workload:\n  algorithm: ring\n  load: 0.3\n", 3, 3,
     "workload.load has no effect: workload.algorithm is ring. Use workload.algorithm bit_complement, hot_spot, "
     "neighbour, tornado, transpose or uniform, or leave"},
    {"a message size for an open loop", "workload:\n  algorithm: uniform\n  message_size: 1 KiB\n", 3, 3,
     "workload.message_size has no effect: workload.algorithm is uniform. Use workload.algorithm a2ass2d, a2at, "
     "allgather, allreduce, alltoall, alltoallv, broadcast, butterfly, gather, halo, nearest_neighbour, permutation, "
     "ping_pong, "
     "pwx, reduce, reduce_scatter, ring or scatter, or leave"},
    {"an unknown algorithm, whose keys are then not judged", "workload:\n  algorithm: a2a\n  load: 0.3\n", 2, 14,
     "did you mean a2at?"},
    {"a sequence that does not exist", "workload:\n  sequences: [1, 99]\n", 2, 14,
     "workload.sequences: 99: there are sequences 1 to"},
    {"a load beyond what NICs can offer", "workload: {algorithm: uniform, load: 4.5}\n", 1, 38,
     "workload.load: 4.5 flits"},
    {"replay without messages", "workload:\n  algorithm: replay\n", 2, 14,
     "workload.algorithm: replay needs workload.messages"},
    {"a message file that is not there", "workload: {algorithm: replay, messages: no/such.txt}\n", 1, 41,
     "cannot read 'no/such.txt': no such file"},
    {"a barrier after the sequences of an algorithm that has none",
     "workload:\n  algorithm: ping_pong\n  sequence_barrier: true\n", 3, 3,
     "workload.sequence_barrier has no effect: workload.algorithm is ping_pong. Use workload.algorithm a2ass2d, "
     "a2at, pwx or ring, or leave"},
    {"an imbalance of open-loop sources", "workload:\n  algorithm: uniform\n  imbalance: 3 us\n", 3, 3,
     "workload.imbalance has no effect: workload.algorithm is uniform. Use a workload.algorithm in which"},
    {"a bias without pacing", "pacing:\n  mode: off\n  bias: 1\n", 3, 3,
     "pacing.bias has no effect: pacing.mode is off. Use pacing.mode hops, or leave"},
    {"a bias with a fixed gap", "pacing:\n  mode: fixed\n  bias: 1\n  gap: 2\n", 3, 3,
     "pacing.bias has no effect: pacing.mode is fixed. Use pacing.mode hops, or leave"},
    {"a gap with hops", "pacing: {mode: hops, gap: 2}\n", 1, 22,
     "pacing.gap has no effect: pacing.mode is hops. Use pacing.mode fixed"},
    {"slots for an exchange without a schedule", "pacing: {mode: phase}\nworkload: {algorithm: pwx}\n", 1, 16,
     "pacing.mode: phase: pwx has no schedule of phases: use workload.algorithm a2at"},
    {"slots for two ranks of a node", "pacing: {mode: phase}\nworkload: {ranks_per_node: 2}\n", 1, 16,
     "pacing.mode: phase: a node has slots for one rank: use workload.ranks_per_node 1"},
    {"slots for ranks anywhere", "pacing: {mode: phase}\nworkload: {placement: random}\n", 1, 16,
     "pacing.mode: phase: nodes have slots by their places: use workload.placement ordered"},
    {"a margin beside barriers", "pacing: {mode: phase, margin: 1 us}\nworkload: {sequence_barrier: true}\n", 1, 23,
     "pacing.margin has no effect: workload.sequence_barrier is true. Use workload.sequence_barrier false, or leave "
     "pacing.margin out"},
    {"counters synchronised without slots", "counter: {synchronise: neighbours}\n", 1, 11,
     "counter.synchronise has no effect: pacing.mode is off. Use pacing.mode phase"},
    {"counters synchronised without barriers", "pacing: {mode: phase}\ncounter: {synchronise: neighbours}\n", 2, 11,
     "counter.synchronise has no effect: workload.sequence_barrier is false. Use workload.sequence_barrier true"},
    {"rounds of no synchronisation",
     "pacing: {mode: phase}\nworkload: {sequence_barrier: true}\ncounter: {rounds: 2}\n", 3, 11,
     "counter.rounds has no effect: counter.synchronise is none. Use counter.synchronise neighbours"},
    {"no rounds",
     "pacing: {mode: phase}\nworkload: {sequence_barrier: true}\ncounter: {synchronise: neighbours, rounds: 0}\n", 3,
     44, "0: must be 1 to 100"},
    {"slots on a mesh", "network: {shape: [3, 3], wrap: [true, false]}\npacing: {mode: phase}\n", 2, 16,
     "pacing.mode: phase: a wave of slots has to close around every ring: use a torus"},
    {"slots with two engines", "nic: {count: 2}\npacing: {mode: phase}\n", 2, 16,
     "pacing.mode: phase: each message of a sequence needs an engine of its own: use nic.count 4"},
    {"slots with y before x", "router: {dimension_order: [y, x]}\npacing: {mode: phase}\n", 2, 16,
     "pacing.mode: phase: the schedule takes dimensions in their order: leave out router.dimension_order"},
    {"a tolerance beyond a packet", "pacing: {mode: phase, tolerance: 1 us}\n", 1, 16,
     "pacing.mode: phase: no schedule stands 249 cycles of tolerance and clock error: sequence 1: no wave keeps"},
    {"counters that differ without slots", "counter: {offset: 1 us}\n", 1, 11,
     "counter.offset has no effect: pacing.mode is off. Use pacing.mode phase, or leave"},
    {"a tolerance without slots", "pacing: {tolerance: 1 us}\n", 1, 10,
     "pacing.tolerance has no effect: pacing.mode is off. Use pacing.mode phase, or leave"},
    {"a drift beyond all clocks", "pacing: {mode: phase}\ncounter: {drift: 1001}\n", 2, 18, "1001: must be 0 to 1000"},
    {"a sequence that the schedule lacks", "pacing: {mode: phase}\nworkload: {sequences: [99]}\n", 2, 23,
     "workload.sequences: 99: there are sequences 1 to"},
    {"a gap and a bias", "pacing: {gap: 2, bias: 1}\n", 1, 10,
     "pacing.gap has no effect: pacing.mode is hops by pacing.bias. Use pacing.mode fixed"},
    {"a bias for all sequences and one for each",
     "network: {shape: [3, 3]}\npacing: {bias: 1, sequence_bias: [1, 2]}\n", 2, 10,
     "pacing.bias has no effect: pacing.sequence_bias is [1, 2]. Use pacing.sequence_bias none"},
    {"a bias for each sequence without pacing",
     "network: {shape: [3, 3]}\npacing: {mode: off, sequence_bias: [1, 2]}\n", 2, 21,
     "pacing.sequence_bias has no effect: pacing.mode is off. Use pacing.mode hops, or leave"},
    {"a gap and a bias for each sequence", "network: {shape: [3, 3]}\npacing: {gap: 1, sequence_bias: [1, 2]}\n", 2, 10,
     "pacing.gap has no effect: pacing.mode is hops by pacing.sequence_bias. Use pacing.mode fixed"},
    {"biases for fewer sequences than there are",
     "network: {shape: [9, 9]}\npacing: {sequence_bias: [1, 2]}\nworkload: {sequences: [1, 2]}\n", 2, 25,
     "pacing.sequence_bias: 2 values, and the algorithm has 20 sequences on 9x9 nodes"},
    {"biases for an algorithm without sequences", "pacing: {sequence_bias: [1, 2]}\nworkload: {algorithm: barrier}\n",
     1, 10,
     "pacing.sequence_bias has no effect: workload.algorithm is barrier. Use workload.algorithm a2ass2d, a2at, pwx "
     "or ring, or leave"},
    {"a fixed gap of unknown length", "pacing:\n  mode: fixed\n", 2, 9, "pacing.mode: fixed needs pacing.gap"},
};

const std::vector<BrokenText> kParameters = {
    {"an undeclared parameter", "parameters: {size: 4}\nnetwork: {shape: [\"${siez}\", \"${size}\"]}\n", 2, 19,
     "no parameter 'siez'; did you mean size?"},
    {"no parameters at all", "nic:\n  count: ${n}\n", 2, 10, "no parameter 'n'; the scenario declares none"},
    {"an unused parameter", "parameters:\n  n: 4\n", 2, 3, "parameter 'n' is not used anywhere"},
    {"an open reference", "title: a ${n\n", 1, 8, "the } is missing"},
    {"a value from a parameter", "parameters:\n  n: 9\nnic:\n  count: ${n}\n", 2, 6,
     "nic.count: 9: must be 1 to 8 (written as ${n})"},
    {"a value with a parameter in it", "parameters:\n  n: 3\nlink:\n  cable_delay: ${n} m\n", 4, 16,
     "unknown unit 'm'"},
    {"a parameter with the name of a key", "parameters:\n  seed: 4\n", 2, 3, "'seed' is the name of a key"},
    {"a parameter with a strange name", "parameters:\n  Total-Size: 4\n", 2, 3, "'Total-Size': a parameter's name is"},
    {"a parameter given twice", "parameters:\n  n: 4\n  n: 5\ntitle: ${n}\n", 3, 3,
     "parameter 'n' is given twice; first in line 2"},
    {"a parameter that refers to another", "parameters:\n  n: 4\n  m: ${n}\ntitle: ${n} ${m}\n", 3, 6,
     "a parameter's value cannot refer to another"},
    {"a parameter that is a section", "parameters:\n  n: {a: 1}\ntitle: ${n}\n", 2, 6,
     "parameter 'n' takes a value or a list of values, not a section of keys"},
    {"parameters that are a list", "parameters: [n]\n", 1, 13, "a section of names and values, not a list"},
};

TEST_CASE("Scenario reader: what is not YAML as scenarios use it is named with its place") { check_broken(kSyntax); }
TEST_CASE("Scenario reader: keys that do not exist are named with the nearest that do") { check_broken(kKeys); }
TEST_CASE("Scenario reader: a name of an item is told with the nearest, also if it is cut short",
          "[key:classes][key:link.overrides][key:faults.outages][key:faults.breaks]") {
  check_broken(kNamesInMaps);
}
TEST_CASE("Scenario reader: values of the wrong kind are named with what would be right") { check_broken(kValues); }
TEST_CASE("Scenario reader: impossible machines are refused at the key that is at fault",
          "[key:network.shape][key:link.bandwidth][key:link.switch_delay][key:link.cable_delay]"
          "[key:router.vc_buffer][key:router.input_nomination][key:router.turnaround][key:clock][key:waves.nodes][key:"
          "waves.to][key:trace.to]"
          "[key:run.watchdog][key:run.sample_interval]") {
  check_broken(kMachines);
}
TEST_CASE("Scenario reader: contradictions and impossible workloads are refused",
          "[key:pacing.mode][key:workload.sequences][key:workload.load][key:workload.messages]") {
  check_broken(kWorkloads);
}
TEST_CASE("Scenario reader: parameters are declared once and used") { check_broken(kParameters); }

TEST_CASE("Scenario reader: all faults of a file come at once, in order of position") {
  check_faults(faults_of("seed: x\n"
                         "network: {shape: [1, 3], kint: x}\n"
                         "router:\n"
                         "  vc_buffer: 8 GB/s\n"
                         "  arbiter: best\n"
                         "pacing: {mode: off, bias: 0.1}\n"
                         "workload:\n"
                         "  algorithm: barrier\n"
                         "  sequences: [1]\n"),
               {{1, 7, "seed"},
                {2, 19, "network.shape[0]: 1: a dimension"},
                {2, 26, "unknown key 'network.kint'"},
                {4, 14, "'GB/s' is a unit of rate"},
                {5, 12, "router.arbiter"},
                {6, 21, "pacing.mode is off. Use pacing.mode hops"},
                {6, 27, "no multiple of 1/8"},
                {9, 3, "workload.algorithm is barrier. Use workload.algorithm a2ass2d, a2at, pwx or ring, or leave"}});
}

TEST_CASE("Scenario reader: a diagnostic shows file, line, column, the line and a caret") {
  const std::vector<Diagnostic> found = faults_of("title: Größe\nrouter: {\tarbter: matrix}\n");
  REQUIRE(found.size() == 1);
  CHECK(format(found[0]) ==
        "test.yaml:2:11: error: unknown key 'router.arbter'; did you mean router.arbiter?\n"
        "    router: {\tarbter: matrix}\n"
        "             \t^");
  // A character of two bytes is one column wide on the screen.
  const std::vector<Diagnostic> umlaut = faults_of("network: {größe: 3}\n");
  REQUIRE(umlaut.size() == 1);
  CHECK(umlaut[0].column == 11);
}

}  // namespace
}  // namespace tactus::test
