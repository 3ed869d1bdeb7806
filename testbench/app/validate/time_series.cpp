#include "testbench/app/validate/time_series.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "testbench/app/files/regular_file.h"

namespace tactus {
namespace {

constexpr std::size_t kLargestSeries = std::size_t{1} << 30U;  ///< bytes

}  // namespace

TimeSeries::TimeSeries(const std::filesystem::path& file) {
  const FileText read = read_regular_file(file, kLargestSeries);
  if (!read.fault.empty()) throw std::runtime_error(file.string() + ": " + read.fault);
  std::istringstream stream(read.text);
  std::string line;
  std::string field;
  std::getline(stream, line);
  std::istringstream header(line);
  std::getline(header, field, ',');
  while (std::getline(header, field, ',')) names_.push_back(field);
  if (names_.empty()) throw std::runtime_error(file.string() + ": no time series");
  columns_.resize(names_.size());
  while (std::getline(stream, line)) {
    std::istringstream row(line);
    std::getline(row, field, ',');
    ends_us_.push_back(std::stod(field));
    for (std::vector<double>& column : columns_) {
      if (!std::getline(row, field, ',')) throw std::runtime_error(file.string() + ": a row is short");
      column.push_back(std::stod(field));
    }
  }
  part_idle_rows();
}

void TimeSeries::part_idle_rows() {
  if (size() == 0) return;
  double window_us = end_us(0);
  for (std::size_t row = 1; row + 1 < size(); ++row) window_us = std::min(window_us, end_us(row) - begin_us(row));
  std::vector<double> ends;
  std::vector<std::vector<double>> columns(columns_.size());
  for (std::size_t row = 0; row < size(); ++row) {
    const long windows = std::max(1L, std::lround((end_us(row) - begin_us(row)) / window_us));
    for (long left = windows - 1; left >= 0; --left) {
      ends.push_back(end_us(row) - static_cast<double>(left) * window_us);
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(columns_[i][row]);
    }
  }
  ends_us_ = std::move(ends);
  columns_ = std::move(columns);
}

const std::vector<double>& TimeSeries::column(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) throw std::runtime_error("no column " + name);
  return columns_[static_cast<std::size_t>(found - names_.begin())];
}

TimeSeries TimeSeries::averaged(std::size_t rows) const {
  TimeSeries coarse;
  coarse.names_ = names_;
  coarse.columns_.resize(columns_.size());
  for (std::size_t first = 0; first + rows <= size(); first += rows) {
    coarse.ends_us_.push_back(ends_us_[first + rows - 1]);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto begin = columns_[i].begin() + static_cast<long>(first);
      coarse.columns_[i].push_back(std::accumulate(begin, begin + static_cast<long>(rows), 0.0) /
                                   static_cast<double>(rows));
    }
  }
  return coarse;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double variation(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / count) / mean;
}

}  // namespace tactus
