#include "testbench/app/report/torus_map.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/link_groups.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

std::string base64(const std::vector<std::uint8_t>& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8U | (i + k < bytes.size() ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

constexpr int kLevels[] = {255, 63, 15};

/// A share of what is possible is on a linear scale that ends there. Waits differ by orders of magnitude between links.
struct Scale {
  double largest;
  bool root;  ///< by the square root
};

Scale scale_of(const WindowMeasure& measure, double cycles) {
  if (measure.name == "utilisation") return {1, false};
  const float most = measure.sums.empty() ? 0 : *std::max_element(measure.sums.begin(), measure.sums.end());
  return {static_cast<double>(most) / cycles, true};
}

/// `value` as a whole number 0..levels of the scale.
std::uint8_t level_of(double value, const Scale& scale, int levels) {
  const double share = scale.largest > 0 ? std::min(value / scale.largest, 1.0) : 0;
  return static_cast<std::uint8_t>(std::lround(levels * (scale.root ? std::sqrt(share) : share)));
}

/// Sums over the whole run, place by place, in the finest steps: there is one number for each place.
Json whole_run(const WindowMeasure& measure, std::size_t windows) {
  std::vector<double> sums(windows > 0 ? measure.sums.size() / windows : 0);
  for (std::size_t i = 0; i < windows * sums.size(); ++i) sums[i / windows] += static_cast<double>(measure.sums[i]);
  const Scale scale{sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end()), measure.name != "utilisation"};
  std::vector<std::uint8_t> numbers;
  for (const double sum : sums) numbers.push_back(level_of(sum, scale, kLevels[0]));
  return {{"scale", scale.largest}, {"levels", kLevels[0]}, {"numbers", packed(numbers)}};
}

Json packed_measure(const WindowMeasure& measure, std::size_t windows, double cycles, int levels) {
  const Scale scale = scale_of(measure, cycles);
  std::vector<std::uint8_t> numbers;
  numbers.reserve(measure.sums.size());
  for (const float sum : measure.sums) numbers.push_back(level_of(static_cast<double>(sum) / cycles, scale, levels));
  return {{"name", measure.name},        {"unit", measure.unit},       {"scale", scale.largest},
          {"power", scale.root ? 2 : 1}, {"numbers", packed(numbers)}, {"run", whole_run(measure, windows)}};
}

constexpr std::size_t kSampled = 16;

/// Whether all measures in so many steps are surely larger than `most_bytes` of text, by every 16th place: to pack all
/// of a large machine takes seconds.
bool is_too_large(const WindowMeasures& measures, int levels, std::size_t most_bytes) {
  if (measures.places() < 64 * kSampled) return false;
  const auto cycles = static_cast<double>(measures.window_cycles());
  std::size_t bytes = 0;
  for (const WindowMeasure& measure : measures.measures()) {
    const Scale scale = scale_of(measure, cycles);
    std::vector<std::uint8_t> numbers;
    for (std::size_t place = 0; place < measures.places(); place += kSampled) {
      for (std::size_t window = 0; window < measures.windows(); ++window) {
        const auto sum = static_cast<double>(measure.sums[place * measures.windows() + window]);
        numbers.push_back(level_of(sum / cycles, scale, levels));
      }
    }
    bytes += kSampled * packed(numbers).size();
  }
  return bytes > most_bytes + most_bytes / 10;
}

/// Nothing if it takes more than `most_bytes` of text.
std::optional<Json> packed_measures(const WindowMeasures& measures, int levels, std::size_t most_bytes) {
  Json list = Json::array();
  std::size_t bytes = 0;
  for (const WindowMeasure& measure : measures.measures()) {
    const auto cycles = static_cast<double>(measures.window_cycles());
    list.push_back(packed_measure(measure, measures.windows(), cycles, levels));
    bytes += list.back()["numbers"].get_ref<const std::string&>().size();
    if (bytes > most_bytes) return std::nullopt;
  }
  return Json{{"levels", levels},
              {"count", measures.windows()},
              {"cycles", measures.window_cycles()},
              {"seconds", measures.window_seconds()},
              {"measures", list}};
}

Json windows_within(WindowMeasures& measures, std::size_t most_bytes) {
  for (const int levels : kLevels) {
    if (is_too_large(measures, levels, most_bytes)) continue;
    if (auto windows = packed_measures(measures, levels, most_bytes)) return *windows;
  }
  for (;;) {
    measures.halve();
    // A single window is what it is: 256x256 nodes are below a megabyte.
    const std::size_t room = measures.windows() > 1 ? most_bytes : SIZE_MAX;
    if (auto windows = packed_measures(measures, kLevels[2], room)) return *windows;
  }
}

Json node_places(const NetworkShape& network) {
  if (network.is_graph()) return {{"hosts", network.hosts()}, {"count", network.nodes()}};
  std::vector<std::uint32_t> coordinates;
  for (int node = 0; node < network.nodes(); ++node) {
    const Coordinate at = network.coordinate(node);
    for (int d = 0; d < network.dimensions(); ++d) coordinates.push_back(static_cast<std::uint32_t>(at[d]));
  }
  Json dimensions = Json::array();
  for (int d = 0; d < network.dimensions(); ++d) dimensions.push_back(kDimensionNames[static_cast<std::size_t>(d)]);
  return {{"dimensions", dimensions},
          {"size", std::vector<int>(network.sizes.begin(), network.sizes.end())},
          {"count", network.nodes()},
          {"coordinates", packed(coordinates)}};
}

Json link_places(const WindowMeasures& measures) {
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
  std::vector<std::uint32_t> port;
  for (const MeasuredLink& link : measures.links()) {
    from.push_back(static_cast<std::uint32_t>(link.from));
    to.push_back(static_cast<std::uint32_t>(link.to));
    port.push_back(static_cast<std::uint32_t>(link.direction));
  }
  Json ports = Json::array();
  const bool graph = measures.network().is_graph();  // its ports have no place in a picture
  for (int side = 0; !graph && side < measures.network().directions(); ++side) {
    const auto direction = static_cast<Direction>(side);
    ports.push_back({{"name", kDirectionNames[static_cast<std::size_t>(side)]},
                     {"dimension", dimension_of(direction)},
                     {"step", is_negative(direction) ? -1 : 1}});
  }
  return {{"count", from.size()}, {"ports", ports}, {"from", packed(from)}, {"to", packed(to)}, {"port", packed(port)}};
}

/// Six digits are enough for a curve.
double rounded(double value) { return std::strtod(nlohmann::json(static_cast<float>(value)).dump().c_str(), nullptr); }

template <class Value>
Json series(const std::string& name, std::size_t windows, Value&& value) {
  Json values = Json::array();
  for (std::size_t window = 0; window < windows; ++window) values.push_back(rounded(value(window)));
  return {{"name", name}, {"values", values}};
}

/// The mean over the links of each group.
Json by_direction(const WindowMeasures& measures, std::size_t measure) {
  const LinkGroups groups(measures.network());
  std::vector<std::vector<std::size_t>> places(static_cast<std::size_t>(groups.count()));
  for (std::size_t place = 0; place < measures.links().size(); ++place) {
    const MeasuredLink& link = measures.links()[place];
    places[static_cast<std::size_t>(groups.of(link.from, static_cast<int>(link.direction)))].push_back(place);
  }
  Json list = Json::array();
  for (std::size_t side = 0; side < places.size(); ++side) {
    list.push_back(series(groups.name(static_cast<int>(side)), measures.windows(), [&](std::size_t window) {
      double sum = 0;
      for (const std::size_t place : places[side]) sum += measures.at(measure, window, place);
      return sum / static_cast<double>(places[side].size());
    }));
  }
  return list;
}

}  // namespace

std::string packed(const std::vector<std::uint8_t>& bytes) {
  uLongf size = compressBound(bytes.size());
  std::vector<std::uint8_t> small(size);
  // Memory is all that it can lack.
  if (compress(small.data(), &size, bytes.data(), bytes.size()) != Z_OK) throw std::bad_alloc();
  small.resize(size);
  return base64(small);
}

std::string packed(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(4 * numbers.size());
  for (const std::uint32_t number : numbers) {
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
  }
  return packed(bytes);
}

Json torus_map(WindowMeasures& measures, std::size_t most_bytes) {
  Json windows = windows_within(measures, most_bytes);
  return {{"nodes", node_places(measures.network())}, {"links", link_places(measures)}, {"windows", windows}};
}

Json torus_curves(const WindowMeasures& measures) {
  Json ends = Json::array();
  for (std::size_t window = 1; window <= measures.windows(); ++window) {
    ends.push_back(rounded(1e6 * measures.window_seconds() * static_cast<double>(window)));
  }
  const std::size_t last = measures.measures().size() - 1;
  Json waiting = Json::array();
  for (std::size_t measure = 1; measure < last; ++measure) {
    waiting.push_back(series(measures.measures()[measure].name, measures.windows(),
                             [&](std::size_t window) { return measures.sum(measure, window); }));
  }
  return {
      {"throughput", {{"unit", "flits per cycle and link"}, {"end_us", ends}, {"series", by_direction(measures, 0)}}},
      {"waiting", {{"unit", "packets in the network"}, {"end_us", ends}, {"series", waiting}}},
      {"occupancy", {{"unit", "flits per input buffer"}, {"end_us", ends}, {"series", by_direction(measures, last)}}}};
}

}  // namespace tactus
