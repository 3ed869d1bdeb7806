#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/machine_config.h"
#include "hw/common/network_shape.h"
#include "hw/common/policy.h"
#include "hw/common/policy_key.h"
#include "hw/common/units.h"

namespace tactus {

class Schedule;
struct PhasedSequences;
struct AlgorithmPolicy;
struct JobConfig;
/// Work of ranks, nodes or processes: programs of ranks, open loops, and programs of the processes of a node alone. See
/// docs/reference/algorithms.md and open_loop.md.
struct AlgorithmKind {
  static constexpr char kName[] = "algorithm";
  using Policy = AlgorithmPolicy;
};
using AlgorithmName = PolicyName<AlgorithmKind>;
/// Whether every node creates messages at a rate, whatever the network does. False if there is no such algorithm.
bool is_open_loop(const AlgorithmName& algorithm);

struct PlacementPolicy;
/// Rules that say which processor a rank runs on.
struct PlacementKind {
  static constexpr char kName[] = "placement";
  using Policy = PlacementPolicy;
};
using PlacementName = PolicyName<PlacementKind>;

/// One line of a message file. Syntax: docs/reference/message_file.md.
struct ReplayMessage {
  int source = 0;       ///< rank
  int destination = 0;  ///< rank
  int order = 0;        ///< position among the source's messages, from 0; equal orders are sent together
  Bytes bytes;
  Cycles delay;                       ///< computing time before this message is sent
  std::vector<std::size_t> wait_for;  ///< messages (indices into the list) that the source must have received before
  std::uint32_t line = 0;             ///< in the file, from 1; 0: there is none
  std::optional<std::uint8_t> message_class{};  ///< number of the class of its packets, unless the program's
};

/// How messages between ranks of one node are moved: by copies in memory, one at a time for each sending rank. Ranks do
/// not share anything else.
struct CopyConfig {
  /// Half of what memory moves each way: every byte of a copy is read and written.
  BytesPerSecond rate{8'000'000'000};
  /// From a send to the copy's first byte: about what a cache line takes from one core to another.
  Picoseconds latency{100'000};
};

inline constexpr int kMostRanksPerNode = 64;

/// Work of the processors.
struct WorkloadConfig {
  static constexpr Picoseconds kCallOverhead{200'000};  ///< nsim, Table 1

  PolicyName<AlgorithmKind> algorithm = "a2at";
  Cycles call_overhead{50};   ///< time of every MPI call; kCallOverhead at the default clock
  Cycles return_overhead{0};  ///< time at the end of every MPI call: of a wait, when it is over

  std::string message_class;      ///< name of the class of its messages; empty: that of the first one
  std::uint8_t class_number = 0;  ///< number of that class in the machine

  // Closed loop.
  Bytes message_size{16'384};
  int ranks_per_node = 1;  ///< 1..kMostRanksPerNode
  CopyConfig copy;
  PolicyName<PlacementKind> placement = "ordered";
  /// a2at, pwx, ring, a2ass2d: run only these sequences, numbered from 1, in this order; empty for all
  std::vector<int> sequences;
  /// a2at, pwx, ring, a2ass2d: PACE_BIAS during each sequence, by its number from 1 whichever are run; empty: it never
  /// changes.
  std::vector<PacketEighths> sequence_bias;
  /// a2at: its sequences and their slots, with a pacer mode of phases; null: none has slots.
  std::shared_ptr<const PhasedSequences> phased;
  bool sequence_barrier = false;  ///< a2at, pwx, ring, a2ass2d: a dissemination barrier after each sequence
  /// a2at, pwx, ring, a2ass2d, nearest_neighbour, permutation: a step ends when its messages have been received, not
  /// already when its own have left
  bool wait_receives = true;
  Cycles imbalance;                     ///< each rank's program begins a random time late, of at most so much
  int repetitions = 1;                  ///< all that have no sequences to choose from, except replay: how many times
  Cycles combine_time;                  ///< butterfly: of combining two messages
  int middle_rounds = 0;                ///< butterfly: redundant rounds after the first `middle_position`
  int final_rounds = 0;                 ///< butterfly: redundant rounds after all others
  int middle_position = 0;              ///< butterfly: 0 for half of the rounds without redundant ones, rounded down
  Coordinate ping_pong_peer{1, 0};      ///< ping-pong: node of the partner of rank 0
  std::vector<ReplayMessage> messages;  ///< replay
  std::shared_ptr<const Schedule> schedule;  ///< schedule: its messages are matched
  bool exchanges = false;                    ///< schedule, collectives: sends are paired, for PacingConfig::window
  std::vector<int> idle_nodes;               ///< MachineConfig::idle_nodes: their ranks have nothing to do
  Clock clock{Picoseconds{4000}};    ///< schedule, collectives: that of the machine, in whose cycles computing takes
  std::string method = "automatic";  ///< collectives: name of a method, or that
  Bytes chunk{0};                    ///< collectives: largest message, larger ones are cut; 0: any
  BytesPerSecond combine_rate{0};    ///< collectives: at which received data is combined; 0: in no time
  Numbers numbers;                   ///< values of keys that only the algorithm knows
  std::vector<JobConfig> jobs;       ///< jobs: the programs that run side by side

  // Open loop.
  double load = 0.1;            ///< offered flits per node and cycle, headers included
  int engines = 0;              ///< NICs of each node that send, from NIC 0 on; 0: all of them
  Bytes packet_size{2048};      ///< one packet per message, header included
  Coordinate hot_spot;          ///< hot_spot: the node that is sent more
  double hot_spot_share = 0.1;  ///< hot_spot: share of the messages that go there
  Cycles warmup{10'000};        ///< messages created before this are not measured
  Cycles measure{50'000};       ///< messages created in the next so many cycles are
  Cycles drain{200'000};        ///< at most so long for the measured ones to arrive
};

/// One of several programs that run side by side, each on processors of its own. See docs/reference/jobs.md.
struct JobConfig {
  std::string name;
  WorkloadConfig program;  ///< its `ranks_per_node` is not looked at
  std::vector<int> nodes;  ///< by number; rank 0 runs on the first of them. Empty: any
  int ranks_per_node = 0;  ///< with `nodes`: processors of each of them; 0: all
  int ranks = 0;           ///< without `nodes`: number of free processors that it has; 0: all that are free
  Cycles start;            ///< its programs begin so long after the beginning of the run
  bool enabled = true;     ///< it runs; otherwise its processors are kept and do nothing
};

/// Largest message that one descriptor can send: 2^32 - 1 bytes and 2^20 packets.
Bytes max_message(const MachineConfig& machine);

/// Flits of a packet of `size` bytes, header included.
constexpr int packet_flits(Bytes size) { return static_cast<int>(ceil_div(size.count(), kFlitBytes.count())); }

/// NICs that send in an open loop, of a node that has `nics`.
constexpr int sending_engines(const WorkloadConfig& workload, int nics) {
  return workload.engines == 0 ? nics : workload.engines;
}

/// Everything about `pacing` that contradicts `workload`, which is without faults on `machine`.
std::vector<ConfigFault> validate(const PacingConfig& pacing, const WorkloadConfig& workload,
                                  const MachineConfig& machine);

/// Everything about `workload` that `machine`, itself free of faults, cannot execute; "messages[<index>]" for
/// one message of a replayed list.
std::vector<ConfigFault> validate(const WorkloadConfig& workload, const MachineConfig& machine);

}  // namespace tactus
