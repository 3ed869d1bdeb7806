#include <array>
#include <memory>
#include <vector>

#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// The same router with input nomination `any` and `oldest`; both are played the same script.
struct Nominations {
  Nominations(BenchClock& clock, InputQueueKind queue, std::uint64_t slots) {
    for (const char* const nomination : {"any", "oldest"}) {
      MachineConfig config;
      config.router.arbiter = "injection_first";
      config.router.input_queue = queue;
      config.router.input_transfers = InputTransfers::kPort;
      config.router.input_nomination = nomination;
      config.router.vc_buffer = kFlitBytes * slots;
      benches.push_back(std::make_unique<RouterBench>(clock, config));
    }
  }
  void send(int port, int vc, std::uint64_t edge, const std::vector<Flit>& packet) {
    for (const auto& bench : benches) bench->send(port, vc, edge, packet);
  }

  using EdgePair = std::array<std::uint64_t, 2>;  ///< any, oldest
  /// When flit `number` went out by `port`.
  [[nodiscard]] EdgePair flit(int port, std::size_t number) const {
    return {benches[0]->sent(port).at(number).edge, benches[1]->sent(port).at(number).edge};
  }

  std::vector<std::unique_ptr<RouterBench>> benches;
};

using EdgePair = Nominations::EdgePair;

/// Executes edges up to 180.
void run_all(BenchClock& clock, const std::vector<const Nominations*>& list) {
  std::vector<RouterBench*> benches;
  for (const Nominations* both : list) {
    for (const auto& bench : both->benches) benches.push_back(bench.get());
  }
  run(clock, benches, 180);
}

}  // namespace

TEST_CASE(
    "VcRouter: an input whose oldest packet waits for a busy output sends nothing else if it nominates the oldest",
    "[ROUTER-10][VCR-3][key:router.input_nomination]") {
  BenchClock clock;
  Nominations two_vcs(clock, InputQueueKind::kFifo, 64);
  Nominations two_queues(clock, InputQueueKind::kPerOutput, 64);
  for (Nominations* both : {&two_vcs, &two_queues}) {
    both->send(5, 0, 100, packet_to(kPlusY, 40));  // granted at 102, so that plus_y is free again at 142
    both->send(kMinusX, 0, 104, packet_to(kPlusY, 10));
    both->send(kMinusX, both == &two_vcs ? 1 : 0, 120, packet_to(kPlusX, 10));
  }
  run_all(clock, {&two_vcs, &two_queues});
  for (const Nominations* both : {&two_vcs, &two_queues}) {
    CHECK(both->flit(kPlusY, 40) == EdgePair{143, 143});
    CHECK(both->flit(kPlusX, 0) == EdgePair{123, 153});
  }
}

TEST_CASE("VcRouter: a packet without credits is not nominated, and blocks no other VC",
          "[ROUTER-10][key:router.input_nomination]") {
  BenchClock clock;
  Nominations both(clock, InputQueueKind::kFifo, 64);
  both.send(5, 0, 10, packet_to(kPlusY, 60));  // leaves 4 credits
  both.send(kMinusX, 0, 104, packet_to(kPlusY, 10));
  both.send(kMinusX, 1, 120, packet_to(kPlusX, 20));
  for (const auto& bench : both.benches) bench->give(kPlusY, 0, 20, 130);
  run_all(clock, {&both});
  CHECK(both.flit(kPlusX, 0) == EdgePair{123, 123});
  CHECK(both.flit(kPlusY, 60) == EdgePair{143, 143});  // when the input side is free
}

TEST_CASE("VcRouter: an input whose nominated packet loses sends nothing at that edge, and nominates anew at the next",
          "[ROUTER-10][key:router.input_nomination]") {
  BenchClock clock;
  Nominations credits_for_both(clock, InputQueueKind::kFifo, 64);
  Nominations credits_for_one(clock, InputQueueKind::kFifo, 54);
  for (Nominations* both : {&credits_for_both, &credits_for_one}) {
    both->send(5, 0, 80, packet_to(kPlusY, 44));  // plus_y is free again at 126, and NIC 0 goes first
    both->send(kMinusX, 0, 104, packet_to(kPlusY, 10, 1));
    both->send(4, 0, 104, packet_to(kPlusY, 10, 2));
    both->send(kMinusX, 1, 114, packet_to(kPlusX, 10, 3));
  }
  run_all(clock, {&credits_for_both, &credits_for_one});
  for (const Nominations* both : {&credits_for_both, &credits_for_one}) {
    CHECK(both->flit(kPlusY, 44) == EdgePair{127, 127});
    for (const auto& bench : both->benches) CHECK(bench->sent(kPlusY).at(45).flit.data_lo == 2);
  }
  // What lost is nominated until it goes.
  CHECK(credits_for_both.flit(kPlusY, 54) == EdgePair{137, 137});
  CHECK(credits_for_both.flit(kPlusX, 0) == EdgePair{117, 147});
  // The winner took the last credits: the input nominates the packet of its other VC.
  CHECK(credits_for_one.flit(kPlusX, 0) == EdgePair{117, 128});
  for (const auto& bench : credits_for_one.benches) CHECK(bench->sent(kPlusY).size() == 54);
}

}  // namespace tactus
