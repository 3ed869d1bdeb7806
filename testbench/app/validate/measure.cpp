#include "testbench/app/validate/measure.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tactus {

RunResult MeasureInput::run(std::size_t place) const {
  std::vector<RunResult> all = group(place);
  if (all.size() != 1) throw std::runtime_error(runs.at(place).set + ": several runs where one is wanted");
  return std::move(all.front());
}

Measure one_number(std::string name, Measure::Names runs, Measure::Arguments arguments,
                   std::function<double(const MeasureInput&)> number) {
  return {std::move(name), runs, std::move(arguments),
          [number = std::move(number)](const MeasureInput& in) { return std::vector<double>{number(in)}; }};
}

const std::vector<Measure>& measures() {
  static const std::vector<Measure> kMeasures = [] {
    std::vector<Measure> all;
    for (const auto& some :
         {run_measures(), series_measures(), sequence_measures(), bias_measures(), butterfly_measures()}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return kMeasures;
}

}  // namespace tactus
