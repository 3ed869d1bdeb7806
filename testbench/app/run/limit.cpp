#include "testbench/app/run/limit.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/app/run/machine_kind.h"

namespace tactus {
namespace {

constexpr double kLeastShare = 0.5;

/// The resource that was busy for the longest time; of equal ones the first.
class Busiest {
 public:
  explicit Busiest(Picoseconds end) : end_(static_cast<double>(end.count())) {}

  template <class Name>
  void take(double picoseconds, const Name& name) {
    const double share = picoseconds / end_;
    if (share <= share_) return;
    share_ = share;
    name_ = name();
  }
  [[nodiscard]] double share() const { return share_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  double end_;
  double share_ = 0;
  std::string name_;
};

double picoseconds(std::uint64_t bytes, BytesPerSecond rate) {
  return static_cast<double>(bytes) * 1e12 / static_cast<double>(rate.count());
}

std::string node_name(const Scenario& scenario, int node) {
  const NetworkShape& network = scenario.machine.network;
  if (network.is_graph()) return network.text(network.coordinate(node));
  const NetworkShape nodes = scenario.nodes();
  return "node " + nodes.text(nodes.coordinate(node));
}

void take_engines(const Scenario& scenario, const EngineLoads& loads, Busiest& busiest) {
  const int nics = scenario.machine.nics();
  const BytesPerSecond rate = scenario.machine.dma_rate();
  for (std::size_t i = 0; i < loads.all().size(); ++i) {
    const EngineLoads::Load& load = loads.all()[i];
    busiest.take(picoseconds(std::max(load.bytes_sent, load.bytes_received), rate), [&] {
      const int number = static_cast<int>(i);
      return fmt::format("DMA engine {} of {}", number % nics, node_name(scenario, number / nics));
    });
  }
}

void take_software(const Execution& execution, Busiest& busiest) {
  for (const RankView* rank : execution.ranks()) {
    busiest.take(static_cast<double>(rank->worked().count()),
                 [&] { return fmt::format("software of rank {}", rank->rank()); });
  }
}

/// Of the busiest link, or of the busiest port of a NIC.
double network_share(const Scenario& scenario, const Execution& execution, const EngineLoads& loads, Picoseconds end) {
  Busiest ports(end);
  for (const EngineLoads::Load& load : loads.all()) {
    const std::uint64_t flits = std::max(load.flits_sent, load.flits_received);
    ports.take(static_cast<double>(flits) * scenario.machine.clock.picoseconds(), [] { return std::string(); });
  }
  return std::max(ports.share(), execution.busiest_link(end));
}

void take_parts(const Scenario& scenario, const Execution& execution, Busiest& busiest) {
  for (const BusyPart& part : execution.busy_parts()) {
    busiest.take(static_cast<double>(part.busy.count()), [&] {
      return part.kind == BusyPart::Kind::kMemory ? "memory of " + node_name(scenario, part.number)
                                                  : fmt::format("copies of rank {}", part.number);
    });
  }
}

}  // namespace

std::optional<LimitSummary> find_limit(const Scenario& scenario, const Execution& execution, const EngineLoads& loads,
                                       Picoseconds end) {
  if (end == Picoseconds{0} || !machine_kind(scenario).has_network) return std::nullopt;
  Busiest busiest(end);
  take_parts(scenario, execution, busiest);
  take_engines(scenario, loads, busiest);
  take_software(execution, busiest);
  const double network = network_share(scenario, execution, loads, end);
  if (busiest.share() < kLeastShare || busiest.share() <= network) return std::nullopt;
  return LimitSummary{busiest.name(), std::min(1.0, busiest.share()), network};
}

}  // namespace tactus
