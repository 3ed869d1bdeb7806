#include "testbench/app/report/flow_curves.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "testbench/app/attribution/count_windows.h"
#include "testbench/app/report/hdf5_reader.h"
#include "testbench/app/results/unreadable_result.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kLost = "links/lost";

struct Curve {
  std::string name;
  std::size_t link = 0;
  Json values = Json::array();
};

}  // namespace

Json flow_curves(const std::filesystem::path& file, const Json& attribution) {
  const Hdf5Reader reader(file);
  const Hdf5Reader::Shape shape = reader.shape(kLost);
  if (shape.size() != 2) throw UnreadableResult(file, "is not of a run at flow level");
  if (shape[0] > kMostWindows) throw UnreadableResult(file, "has more windows than any run writes");
  const double length_ps = reader.number("windows/length_ps");
  Curve all{"all links"};
  std::vector<Curve> worst;
  for (const Json& link : attribution.value("worst_links", Json::array())) {
    worst.push_back({link.value("link", ""), link.value("index", std::size_t{0})});
    if (worst.back().link >= shape[1]) throw UnreadableResult(file, "is not of the network that result.json is of");
  }
  Json ends = Json::array();
  for (std::uint64_t window = 0; window < shape[0]; ++window) {
    const std::vector<double> lost = reader.numbers(kLost, window);
    ends.push_back(1e-6 * length_ps * static_cast<double>(window + 1));
    all.values.push_back(std::accumulate(lost.begin(), lost.end(), 0.0) / length_ps);
    for (Curve& curve : worst) curve.values.push_back(lost[curve.link] / length_ps);
  }
  Json series = Json::array({{{"name", all.name}, {"values", all.values}}});
  for (const Curve& curve : worst) series.push_back({{"name", curve.name}, {"values", curve.values}});
  return {{"lost", {{"unit", "messages' time per time"}, {"end_us", ends}, {"series", series}}}};
}

}  // namespace tactus
