// The mfs paper, section 4: all-to-all on three-level fat trees, ranks in order and shuffled, modes N and F.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "testbench/app/validate/mfs_paper.h"

namespace tactus {
namespace {

constexpr char kFatTreeVirtualTime[] = "section 4.2, figure 2";
constexpr char kFatTreeRunTime[] = "section 4.3, figure 3";
// The paper states neither; each was chosen for what the rows that name it say.
constexpr char kWayUp[] = "way up by the destination, to no contention in order";
constexpr char kWaitReceives[] = "workload.wait_receives, to 3.4 x";
constexpr double kExact = 0;
/// Up to here mode N takes seconds: 1,024 nodes.
constexpr int kMostQuickArity = 8;
/// Up to here each size has several placements: 686 nodes.
constexpr int kMostPlacedArity = 7;
constexpr auto kModeN = ExchangeSolver::kMfsN;
constexpr auto kModeF = ExchangeSolver::kMfsF;
constexpr auto kMaxMin = ExchangeSolver::kMaxMin;

std::string name_of(ExchangeSolver solver) {
  if (solver == kMaxMin) return "exact shares";
  return solver == kModeN ? "mode N" : "mode F";
}

std::vector<int> arities() {
  std::vector<int> all(MfsExchanges::kMostArity - MfsExchanges::kLeastArity + 1);
  std::iota(all.begin(), all.end(), MfsExchanges::kLeastArity);
  return all;
}

/// A number for each arity.
std::vector<double> for_all(const std::function<double(int)>& number) {
  std::vector<double> numbers;
  for (const int arity : arities()) numbers.push_back(number(arity));
  return numbers;
}

double mean(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// How often ranks are shuffled, for a table of its own.
class Placements {
 public:
  Placements(SharedExchanges exchanges, double resolution, int most, bool as_many_for_all)
      : exchanges_(std::move(exchanges)), resolution_(resolution), most_(most), as_many_for_all_(as_many_for_all) {}

  /// Large trees take long: one placement.
  [[nodiscard]] int count(int arity) const { return as_many_for_all_ || arity <= kMostPlacedArity ? most_ : 1; }

  [[nodiscard]] std::vector<double> slowdowns(int arity, ExchangeSolver solver) const {
    return measure(arity, [&](std::uint64_t seed) { return exchanges_->slowdown(arity, solver, seed, resolution_); });
  }
  /// Those of all placements of all sizes.
  [[nodiscard]] std::vector<double> all_slowdowns(ExchangeSolver solver) const {
    std::vector<double> all;
    for (const int arity : arities()) {
      for (const double one : slowdowns(arity, solver)) all.push_back(one);
    }
    return all;
  }
  /// By how much mode F's time differs from mode N's, %.
  [[nodiscard]] double difference(int arity) const {
    const std::vector<double> n = slowdowns(arity, kModeN);
    const std::vector<double> f = slowdowns(arity, kModeF);
    double sum = 0;
    for (std::size_t i = 0; i < n.size(); ++i) sum += std::abs(f[i] / n[i] - 1);
    return 100 * sum / static_cast<double>(n.size());
  }
  [[nodiscard]] double passes(int arity) const {
    return mean(measure(arity, [&](std::uint64_t seed) {
      return exchanges_->fat_tree(arity, kModeN, seed, resolution_).passes_per_cycle();
    }));
  }
  /// Flows that the solver goes through in an exchange: a node has one at any time.
  [[nodiscard]] double work(int arity, ExchangeSolver mode) const {
    return mean(measure(arity, [&](std::uint64_t seed) {
      const FlowExchangeResult& result = exchanges_->fat_tree(arity, mode, seed, resolution_);
      return static_cast<double>(result.passes) * result.nodes;
    }));
  }

 private:
  [[nodiscard]] std::vector<double> measure(int arity, const std::function<double(std::uint64_t)>& number) const {
    std::vector<double> numbers;
    for (int seed = 1; seed <= count(arity); ++seed) numbers.push_back(number(static_cast<std::uint64_t>(seed)));
    return numbers;
  }

  SharedExchanges exchanges_;
  double resolution_;
  int most_;
  bool as_many_for_all_;
};

std::string described(const Placements& placements, int arity) {
  const int count = placements.count(arity);
  return fmt::format("{} nodes, {} placement{}", MfsExchanges::nodes(arity), count, count == 1 ? "" : "s");
}

Expectation paper_slowdown(int arity) {
  if (arity == MfsExchanges::kLeastArity) return Expectation::about(2.5, 1, "x");
  if (arity == MfsExchanges::kMostArity) return Expectation::about(3.4, 1, "x");
  return Expectation::between(2.5, 3.4, 1, "x");
}

void add_ordered(const SharedExchanges& exchanges, std::vector<Claim>& claims) {
  const auto most = [exchanges](ExchangeSolver mode, const std::function<double(int)>& expected) {
    const auto off = for_all([&](int arity) {
      return std::abs(exchanges->fat_tree(arity, mode, 0, kExact).message_times - expected(arity));
    });
    return *std::max_element(off.begin(), off.end());
  };
  const auto ideal = [](int arity) { return MfsExchanges::nodes(arity) - 1.0; };
  claims.push_back(mfs_claim("in order, 54 to 3,456 nodes, mode N: N^2 messages in N - 1 message times; most beyond",
                             kFatTreeVirtualTime, Expectation::exactly(0, 0, ""),
                             [most, ideal] { return most(kModeN, ideal); }));
  claims.push_back(mfs_claim("in order, 54 to 3,456 nodes: modes N and F take the same; largest difference",
                             kFatTreeVirtualTime, Expectation::exactly(0, 0, ""), [most, exchanges] {
                               return most(kModeF, [&](int arity) {
                                 return exchanges->fat_tree(arity, kModeN, 0, kExact).message_times;
                               });
                             }));
  claims.push_back(mfs_claim(
      "in order, 54 to 3,456 nodes: modes N and F are equally fast; passes of N per cycle, F's are 1", kFatTreeRunTime,
      Expectation::exactly(1, 0, ""), [exchanges] {
        return mean(
            for_all([&](int arity) { return exchanges->fat_tree(arity, kModeN, 0, kExact).passes_per_cycle(); }));
      }));
}

/// `full`: from which arity on they take too long.
void add_slowdowns(const std::string& kind, const Placements& placements, ExchangeSolver solver, int full,
                   std::vector<Claim>& claims) {
  for (const int arity : arities()) {
    claims.push_back(mfs_claim(
        fmt::format("{}, {}, {}: time, of that in order", kind, described(placements, arity), name_of(solver)),
        kFatTreeVirtualTime, paper_slowdown(arity),
        [placements, arity, solver] { return mean(placements.slowdowns(arity, solver)); }, arity >= full));
  }
}

void add_differences(const std::string& kind, const Placements& placements, int full, std::vector<Claim>& claims) {
  for (const int arity : arities()) {
    claims.push_back(mfs_claim(
        fmt::format("{}, {}: mode F against mode N", kind, described(placements, arity)), kFatTreeVirtualTime,
        Expectation::between(0, 4, 0, "%"), [placements, arity] { return placements.difference(arity); },
        arity >= full));
  }
}

/// What the paper says of all sizes together.
void add_summary(const std::string& kind, const Placements& placements, ExchangeSolver solver, bool full,
                 std::vector<Claim>& claims) {
  const std::string begin = fmt::format("{}, {}: time, of that in order, ", kind, name_of(solver));
  claims.push_back(mfs_claim(
      begin + "mean of all sizes", kFatTreeVirtualTime, Expectation::about(3.1, 1, "x"),
      [placements, solver] {
        return mean(for_all([&](int arity) { return mean(placements.slowdowns(arity, solver)); }));
      },
      full));
  claims.push_back(mfs_claim(
      begin + "least of any size and placement", kFatTreeVirtualTime, Expectation::between(2.5, 3.4, 1, "x"),
      [placements, solver] {
        const auto all = placements.all_slowdowns(solver);
        return *std::min_element(all.begin(), all.end());
      },
      full));
  claims.push_back(mfs_claim(
      begin + "most of any size and placement", kFatTreeVirtualTime, Expectation::between(2.5, 3.4, 1, "x"),
      [placements, solver] {
        const auto all = placements.all_slowdowns(solver);
        return *std::max_element(all.begin(), all.end());
      },
      full));
}

void add_run_times(const std::string& kind, const Placements& placements, std::vector<Claim>& claims) {
  constexpr int kLeast = MfsExchanges::kLeastArity;
  constexpr int kMost = MfsExchanges::kMostArity;
  for (const int arity : {kLeast, 6, kMost}) {
    claims.push_back(mfs_claim(
        fmt::format("{}, {} nodes: passes of mode N per cycle", kind, MfsExchanges::nodes(arity)), kFatTreeRunTime,
        Expectation::between(8, 13, 0, ""), [placements, arity] { return placements.passes(arity); },
        arity > kMostQuickArity));
  }
  for (const auto mode : {kModeN, kModeF}) {
    claims.push_back(mfs_claim(
        fmt::format("{}, 432 to 3456 nodes, {}: run time, as passes x flows, grows as N^k; k", kind, name_of(mode)),
        kFatTreeRunTime, Expectation::about(2, 0, ""),
        [placements, mode] {
          const double times = placements.work(kMost, mode) / placements.work(6, mode);
          return std::log(times) / std::log(MfsExchanges::nodes(kMost) / 432.0);
        },
        mode == kModeN));
  }
}

}  // namespace

std::vector<Claim> mfs_fat_tree_claims(const SharedExchanges& exchanges) {
  constexpr int kAlways = MfsExchanges::kLeastArity;
  constexpr int kNever = MfsExchanges::kMostArity + 1;
  std::vector<Claim> claims;
  add_ordered(exchanges, claims);
  for (Claim& claim : claims) claim.fitted = kWayUp;
  const std::size_t ordered = claims.size();
  const std::string shuffled = fmt::format("shuffled, resolution {}", MfsExchanges::kResolution);
  const Placements few(exchanges, MfsExchanges::kResolution, 3, false);
  add_slowdowns(shuffled, few, kModeF, kNever, claims);
  add_summary(shuffled, few, kModeF, false, claims);
  add_slowdowns(shuffled, few, kModeN, kMostQuickArity + 1, claims);
  add_summary(shuffled, few, kModeN, true, claims);
  add_differences(shuffled, few, kMostQuickArity + 1, claims);
  add_run_times(shuffled, few, claims);
  add_slowdowns("shuffled", Placements(exchanges, kExact, 3, false), kMaxMin, kMostQuickArity + 1, claims);
  const Placements many(exchanges, MfsExchanges::kResolution, 5, true);
  add_slowdowns(shuffled, many, kModeN, kAlways, claims);
  add_summary(shuffled + ", 5 placements of each", many, kModeN, true, claims);
  add_differences(shuffled, many, kAlways, claims);
  for (auto claim = claims.begin() + static_cast<long>(ordered); claim != claims.end(); ++claim) {
    if (claim->source == kFatTreeVirtualTime) claim->fitted = kWaitReceives;
  }
  return claims;
}

}  // namespace tactus
