#include "testbench/app/report/window_measures.h"

#include <iterator>
#include <utility>

#include "testbench/app/report/hdf5_reader.h"
#include "testbench/app/report/unreadable_result.h"

namespace tactus {
namespace {

constexpr std::size_t kUtilisation = 0;
constexpr std::size_t kOccupancy = 5;
/// In the order of the page. The waits stand in the file under their names.
constexpr const char* kNames[] = {"utilisation", "queue", "output", "input", "credits", "occupancy"};
constexpr const char* kUnits[] = {"flits per cycle", "packets", "packets", "packets", "packets", "flits"};

}  // namespace

WindowMeasures::WindowMeasures(const std::filesystem::path& file, const NetworkShape& torus) : torus_(torus) {
  const Hdf5Reader reader(file);
  const Hdf5Reader::Shape shape = reader.shape("outputs/flits");
  if (shape.size() != 4 || shape[1] != static_cast<std::uint64_t>(torus.nodes()) || shape[2] != kRouterPorts) {
    throw UnreadableResult(file, "is not of the torus that result.json beside it is of");
  }
  windows_ = shape[0];
  cycles_ = static_cast<std::uint64_t>(reader.number("windows/length_cycles"));
  seconds_ = reader.number("windows/length_s");
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    measures_.push_back({kNames[i], kUnits[i], std::vector<float>(places() * windows_)});
  }
  read(reader, "outputs/flits", kUtilisation, false);
  for (std::size_t i = kUtilisation + 1; i < kOccupancy; ++i) {
    read(reader, std::string("outputs/") + kNames[i], i, false);
  }
  read(reader, "buffers/flit_cycles", kOccupancy, true);
}

std::size_t WindowMeasures::place(int node, int port, bool of_buffers) const {
  if (port >= kTorusPorts) return static_cast<std::size_t>(torus_.nodes() * kTorusPorts + node);
  if (!of_buffers) return static_cast<std::size_t>(node * kTorusPorts + port);
  // A router has the buffer of the link that comes in by that port: its neighbour's there, in the other direction.
  const auto side = static_cast<Direction>(port);
  const int sender = torus_.node(torus_.neighbour(torus_.coordinate(node), side));
  return static_cast<std::size_t>(sender * kTorusPorts + static_cast<int>(opposite(side)));
}

void WindowMeasures::read(const Hdf5Reader& file, const std::string& name, std::size_t measure, bool of_buffers) {
  const auto ports = static_cast<std::size_t>(torus_.nodes()) * kRouterPorts;
  std::vector<std::size_t> places;
  for (int node = 0; node < torus_.nodes(); ++node) {
    for (int port = 0; port < kRouterPorts; ++port) places.push_back(place(node, port, of_buffers));
  }
  std::vector<float>& sums = measures_[measure].sums;
  for (std::size_t window = 0; window < windows_; ++window) {
    const std::vector<std::uint32_t> counts = file.counts(name, window);
    const std::size_t of_port = counts.size() / ports;  // VCs, or one
    for (std::size_t i = 0; i < of_port * ports; ++i) {
      const bool nic = i / of_port % kRouterPorts >= kTorusPorts;
      const float share = nic && measure == kUtilisation ? 1.0F / kNicPorts : 1.0F;
      sums[places[i / of_port] * windows_ + window] += share * static_cast<float>(counts[i]);
    }
  }
}

double WindowMeasures::sum(std::size_t measure, std::size_t window, std::size_t first, std::size_t step,
                           std::size_t count) const {
  double total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    total += static_cast<double>(measures_[measure].sums[(first + i * step) * windows_ + window]);
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
