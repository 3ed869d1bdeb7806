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
  std::vector<std::vector<double>*> columns;
  while (std::getline(header, field, ',')) columns.push_back(&columns_[field]);
  if (columns.empty()) throw std::runtime_error(file.string() + ": no time series");
  while (std::getline(stream, line)) {
    std::istringstream row(line);
    std::getline(row, field, ',');
    ends_us_.push_back(std::stod(field));
    for (std::vector<double>* column : columns) {
      if (!std::getline(row, field, ',')) throw std::runtime_error(file.string() + ": a row is short");
      column->push_back(std::stod(field));
    }
  }
  part_idle_rows();
}

void TimeSeries::part_idle_rows() {
  if (size() == 0) return;
  double window_us = end_us(0);
  for (std::size_t row = 1; row + 1 < size(); ++row) window_us = std::min(window_us, end_us(row) - begin_us(row));
  TimeSeries parted;
  for (std::size_t row = 0; row < size(); ++row) {
    const long windows = std::max(1L, std::lround((end_us(row) - begin_us(row)) / window_us));
    for (long left = windows - 1; left >= 0; --left) {
      parted.ends_us_.push_back(end_us(row) - static_cast<double>(left) * window_us);
      for (const auto& [name, values] : columns_) parted.columns_[name].push_back(values[row]);
    }
  }
  *this = std::move(parted);
}

const std::vector<double>& TimeSeries::column(const std::string& name) const {
  const auto found = columns_.find(name);
  if (found == columns_.end()) throw std::runtime_error("no column " + name);
  return found->second;
}

TimeSeries TimeSeries::averaged(std::size_t rows) const {
  TimeSeries coarse;
  for (const auto& [name, values] : columns_) coarse.columns_[name];
  for (std::size_t first = 0; first + rows <= size(); first += rows) {
    coarse.ends_us_.push_back(ends_us_[first + rows - 1]);
    for (const auto& [name, values] : columns_) {
      const auto begin = values.begin() + static_cast<long>(first);
      coarse.columns_[name].push_back(mean(begin, begin + static_cast<long>(rows)));
    }
  }
  return coarse;
}

double mean(std::vector<double>::const_iterator begin, std::vector<double>::const_iterator end) {
  return std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double variation(const std::vector<double>& values) {
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values.size())) / middle;
}

}  // namespace tactus
