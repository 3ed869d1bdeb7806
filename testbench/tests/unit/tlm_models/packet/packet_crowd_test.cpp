#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/network_graphs.h"
#include "testbench/parts/random_links.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/torus_bench.h"
#include "tlm_models/packet/packet_torus.h"

namespace tactus {
namespace {

/// Senders of one machine; each of the nodes sends to all others from all its NICs.
class Crowd {
 public:
  template <class Network>
  Crowd(Network& torus, const MachineConfig& config) : config_(config) {
    for (int node = 0; node < config.network.hosts(); ++node) {
      senders_.push_back(std::make_unique<Sender>(sc_core::sc_gen_unique_name("sender"), config.nics()));
      senders_.back()->isock.bind(torus.csr_tsock(node));
    }
  }
  void send() {
    const int nodes = config_.network.hosts();
    for (int node = 0; node < nodes; ++node) {
      for (int i = 1; i < nodes; ++i) {
        const auto bytes = static_cast<std::uint32_t>(1 + 397 * i % 4100);
        senders_[static_cast<std::size_t>(node)]->send(config_.network.coordinate((node + i) % nodes),
                                                       i % config_.nics(), bytes);
      }
    }
  }
  void take_completions() {
    for (const auto& sender : senders_) sender->idle();
  }

 private:
  const MachineConfig& config_;
  std::vector<std::unique_ptr<Sender>> senders_;
};

/// A machine at cycle level, at packet level, and at packet level by two threads.
struct Machine {
  Machine(const std::string& name, MachineConfig machine)
      : config(std::move(machine)),
        pins((name + "_pins").c_str(), config, cycle_level_parts()),
        packets((name + "_packets").c_str(), config),
        threads((name + "_threads").c_str(), config, {2, 0}) {
    crowds.emplace_back(pins, config);
    crowds.emplace_back(packets, config);
    crowds.emplace_back(threads, config);
  }

  const MachineConfig config;
  Torus pins;
  PacketTorus packets;
  PacketTorus threads;
  std::vector<Crowd> crowds;
};

/// Whatever makes the packets of routers wait.
std::vector<MachineConfig> machines() {
  std::vector<MachineConfig> list(9);
  for (MachineConfig& machine : list) {
    machine.network = {3, 3};
    machine.nic.count = 2;
    machine.router.vc_buffer = Bytes{2048};
    machine.router.virtual_channels = 2;
  }
  list[1].router.input_queue = InputQueueKind::kPerOutput;
  list[1].router.input_transfers = InputTransfers::kQueue;
  list[2].router.input_transfers = InputTransfers::kPort;
  list[2].router.input_nomination = "oldest";
  list[2].router.turnaround = Cycles{3};
  list[3].router.routing = "minimal_adaptive";
  list[3].router.virtual_channels = 3;
  list[4].router.routing = "ugal";
  list[4].router.virtual_channels = 4;
  list[5].router.arbiter = "oldest_first";
  Dice dice(3);
  const auto place = [&] { return list[5].network.coordinate(dice.below(9)); };
  vary_links(dice, list[5], 6, 4, place);
  interrupt_links(dice, list[5], place);
  list[6].router.routing = "fault_tolerant";
  list[6].faults.cables = {{{0, 0}, {1, 0}}};
  list[6].faults.bit_error_rate = 1e-5;
  list[7].network = NetworkShape::of_graph(k_ary_n_tree(2, 3).keep());
  list[7].router.routing = "up_down";
  list[8].network = NetworkShape::of_graph(hyperx({3}, 2).keep());
  list[8].router.routing = "valiant";
  return list;
}

std::uint64_t flits_of_links(const Fabric& fabric, const MachineConfig& config) {
  std::uint64_t hash = 0;
  for (int node = 0; node < config.network.nodes(); ++node) {
    for (int port = 0; port < config.network.directions(); ++port) {
      hash = hash * 1'000'003 + fabric.link_flits(node, static_cast<Direction>(port));
    }
  }
  return hash;
}

}  // namespace

TEST_CASE("PacketTorus: in a crowd its links carry in every cycle what they carry at cycle level, by any router",
          "[EQUAL-1][EQUAL-2][LINK-2][LINK-3][LINK-4]") {
  std::vector<std::unique_ptr<Machine>> all;
  for (const MachineConfig& config : machines()) {
    REQUIRE(validate(config).empty());
    all.push_back(std::make_unique<Machine>("machine_" + std::to_string(all.size()), config));
  }
  const Clock clock = MachineConfig{}.clock;
  const sc_core::sc_clock beat("beat", to_sc_time(clock.edge(Cycles{1})));  // nothing runs ahead
  sc_core::sc_start(to_sc_time(clock.middle(Cycles{1})));
  for (const auto& machine : all) {
    for (Crowd& crowd : machine->crowds) crowd.send();
  }
  const auto drained = [&all] {
    return std::all_of(all.begin(), all.end(), [](const auto& machine) { return machine->pins.drained(); });
  };
  int cycles = 0;
  for (; cycles < 60'000 && (cycles < 100 || !drained()); ++cycles) {
    sc_core::sc_start(to_sc_time(clock.edge(Cycles{1})));
    for (std::size_t i = 0; i < all.size(); ++i) {
      Machine& machine = *all[i];
      const std::uint64_t expected = flits_of_links(machine.pins, machine.config);
      const bool equal = flits_of_links(machine.packets, machine.config) == expected &&
                         flits_of_links(machine.threads, machine.config) == expected;
      if (!equal) FAIL("machine " << i << ", cycle " << cycles);
      for (Crowd& crowd : machine.crowds) crowd.take_completions();
    }
  }
  CHECK(drained());
  CHECK(cycles > 2000);
  for (const auto& machine : all) {
    CHECK(machine->packets.drained());
    CHECK(machine->packets.packets_delivered() == machine->pins.packets_delivered());
    CHECK(machine->packets.final_faults().empty());
    CHECK(machine->threads.final_faults().empty());
  }
}

}  // namespace tactus
