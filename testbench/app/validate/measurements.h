#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "testbench/app/results/result_file.h"
#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/validate/time_series.h"

namespace tactus {

/// Group of runs that a claim names as `set/value/value`: all runs of the set whose axes begin with these values.
struct RunName {
  std::string set;
  std::vector<std::string> values;
};

/// Results that one run left in its folder. Everything throws std::runtime_error if it is not there.
class RunResult {
 public:
  /// A number of an item of a list in result.json.
  struct Figure {
    double number = 0;
    double bytes = 0;  ///< `bytes` or `size_bytes` of the item; 0 without one
  };

  /// `values` are those of the set's axes; `open` has those that the name of the run's group leaves open, by key.
  RunResult(const std::filesystem::path& folder, std::vector<std::string> values,
            std::map<std::string, std::string> open);

  [[nodiscard]] const std::vector<std::string>& values() const { return values_; }
  /// Whether both runs have the same values on every axis that both groups leave open.
  [[nodiscard]] bool agrees_with(const RunResult& other) const;

  [[nodiscard]] double seconds() const { return figure("/simulated_seconds"); }
  /// The number at a JSON pointer of result.json.
  [[nodiscard]] double figure(const std::string& pointer) const;
  /// The numbers at a JSON pointer in which `*` stands for every item of a list, and `most` for the item with the
  /// largest number; one number if it has neither.
  [[nodiscard]] std::vector<Figure> figures(const std::string& path) const;
  /// Value of a key in the run's configuration, as a scenario would have it; empty if it has none.
  [[nodiscard]] std::string configuration(const std::string& key) const;

  [[nodiscard]] std::vector<int> sequences() const;  ///< numbers of the sequences
  /// A number that result.json has of a sequence that has ended: `hops`, `start_s` ...
  [[nodiscard]] double sequence_figure(int number, const std::string& key) const;
  /// From the first node's beginning of a sequence to the last one's end.
  [[nodiscard]] double sequence_seconds(int number) const;
  /// Throughput of the average link in each sample window while all nodes are in the sequence, GB/s; one at least.
  [[nodiscard]] std::vector<double> sequence_throughputs(int number) const;

  [[nodiscard]] TimeSeries links() const { return TimeSeries(folder_ / "links.csv"); }
  [[nodiscard]] TimeSeries occupancy() const { return TimeSeries(folder_ / "vc_occupancy.csv"); }

 private:
  std::filesystem::path folder_;
  std::shared_ptr<const ResultFile> file_;
  std::vector<std::string> values_;
  std::map<std::string, std::string> open_;
};

/// The results of all sets of runs that have been made.
class Measurements {
 public:
  /// Claims that compute for themselves may use `jobs` threads.
  explicit Measurements(std::size_t jobs = 1) : jobs_(jobs) {}

  /// `plan` has been run in `folder`.
  void add(const std::string& set, const SweepPlan& plan, const std::filesystem::path& folder);

  /// The runs of that name, in the order in which they were added. Throws std::runtime_error if there is none, or if
  /// one has failed.
  [[nodiscard]] std::vector<RunResult> group(const RunName& name) const;
  /// The runs of that name, of which there may be none. Throws std::runtime_error if one has failed.
  [[nodiscard]] std::vector<RunResult> find(const RunName& name) const;
  [[nodiscard]] std::size_t jobs() const { return jobs_; }

 private:
  struct Run {
    std::filesystem::path folder;
    std::vector<std::string> keys;
    std::vector<std::string> values;  ///< as many as `keys`
  };

  std::size_t jobs_;
  std::map<std::string, std::vector<Run>> sets_;
};

}  // namespace tactus
