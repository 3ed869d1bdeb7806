#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Times of the flow model besides bandwidth.
struct FlowTiming {
  Picoseconds resolution;           ///< shortest step of time (mfs, "Resolu"); 0: every end of a message is a step
  Picoseconds latency_per_hop;      ///< added between a message's last byte leaving and its arrival
  Picoseconds latency_per_message;  ///< the same, once
};

struct FlowMessage {
  Endpoint source;
  Endpoint destination;
  double bytes = 0;                       ///< as they load the links, headers included
  double limit = FlowSolver::kUnlimited;  ///< bytes per picosecond that the sender puts out at most (pacing)
  std::uint64_t user = 0;                 ///< the caller's own mark
};

/// What happened to a message: first it has left its source, then it has arrived.
struct FlowEvent {
  enum class Kind : std::uint8_t { kLeft, kArrived };
  Kind kind = Kind::kLeft;
  std::uint64_t user = 0;
};

/// Messages under way, each a flow at the rate that the solver gives it. Time is whole picoseconds; messages that end
/// in the same picosecond end together.
class FlowNetwork {
 public:
  /// `topology` and `solver` must outlive the network; nobody else uses the solver.
  FlowNetwork(const FlowTopology& topology, FlowSolver& solver, const FlowTiming& timing);

  [[nodiscard]] Picoseconds now() const { return now_; }
  /// Starts `message` at `now()`.
  void start(const FlowMessage& message);
  /// No message is under way.
  [[nodiscard]] bool idle() const;
  /// When the next event is, if no message is started before; Picoseconds::max() if there is none.
  [[nodiscard]] Picoseconds next_event();
  /// Goes on to `time`, not beyond `next_event()`, and appends what happens then, in the order in which messages were
  /// started.
  void advance_to(Picoseconds time, std::vector<FlowEvent>& events);

  /// Bytes that have passed `link` so far.
  [[nodiscard]] double bytes_through(LinkId link) const;

 private:
  Picoseconds now_;
};

}  // namespace tactus
