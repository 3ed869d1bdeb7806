#include "testbench/app/report/torus_map.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "testbench/app/results/hdf5_file.h"
#include "testbench/app/results/result_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/report/unpacked.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr NetworkShape kTorus{3, 2};
constexpr int kSides = 4;  ///< links of each of its routers
constexpr RouterPorts kPorts{2, 4};
constexpr std::uint64_t kVcs = 2;
constexpr std::uint64_t kCycles = 64;

/// A file with `windows` windows; `count(array, window, node, port, vc)` says what is in it.
template <class Count>
std::filesystem::path arrays(const TemporaryFolder& folder, std::uint64_t windows, Count&& count,
                             const NetworkShape& network = kTorus, RouterPorts ports = kPorts,
                             bool with_bubbles = false) {
  const std::filesystem::path path = folder.path() / "attribution.h5";
  Hdf5File file(path);
  const auto write = [&](const std::string& name, std::uint64_t vcs, bool has_vcs) {
    Hdf5File::Shape shape = {windows, static_cast<std::uint64_t>(network.nodes()),
                             static_cast<std::uint64_t>(ports.count())};
    if (has_vcs) shape.push_back(vcs);
    file.write_rows(name, shape, "of a test", [&](std::uint64_t window) {
      std::vector<std::uint32_t> row;
      for (int node = 0; node < network.nodes(); ++node) {
        for (int port = 0; port < ports.count(); ++port) {
          for (std::uint64_t vc = 0; vc < vcs; ++vc) row.push_back(count(name, window, node, port, vc));
        }
      }
      return row;
    });
  };
  for (const char* name : {"outputs/flits", "outputs/credits", "buffers/flit_cycles"}) write(name, kVcs, true);
  for (const char* name : {"outputs/queue", "outputs/output", "outputs/input"}) write(name, 1, false);
  if (with_bubbles) write("outputs/bubble", 1, false);
  file.write("windows/length_s", {1}, std::vector<double>{kCycles * 4e-9}, "of a test");
  file.write("windows/length_cycles", {1}, std::vector<std::uint64_t>{kCycles}, "of a test");
  file.commit();
  return path;
}

const Json& measure(const Json& map, const std::string& name) {
  const Json& list = map["windows"]["measures"];
  return *std::find_if(list.begin(), list.end(), [&](const Json& one) { return one["name"] == name; });
}

TEST_CASE("torus_map: a link has its output, both VCs, and the buffer at its far end") {
  const TemporaryFolder folder;
  // Node 2 sends by plus_x, which goes round to node 0.
  WindowMeasures measures(
      arrays(folder, 3,
             [](const std::string& name, std::uint64_t window, int node, int port, std::uint64_t vc) {
               if (window != 1) return 0U;
               if (name == "outputs/flits" && node == 2 && port == 0) return vc == 0 ? 16U : 32U;
               if (name == "buffers/flit_cycles" && node == 0 && port == 1) return 320U;
               return 0U;
             }),
      kTorus);
  const Json map = torus_map(measures, 1'000'000);
  CHECK(map["nodes"]["size"] == Json({3, 2}));
  CHECK(map["windows"]["levels"] == 255);
  const std::size_t link = 2 * kSides;
  const auto used = test::unpacked(measure(map, "utilisation")["numbers"]);
  REQUIRE(used.size() == 3U * 6U * 5U);
  CHECK(used[link * 3 + 1] == std::lround(255 * 48.0 / kCycles));
  CHECK(std::count(used.begin(), used.end(), 0) == static_cast<long>(used.size()) - 1);
  const auto held = test::unpacked(measure(map, "occupancy")["numbers"]);
  CHECK(held[link * 3 + 1] == 255);  // the largest
  CHECK(measure(map, "occupancy")["scale"].get<double>() == Approx(2 * 320.0 / kCycles));
}

TEST_CASE("torus_map: the whole run has the sums over its windows, in 255 steps whatever the windows have") {
  const TemporaryFolder folder;
  const auto count = [](const std::string& name, std::uint64_t window, int node, int port, std::uint64_t) {
    const auto place = static_cast<std::uint64_t>(node * kSides + port);
    if (name == "outputs/queue") return static_cast<std::uint32_t>(place * place * (window + 1));
    return name == "outputs/flits" ? static_cast<std::uint32_t>((place * 7 + window) % 32) : 0U;
  };
  for (const std::size_t room : {std::size_t{1'000'000}, std::size_t{1}}) {
    INFO(room);
    WindowMeasures measures(arrays(folder, 5, count), kTorus);
    const Json map = torus_map(measures, room);
    CHECK((map["windows"]["count"] == 5) == (room > 1));
    for (const char* name : {"queue", "utilisation"}) {
      const Json& run = measure(map, name)["run"];
      std::vector<double> sums;
      for (int node = 0; node < kTorus.nodes(); ++node) {
        for (int port = 0; port < kSides; ++port) {
          double sum = 0;
          const bool queue = name == std::string("queue");
          const std::string array = queue ? "outputs/queue" : "outputs/flits";
          for (std::uint64_t window = 0; window < 5; ++window)
            sum += (queue ? 1 : kVcs) * count(array, window, node, port, 0);
          sums.push_back(sum);
        }
      }
      CHECK(run["levels"] == 255);
      const auto numbers = test::unpacked(run["numbers"]);
      REQUIRE(numbers.size() == sums.size() + static_cast<std::size_t>(kTorus.nodes()));
      for (std::size_t link = 0; link < sums.size(); ++link) {
        const double share = sums[link] / run["scale"].get<double>();
        CHECK(numbers[link] == std::lround(255 * (name == std::string("queue") ? std::sqrt(share) : share)));
      }
    }
  }
}

TEST_CASE("WindowMeasures: waits for bubbles stand where the file has them, and beside a run that has them",
          "[ATTRIBUTION-20]") {
  const auto count = [](const std::string& name, std::uint64_t, int node, int port, std::uint64_t) {
    if (node != 2 || port != 0) return 0U;
    return name == "outputs/bubble" ? 128U : name == "outputs/credits" ? 32U : 0U;
  };
  const std::size_t link = 2 * kSides;
  for (const bool with : {false, true}) {
    CAPTURE(with);
    const TemporaryFolder folder;
    WindowMeasures measures(arrays(folder, 2, count, kTorus, kPorts, with), kTorus);
    REQUIRE(measures.have_bubbles() == with);
    REQUIRE(measures.measures().size() == (with ? 7 : 6));
    CHECK(measures.measures().back().name == "occupancy");
    measures.add_no_bubbles();
    REQUIRE(measures.measures().size() == 7);
    CHECK(measures.measures()[5].name == "bubble");
    CHECK(measures.measures()[5].unit == "packets");
    CHECK(measures.measures()[6].name == "occupancy");
    CHECK(measures.at(5, 1, link) == Approx(with ? 2 : 0));
    CHECK(measures.at(4, 1, link) == Approx(1));
    CHECK(torus_curves(measures)["waiting"]["series"].size() == 5);
  }
}

TEST_CASE("torus_map: a node has the mean of its NICs' flits and the sum of what waits for them") {
  const TemporaryFolder folder;
  WindowMeasures measures(arrays(folder, 1,
                                 [](const std::string& name, std::uint64_t, int node, int port, std::uint64_t) {
                                   if (node != 4 || port < kSides) return 0U;
                                   return name == "outputs/flits" ? 8U : name == "outputs/queue" ? 64U : 0U;
                                 }),
                          kTorus);
  const std::size_t node = 6 * kSides + 4;
  CHECK(measures.at(0, 0, node) == Approx(16.0 / kCycles));
  CHECK(measures.at(1, 0, node) == Approx(4));
}

TEST_CASE("torus_map: links end at the neighbour on their side, round the torus") {
  const TemporaryFolder folder;
  WindowMeasures measures(
      arrays(folder, 1, [](const std::string&, std::uint64_t, int, int, std::uint64_t) { return 0U; }), kTorus);
  const Json links = torus_map(measures, 1'000'000)["links"];
  const auto to = test::unpacked(links["to"]);
  // Of node 5, at (2, 1): +x, -x, +y, -y.
  const std::size_t first = 5 * kSides * 4;
  CHECK(std::vector<int>{to[first], to[first + 4], to[first + 8], to[first + 12]} == std::vector<int>{3, 4, 2, 2});
}

TEST_CASE("torus_map: a mesh has the links that it has, of up to four dimensions and any number of NICs") {
  const std::vector<NetworkShape> networks = {NetworkShape({7}, {false}), NetworkShape({5}, {true}),
                                              NetworkShape({3, 4, 2}, {false, true, false}),
                                              NetworkShape({2, 3, 2, 2}, {false, false, true, false})};
  for (const NetworkShape& network : networks) {
    for (const int nics : {1, 3, 8}) {
      CAPTURE(network.text(), nics);
      const TemporaryFolder folder;
      const RouterPorts ports{network.dimensions(), nics};
      // Of each output its own number of flits, and of each buffer another one.
      const auto flits = [&](int node, int port) {
        return static_cast<std::uint32_t>(node * ports.count() + port) % 31;
      };
      const auto held = [&](int node, int port) {
        return static_cast<std::uint32_t>(node * ports.count() + port) % 37;
      };
      const auto count = [&](const std::string& name, std::uint64_t, int node, int port, std::uint64_t vc) {
        const Coordinate here = network.coordinate(node);
        const bool is_there = ports.is_nic(port) || network.has_link(here, static_cast<Direction>(port));
        if (!is_there || vc > 0) return 0U;
        return name == "outputs/flits" ? flits(node, port) : name == "buffers/flit_cycles" ? held(node, port) : 0U;
      };
      WindowMeasures measures(arrays(folder, 1, count, network, ports), network);
      REQUIRE(measures.places() == static_cast<std::size_t>(network.links() + network.nodes()));
      const Json map = torus_map(measures, 1'000'000);
      CHECK(map["links"]["count"] == network.links());
      CHECK(map["links"]["ports"].size() == static_cast<std::size_t>(network.directions()));
      std::size_t place = 0;
      bool equal = true;
      for (int node = 0; node < network.nodes(); ++node) {
        for (int port = 0; port < ports.directions(); ++port) {
          const auto way = static_cast<Direction>(port);
          if (!network.has_link(network.coordinate(node), way)) continue;
          const MeasuredLink& link = measures.links().at(place);
          const int end = network.node(network.neighbour(network.coordinate(node), way));
          equal = equal && link.from == node && link.to == end && link.direction == way;
          equal = equal && measures.at(0, 0, place) == Approx(flits(node, port) / double{kCycles});
          const int behind = static_cast<int>(opposite(way));
          equal = equal && measures.at(5, 0, place) == Approx(held(end, behind) / double{kCycles});
          ++place;
        }
      }
      for (int node = 0; node < network.nodes(); ++node) {
        double sum = 0;
        for (int nic = 0; nic < nics; ++nic) sum += flits(node, ports.nic_port(nic));
        equal = equal && measures.at(0, 0, place + static_cast<std::size_t>(node)) == Approx(sum / nics / kCycles);
      }
      CHECK(equal);
    }
  }
}

TEST_CASE("torus_curves: a direction's mean is over the links that it has") {
  const TemporaryFolder folder;
  const NetworkShape row({4}, {false});
  WindowMeasures measures(arrays(folder, 1,
                                 [](const std::string& name, std::uint64_t, int node, int port, std::uint64_t vc) {
                                   return name == "outputs/flits" && vc == 0 && port == 0 && node < 3 ? 32U : 0U;
                                 },
                                 row, {1, 2}),
                          row);
  const Json series = torus_curves(measures)["throughput"]["series"];
  REQUIRE(series.size() == 2);
  CHECK(series[0]["values"][0] == Approx(32.0 / kCycles));
  CHECK(series[1]["values"][0] == 0);
}

TEST_CASE("torus_map: what has no room loses steps, then windows, and nothing of its sums") {
  const TemporaryFolder folder;
  std::mt19937 dice(1);
  const auto random = [&](const std::string&, std::uint64_t, int, int, std::uint64_t) {
    return static_cast<std::uint32_t>(dice() % 32);
  };
  const std::filesystem::path path = arrays(folder, 33, random);
  WindowMeasures whole(path, kTorus);
  const std::size_t all = torus_map(whole, 1'000'000).dump().size();
  WindowMeasures few(path, kTorus);
  const Json small = torus_map(few, all / 2);
  CHECK(small["windows"]["levels"] == 15);
  CHECK(small["windows"]["count"] == 33);
  const Json tiny = torus_map(few, all / 8);
  CHECK(tiny["windows"]["count"] < 33);
  CHECK(tiny["windows"]["cycles"].get<std::uint64_t>() == few.window_cycles());
  double before = 0;
  double after = 0;
  for (std::size_t i = 0; i < whole.windows(); ++i) before += whole.sum(2, i) * kCycles;
  for (std::size_t i = 0; i < few.windows(); ++i) {
    after += few.sum(2, i) * static_cast<double>(few.window_cycles());
  }
  CHECK(after == Approx(before));
}

TEST_CASE("torus_map: arrays of another torus are refused") {
  const TemporaryFolder folder;
  const auto none = [](const std::string&, std::uint64_t, int, int, std::uint64_t) { return 0U; };
  const std::filesystem::path path = arrays(folder, 1, none);
  CHECK_THROWS_AS(WindowMeasures(path, NetworkShape{3, 3}), UnreadableResult);
  CHECK_THROWS_AS(WindowMeasures(path, NetworkShape({1, 1, 3, 2})), UnreadableResult);  // no port is left for a NIC
  CHECK_NOTHROW(WindowMeasures(path, kTorus));
}

}  // namespace
}  // namespace tactus
