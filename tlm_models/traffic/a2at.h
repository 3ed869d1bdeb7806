#pragma once

#include <array>
#include <vector>

#include "tlm_models/traffic/all_to_all.h"

namespace tactus {

/// All-to-all on an n x n torus in which every rank uses its four NICs in every sequence and which, for odd n, loads
/// all links alike (nsim, section 3). With m ranks on each node every sequence is run m times: in the one of shift q,
/// place p sends to place p + q (modulo m) of each peer. Shifts within the node follow. Sequences:
/// docs/reference/algorithms.md.
class A2at final : public AllToAll {
 public:
  A2at(const WorkloadConfig& config, const RankShape& shape);

  /// Number of its sequences.
  static int sequence_count(const RankShape& shape);

 protected:
  [[nodiscard]] int messages_in(int sequence) const override;
  [[nodiscard]] Exchange exchange_in(int sequence, int nic, int rank) const override;

 private:
  struct Sequence {
    int phase = 0;
    int messages = 0;
    std::array<Coordinate, kNicPorts> offsets;  ///< of the destination, by NIC; each entry in -n/2 .. n/2
    int shift = 0;                              ///< of places
  };

  /// With one rank on each node.
  static std::vector<Sequence> plan(int n);
  static std::vector<Sequence> plan(const RankShape& shape);
  static std::vector<SequenceInfo> describe(const std::vector<Sequence>& plan, const RankShape& shape);
  A2at(const WorkloadConfig& config, const RankShape& shape, std::vector<Sequence> plan);

  std::vector<Sequence> plan_;  ///< all sequences, whichever are run
};

}  // namespace tactus
