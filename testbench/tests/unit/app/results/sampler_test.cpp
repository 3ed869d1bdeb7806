#include "testbench/app/results/sampler.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>

#include "hw/common/network_graphs.h"
#include "hw/common/sc_time_conversion.h"
#include "hw/node/lookouts.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/fake_fabric.h"
#include "testbench/tests/unit/app/results/machines.h"
#include "testbench/tests/unit/app/results/small_machine.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

/// Runs to the middle of cycle `cycle`.
void run_to(Cycles cycle) {
  const Picoseconds middle{cycle.count() * 4000 + 2000};
  sc_core::sc_start(to_sc_time(middle) - sc_core::sc_time_stamp());
}

/// A sampler, and who has it look.
struct RunningSampler {
  RunningSampler(const Fabric& fabric, Cycles interval, const std::filesystem::path& folder)
      : lookouts("lookouts", fabric, std::nullopt), sampler(fabric, interval, folder) {
    lookouts.add(sampler);
  }
  void finish() { sampler.finish(); }

  Lookouts lookouts;
  Sampler sampler;
};

}  // namespace

TEST_CASE("Sampler: a row of links.csv is the mean rate per direction since the row before",
          "[RESULT-27][RESULT-28][RESULT-29][key:run.sample_interval]") {
  const TemporaryFolder folder;
  FakeFabric fabric(small_machine());
  RunningSampler sampler(fabric, 100_cycles, folder.path());
  run_to(50_cycles);
  // 400 link-cycles per direction in 100 cycles: all of them is 4 GB/s.
  fabric.flits[{0, Direction::kPlusX}] = 100;
  fabric.flits[{3, Direction::kPlusX}] = 100;
  fabric.flits[{1, Direction::kMinusY}] = 100;
  run_to(150_cycles);
  fabric.flits[{2, Direction::kMinusX}] = 40;
  run_to(219_cycles);
  sampler.finish();
  CHECK(folder.text("links.csv") ==
        "time_us,plus_x_GBps,minus_x_GBps,plus_y_GBps,minus_y_GBps,average_GBps\n"
        "0.400,2.0000,0.0000,0.0000,1.0000,0.7500\n"
        "0.800,0.0000,0.4000,0.0000,0.0000,0.1000\n"
        "0.880,0.0000,0.0000,0.0000,0.0000,0.0000\n");
}

TEST_CASE("Sampler: the last, shorter window has the rate of its own length", "[RESULT-27][RESULT-28]") {
  const TemporaryFolder folder;
  FakeFabric fabric(small_machine());
  RunningSampler sampler(fabric, 100_cycles, folder.path());
  run_to(105_cycles);
  for (int node = 0; node < 4; ++node) fabric.flits[{node, Direction::kPlusY}] = 10;
  run_to(109_cycles);
  sampler.finish();
  const std::string text = folder.text("links.csv");
  CHECK(text.substr(text.find("0.440")) == "0.440,0.0000,0.0000,4.0000,0.0000,1.0000\n");
}

TEST_CASE("Sampler: a row has nothing of what happens at the edge that ends its window", "[RESULT-27]") {
  const TemporaryFolder folder;
  FakeFabric fabric(small_machine());
  RunningSampler sampler(fabric, 100_cycles, folder.path());
  run_to(98_cycles);
  fabric.flits[{0, Direction::kPlusX}] = 40;
  sc_core::sc_start(to_sc_time(Picoseconds{100 * 4000 - 1000}) - sc_core::sc_time_stamp());
  fabric.flits[{0, Direction::kPlusX}] = 100;
  run_to(150_cycles);
  sampler.finish();
  const std::string text = folder.text("links.csv");
  CHECK(text.find("0.400,0.4000,") != std::string::npos);
}

TEST_CASE("Sampler: buffers are named after the links that feed them, and averaged over the nodes",
          "[RESULT-30][RESULT-31]") {
  const TemporaryFolder folder;
  MachineConfig config = small_machine();  // buffers of 512 flits
  FakeFabric fabric(config);
  RunningSampler sampler(fabric, 100_cycles, folder.path());
  const int minus_x = static_cast<int>(Direction::kMinusX);
  fabric.occupancy[{1, minus_x, 0}] = 512;  // fed by links towards plus_x
  fabric.occupancy[{2, minus_x, 0}] = 256;
  fabric.occupancy[{2, static_cast<int>(Direction::kPlusY), 1}] = 512;
  fabric.occupancy[{0, kPorts.nic_port(0), 0}] = 512;
  fabric.occupancy[{0, kPorts.nic_port(3), 0}] = 512;
  run_to(99_cycles);
  sampler.finish();
  CHECK(folder.text("vc_occupancy.csv") ==
        "time_us,plus_x_vc_0,plus_x_vc_1,minus_x_vc_0,minus_x_vc_1,plus_y_vc_0,plus_y_vc_1,minus_y_vc_0,minus_y_vc_1,"
        "nic_vc_0\n"
        "0.400,0.37500,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.25000,0.12500\n");
}

TEST_CASE("Sampler: links and buffers of a graph are told by group", "[GRAPH-4]") {
  const TemporaryFolder folder;
  MachineConfig config;
  config.network = NetworkShape::of_graph(k_ary_n_tree(2, 2).keep());  // 4 hosts, 2 switches over them, 2 at the top
  config.router.virtual_channels = 1;
  FakeFabric fabric(config);
  RunningSampler sampler(fabric, 100_cycles, folder.path());
  const NetworkGraph& graph = *config.network.graph;
  const auto port_to = [&](int node, int other) {
    const std::vector<int>& ports = graph.ports(node);
    return *std::find_if(ports.begin(), ports.end(), [&](int port) { return graph.neighbour(node, port) == other; });
  };
  const auto link = [&](int node, int other) { return static_cast<Direction>(port_to(node, other)); };
  fabric.flits[{0, link(0, 4)}] = 100;  // one of four links up at full speed
  fabric.flits[{4, link(4, 7)}] = 50;
  fabric.flits[{7, link(7, 5)}] = 20;
  fabric.flits[{5, link(5, 3)}] = 10;
  fabric.occupancy[{4, port_to(4, 0), 0}] = 512;  // fed by host 0
  fabric.occupancy[{5, port_to(5, 7), 0}] = 256;  // fed by a switch of the top
  fabric.occupancy[{3, config.ports().nic_port(0), 0}] = 512;
  run_to(99_cycles);
  sampler.finish();
  CHECK(folder.text("links.csv") ==
        "time_us,up_0_GBps,up_1_GBps,down_1_GBps,down_2_GBps,average_GBps\n"
        "0.400,1.0000,0.5000,0.1000,0.2000,0.4500\n");
  CHECK(folder.text("vc_occupancy.csv") ==
        "time_us,up_0_vc_0,up_1_vc_0,down_1_vc_0,down_2_vc_0,nic_vc_0\n"
        "0.400,0.25000,0.00000,0.00000,0.12500,0.25000\n");
}

TEST_CASE("Sampler: a run that ends with a window gets no empty row") {
  const TemporaryFolder folder;
  FakeFabric fabric(small_machine());
  RunningSampler sampler(fabric, 10_cycles, folder.path());
  run_to(10_cycles);
  fabric.flits[{0, Direction::kPlusX}] = 5;
  run_to(19_cycles);
  sampler.finish();
  const std::string text = folder.text("links.csv");
  CHECK(std::count(text.begin(), text.end(), '\n') == 3);
}

TEST_CASE("Sampler: a run that is not finished leaves no files", "[RESULT-32]") {
  const TemporaryFolder folder;
  FakeFabric fabric(small_machine());
  {
    RunningSampler sampler(fabric, 10_cycles, folder.path());
    run_to(100_cycles);
  }
  CHECK(folder.names().empty());
}

TEST_CASE("Sampler: a full disk stops the simulation, and finish says why") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", partial_name(folder.path() / "links.csv"));
  FakeFabric fabric(small_machine());
  RunningSampler sampler(fabric, 1_cycles, folder.path());
  for (std::uint64_t cycle = 1; cycle < 10'000 && sc_core::sc_get_status() != sc_core::SC_STOPPED; ++cycle) {
    fabric.flits[{0, Direction::kPlusX}] = cycle;
    run_to(Cycles{cycle});
  }
  CHECK(sc_core::sc_get_status() == sc_core::SC_STOPPED);
  CHECK_THROWS_AS(sampler.finish(), ResultFileError);
}

TEST_CASE("Sampler: windows in which nothing changed are one row, with the time of them all",
          "[RESULT-27][RESULT-52]") {
  const TemporaryFolder folder;
  FakeFabric fabric(small_machine());
  RunningSampler sampler(fabric, 100_cycles, folder.path());
  run_to(500_cycles);  // five idle windows
  fabric.flits[{0, Direction::kPlusX}] = 100;
  fabric.occupancy[{1, kPorts.nic_port(0), 0}] = 512;
  run_to(10'000_cycles);  // one that moved something, and 94 in which a packet waited
  fabric.flits[{0, Direction::kPlusX}] = 200;
  fabric.occupancy.clear();
  run_to(10'150_cycles);
  sampler.finish();
  CHECK(folder.text("links.csv") ==
        "time_us,plus_x_GBps,minus_x_GBps,plus_y_GBps,minus_y_GBps,average_GBps\n"
        "2.000,0.0000,0.0000,0.0000,0.0000,0.0000\n"
        "2.400,1.0000,0.0000,0.0000,0.0000,0.2500\n"
        "40.000,0.0000,0.0000,0.0000,0.0000,0.0000\n"
        "40.400,1.0000,0.0000,0.0000,0.0000,0.2500\n"
        "40.604,0.0000,0.0000,0.0000,0.0000,0.0000\n");
  const std::string occupancy = folder.text("vc_occupancy.csv");
  CHECK(occupancy.find("\n2.000,0.00000,") != std::string::npos);
  CHECK(occupancy.find("\n40.000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.06250\n") !=
        std::string::npos);
}

TEST_CASE("Sampler: a window in which a buffer filled has a row of its own though no flit went over a link",
          "[RESULT-52]") {
  const TemporaryFolder folder;
  FakeFabric fabric(small_machine());
  RunningSampler sampler(fabric, 100_cycles, folder.path());
  run_to(150_cycles);
  fabric.occupancy[{1, kPorts.nic_port(0), 0}] = 512;  // one of four nodes and four NICs
  run_to(450_cycles);
  sampler.finish();
  const std::string text = folder.text("vc_occupancy.csv");
  const auto row = [](const std::string& time, const std::string& nics) {
    return time + ",0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000,0.00000," + nics + "\n";
  };
  CHECK(text.substr(text.find('\n') + 1) ==
        row("0.400", "0.00000") + row("0.800", "0.06250") + row("1.804", "0.06250"));
}

namespace {

constexpr std::array<const char*, 8> kAllDirections = {"plus_x", "minus_x", "plus_y", "minus_y",
                                                       "plus_z", "minus_z", "plus_w", "minus_w"};

/// Traffic on every link, and flits in every buffer that something feeds; the mean that each column should show.
struct Expected {
  std::array<double, 8> rate{};
  double average = 0;
  std::array<double, 8> full{};
  double nics = 0;
};
Expected load(FakeFabric& fabric) {
  const MachineConfig& machine = fabric.config();
  std::array<int, 8> count{};
  Expected sum;
  int links = 0;
  for_each_link(machine.network, [&](int node, Direction direction) {
    const auto way = static_cast<std::size_t>(direction);
    const int next = machine.network.node(machine.network.neighbour(machine.network.coordinate(node), direction));
    const int flits = (node * 7 + static_cast<int>(way) * 5) % 100;
    fabric.flits[{node, direction}] = static_cast<std::uint64_t>(flits);
    fabric.occupancy[{next, static_cast<int>(way ^ 1U), 1}] = flits;
    ++links, ++count[way];
    sum.rate[way] += flits, sum.full[way] += flits, sum.average += flits;
  });
  for (int node = 0; node < machine.network.nodes(); ++node) {
    for (int nic = 0; nic < machine.nics(); ++nic) {
      const int flits = (node * 3 + nic * 11) % 64;
      fabric.occupancy[{node, machine.network.directions() + nic, 0}] = flits;
      sum.nics += flits;
    }
  }
  for (std::size_t way = 0; way < 8; ++way) {
    if (count[way] == 0) continue;
    sum.rate[way] *= 4.0 / (100 * count[way]);  // 100 flits in 100 cycles are 4 GB/s
    sum.full[way] /= 512.0 * count[way];
  }
  sum.average *= 4.0 / (100 * links);
  sum.nics /= 512.0 * machine.network.nodes() * machine.nics();
  return sum;
}

}  // namespace

TEST_CASE("Sampler: a machine has columns for its own directions, and means are over the links and NICs that it has",
          "[RESULT-28][RESULT-29][RESULT-30][RESULT-31]") {
  struct Run {
    TemporaryFolder folder;
    std::unique_ptr<FakeFabric> fabric;
    std::unique_ptr<Sampler> sampler;
    Expected expected;
  };
  std::vector<std::unique_ptr<Run>> runs;
  for (const MachineConfig& machine : machines_of_all_kinds()) {
    auto run = std::make_unique<Run>();
    run->fabric = std::make_unique<FakeFabric>(machine);
    run->sampler = std::make_unique<Sampler>(*run->fabric, 100_cycles, run->folder.path());
    run->expected = load(*run->fabric);
    runs.push_back(std::move(run));
  }
  Lookouts lookouts("lookouts", *runs.front()->fabric, std::nullopt);
  for (const auto& run : runs) lookouts.add(*run->sampler);
  run_to(99_cycles);
  for (const auto& run : runs) {
    run->sampler->finish();
    const NetworkShape& network = run->fabric->config().network;
    CAPTURE(network.text(), network.is_torus());
    std::string links = "time_us";
    std::string link_row = "0.400";
    std::string buffers = "time_us";
    std::string buffer_row = "0.400";
    for (std::size_t way = 0; way < static_cast<std::size_t>(2 * network.dimensions()); ++way) {
      links += fmt::format(",{}_GBps", kAllDirections[way]);
      link_row += fmt::format(",{:.4f}", run->expected.rate[way]);
      buffers += fmt::format(",{0}_vc_0,{0}_vc_1", kAllDirections[way]);
      buffer_row += fmt::format(",0.00000,{:.5f}", run->expected.full[way]);
    }
    CHECK(run->folder.text("links.csv") ==
          fmt::format("{},average_GBps\n{},{:.4f}\n", links, link_row, run->expected.average));
    CHECK(run->folder.text("vc_occupancy.csv") ==
          fmt::format("{},nic_vc_0\n{},{:.5f}\n", buffers, buffer_row, run->expected.nics));
  }
}
