#include "testbench/app/results/text_summary.h"

#include "testbench/app/results/progress.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;
using namespace tactus::literals;

TEST_CASE("Text summary: says in aligned lines what a person asks first") {
  RunSummary summary;
  summary.scenario = "nsim_a2at";
  summary.level = "cycle";
  summary.seed = 1;
  summary.simulated = 25'800_us;
  summary.ideal_seconds = 0.024;
  summary.link_utilisation = 0.93;
  summary.group_utilisation = {{"plus_x", 0.9}, {"minus_x", 0.96}, {"plus_y", 0.92}, {"minus_y", 0.94}};
  summary.messages_delivered = 6480;
  summary.packets_delivered = 3'376'080;
  summary.flits_injected = 800;
  summary.packet_hops = 15'192'360;
  summary.packet_latency_ns = {10, 4321, 1000, 20'000, 30'000, 1'500'000};
  SequenceSummary fast;
  fast.index = 1;
  fast.start_s = 0.0;
  fast.last_end_s = 0.001;
  SequenceSummary slow;
  slow.index = 2;
  slow.hops = 4;
  slow.start_s = 0.001;
  slow.last_end_s = 0.0035;
  slow.link_utilisation = 0.875;
  summary.sequences = {fast, slow};
  summary.nic = NicTotals{10, 50, 100, 50, 0, 0};
  summary.trace = TraceSummary{100'000, 5, 6000, 480};
  summary.slowest_packet = 4711;
  summary.trace->slowest_message = 42;
  summary.trace->slowest_message_s = 0.00175;
  CHECK(text_summary(summary, "results/nsim_a2at") ==
        "scenario    nsim_a2at, cycle level, seed 1\n"
        "time        25.80 ms, 107.5 % of the ideal 24.00 ms\n"
        "links       93.0 % used (+x 90.0, -x 96.0, +y 92.0, -y 94.0)\n"
        "delivered   6,480 messages, 3,376,080 packets, 15,192,360 link hops\n"
        "latency     mean 4.32 us, p50 1.00 us, p95 20.00 us, p99 30.00 us, max 1.50 ms\n"
        "longest     packet 4711 and message 42, which took 1.75 ms\n"
        "slowest     sequence 2 of 2 (4 hops): 2.50 ms, links 87.5 % used\n"
        "NICs        80.0 % of packets' time sending, 5.0 % stalled, 15.0 % held by the pacer\n"
        "trace       100,000 packets recorded, 5 left out (trace.max_packets)\n"
        "messages    6,000 recorded, 480 left out (trace.max_messages)\n"
        "results     results/nsim_a2at\n");
}

TEST_CASE("Text summary: an open-loop run shows its load, and nothing that it does not have") {
  RunSummary summary;
  summary.scenario = "uniform";
  summary.level = "cycle";
  summary.seed = 3;
  summary.simulated = 400_us;
  summary.group_utilisation = {{"plus_x", 0}, {"minus_x", 0}, {"plus_y", 0}, {"minus_y", 0}};
  summary.open_loop = OpenLoopSummary{0.5, 0.25, {100, 1000, 1000, 2000, 3000, 4000}, 110, 10, true, {}};
  CHECK(text_summary(summary, "r") ==
        "scenario    uniform, cycle level, seed 3\n"
        "time        400.00 us\n"
        "links       0.0 % used (+x 0.0, -x 0.0, +y 0.0, -y 0.0)\n"
        "delivered   0 messages, 0 packets, 0 link hops\n"
        "load        offered 0.5000, accepted 0.2500 flits per node and cycle (saturated)\n"
        "            110 messages measured, 10 of them still under way\n"
        "            from creation: mean 1.00 us, p50 1.00 us, p95 2.00 us, p99 3.00 us, max 4.00 us\n"
        "results     r\n");
  summary.link_repetitions = 1234;
  CHECK_THAT(text_summary(summary, "r"), Catch::Matchers::Contains("0 link hops, 1,234 repetitions by links\n"));
}

TEST_CASE("Text summary: names each direction of the network, and none where there are none", "[RESULT-8]") {
  RunSummary summary;
  summary.link_utilisation = 0.25;
  const auto links = [&](const std::vector<double>& directions) {
    summary.group_utilisation.clear();
    for (std::size_t i = 0; i < directions.size(); ++i) {
      summary.group_utilisation.emplace_back(kDirectionNames.at(i), directions[i]);
    }
    const std::string text = text_summary(summary, "r");
    const std::size_t begin = text.find("links");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  CHECK(links({0.5, 0}) == "links       25.0 % used (+x 50.0, -x 0.0)");
  CHECK(links({0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}) ==
        "links       25.0 % used (+x 10.0, -x 20.0, +y 30.0, -y 40.0, +z 50.0, -z 60.0, +w 70.0, -w 80.0)");
  CHECK(links({}) == "links       25.0 % used");
  summary.flow = FlowSummary{};
  CHECK(links({0, 0, 0, 0}) == "links       25.0 % used");
}

TEST_CASE("Progress: estimates the remaining time from the share of messages delivered") {
  CHECK(progress_text({0.0032, 10.0, 250, 1000}) ==
        "3.20 ms simulated, 25.0 % of messages, 320.00 us/s, about 30 s left");
  CHECK(progress_text({0.0032, 100.0, 250, 1000}) ==
        "3.20 ms simulated, 25.0 % of messages, 32.00 us/s, about 5 min 00 s left");
}

TEST_CASE("Progress: without a known total, or before anything has arrived, there is no estimate") {
  CHECK(progress_text({0.001, 10.0, 250, std::nullopt}) == "1.00 ms simulated, 250 messages, 100.00 us/s");
  CHECK(progress_text({0.001, 10.0, 0, 100}) == "1.00 ms simulated, 0.0 % of messages, 100.00 us/s");
}

TEST_CASE("Progress: counts what is done, estimates from what was done here, and leaves nothing on the line") {
  std::FILE* file = std::tmpfile();
  {
    CountProgress progress(file, "points", 40, 8);
    progress.show(8);
    progress.show(40);
  }
  std::rewind(file);
  std::string text(200, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  CHECK(text == "8 of 40 points\r\x1b[K40 of 40 points, about 0 s left\r\x1b[K");
  std::fclose(file);
  CountProgress(nullptr, "points", 2).show(1);
}

TEST_CASE("Progress: a terminal that has been closed ends nothing", "[RESULT-53]") {
  std::FILE* full = std::fopen("/dev/full", "w");
  REQUIRE(full != nullptr);
  std::setvbuf(full, nullptr, _IONBF, 0);  // as stderr
  {
    TerminalLine line(full);
    line.show("1 of 2");
    line.show("2 of 2");
  }
  CHECK(std::ferror(full) != 0);
  std::fclose(full);
}

TEST_CASE("Progress: a pipe is no terminal") {
  std::FILE* file = std::tmpfile();
  CHECK_FALSE(is_terminal(file));
  std::fclose(file);
}
