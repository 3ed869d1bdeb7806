#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/probe.h"
#include "hw/node/numa_config.h"
#include "testbench/app/results/window_times.h"

namespace tactus {

/// Opens a waveform of a network of NUMA nodes at the resource of a node that limited the run, or, if none did, where
/// another focus opens it.
///
/// A resource limited the run if NICs of its node waited for it for at least half of the recorded time, and for longer
/// than any recorded port of a router carried flits: the rule by which a result names its limit (find_limit). The view
/// shows the window of 256 cycles in which they waited most. If the waveform is about a packet that is blocked, it
/// opens where that packet is.
class NumaFocus final : public WaveFocus {
 public:
  static constexpr std::uint64_t kWindow = 256;

  /// `probes` must outlive it; `node` is what each node is like, `network` the other focus.
  NumaFocus(const ProbeList& probes, const MachineConfig& machine, NumaNodeConfig node,
            std::unique_ptr<WaveFocus> network);

  void add(Cycles cycle, const WaveChanges& changes) override;
  void look_at(std::uint64_t packet, const std::vector<std::uint64_t>& values) override;
  void look_at_output(const std::string& scope) override;
  void finish(Cycles end) override;
  [[nodiscard]] std::optional<WaveHighlight> highlight() const override;

 private:
  enum class Kind : std::uint8_t { kOther, kWaits, kCarries };
  struct Role {
    Kind kind = Kind::kOther;
    std::size_t index = 0;  ///< in `waits_` or `ports_`
  };
  /// A NIC whose data waits for resources of its node, in one direction.
  struct Wait {
    std::size_t probe = 0;
    std::size_t first = 0;  ///< state of `times_` for value 0; the other values follow
    std::uint64_t value = 0;
    Cycles since;
    std::vector<std::uint64_t> cycles;  ///< by value
  };
  /// A port of a router on which flits are or are not.
  struct Port {
    double cycles_per_flit = 1;  ///< on the wire
    bool carries = false;
    Cycles since;
    std::uint64_t cycles = 0;
  };
  struct Limit {
    std::size_t state = 0;
    double share = 0;  ///< part of the recorded time
  };

  void add_wait(std::size_t probe);
  void add_port(std::size_t probe, const MachineConfig& machine);
  void take(Cycles cycle, const WaveChange& change);
  [[nodiscard]] Limit limit() const;
  [[nodiscard]] double busiest_port() const;
  [[nodiscard]] WaveGroup group(const Limit& limit) const;

  const ProbeList& probes_;
  NumaNodeConfig node_;
  std::unique_ptr<WaveFocus> network_;
  std::vector<Role> roles_;  ///< by probe
  std::vector<Wait> waits_;
  std::vector<Port> ports_;
  std::vector<std::size_t> waiting_;  ///< so many wait, by state
  std::optional<WindowTimes> times_;  ///< in which somebody waits, by state
  bool is_about_packet_ = false;
};

}  // namespace tactus
