#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "testbench/app/results/probe_sampler.h"

namespace tactus {

/// An output of a router, and packets at the fronts of input queues that it did not take for a while.
struct Blocking {
  struct Input {
    int port = 0;
    int vc = 0;
    std::uint64_t cycles = 0;  ///< in which its front was blocked by the output
  };
  std::string router;  ///< its scope
  int port = 0;
  Cycles begin;               ///< begin of the while
  std::uint64_t length = 0;   ///< cycles of it
  std::uint64_t blocked = 0;  ///< cycles in which at least one packet was blocked
  Cycles peak;                ///< the first in which most were
  std::vector<Input> inputs;  ///< inputs that were blocked, longest first
};

/// Finds where the recorded routers block packets most, from what is recorded.
///
/// A packet is blocked in a cycle in which it has been at the front of its queue for longer than VA and SA take, and
/// its output is not granted to its input port. Such cycles are added up by output, over all packets, in windows of
/// `kWindow` cycles one after the other; the output and the window with most are the worst: the earliest, and the first
/// in the order of the probes, if there are several. Plain class.
class BlockingMeter {
 public:
  static constexpr std::uint64_t kWindow = 256;

  /// Makes a meter of routers with these ports.
  BlockingMeter(const ProbeList& probes, RouterPorts ports);

  /// Only the output counts for which this packet waits, at the front of a queue, when the probes have these values; if
  /// it is at none, all count.
  void look_at(std::uint64_t packet, const std::vector<std::uint64_t>& values);
  /// Only the output with this scope counts, if there is one. Before the first cycle.
  void look_at_output(const std::string& scope);
  /// Cycle after cycle; the first time all probes have changed.
  void add(Cycles cycle, const WaveChanges& changes);
  /// Worst while of all that was added; nothing if no packet was blocked.
  [[nodiscard]] std::optional<Blocking> worst() const;

 private:
  static constexpr int kNone = kMaxRouterPorts;
  enum class Kind : std::uint8_t { kOther, kGranted, kWants, kPacket };
  struct Role {
    Kind kind = Kind::kOther;
    std::size_t index = 0;  ///< in `outputs_` or `fronts_`
  };
  struct Front {
    std::size_t router = 0;
    int port = 0;
    int vc = 0;
    int wants = kNone;
    std::uint64_t packet = 0;
    Cycles since;
    std::array<std::uint16_t, kMaxRouterPorts> cycles{};  ///< blocked in this window, by output
  };
  struct Output {
    int granted_to = kNone;
    int waiting = 0;  ///< in this cycle
    int most = 0;     ///< in any cycle of this window
    Cycles peak;
    std::uint64_t blocked = 0;
    std::uint64_t packet_cycles = 0;
  };

  [[nodiscard]] std::size_t router_of(const std::string& scope);
  /// `value` of a probe that shows a port, or `kNone`.
  [[nodiscard]] int port_or_none(std::uint64_t value) const;
  /// Number of an output among all.
  [[nodiscard]] std::size_t output_of(std::size_t router, int port) const {
    return router * static_cast<std::size_t>(ports_.count()) + static_cast<std::size_t>(port);
  }
  void take(Cycles cycle, const WaveChange& change);
  void count(Cycles cycle, Front& front);
  void end_cycle(Cycles cycle);
  void end_window();
  [[nodiscard]] Blocking describe(std::size_t output) const;

  RouterPorts ports_;
  std::vector<std::string> routers_;  ///< scopes
  std::vector<Role> roles_;           ///< by probe
  std::vector<Front> fronts_;
  std::vector<Output> outputs_;  ///< by `output_of`
  std::optional<std::size_t> only_;
  Cycles window_;  ///< its first cycle
  std::uint64_t length_ = 0;
  std::uint64_t worst_packet_cycles_ = 0;
  std::optional<Blocking> worst_;
};

}  // namespace tactus
