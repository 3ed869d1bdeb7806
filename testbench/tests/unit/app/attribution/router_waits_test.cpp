#include "testbench/app/attribution/router_waits.h"
#include "testbench/parts/random_links.h"

#include <fmt/core.h>

#include <map>
#include <utility>

#include "testbench/parts/random_neighbours.h"
#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"
#include "testbench/tests/unit/hw/router/naive_router.h"

namespace tactus {
namespace {

constexpr int kBusyCycles = 5000;

/// Every third is of two dimensions with four NICs; the others have all numbers of both, rings and rows.
void choose_network(int i, MachineConfig& config) {
  config.network = {4 + i % 3, 3 + i % 2};
  if (i % 3 == 0) return;
  config.network.sizes = {};
  for (int d = 0; d <= i / 3 % 4; ++d) {
    config.network.sizes.push_back(3 + (i + d) % 3);
    config.network.wrap.push_back((i / 2 + d) % 3 != 0);
  }
  config.nic.count = 1 + i / 2 % 8;
}

constexpr int kWithoutChoice = 60;
constexpr int kMachines = 75;

/// A router with all its links.
Coordinate place_in(const NetworkShape& network) {
  Coordinate here;
  for (int d = 0; d < network.dimensions(); ++d) here.set(d, 1);
  return here;
}

/// Every input queue, input limit and nomination, with and without rest; the other parameters are spread over them.
/// Then routers whose packets have a choice.
MachineConfig machine(int i) {
  MachineConfig config;
  choose_network(i, config);
  config.router.arbiter = test::policy_at<ArbiterKind>(i);
  config.router.input_queue = static_cast<InputQueueKind>(i % 2);
  config.router.input_transfers = static_cast<InputTransfers>(i / 2 % 3);
  if (i % 3 == 1) {
    config.router.input_transfers = InputTransfers::kPort;
    config.router.input_nomination = "oldest";
  }
  config.router.virtual_channels = 1 + i % 4;
  config.router.dateline = test::policy_at<DatelineKind>(i / 2);
  if (i % 5 < 2) config.router.turnaround = Cycles{static_cast<std::uint64_t>(i % 4 + 1)};
  const std::array<std::uint64_t, 4> slots = {6, 12, 20, config.router.virtual_channels <= 2 ? 130U : 9U};
  config.router.vc_buffer = kFlitBytes * slots[static_cast<std::size_t>(i / 2 % 4)];
  config.nic.receive_buffer = kFlitBytes * slots[static_cast<std::size_t>((i / 2 + i) % 4)];
  if (i >= kWithoutChoice) {
    config.router.routing = "minimal_adaptive";
    config.router.input_queue = InputQueueKind::kFifo;
    config.router.input_nomination = "any";
    config.router.virtual_channels = 3 + i % 2;
  }
  Dice dice(static_cast<std::uint64_t>(i));
  if (Dice own = dice; i % 5 >= 3 && i < kWithoutChoice) use_bubble(own, config);
  const auto here = [&] { return place_in(config.network); };
  if (i % 2 == 1) vary_links(dice, config, 6, 16, here);
  if (i % 3 == 1) take_down_links(dice, config, here);
  return config;
}

/// By part, that of queues by output.
using Sums = std::map<std::pair<LatencyPart, int>, std::uint64_t>;

Sums sums_of(const std::vector<WaitPiece>& pieces) {
  Sums sums;
  for (const WaitPiece& piece : pieces) {
    sums[{piece.part, piece.part == LatencyPart::kQueue ? piece.output : 0}] += piece.end - piece.begin;
  }
  return sums;
}

Sums sums_of(const NaiveRouter::Waits& waits) {
  Sums sums = {{{LatencyPart::kOutput, 0}, waits.output},
               {{LatencyPart::kInput, 0}, waits.input},
               {{LatencyPart::kCredits, 0}, waits.credits},
               {{LatencyPart::kBubble, 0}, waits.bubble}};
  for (int port = 0; port < kMaxRouterPorts; ++port) {
    sums[{LatencyPart::kQueue, port}] = waits.queue[static_cast<std::size_t>(port)];
  }
  for (auto sum = sums.begin(); sum != sums.end();) sum = sum->second == 0 ? sums.erase(sum) : std::next(sum);
  return sums;
}

std::string text_of(const Sums& sums) {
  std::string text;
  for (const auto& [place, cycles] : sums) {
    text += fmt::format(" {} {}: {}", kLatencyPartNames[static_cast<std::size_t>(place.first)], place.second, cycles);
  }
  return text;
}

/// The pieces follow each other without a gap, from the first edge at which SA could have granted to the grant.
bool are_gapless(const std::vector<WaitPiece>& pieces, const RouterGrant& grant) {
  std::uint64_t until = grant.routed.count() + RouterWaits::kTimings.route_to_request;
  for (const WaitPiece& piece : pieces) {
    if (piece.begin != until || piece.end <= piece.begin) return false;
    until = piece.end;
  }
  return until == grant.cycle.count();
}

/// A naive router between unruly neighbours, and what is found from its grants.
class Bench {
 public:
  Bench(MachineConfig config, std::uint64_t seed)
      : config_(std::move(config)),
        here_(place_in(config_.network)),
        routes_(make_route_function(config_)),
        naive_(config_, here_),
        waits_(config_, *routes_, here_),
        neighbours_(config_, seed, here_) {
    naive_.tell([this](const RouterGrant& grant, const RouteHeader& header, const NaiveRouter::Waits& expected) {
      compare(grant, header, expected);
    });
  }

  void step() {
    const PortValues sampled = neighbours_.next();
    for (int port = 0; port < config_.ports().count(); ++port) announce(port, sampled);
    neighbours_.observe(naive_.edge(now_, sampled));
    ++now_;
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const std::map<LatencyPart, std::uint64_t>& total() const { return total_; }

 private:
  void announce(int port, const PortValues& sampled) {
    const Flit& flit = sampled.flit[static_cast<std::size_t>(port)];
    if (flit.valid && flit.head) waits_.packet_coming(port, now_);
    for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
      const auto credits = static_cast<int>(credits_of(sampled.credit[static_cast<std::size_t>(port)], vc));
      // Those of a torus port come one by one; these neighbours give several at an edge.
      for (int i = 0; i < credits; ++i) waits_.credits_coming(port, vc, now_, 1);
    }
  }

  void compare(const RouterGrant& grant, const RouteHeader& header, const NaiveRouter::Waits& expected) {
    waits_.packet_granted(grant, header);
    const Sums found = sums_of(waits_.pieces());
    for (const auto& [place, cycles] : found) total_[place.first] += cycles;
    if ((found == sums_of(expected) && are_gapless(waits_.pieces(), grant)) || !fault_.empty()) return;
    const RouterPorts ports = config_.ports();
    fault_ = fmt::format("edge {}, {} to {}:{} instead of{}", now_, ports.name(grant.in_port),
                         ports.name(grant.out_port), text_of(found), text_of(sums_of(expected)));
  }

  const MachineConfig config_;
  const Coordinate here_;
  std::unique_ptr<const RouteFunction> routes_;
  NaiveRouter naive_;
  RouterWaits waits_;
  RandomNeighbours neighbours_;
  std::uint64_t now_ = 1;
  std::string fault_;
  std::map<LatencyPart, std::uint64_t> total_;
};

}  // namespace

TEST_CASE("RouterWaits: finds from grants what a naive router saw at every edge",
          "[ATTRIBUTION-3][ATTRIBUTION-4][ATTRIBUTION-19][ATTRIBUTION-7][long]") {
  std::map<LatencyPart, std::uint64_t> total;
  for (int i = 0; i < kMachines; ++i) {
    CAPTURE(i);
    Bench bench(machine(i), static_cast<std::uint64_t>(500 + i));
    for (int cycle = 0; cycle < kBusyCycles; ++cycle) bench.step();
    REQUIRE(bench.fault() == "");
    for (const auto& [part, cycles] : bench.total()) total[part] += cycles;
  }
  for (const LatencyPart part :
       {LatencyPart::kQueue, LatencyPart::kOutput, LatencyPart::kInput, LatencyPart::kCredits, LatencyPart::kBubble}) {
    CHECK(total[part] > 10'000);
  }
}

}  // namespace tactus
