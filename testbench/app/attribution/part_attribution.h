#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "hw/common/link_speeds.h"
#include "hw/common/machine_config.h"
#include "hw/link/part_observer.h"
#include "testbench/app/attribution/credit_history.h"
#include "testbench/app/attribution/latency_part.h"
#include "testbench/app/attribution/link_windows.h"
#include "testbench/app/attribution/pair_sums.h"
#include "testbench/app/attribution/transfer_log.h"

namespace tactus {

/// Splits latencies as LatencyAttribution does, for one part of a network, while its executor executes it: nobody is
/// told of packets or grants, and a grant costs what its waits are counted with. It keeps sums alone: nobody can ask it
/// about a single wait. Definitions: docs/reference/attribution.md.
///
/// Finds the pieces of a wait from the last one back, as RouterWaits finds them from the first one on. Links do not
/// repeat packets, and packets have no choice of outputs: see `possible`.
class PartAttribution final : public PartObserver {
 public:
  /// Packets of a sequence, or of none, that have come to their ends.
  struct OfAccount {
    /// When and where the first of them did, in the order in which observers are told of such.
    struct First {
      std::uint64_t cycle = 0;
      int engine = 0;           ///< the receiver's, by node and NIC
      std::uint64_t place = 0;  ///< among the packets that the part has taken

      friend bool operator<(const First& a, const First& b) {
        return std::tie(a.cycle, a.engine, a.place) < std::tie(b.cycle, b.engine, b.place);
      }
    };
    First first;
    SplitTotal<LatencySplit> sum;
  };

  /// The machine is one whose waits it finds.
  static bool possible(const MachineConfig& config);

  /// `config` and the backlog of `part` must outlive it.
  PartAttribution(const MachineConfig& config, const NetworkPart& part);

  void injected(PacketTimes& times, const PacketHeader& header, const SendWaits& waits, std::uint64_t cycle) override;
  void granted(PacketTimes& times, const PartGrant& grant) override;
  void delivered(const PacketTimes& times, const PacketHeader& header, std::uint64_t taken,
                 std::uint64_t written) override;
  [[nodiscard]] bool wants_credits() const override { return !credits_.empty(); }
  void credits_coming(const PartCredits& credits) override;

  /// After the simulation, whose last edge was `edge`. Packets that are visible in memory later have not come to their
  /// ends.
  void finish(std::uint64_t edge) { end_packets(edge); }
  [[nodiscard]] const LinkWindows& windows() const { return windows_; }
  /// Sums of all packets that have come to their ends.
  [[nodiscard]] const PairSums<LatencySplit>& sums() const { return sums_; }
  /// By account.
  [[nodiscard]] const std::vector<OfAccount>& by_account() const { return by_account_; }
  /// By node from the first one of the part on, output, and input port: as LatencyAttribution::held_by.
  [[nodiscard]] const std::vector<std::uint64_t>& held_by() const { return held_by_; }
  [[nodiscard]] int first_node() const { return part_.first; }
  /// As LatencyAttribution::fault.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  /// A packet that has been taken, until it is visible in memory.
  struct Taken {
    PacketTimes times;
    OfAccount::First end;
    int source = 0;
    int destination = 0;
  };
  /// A packet that has been granted its output, whose wait is split.
  struct Wait {
    const PartGrant& grant;
    PacketTimes& times;
    std::size_t node = 0;                          ///< number in the part
    const TransferLog::Transfer* input = nullptr;  ///< newest of its input port that began before the time looked at
    /// By VC, credits of its output that were taken later than the time looked at.
    std::array<int, kMaxVirtualChannels> taken{};
  };

  /// Answers since when the packet was in front.
  std::uint64_t split_queue(const Wait& wait);
  void split_front(Wait& wait, std::uint64_t front);
  void split_free_output(Wait& wait, std::uint64_t begin, std::uint64_t end);
  void split_free_input(const Wait& wait, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] std::uint64_t first_room(const Wait& wait, int needed, std::uint64_t begin, std::uint64_t end) const;
  /// Edges [begin, end) were waited for `output`.
  void add(const Wait& wait, LatencyPart part, std::uint64_t begin, std::uint64_t end, int output);
  void take_down(const PartGrant& grant, std::size_t node);
  /// Nobody will be granted by `node` who could have been at an earlier edge.
  [[nodiscard]] std::uint64_t needed(int node) const { return std::min(now_, part_.backlog->oldest_ready(node)); }
  void end_packets(std::uint64_t edge);
  void end_packet(const Taken& packet);
  void note_fault(const PacketHeader& header, std::uint64_t until, std::uint64_t cycle);

  [[nodiscard]] std::size_t node_number(int node) const { return static_cast<std::size_t>(node - part_.first); }
  [[nodiscard]] std::size_t output_number(std::size_t node, int port) const {
    return node * ports_ + static_cast<std::size_t>(port);
  }
  [[nodiscard]] int credits_of(int port, int flits) const { return counts_packets_ && port < directions_ ? 1 : flits; }
  static std::uint32_t& cycles(PacketTimes& times, LatencyPart part) {
    return times.cycles[static_cast<std::size_t>(part)];
  }

  const MachineConfig& config_;
  const NetworkPart part_;
  const std::size_t ports_;
  const int directions_;
  const LinkSpeeds speeds_;
  const bool fifo_;         ///< a queue is that of an input VC, not of an output too
  const bool passed_over_;  ///< a packet with credits may be passed over: input ports nominate
  const InputTransfers one_passes_;
  const std::uint64_t turnaround_;
  const bool counts_packets_;           ///< MachineConfig
  std::uint64_t longest_;               ///< edges that a transfer has taken at the most
  std::vector<TransferLog> logs_;       ///< by node
  std::vector<CreditHistory> credits_;  ///< by node and output; if a packet may be passed over, or with bubbles
  std::vector<std::uint64_t> held_by_;
  LinkWindows windows_;
  PairSums<LatencySplit> sums_;
  std::vector<OfAccount> by_account_;
  std::vector<Taken> taken_;
  std::size_t many_taken_ = 256;    ///< it is time to look for those that are visible in memory
  std::uint64_t taken_so_far_ = 0;  ///< packets
  std::uint64_t now_ = 0;           ///< edge of the last grant
  std::string fault_;
};

}  // namespace tactus
