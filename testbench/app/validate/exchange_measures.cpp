// All-to-all exchanges as message flows. The measures run the exchanges themselves.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "testbench/app/validate/measure.h"
#include "testbench/app/validate/mfs_exchanges.h"

namespace tactus {
namespace {

constexpr auto kModeN = ExchangeSolver::kMfsN;
constexpr auto kModeF = ExchangeSolver::kMfsF;

double mean(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

ExchangeSolver solver_of(const MeasureInput& in) {
  const std::string& name = in.text("solver");
  if (name == "mfs_n") return kModeN;
  if (name == "mfs_f") return kModeF;
  if (name == "maxmin") return ExchangeSolver::kMaxMin;
  throw std::runtime_error("no solver " + name);
}

ExchangeAlgorithm algorithm_of(const std::string& name) {
  if (name == "ring") return ExchangeAlgorithm::kShift;
  if (name == "a2ass2d") return ExchangeAlgorithm::kShift2d;
  if (name == "pwx") return ExchangeAlgorithm::kPairwise;
  throw std::runtime_error("no algorithm " + name);
}

/// Fat trees whose ranks are in order, of all arities from `from` to `to`.
template <class Number>
std::vector<double> each_arity(const MeasureInput& in, Number number) {
  std::vector<double> all;
  for (int arity = in.count("from"); arity <= in.count("to"); ++arity) all.push_back(number(arity));
  return all;
}

double most_beyond_ideal(MfsExchanges& exchanges, const MeasureInput& in) {
  const std::vector<double> off = each_arity(in, [&](int arity) {
    return std::abs(exchanges.fat_tree(arity, kModeN, 0, 0).message_times - (MfsExchanges::nodes(arity) - 1.0));
  });
  return *std::max_element(off.begin(), off.end());
}

double most_between_modes(MfsExchanges& exchanges, const MeasureInput& in) {
  const std::vector<double> off = each_arity(in, [&](int arity) {
    return std::abs(exchanges.fat_tree(arity, kModeF, 0, 0).message_times -
                    exchanges.fat_tree(arity, kModeN, 0, 0).message_times);
  });
  return *std::max_element(off.begin(), off.end());
}

double passes_in_order(MfsExchanges& exchanges, const MeasureInput& in) {
  return mean(each_arity(in, [&](int arity) { return exchanges.fat_tree(arity, kModeN, 0, 0).passes_per_cycle(); }));
}

/// Fat trees whose ranks are shuffled several times. Trees of more than `placed_to` have one placement.
class Shuffled {
 public:
  Shuffled(MfsExchanges& exchanges, const MeasureInput& in)
      : exchanges_(exchanges), in_(in), resolution_(in.number_or("resolution", 0)) {}

  /// What `number` says of each placement.
  template <class Number>
  [[nodiscard]] std::vector<double> placements(int arity, Number number) const {
    const int most = arity <= in_.number_or("placed_to", arity) ? in_.count("placements") : 1;
    std::vector<double> numbers;
    for (int seed = 1; seed <= most; ++seed) numbers.push_back(number(static_cast<std::uint64_t>(seed)));
    return numbers;
  }
  /// Times, as shares of the time in order.
  [[nodiscard]] std::vector<double> slowdowns(int arity, ExchangeSolver solver) const {
    return placements(arity, [&](std::uint64_t seed) { return exchanges_.slowdown(arity, solver, seed, resolution_); });
  }
  /// The slowdowns of all sizes and placements.
  [[nodiscard]] std::vector<double> all_slowdowns() const {
    std::vector<double> all;
    for (int arity = in_.count("from"); arity <= in_.count("to"); ++arity) {
      for (const double one : slowdowns(arity, solver_of(in_))) all.push_back(one);
    }
    return all;
  }
  [[nodiscard]] const FlowExchangeResult& result(int arity, ExchangeSolver solver, std::uint64_t seed) const {
    return exchanges_.fat_tree(arity, solver, seed, resolution_);
  }
  /// Flows that the solver goes through in an exchange: a node has one at any time.
  [[nodiscard]] double work(int arity) const {
    return mean(placements(arity, [&](std::uint64_t seed) {
      const FlowExchangeResult& one = result(arity, solver_of(in_), seed);
      return static_cast<double>(one.passes) * one.nodes;
    }));
  }

 private:
  MfsExchanges& exchanges_;
  const MeasureInput& in_;
  double resolution_;
};

double mean_slowdown(MfsExchanges& exchanges, const MeasureInput& in) {
  return mean(Shuffled(exchanges, in).slowdowns(in.count("arity"), solver_of(in)));
}

double mean_of_sizes(MfsExchanges& exchanges, const MeasureInput& in) {
  const Shuffled shuffled(exchanges, in);
  return mean(each_arity(in, [&](int arity) { return mean(shuffled.slowdowns(arity, solver_of(in))); }));
}

double least_slowdown(MfsExchanges& exchanges, const MeasureInput& in) {
  const std::vector<double> all = Shuffled(exchanges, in).all_slowdowns();
  return *std::min_element(all.begin(), all.end());
}

double most_slowdown(MfsExchanges& exchanges, const MeasureInput& in) {
  const std::vector<double> all = Shuffled(exchanges, in).all_slowdowns();
  return *std::max_element(all.begin(), all.end());
}

/// By how much mode F's time differs from mode N's, %.
double percent_between_modes(MfsExchanges& exchanges, const MeasureInput& in) {
  const Shuffled shuffled(exchanges, in);
  const std::vector<double> n = shuffled.slowdowns(in.count("arity"), kModeN);
  const std::vector<double> f = shuffled.slowdowns(in.count("arity"), kModeF);
  double sum = 0;
  for (std::size_t i = 0; i < n.size(); ++i) sum += std::abs(f[i] / n[i] - 1);
  return 100 * sum / static_cast<double>(n.size());
}

double passes_per_cycle(MfsExchanges& exchanges, const MeasureInput& in) {
  const Shuffled shuffled(exchanges, in);
  const int arity = in.count("arity");
  return mean(shuffled.placements(
      arity, [&](std::uint64_t seed) { return shuffled.result(arity, solver_of(in), seed).passes_per_cycle(); }));
}

/// k, if the solver's work grows as N^k from the smaller tree to the larger one.
double growth_of_work(MfsExchanges& exchanges, const MeasureInput& in) {
  const Shuffled shuffled(exchanges, in);
  const double times = shuffled.work(in.count("to")) / shuffled.work(in.count("from"));
  const double nodes = MfsExchanges::nodes(in.count("from"));
  return std::log(times) / std::log(MfsExchanges::nodes(in.count("to")) / nodes);
}

/// What `number` says of one exchange on an n x n torus, as a share of what it says of another.
template <class Number>
double torus_ratio(MfsExchanges& exchanges, const MeasureInput& in, Number number) {
  const auto& one = exchanges.torus(in.count("n"), algorithm_of(in.text("algorithm")));
  const auto& other = exchanges.torus(in.count("than_n"), algorithm_of(in.text("than_algorithm")));
  return number(one) / number(other);
}

double torus_times(MfsExchanges& exchanges, const MeasureInput& in) {
  return torus_ratio(exchanges, in,
                     [](const FlowExchangeResult& result) { return static_cast<double>(result.time.count()) * 1e-9; });
}

double torus_work(MfsExchanges& exchanges, const MeasureInput& in) {
  return torus_ratio(exchanges, in, [](const FlowExchangeResult& result) {
    return static_cast<double>(result.passes) * result.nodes;
  });
}

}  // namespace

std::vector<Measure> exchange_measures() {
  using Argument = Measure::Argument;
  const auto exchanges = std::make_shared<MfsExchanges>();
  const auto of = [exchanges](double (*measure)(MfsExchanges&, const MeasureInput&)) {
    return [exchanges, measure](const MeasureInput& in) { return measure(*exchanges, in); };
  };
  const Arguments sizes = {{"from", Argument::kNumber}, {"to", Argument::kNumber}};
  const Arguments placed = {{"placements", Argument::kNumber}, {"resolution", Argument::kOptionalNumber}};
  const Arguments tree = with(placed, {{"arity", Argument::kNumber}});
  const Arguments solved = with(tree, {{"solver", Argument::kText}});
  const Arguments all =
      with(with(sizes, placed), {{"solver", Argument::kText}, {"placed_to", Argument::kOptionalNumber}});
  const Arguments tori = {{"n", Argument::kNumber},
                          {"algorithm", Argument::kText},
                          {"than_n", Argument::kNumber},
                          {"than_algorithm", Argument::kText}};
  return {
      {"fat_tree_most_beyond_ideal", 0, 0, sizes, of(most_beyond_ideal)},
      {"fat_tree_most_between_modes", 0, 0, sizes, of(most_between_modes)},
      {"fat_tree_passes_in_order", 0, 0, sizes, of(passes_in_order)},
      {"shuffled_slowdown", 0, 0, solved, of(mean_slowdown)},
      {"shuffled_mean_of_sizes", 0, 0, all, of(mean_of_sizes)},
      {"shuffled_least_slowdown", 0, 0, all, of(least_slowdown)},
      {"shuffled_most_slowdown", 0, 0, all, of(most_slowdown)},
      {"shuffled_percent_between_modes", 0, 0, tree, of(percent_between_modes)},
      {"shuffled_passes_per_cycle", 0, 0, solved, of(passes_per_cycle)},
      {"shuffled_growth_of_work", 0, 0, all, of(growth_of_work)},
      {"torus_time_ratio", 0, 0, tori, of(torus_times)},
      {"torus_work_ratio", 0, 0, tori, of(torus_work)},
  };
}

}  // namespace tactus
