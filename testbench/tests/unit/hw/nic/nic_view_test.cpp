#include <map>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

struct Recorder : PacketObserver {
  std::vector<std::pair<PacketHeader, std::uint64_t>> injected;
  std::vector<std::pair<PacketHeader, std::uint64_t>> delivered;
  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    injected.emplace_back(header, cycle.count());
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    delivered.emplace_back(header, cycle.count());
  }
};

}  // namespace

TEST_CASE("Nic: tells its observer of heads put on the port and tails taken from it", "[SEND-6][RECEIVE-1][PIN-6]") {
  StartedNicBench bench(bench_config());
  Recorder recorder;
  bench.nic.observe(&recorder);
  bench.run_to(10);
  bench.send(0, {2, 2}, 2 * 2016, 42);
  bench.run(400);
  REQUIRE(recorder.injected.size() == 2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    CHECK(recorder.injected[i].second == bench.heads(0)[i]);
    CHECK(recorder.injected[i].first.route.inject_cycle == bench.heads(0)[i]);
    CHECK(recorder.injected[i].first.transport.packet_index == i);
    CHECK(recorder.injected[i].first.transport.tag == 42);
  }
  bench.give_packet(3, 1, make_header({4, 1}, 3, 8, 100));
  REQUIRE(recorder.delivered.size() == 1);
  CHECK(recorder.delivered[0].second == bench.cycle());
  CHECK(recorder.delivered[0].first.route.source == Coordinate{4, 1});
  CHECK(recorder.delivered[0].first.transport.tag == 8);
}

TEST_CASE("Nic: counts packets and flits of all engines") {
  StartedNicBench bench(bench_config());
  bench.send(0, {2, 2}, 2016);
  bench.send(2, {2, 2}, 0);
  bench.run(10);
  CHECK(model_of(bench).active_sends() == 1);
  bench.run(300);
  bench.give_packet(1, 0, make_header({0, 0}, 1, 1, 16));
  CHECK(bench.nic.flits_in_receive_buffer() == 3);
  bench.run(10);
  CHECK(model_of(bench).packets_injected() == 2);
  CHECK(bench.nic.flits_sent() == 130);
  CHECK(model_of(bench).packets_delivered() == 1);
  CHECK(bench.nic.flits_received() == 3);
  CHECK(bench.nic.flits_in_receive_buffer() == 0);
  CHECK(model_of(bench).active_sends() == 0);
}

TEST_CASE("Nic: messages_active shows messages from the doorbell to the tail, ready_packets those that wait to be sent",
          "[WAVE-8][WAVE-9]") {
  StartedNicBench bench(bench_config());
  const auto value = [&](const char* name) { return bench.shown("nic.engine_0", name); };
  bench.run_to(10);
  for (int i = 0; i < 3; ++i) bench.send(0, {2, 2}, 2016);
  CHECK(value("messages_active") == 3);  // all in the ring
  bench.run_to(42);
  CHECK(bench.read(0, nic_reg::kTxFetched) == 1);
  CHECK(value("messages_active") == 3);
  CHECK(value("ready_packets") == 0);
  bench.run_to(74);  // the first is being sent from cycle 43 on, the second is read at 75
  CHECK(value("ready_packets") == 0);
  bench.run_to(75);
  CHECK(value("ready_packets") == 1);
  bench.run_to(169);
  CHECK(value("messages_active") == 3);
  bench.run_to(170);  // the first tail
  CHECK(value("messages_active") == 2);
}

TEST_CASE("Nic: probes show the interrupt, the credits that go back, and which receives wait and are complete",
          "[WAVE-6][WAVE-13][WAVE-15]") {
  StartedNicBench bench(bench_config());
  bench.write(2, nic_reg::kIrqEnable, nic_reg::kIrqReceive);
  bench.post(2, 4, {0, 3}, 1, 16);
  bench.post(2, 6, {0, 3}, 2, 16);
  bench.run(1);
  CHECK(bench.shown("nic.engine_2", "receives_active") == (1U << 4 | 1U << 6));
  CHECK(bench.shown("nic", "irq_o") == 0);
  bench.give_packet(2, 1, make_header({0, 3}, 2, 1, 16));
  CHECK(bench.shown("nic.engine_2", "credit_o") == 0);
  bench.run(1);  // in memory
  CHECK(bench.shown("nic.engine_2", "credit_o") == credits_for(1, 3));
  CHECK(bench.shown("nic.engine_2", "receives_active") == 1U << 6);
  CHECK(bench.shown("nic.engine_2", "receives_done") == 1U << 4);
  CHECK(bench.shown("nic", "irq_o") == 1);
  CHECK(bench.shown("nic.engine_1", "receives_done") == 0);
}

TEST_CASE("Nic: probes show in every cycle whether a flit is on the port, and whether it is a head or a tail",
          "[WAVE-12]") {
  StartedNicBench bench(bench_config());
  const auto value = [&](const char* name) { return bench.shown("nic.engine_3", name); };
  bench.run_to(10);
  bench.send(3, {2, 2}, 48);  // read in 1 cycle: 5 flits in cycles 12 to 16
  for (std::uint64_t cycle = 11; cycle < 20; ++cycle) {
    CAPTURE(cycle);
    bench.run_to(cycle);
    CHECK(value("flit_o_valid") == std::uint64_t{cycle >= 12 && cycle <= 16});
    CHECK(value("flit_o_head") == std::uint64_t{cycle == 12});
    CHECK(value("flit_o_tail") == std::uint64_t{cycle == 16});
  }
}

TEST_CASE("Nic: probes show what the engines do",
          "[SEND-7][NIC-13][WAVE-7][WAVE-10][WAVE-11][WAVE-12][WAVE-14][WAVE-16]") {
  StartedNicBench bench(bench_config());
  ProbeList probes;
  bench.nic.add_probes(probes, "torus.node_1_2.nic");
  std::map<std::string, const Probe*> by_name;
  for (const Probe& probe : probes) {
    const std::string name = probe.scope + "." + probe.name;
    CHECK(by_name.emplace(name, &probe).second);
    CHECK(probe.width >= 1);
    CHECK(probe.width <= 64);
  }
  const auto value = [&](const std::string& name) { return by_name.at("torus.node_1_2.nic.engine_1." + name)->read(); };
  const auto state = [&] { return by_name.at("torus.node_1_2.nic.engine_1.state")->enum_names.at(value("state")); };
  bench.return_credits(false);
  bench.set_pacing(1, "fixed", 8, 0);
  CHECK(state() == "idle");
  CHECK(value("credits") == 512);
  bench.run_to(10);
  bench.send(1, {2, 2}, 5 * 2016);
  bench.run_to(20);
  CHECK(state() == "memory");
  CHECK(value("messages_active") == 1);
  bench.run_to(43);
  CHECK(state() == "send");
  CHECK(value("flit_o_head") == 1);
  CHECK(value("flit_o_tail") == 0);
  CHECK(value("credits") == 512 - 128);
  bench.run_to(43 + 127);
  CHECK(value("flit_o_head") == 0);
  CHECK(value("flit_o_tail") == 1);
  bench.run_to(43 + 128 + 28);
  CHECK(state() == "pace");
  CHECK(value("slot_wait") == 100);
  CHECK(value("ready_packets") == 1);
  bench.run_to(2000);
  CHECK(state() == "stall");
  CHECK(value("slot_wait") == 0);
  bench.give_packet(1, 1, make_header({0, 0}, 1, 1, 16));
  CHECK(value("vc_1.occupancy") == 3);
  CHECK(value("unexpected") == 1);
}
