#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/flow/due_times.h"
#include "tlm_models/flow/flow_observer.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"
#include "tlm_models/flow/timed_batches.h"

namespace tactus {

/// Times of the flow model besides bandwidth.
struct FlowTiming {
  Picoseconds resolution;           ///< shortest step of time (mfs, "Resolu"); 0: every end of a message is a step
  Picoseconds latency_per_hop;      ///< added between a message's last byte leaving and its arrival
  Picoseconds latency_per_message;  ///< added once, between a message's last byte leaving and its arrival
};

struct FlowMessage {
  Endpoint source;
  Endpoint destination;                   ///< at another node than the source
  double bytes = 0;                       ///< as they load the links, headers included; not negative
  double limit = FlowSolver::kUnlimited;  ///< bytes per picosecond that the sender puts out at most (pacing)
  std::uint64_t user = 0;                 ///< the caller's own mark
};

/// Event of a message: first it has left its source, then it has arrived.
struct FlowEvent {
  enum class Kind : std::uint8_t { kLeft, kArrived };
  Kind kind = Kind::kLeft;
  std::uint64_t user = 0;
};

/// Messages under way, each a flow at the rate that the solver gives it. Time is whole picoseconds; messages that end
/// in the same picosecond end together. With a resolution, messages end at least that far apart: one that would end
/// earlier after the last end, or after the first start in an idle network, waits until then. A message without bytes
/// leaves as soon as it is started. Reference: docs/reference/flow_network.md.
class FlowNetwork {
 public:
  /// `topology` and `solver` must outlive the network; nobody else uses the solver.
  FlowNetwork(const FlowTopology& topology, FlowSolver& solver, FlowTiming timing);

  /// Tells `observer`, which must outlive the network, what flows do. To be called before the first message starts.
  void observe(FlowObserver* observer) { observer_ = observer; }
  [[nodiscard]] const FlowTopology& topology() const { return topology_; }

  [[nodiscard]] Picoseconds now() const { return now_; }
  /// Starts `message` at `now()`.
  void start(const FlowMessage& message);
  /// No message is under way.
  [[nodiscard]] bool idle() const { return active_ == 0 && departed_.empty() && arrivals_.empty(); }
  /// When the next event is, if no message is started before; Picoseconds::max() if there is none.
  [[nodiscard]] Picoseconds next_event();
  /// Goes on to `time`, not beyond `next_event()`, and appends what happens then, in the order in which messages were
  /// started.
  void advance_to(Picoseconds time, std::vector<FlowEvent>& events);

  /// Bytes that have passed `link` so far. The first question after a change costs a look at all links and messages.
  [[nodiscard]] double bytes_through(LinkId link) const;

 private:
  /// A message on its way, without what only its flow needs.
  struct Parcel {
    std::uint64_t sequence = 0;  ///< number of its start
    std::uint64_t user = 0;
    Picoseconds latency;
  };
  struct Flow {
    double remaining = 0;  ///< bytes at `since`
    double rate = 0;       ///< bytes per picosecond from then on
    Picoseconds since;
    Parcel parcel;
    Endpoint source;
    Endpoint destination;
  };
  struct Arrival {
    std::uint64_t sequence = 0;
    std::uint64_t user = 0;
  };
  struct Happening {
    std::uint64_t sequence = 0;
    FlowEvent event;
  };
  static Picoseconds due(const Flow& flow);

  [[nodiscard]] Flow& flow_of(FlowId id) { return flows_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] FlowId take_number();
  [[nodiscard]] Picoseconds latency(const FlowMessage& message);
  void find_rates();
  void tell_shares();
  /// When flows end next.
  [[nodiscard]] Picoseconds step_end();
  void end_flows();
  void leave(const Parcel& parcel);
  void take_arrivals();
  void report(std::vector<FlowEvent>& events);
  void add_to_ledger(const std::vector<LinkRun>& route, double bytes, std::vector<double>& steps) const;
  void sum_bytes() const;

  const FlowTopology& topology_;
  FlowSolver& solver_;
  FlowTiming timing_;
  FlowObserver* observer_ = nullptr;
  Picoseconds now_;
  Picoseconds step_begin_;
  std::uint64_t started_ = 0;

  std::vector<Flow> flows_;  ///< by number
  std::vector<FlowId> free_;
  std::size_t active_ = 0;
  bool rates_hold_ = true;  ///< no flow has come or gone since they were found
  DueTimes due_;
  std::vector<FlowId> ended_;

  std::vector<Parcel> departed_;  ///< messages without bytes that were started now
  TimedBatches<Arrival> arrivals_;
  std::vector<Arrival> arrived_;  ///< room to work in
  std::vector<Happening> happened_;

  std::vector<LinkRun> route_;
  std::vector<FlowId> reconsidered_;  ///< room to work in
  /// Bytes of all messages started, as differences between each link and the one before: a run is two entries.
  std::vector<double> ledger_;
  mutable std::vector<double> bytes_;  ///< by link, as of the last question
  mutable bool bytes_hold_ = false;
};

}  // namespace tactus
