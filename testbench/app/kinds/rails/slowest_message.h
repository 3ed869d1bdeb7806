#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/wheel_watcher.h"
#include "tlm_models/node/rdma/rails_experiment.h"
#include "tlm_models/node/rdma/rails_waves.h"

namespace tactus {

/// Finds the message that is under way longest, from the call that sends it until its receiver has taken it, and what
/// its rails wait for meanwhile. Of several the first.
class SlowestMessage final : public WheelWatcher {
 public:
  /// Before the first run of `experiment`, which must outlive it.
  explicit SlowestMessage(RailsExperiment& experiment);

  [[nodiscard]] std::uint64_t number() const { return slowest_.number; }
  /// From its begin to its end; 0: there was no message.
  [[nodiscard]] Picoseconds time() const { return slowest_.end - slowest_.begin; }
  /// First grain in which a rail waits for the resource that the rails wait for longest; begin of the message if there
  /// is none.
  [[nodiscard]] Picoseconds event() const;
  /// "message 5, the slowest, 67.270 us, waits longest for rail 0, receiver, memory 1: request queue".
  [[nodiscard]] std::string what() const;

  void before(Picoseconds next) override;
  void after(Picoseconds now) override { look(now); }
  void touched() override { touched_ = true; }

 private:
  /// Time that a rail has waited for something.
  struct Wait {
    Picoseconds first;
    Picoseconds all;
  };
  using Waits = std::map<std::pair<std::size_t, std::uint64_t>, Wait>;  ///< by rail and value of its `limit`
  struct Message {
    std::uint64_t number = 0;
    Picoseconds begin;
    Picoseconds end;
    Waits waits{};
  };

  void look(Picoseconds grain);
  [[nodiscard]] Waits::const_iterator longest() const;

  RailsWaves waves_;
  std::vector<Probe> limits_;    ///< by rail
  std::vector<Probe> messages_;  ///< numbers of messages that processes send and receive
  std::vector<std::uint64_t> limit_;
  std::map<std::uint64_t, Message> under_way_;
  Message slowest_;
  Picoseconds now_;
  bool touched_ = false;
};

}  // namespace tactus
