#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "testbench/app/process/own_process.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// A sweep over a grid of ranks, as Sweep3D makes them: from each of the four corners in turn, block by block, every
/// rank receives from the ranks before it, computes, and sends to those behind it.
class Wavefront {
 public:
  static constexpr int kSide = 3;
  static constexpr int kRanks = kSide * kSide;

  Wavefront() {
    for (int corner = 0; corner < 4; ++corner) {
      for (int block = 0; block < 5; ++block) {
        for (int rank = 0; rank < kRanks; ++rank) visit(rank, corner);
      }
    }
  }

  /// Microseconds that it takes if each message takes `delay` and each call `call`.
  std::int64_t replay(std::int64_t delay, std::int64_t call) {
    std::map<std::tuple<int, int>, std::vector<std::int64_t>> sent;  // by sender and receiver
    std::map<std::tuple<int, int>, std::size_t> taken;
    std::vector<std::size_t> next(kRanks);
    clock_.assign(kRanks, 0);
    log_.assign(kRanks, {});
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (int rank = 0; rank < kRanks; ++rank) {
        std::int64_t& now = clock_[static_cast<std::size_t>(rank)];
        const std::vector<Step>& steps = steps_[static_cast<std::size_t>(rank)];
        for (std::size_t& at = next[static_cast<std::size_t>(rank)]; at < steps.size(); ++at, goes_on = true) {
          const Step& step = steps[at];
          const std::int64_t begin = now;
          if (step.kind == Kind::kCompute) {
            now += step.microseconds;
            continue;
          }
          if (step.kind == Kind::kReceive) {
            const std::tuple<int, int> pair{step.peer, rank};
            if (sent[pair].size() == taken[pair]) break;
            now = std::max(now + call, sent[pair][taken[pair]++]);
          } else {
            now += call;
            sent[{rank, step.peer}].push_back(now + delay);
          }
          note(rank, step, begin, now);
        }
      }
    }
    return *std::max_element(clock_.begin(), clock_.end());
  }

  /// Writes the log of the last replay as liballprof does, a file for each rank.
  void write_log(const TemporaryFolder& folder) const {
    for (int rank = 0; rank < kRanks; ++rank) {
      const auto self = static_cast<std::size_t>(rank);
      write_file(folder.path() / "log" / fmt::format("rank-{}.txt", rank),
                 fmt::format("MPI_Init:-:1:2:{0}\n{1}MPI_Finalize:{2}:-\n", kBegin, log_[self], kBegin + clock_[self]));
    }
  }

 private:
  enum class Kind : std::uint8_t { kReceive, kCompute, kSend };
  struct Step {
    Kind kind;
    int peer = 0;
    std::int64_t microseconds = 0;
  };
  static constexpr std::int64_t kBegin = 1'298'365'588'610'809;

  void visit(int rank, int corner) {
    const int dx = (corner & 1) != 0 ? 1 : -1;
    const int dy = (corner & 2) != 0 ? 1 : -1;
    const auto neighbour = [rank](int x, int y) {
      const int column = rank % kSide + x;
      const int row = rank / kSide + y;
      const bool is_there = column >= 0 && column < kSide && row >= 0 && row < kSide;
      return is_there ? row * kSide + column : -1;
    };
    std::vector<Step>& steps = steps_[static_cast<std::size_t>(rank)];
    for (const int from : {neighbour(-dx, 0), neighbour(0, -dy)}) {
      if (from >= 0) steps.push_back({Kind::kReceive, from});
    }
    draw_ = draw_ * 1'103'515'245U + 12'345U;
    steps.push_back({Kind::kCompute, 0, 2'900 + (draw_ >> 16U) % 200});
    for (const int to : {neighbour(dx, 0), neighbour(0, dy)}) {
      if (to >= 0) steps.push_back({Kind::kSend, to});
    }
  }

  void note(int rank, const Step& step, std::int64_t begin, std::int64_t end) {
    const bool sends = step.kind == Kind::kSend;
    log_[static_cast<std::size_t>(rank)] +=
        fmt::format("MPI_{}:{}:1:1500:11,8,8:{}:0:91,{},{}:{}{}\n", sends ? "Send" : "Recv", kBegin + begin, step.peer,
                    rank, kRanks, sends ? "" : "7:", kBegin + end);
  }

  std::vector<std::vector<Step>> steps_ = std::vector<std::vector<Step>>(kRanks);
  std::vector<std::int64_t> clock_;
  std::vector<std::string> log_;
  std::uint32_t draw_ = 7;
};

}  // namespace

TEST_CASE("Wavefront: a trace keeps the order of receiving, computing and sending",
          "[IMPORT-10][OPERATION-1][OPERATION-4]") {
  const TemporaryFolder folder;
  Wavefront sweep;
  const std::int64_t measured = sweep.replay(900, 40);
  sweep.write_log(folder);
  const std::int64_t free = sweep.replay(0, 0);
  REQUIRE(measured > free * 103 / 100);  // a log with the network's time in it, which the replay has to leave out
  const ScenarioResult read = read_scenario(
      folder.write("sweep.yaml", "network: {shape: [3, 3]}\nworkload: {algorithm: schedule, schedule: log}\n"));
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) FAIL(format(faults->front()));
  const Scenario& scenario = std::get<Scenario>(read);
  for (const Level level : {Level::kFlow, Level::kPacket, Level::kCycle}) {
    CAPTURE(to_string(level));
    const std::int64_t picoseconds = std::stoll(
        in_own_process([&] { return std::to_string(Simulation(scenario, at_level(level)).run().simulated.count()); }));
    CHECK(picoseconds >= 1'000'000 * free);
    CHECK(picoseconds <= 1'005'000 * free);
  }
}
