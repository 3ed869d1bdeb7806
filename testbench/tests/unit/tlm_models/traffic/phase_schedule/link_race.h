#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <random>
#include <vector>

#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

namespace tactus {

/// Simulates packets on links, event by event: each starts at its phase, asks for its next link `hop` cycles after its
/// start on the last one, and holds a link for `packet` cycles. Where several ask for a link that is free, the one that
/// the schedule has last wins: no arbiter does more harm. It knows phases and periods, and nothing of slots or waits.
class LinkRace {
 public:
  LinkRace(const PhaseNetwork& network, unsigned seed) : network_(network), dice_(seed), links_(links()) {}

  /// Adds the packets of a group that begins at `begin`. Each is late by up to `lateness` cycles, and with the
  /// probability of `missing` percent a message does not go at all.
  void add(const PhaseGroup& group, std::int64_t begin, std::int64_t lateness, int missing);
  void run();

  /// Times when a link that became free was asked for by more than one packet.
  [[nodiscard]] int contests() const { return contests_; }
  /// Packets that passed one before them in the schedule.
  [[nodiscard]] int disorder() const { return disorder_; }
  /// Most cycles by which a packet started on a link after its time in the schedule.
  [[nodiscard]] std::int64_t latest() const { return latest_; }
  [[nodiscard]] int packets() const { return static_cast<int>(packets_.size()); }

 private:
  struct Packet {
    std::vector<std::size_t> way;         ///< numbers of links
    std::vector<std::int64_t> scheduled;  ///< start on each
    std::size_t at = 0;
  };
  struct Link {
    std::int64_t free = 0;
    std::int64_t last = -1;  ///< scheduled start of the last packet
    std::vector<std::size_t> asking;
  };
  /// Packets ask before links choose, in the same cycle.
  struct Event {
    std::int64_t time;
    bool chooses;
    std::size_t number;  ///< of the link that chooses or the packet that asks
    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : chooses && !other.chooses;
    }
  };

  [[nodiscard]] std::size_t links() const {
    return static_cast<std::size_t>(network_.shape.nodes() * network_.shape.directions());
  }
  void choose(std::int64_t now, Link& link);

  const PhaseNetwork& network_;
  std::mt19937 dice_;
  std::vector<Link> links_;
  std::vector<Packet> packets_;
  std::priority_queue<Event> events_;
  int contests_ = 0;
  int disorder_ = 0;
  std::int64_t latest_ = 0;
};

}  // namespace tactus
