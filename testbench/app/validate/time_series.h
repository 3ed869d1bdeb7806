#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tactus {

/// links.csv or vc_occupancy.csv of a result folder: one row per sample window. The file has one row for idle windows
/// in succession; here each has its own.
class TimeSeries {
 public:
  /// Throws std::runtime_error if the file is none.
  explicit TimeSeries(const std::filesystem::path& file);

  [[nodiscard]] std::size_t size() const { return ends_us_.size(); }
  /// Where the window of row `row` begins and ends, us.
  [[nodiscard]] double begin_us(std::size_t row) const { return row == 0 ? 0 : ends_us_[row - 1]; }
  [[nodiscard]] double end_us(std::size_t row) const { return ends_us_[row]; }
  /// The column of that name. Throws std::runtime_error if there is none.
  [[nodiscard]] const std::vector<double>& column(const std::string& name) const;

  /// This series in windows of `rows` rows, every value the mean of its window; a shorter rest is left out.
  [[nodiscard]] TimeSeries averaged(std::size_t rows) const;

 private:
  TimeSeries() = default;
  /// Makes of a row that is longer than the shortest as many as its time says. The last row may be shorter.
  void part_idle_rows();

  std::vector<double> ends_us_;
  std::map<std::string, std::vector<double>> columns_;
};

/// Mean of the values from `begin` to `end`.
double mean(std::vector<double>::const_iterator begin, std::vector<double>::const_iterator end);
inline double mean(const std::vector<double>& values) { return mean(values.begin(), values.end()); }
/// Median of what is in `values`; it is not empty.
double median(std::vector<double> values);
/// Standard deviation / mean.
double variation(const std::vector<double>& values);

}  // namespace tactus
