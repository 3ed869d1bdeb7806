#include <cmath>
#include <memory>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/fair_shares.h"
#include "testbench/tests/unit/tlm_models/flow/route_links.h"
#include "tlm_models/flow/flow_topology_config.h"
#include "tlm_models/flow/maxmin_solver.h"

namespace tactus {
namespace {

/// Exchanges on a torus in which all nodes send as far, and single messages between them.
class Exchanges {
 public:
  explicit Exchanges(Dice& dice) : dice_(dice), side_(dice.between(3, 7)) {
    FlowTopologyConfig config;
    config.dimensions = {side_, side_};
    config.link_bandwidth = BytesPerSecond{1'000'000'000};
    topology_ = make_flow_topology(config);
    solver_ = std::make_unique<MaxMinSolver>(*topology_);
    for (LinkId link = 0; link < topology_->links(); ++link) bandwidths_.push_back(topology_->bandwidth(link));
  }

  void begin() {
    const int x = dice_.between(1, side_ - 1);
    const int y = dice_.below(side_);
    for (int node = 0; node < topology_->nodes(); ++node) {
      send(node, (node % side_ + x) % side_ + (node / side_ + y) % side_ * side_);
    }
  }
  /// The oldest flows but for `left`.
  void end_all_but(std::size_t left) {
    while (plain_.size() > left) {
      solver_->remove(plain_.begin()->first);
      plain_.erase(plain_.begin());
    }
  }
  void send_one() {
    const int from = dice_.below(topology_->nodes());
    send(from, (from + dice_.between(1, topology_->nodes() - 1)) % topology_->nodes());
  }
  [[nodiscard]] std::size_t flows() const { return plain_.size(); }

  void solve_and_check() {
    solver_->solve();
    for (const auto& [number, rate] : fair_shares(bandwidths_, plain_)) {
      REQUIRE(std::abs(solver_->rate(number) - rate) <= 1e-12 * rate);
    }
  }

 private:
  void send(int from, int to) {
    std::vector<LinkRun> route;
    topology_->route({from}, {to}, route);
    solver_->add(next_, route, FlowSolver::kUnlimited);
    plain_[next_++].links = route_links(*topology_, {from}, {to});
  }

  Dice& dice_;
  int side_;
  std::unique_ptr<FlowTopology> topology_;
  std::unique_ptr<MaxMinSolver> solver_;
  std::vector<double> bandwidths_;
  PlainFlows plain_;
  FlowId next_ = 0;
};

TEST_CASE("MaxMinSolver: rates are those of filling by the book where exchanges and single messages take turns",
          "[SOLVER-1][SOLVER-3]") {
  // Runs fill all flows at an exchange. Lists of links, which single messages need, are told of it later or never.
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    Exchanges exchanges(dice);
    for (int step = 0; step < 30; ++step) {
      CAPTURE(seed, step);
      const int kind = dice.below(6);
      if (kind == 0) exchanges.end_all_but(0);
      if (kind == 1) exchanges.end_all_but(exchanges.flows() / 2);
      if (kind <= 2 && exchanges.flows() < 200) exchanges.begin();
      if (kind == 3 && exchanges.flows() > 1) exchanges.end_all_but(exchanges.flows() - 1);
      if (kind >= 3) exchanges.send_one();
      exchanges.solve_and_check();
    }
  }
}

}  // namespace
}  // namespace tactus
