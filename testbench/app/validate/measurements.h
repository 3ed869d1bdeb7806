#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/validate/time_series.h"

namespace tactus {

/// Results that one run left in its folder. Everything throws std::runtime_error if it is not there.
class RunResult {
 public:
  explicit RunResult(std::filesystem::path folder);

  [[nodiscard]] double milliseconds() const { return figure("/simulated_seconds") * 1e3; }
  [[nodiscard]] double ideal_milliseconds() const { return figure("/ideal_seconds") * 1e3; }
  [[nodiscard]] double percent_of_ideal() const { return figure("/ratio_to_ideal") * 1e2; }
  [[nodiscard]] double percent_used() const { return figure("/link_utilisation") * 1e2; }
  /// The number at a JSON pointer of result.json.
  [[nodiscard]] double figure(const std::string& pointer) const;
  /// How many items the list at a JSON pointer of result.json has.
  [[nodiscard]] std::size_t items(const std::string& pointer) const;
  /// Value of a key in the run's configuration, as a scenario would have it.
  [[nodiscard]] std::string configuration(const std::string& key) const;

  /// A number that result.json has of a sequence that has ended: `hops`, `start_s` ...
  [[nodiscard]] double sequence_figure(int number, const std::string& key) const;
  [[nodiscard]] std::vector<int> sequences() const;  ///< their numbers
  /// From the first node's beginning of a sequence to the last one's end, ms.
  [[nodiscard]] double sequence_milliseconds(int number) const;
  /// Throughput of the average link while all nodes are in the sequence, GB/s: the median of the sample windows.
  [[nodiscard]] double sequence_throughput(int number) const;
  /// The largest of these sample windows.
  [[nodiscard]] double largest_sequence_throughput(int number) const;

  /// A size of a ping-pong on a node alone, or an application there.
  struct CopyCase {
    double bytes = 0;  ///< bytes of a message; 0 for an application
    double seconds = 0;
    double l1_misses = 0;
  };
  [[nodiscard]] std::vector<CopyCase> copies() const;

  [[nodiscard]] TimeSeries links() const { return TimeSeries(folder_ / "links.csv"); }
  [[nodiscard]] TimeSeries occupancy() const { return TimeSeries(folder_ / "vc_occupancy.csv"); }

 private:
  [[nodiscard]] const nlohmann::json& sequence(int number) const;
  /// Throughput of the average link in each sample window while all nodes are in the sequence, GB/s; one at least.
  [[nodiscard]] std::vector<double> sequence_samples(int number) const;

  std::filesystem::path folder_;
  std::shared_ptr<const nlohmann::json> json_;
};

/// The results of all sets of runs that have been made.
class Measurements {
 public:
  /// Claims that compute for themselves may use `jobs` threads.
  explicit Measurements(std::size_t jobs = 1) : jobs_(jobs) {}

  /// `plan` has been run in `folder`.
  void add(const std::string& set, const SweepPlan& plan, const std::filesystem::path& folder);

  /// The run of `set` with these values of its axes. Throws std::runtime_error if it has failed.
  [[nodiscard]] RunResult run(const std::string& set, const std::vector<std::string>& values = {}) const;
  /// Whether there is such a run: a set can leave out what cannot matter.
  [[nodiscard]] bool has(const std::string& set, const std::vector<std::string>& values) const;
  [[nodiscard]] std::size_t jobs() const { return jobs_; }
  /// The values of axis `axis` of a set, in order.
  [[nodiscard]] std::vector<std::string> values(const std::string& set, std::size_t axis) const;

 private:
  struct Set {
    std::vector<std::vector<std::string>> values;  ///< by point
    std::vector<std::filesystem::path> folders;    ///< by point
  };
  [[nodiscard]] const Set& set_named(const std::string& name) const;

  std::size_t jobs_;
  std::map<std::string, Set> sets_;
};

}  // namespace tactus
