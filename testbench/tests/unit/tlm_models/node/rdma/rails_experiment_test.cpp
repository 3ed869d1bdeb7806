#include "tlm_models/node/rdma/rails_experiment.h"

#include <numeric>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"

namespace tactus {
namespace {

using namespace literals;

RailsConfig rails(std::vector<int> nics, std::vector<int> send, std::vector<int> receive) {
  RailsConfig config;
  config.rails = std::move(nics);
  config.send_memory = std::move(send);
  config.receive_memory = std::move(receive);
  return config;
}

double gigabytes_per_second(const RailsConfig& config, Bytes size = 4_MiB) {
  RailsExperiment experiment(config);
  const double rate = experiment.run(size, 1).bytes_per_second / 1e9;
  CHECK(experiment.idle());
  return rate;
}

/// Of one receiving rail: a packet is worked on, then its TLPs follow each other on the wire.
double near_rate(const RailsConfig& config) {
  const double packet = 2048 / (2.0 * 128 / 152) + static_cast<double>(config.nic.packet_time.count()) * 1e-3;
  return 2048 / packet;
}
/// Of a link between sockets with one posted buffer.
double far_rate() { return 64 / (72 / 6.4 + 2 * 24); }

}  // namespace

TEST_CASE("Rails: a near rail has the rate of its NIC's packets, two and four have two and four times that") {
  const RailsConfig one = rails({0}, {0}, {0});
  const double near = near_rate(one);
  CHECK(gigabytes_per_second(one) == Approx(near).epsilon(0.01));
  CHECK(gigabytes_per_second(rails({0, 1}, {0, 0}, {0, 0})) == Approx(2 * near).epsilon(0.02));
  CHECK(gigabytes_per_second(rails({2, 3}, {1, 1}, {1, 1})) == Approx(2 * near).epsilon(0.02));
  CHECK(gigabytes_per_second(rails({0, 2}, {0, 1}, {0, 1})) == Approx(2 * near).epsilon(0.02));
  CHECK(gigabytes_per_second(rails({0, 1, 2, 3}, {0, 0, 1, 1}, {0, 0, 1, 1})) == Approx(4 * near).epsilon(0.03));
}

TEST_CASE("Rails: receiving far has the rate of the link between sockets, sending far costs nothing") {
  const double near = near_rate(RailsConfig{});
  CHECK(gigabytes_per_second(rails({0}, {1}, {0})) == Approx(near).epsilon(0.01));
  CHECK(gigabytes_per_second(rails({0}, {0}, {1})) == Approx(far_rate()).epsilon(0.02));
  CHECK(gigabytes_per_second(rails({0}, {1}, {1})) == Approx(far_rate()).epsilon(0.02));
}

TEST_CASE("Rails: an even split is as fast as its slowest rail, one by measured rates is faster") {
  RailsConfig config = rails({0, 2}, {0, 1}, {0, 0});
  CHECK(gigabytes_per_second(config) == Approx(2 * far_rate()).epsilon(0.02));
  config.rdma.split = RailSplit::kMeasured;
  CHECK(gigabytes_per_second(config) == Approx(near_rate(config) + far_rate()).epsilon(0.02));
}

TEST_CASE("Rails: a split for near rails leaves out those that receive far, whatever they send from") {
  RailsConfig config = rails({0, 1, 2}, {0, 1, 1}, {0, 0, 0});
  config.rdma.split = RailSplit::kNear;
  RailsExperiment experiment(config);
  const RailsResult result = experiment.run(16_MiB, 1);
  CHECK(result.bytes_per_second * 1e-9 == Approx(2 * near_rate(config)).epsilon(0.02));
  CHECK(result.rail_rates[1] > 0);
  CHECK(result.rail_rates[2] == 0);
}

TEST_CASE(
    "Rails: four with one receiving far are slower than four times far, since near and far share a memory queue") {
  const RailsConfig config = rails({0, 1, 2, 3}, {0, 0, 1, 1}, {0, 0, 1, 0});
  CHECK(gigabytes_per_second(config) < 0.92 * 4 * far_rate());
  RailsConfig roomy = config;
  for (auto& memory : roomy.node.memories) memory.controller.queue = 64;
  CHECK(gigabytes_per_second(roomy) == Approx(4 * far_rate()).epsilon(0.02));
}

TEST_CASE("Rails: shares of what limits the slowest rail add up to one and name the resource") {
  RailsExperiment near(rails({0}, {0}, {0}));
  RailsExperiment far(rails({0}, {0}, {1}));
  const std::vector<LimitShare> of_near = near.run(1_MiB, 2).limits;
  const std::vector<LimitShare> of_far = far.run(1_MiB, 2).limits;
  const auto add = [](double sum, const LimitShare& share) { return sum + share.share; };
  CHECK(std::accumulate(of_near.begin(), of_near.end(), 0.0, add) == Approx(1).epsilon(1e-9));
  CHECK(std::accumulate(of_far.begin(), of_far.end(), 0.0, add) == Approx(1).epsilon(1e-9));
  CHECK(of_near.front().resource == "receiver, PCIe NIC 0: payload");
  CHECK(of_far.front().resource == "receiver, HT socket 0 to 1: posted buffers");
  // Of two rails it is the one that receives far.
  RailsExperiment mixed(rails({0, 2}, {0, 1}, {0, 0}));
  CHECK(mixed.run(1_MiB, 2).limits.front().resource == "receiver, HT socket 0 to 1, back: posted buffers");
  // Of the time that a TLP is on the wire, 24 of 152 bytes are not payload.
  CHECK(of_near[1].share / of_near[0].share == Approx(24.0 / 128).epsilon(0.1));
}

TEST_CASE("Rails: the rate of a rail does not count the time before its turn") {
  RailsConfig config = rails({0, 2}, {0, 1}, {0, 1});
  config.rdma.post_time = 10_us;
  RailsExperiment experiment(config);
  const std::vector<double> rates = experiment.run(64_KiB, 1).rail_rates;
  CHECK(rates[1] == Approx(rates[0]).epsilon(0.01));
}

TEST_CASE("Rails: each byte goes over its rail once") {
  RailsExperiment experiment(rails({0, 3}, {0, 1}, {1, 1}));
  const auto received = [&] { return experiment.nic(1, 0).bytes_received() + experiment.nic(1, 1).bytes_received(); };
  experiment.prepare();
  const std::uint64_t before = received();
  CHECK(before == 2 * 4);
  experiment.run(Bytes{1'000'001}, 3);
  // Four messages; each with a request of 64 B and a completion of 64 B on either rail.
  CHECK(received() - before == 4 * (1'000'001 + 3 * 64));
  CHECK(experiment.idle());
}

TEST_CASE("Rails: from the threshold on a message takes the rendezvous and all rails") {
  RailsConfig config = rails({0, 1}, {0, 0}, {0, 0});
  RailsExperiment experiment(config);
  const auto second_rail = [&] { return experiment.nic(1, 1).bytes_received(); };
  experiment.run(Bytes{32 * 1024 - 1}, 1);
  CHECK(second_rail() == 0);
  experiment.run(32_KiB, 1);
  CHECK(second_rail() == 2 * (16 * 1024 + 64));
}

TEST_CASE("Rails: registration is paid once if it is remembered, on both sides otherwise") {
  const Bytes size = 1_MiB;
  RailsConfig config = rails({0}, {0}, {0});
  const Picoseconds cached = RailsExperiment(config).run(size, 1).message_time;
  config.rdma.registrations = 0;
  const Picoseconds again = RailsExperiment(config).run(size, 1).message_time;
  // The sender registers while the request is under way and the receiver registers: the two overlap.
  const Picoseconds cost = config.rdma.registration_time + config.rdma.page_time * 256;
  CHECK(again >= cached + cost);
  CHECK(again < cached + cost * 2);
}

TEST_CASE("Rails: same configuration, same result to the last bit") {
  const RailsConfig config = rails({0, 1, 2, 3}, {0, 0, 1, 1}, {0, 0, 1, 0});
  const RailsResult first = RailsExperiment(config).run(256_KiB, 2);
  const RailsResult second = RailsExperiment(config).run(256_KiB, 2);
  CHECK(first.message_time == second.message_time);
  CHECK(first.events == second.events);
}

TEST_CASE("RailsConfig: all mistakes are told at once, by member") {
  RailsConfig config = rails({0, 0, 7}, {0, 0}, {0, 0, 5});
  config.cable.mtu = {};
  config.nic.read_ahead = 0;
  config.cpu = 9;
  CHECK(fields_at_fault(config) ==
        Fields{"cable.mtu", "nic.read_ahead", "rails", "rails", "send_memory", "receive_memory", "cpu"});
}

}  // namespace tactus
