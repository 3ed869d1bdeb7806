#include "testbench/app/report/window_measures.h"

#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "testbench/app/attribution/count_windows.h"
#include "testbench/app/report/hdf5_reader.h"
#include "testbench/app/results/result_file.h"

namespace tactus {
namespace {

constexpr std::size_t kUtilisation = 0;
constexpr std::size_t kBubble = 5;  ///< there are files without it
constexpr std::size_t kOccupancy = 6;
/// In the order of the page. The waits stand in the file under their names.
constexpr const char* kNames[] = {"utilisation", "queue", "output", "input", "credits", "bubble", "occupancy"};
/// Whether so many cycles are a power of two, as those of a window are.
bool is_window(double cycles) {
  constexpr double kLongest = 1e15;
  if (std::isnan(cycles) || cycles < 1 || cycles > kLongest) return false;
  const auto whole = static_cast<std::uint64_t>(cycles);
  return static_cast<double>(whole) == cycles && (whole & (whole - 1)) == 0;
}

constexpr const char* kUnits[] = {"flits per cycle", "packets", "packets", "packets", "packets", "packets", "flits"};

}  // namespace

NetworkShape graph_of(const std::filesystem::path& file, int hosts) {
  const Hdf5Reader reader(file);
  const Hdf5Reader::Shape shape = reader.shape("outputs/neighbours");
  const bool fits = shape.size() == 2 && shape[1] >= 2 && shape[1] <= kMaxDirections && shape[1] % 2 == 0 &&
                    hosts >= 0 && static_cast<std::uint64_t>(hosts) <= shape[0];
  std::vector<int> neighbours;
  for (std::uint64_t node = 0; fits && node < shape[0]; ++node) {
    for (const double to : reader.numbers("outputs/neighbours", node)) {
      const bool known = to >= -1 && to < static_cast<double>(shape[0]);
      neighbours.push_back(known ? static_cast<int>(to) : -1);
    }
  }
  try {
    if (fits)
      return NetworkShape::of_graph(NetworkGraph::keep_laid_out(hosts, static_cast<int>(shape[1] / 2), neighbours));
  } catch (const std::out_of_range&) {
    // as below
  }
  throw UnreadableResult(file, "has cables that no network has");
}

WindowMeasures::WindowMeasures(const std::filesystem::path& file, const NetworkShape& network)
    : network_(network), ports_(router_ports(network, 0)) {
  const Hdf5Reader reader(file);
  const Hdf5Reader::Shape shape = reader.shape("outputs/flits");
  const auto directions = static_cast<std::uint64_t>(network.directions());
  if (shape.size() != 4 || shape[1] != static_cast<std::uint64_t>(network.nodes()) || shape[2] <= directions ||
      shape[2] > directions + kMaxNics) {
    throw UnreadableResult(file, "is not of the network that result.json beside it is of");
  }
  if (shape[0] > kMostWindows) throw UnreadableResult(file, "has more windows than any run writes");
  ports_ = router_ports(network, static_cast<int>(shape[2] - directions));
  add_links();
  windows_ = shape[0];
  const double cycles = reader.number("windows/length_cycles");
  if (!is_window(cycles)) throw UnreadableResult(file, "has windows of a length that no run has");
  cycles_ = static_cast<std::uint64_t>(cycles);
  seconds_ = reader.number("windows/length_s");
  add(kUtilisation);
  read(reader, "outputs/flits", kUtilisation, false);
  for (std::size_t i = kUtilisation + 1; i < kOccupancy; ++i) {
    const std::string name = std::string("outputs/") + kNames[i];
    if (i == kBubble && !reader.has(name)) continue;
    add(i);
    read(reader, name, measures_.size() - 1, false);
  }
  add(kOccupancy);
  read(reader, "buffers/flit_cycles", measures_.size() - 1, true);
}

void WindowMeasures::add(std::size_t number) {
  measures_.push_back({kNames[number], kUnits[number], std::vector<float>(places() * windows_)});
}

bool WindowMeasures::have_bubbles() const { return measures_.size() == std::size(kNames); }

void WindowMeasures::add_no_bubbles() {
  if (have_bubbles()) return;
  add(kBubble);
  std::swap(measures_[kBubble], measures_[kOccupancy]);
}

void WindowMeasures::add_links() {
  for (int node = 0; node < network_.nodes(); ++node) {
    const Coordinate here = network_.coordinate(node);
    for (int port = 0; port < ports_.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      link_places_.push_back(links_.size());
      if (!network_.has_link(here, direction)) continue;
      links_.push_back({node, network_.node(network_.neighbour(here, direction)), direction});
    }
  }
}

std::size_t WindowMeasures::place(int node, int port, bool of_buffers) const {
  const auto link = [&](int sender, int side) {
    return link_places_[static_cast<std::size_t>(sender * ports_.directions() + side)];
  };
  if (ports_.is_nic(port)) return links_.size() + static_cast<std::size_t>(node);
  if (!of_buffers) return link(node, port);
  // A router has the buffer of the link that comes in by that port: its neighbour's there, in the other direction.
  const auto side = static_cast<Direction>(port);
  const int sender = network_.node(network_.neighbour(network_.coordinate(node), side));
  return link(sender, static_cast<int>(opposite(side)));
}

void WindowMeasures::read(const Hdf5Reader& file, const std::string& name, std::size_t measure, bool of_buffers) {
  const auto of_router = static_cast<std::size_t>(ports_.count());
  const std::size_t ports = static_cast<std::size_t>(network_.nodes()) * of_router;
  std::vector<std::size_t> places;
  for (int node = 0; node < network_.nodes(); ++node) {
    for (int port = 0; port < ports_.count(); ++port) places.push_back(place(node, port, of_buffers));
  }
  std::vector<float>& sums = measures_[measure].sums;
  for (std::size_t window = 0; window < windows_; ++window) {
    const std::vector<std::uint32_t> counts = file.counts(name, window);
    const std::size_t of_port = counts.size() / ports;  // VCs, or one
    for (std::size_t i = 0; i < of_port * ports; ++i) {
      const bool nic = ports_.is_nic(static_cast<int>(i / of_port % of_router));
      const float share = nic && measure == kUtilisation ? 1.0F / static_cast<float>(ports_.nics()) : 1.0F;
      sums[places[i / of_port] * windows_ + window] += share * static_cast<float>(counts[i]);
    }
  }
}

double WindowMeasures::sum(std::size_t measure, std::size_t window) const {
  double total = 0;
  for (std::size_t place = 0; place < places(); ++place) {
    total += static_cast<double>(measures_[measure].sums[place * windows_ + window]);
  }
  return total / static_cast<double>(cycles_);
}

void WindowMeasures::halve() {
  const std::size_t halves = (windows_ + 1) / 2;
  for (WindowMeasure& measure : measures_) {
    std::vector<float> sums(places() * halves);
    for (std::size_t place = 0; place < places(); ++place) {
      for (std::size_t window = 0; window < windows_; ++window) {
        sums[place * halves + window / 2] += measure.sums[place * windows_ + window];
      }
    }
    measure.sums = std::move(sums);
  }
  windows_ = halves;
  cycles_ *= 2;
  seconds_ *= 2;
}

}  // namespace tactus
