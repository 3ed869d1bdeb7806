#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/results/probe_sampler.h"

namespace tactus {

/// The event around which `--waves-around` records. Reference: docs/reference/waves.md.
struct WavesAround {
  enum class Event : std::uint8_t {
    kCycle,      ///< `cycle` begins
    kTime,       ///< the cycle that contains `time`
    kStall,      ///< a packet has been at the front of its queue for `time`, in a recorded router
    kLatency,    ///< a packet is under way for more than `time`
    kViolation,  ///< the model finds a violation
    kPacket,     ///< packet `number` is injected
    kSlowest,    ///< the slowest packet of the run begins its longest wait
    kOperation,  ///< operation `number` of `rank` of `job` or, if there is one, that of `label`
    kLine,       ///< the operation of line `number`, in the file of `job`
  };
  Event event = Event::kCycle;
  std::string text;  ///< as it was given: "latency>20us"
  Cycles cycle;
  std::optional<std::uint64_t> packet;  ///< that is injected somewhere, or the cycle is of no use
  std::string output{};                 ///< scope of the output that it is about: "torus.node_1_0.router.plus_x"
  std::string job;                      ///< empty: the only one, or the machine
  std::uint64_t rank = 0;
  std::uint64_t number = 0;
  std::string label;
  Picoseconds time{1'000'000};
  Picoseconds before{2'000'000};    ///< recorded before the event
  Picoseconds after{1'000'000};     ///< time from the event's cycle on, that cycle at least
  Bytes memory{256 * 1024 * 1024};  ///< that changes before the event may take

  /// Cycle and node have to be looked up, and the event becomes a `kCycle` before the run.
  [[nodiscard]] bool is_looked_up() const {
    return event == Event::kPacket || event == Event::kSlowest || event == Event::kOperation || event == Event::kLine;
  }
  /// When it is, is known before the run.
  [[nodiscard]] bool known() const { return event == Event::kCycle || event == Event::kTime || is_looked_up(); }
};

/// Event that waves are recorded around.
struct WaveEvent {
  Cycles cycle;
  std::string what;          ///< "packet 4711 from (0,0) to (3,1) is under way for more than 20 us"
  std::uint64_t packet = 0;  ///< that it is about; 0: none
};

/// Finds the event of a run that waves are recorded around. The base class finds none.
class WaveTrigger {
 public:
  virtual ~WaveTrigger() = default;
  /// Gets the probes that are recorded; before the first look.
  virtual void attach(const ProbeList& /*probes*/) {}
  /// After every cycle, with what has changed in it, until there is an event.
  virtual std::optional<WaveEvent> look(Cycles /*cycle*/, const WaveChanges& /*changes*/) { return std::nullopt; }
  /// After the run: whether an event whose cycle was known before has happened.
  [[nodiscard]] virtual bool happened() const { return true; }
};

/// The packet of a number has been injected.
class PacketTrigger final : public WaveTrigger, public PacketObserver {
 public:
  PacketTrigger(const MachineConfig& config, std::uint64_t number)
      : torus_(config.network), nics_(config.nics()), number_(number) {}
  [[nodiscard]] bool happened() const override { return injected_; }

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_grants() const override { return false; }

 private:
  NetworkShape torus_;
  int nics_;
  std::uint64_t number_;
  bool injected_ = false;
};

/// A packet has been at the front of its queue for a time, in a recorded router: `front_packet` has stood for so long.
/// Of several the one whose probe comes first.
class StallTrigger final : public WaveTrigger {
 public:
  StallTrigger(Picoseconds wait, Clock clock);
  void attach(const ProbeList& probes) override;
  std::optional<WaveEvent> look(Cycles cycle, const WaveChanges& changes) override;

 private:
  struct Front {
    std::string scope;  ///< scope of its buffer
    std::uint64_t packet = 0;
  };
  struct Arrival {
    Cycles cycle;
    std::uint32_t probe = 0;
    std::uint64_t packet = 0;
  };

  Picoseconds wait_;
  Cycles limit_;
  std::vector<std::optional<Front>> fronts_;  ///< by probe; nothing for those that are no front
  std::deque<Arrival> arrivals_;              ///< at fronts, not yet older than the limit
};

/// A packet is under way for more than a time: it has been injected, and the receiving NIC has not taken its tail. Of
/// several the one with the lowest number. Control packets do not count.
class LatencyTrigger final : public WaveTrigger, public PacketObserver {
 public:
  LatencyTrigger(const MachineConfig& config, Picoseconds latency);
  std::optional<WaveEvent> look(Cycles cycle, const WaveChanges& changes) override;

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_grants() const override { return false; }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

 private:
  struct Packet {
    Cycles injected;
    std::uint64_t number = 0;
    Coordinate source;
    Coordinate destination;
  };

  [[nodiscard]] WaveEvent event(Cycles cycle, const Packet& packet) const;

  NetworkShape torus_;
  int nics_;  ///< NICs of each node
  Picoseconds latency_;
  Cycles limit_;                 ///< that is not yet too long
  std::deque<Packet> injected_;  ///< in the order of cycles; some have arrived
  std::unordered_set<std::uint64_t> in_flight_;
  std::vector<Packet> late_;  ///< have arrived too late since the last look
  bool found_ = false;
};

}  // namespace tactus
