#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "hw/common/node_counter.h"
#include "tlm_models/traffic/synchronisation/two_way_transfer.h"

namespace tactus {

/// Contents of the replies with time stamps, which the network does not look at, and the errors of the counters that
/// ranks have from them. All ranks share it; each writes its own entries only.
class CounterSynchronisation {
 public:
  /// Times at which a server has received a request and sends its reply, by the common counter.
  struct Reply {
    FineCount arrived = 0;
    FineCount answered = 0;
  };
  /// True errors of a rank's counter against that of rank 0, which no software knows.
  struct Error {
    FineCount first = 0;       ///< at the begin of its first sequence
    FineCount largest = 0;     ///< largest magnitude at the begin of any of its sequences
    std::uint64_t begins = 0;  ///< sequences that it has begun
  };

  /// `reference`: counter of rank 0. `most_drift`: parts per million by which a counter is fast or slow.
  CounterSynchronisation(int ranks, NodeCounter reference, int most_drift)
      : reference_(reference),
        most_drift_(most_drift),
        replies_(static_cast<std::size_t>(ranks)),
        errors_(static_cast<std::size_t>(ranks)) {}

  [[nodiscard]] int most_drift() const { return most_drift_; }
  /// The reply to `client`, which has one request under way.
  void put(int client, Reply reply) { replies_[static_cast<std::size_t>(client)] = reply; }
  [[nodiscard]] Reply get(int client) const { return replies_[static_cast<std::size_t>(client)]; }

  /// `rank` begins a sequence at the edge `now`, where its common counter shows `common`.
  void began(int rank, FineCount common, Cycles now) {
    Error& error = errors_[static_cast<std::size_t>(rank)];
    const FineCount off = common - reference_.at(now) * kFineCycle;
    if (error.begins++ == 0) error.first = off;
    error.largest = std::max(error.largest, std::abs(off));
  }
  /// Errors by rank.
  [[nodiscard]] const std::vector<Error>& errors() const { return errors_; }

 private:
  NodeCounter reference_;
  int most_drift_;
  std::vector<Reply> replies_;
  std::vector<Error> errors_;
};

}  // namespace tactus
