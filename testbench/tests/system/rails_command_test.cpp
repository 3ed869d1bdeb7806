#include <fmt/core.h>

#include <cmath>
#include <sstream>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Json = nlohmann::ordered_json;

Outcome run_rails(const Arguments& more, const std::string& scenario = "multirail/two_rails_bridge_0.yaml") {
  return run_tactus(with({"run", scenario_path(scenario), "--set", "rails.sizes=[4 B, 64 KiB, 1 MiB]"}, more));
}

Json result_of(const TemporaryFolder& folder, const Arguments& more = {},
               const std::string& scenario = "multirail/two_rails_bridge_0.yaml") {
  succeeded(run_rails(with({"--quiet", "--out", folder.path()}, more), scenario));
  return result_without_host(folder.path());
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("Rails: a run has bandwidth, times and shares of what limited it, per size",
          "[RESULT-43][RESULT-44][RESULT-45][key:network.kind][key:rails.sizes][key:rails.messages]") {
  const TemporaryFolder folder;
  const Json result = result_of(folder);
  CHECK(result["level"] == "packet");
  CHECK(result["rails"]["nics"] == Json({0, 1}));
  const Json& sizes = result["rails"]["sizes"];
  REQUIRE(sizes.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(sizes[i]["size_bytes"] == std::vector<std::uint64_t>{4, 65536, 1048576}[i]);
    const double time = sizes[i]["message_s"].get<double>() - sizes[i]["one_way_s"].get<double>();
    CHECK(sizes[i]["bytes_per_second"].get<double>() ==
          Approx(sizes[i]["size_bytes"].get<double>() / time).epsilon(1e-9));
    double sum = 0;
    for (const Json& limit : sizes[i]["limits"]) sum += limit["share"].get<double>();
    CHECK(sum == Approx(1).epsilon(1e-9));
  }
  // 4 B take the first rail; longer ones, from 32 KiB on, have a half on each.
  CHECK(sizes[0]["one_way_s"].get<double>() == Approx(sizes[0]["message_s"].get<double>() / 2).epsilon(0.01));
  CHECK(sizes[2]["rail_bytes_per_second"][0].get<double>() ==
        Approx(sizes[2]["rail_bytes_per_second"][1].get<double>()).epsilon(0.05));
  // The wire of a slot carries 128 B of each 152; a packet of 2 KiB is worked on for 95 ns.
  const double rail = 2048 / (2048 / (2.0 * 128 / 152) + 95) * 1e9;
  CHECK(sizes[2]["bytes_per_second"].get<double>() < 2 * rail);
  CHECK(sizes[2]["bytes_per_second"].get<double>() > 0.95 * 2 * rail);
  // Two messages of each size and an answer to each.
  CHECK(result["messages_delivered"] == 12);

  const std::vector<std::string> table = lines_of(text_of(folder.path() / "rails.csv"));
  REQUIRE(table.size() == 4);
  CHECK(table[0] == "size_bytes,bandwidth_GBps,message_us,one_way_us,nic_0_GBps,nic_1_GBps");
  std::vector<std::string> limits = {"size_bytes,resource,share"};
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& size = sizes[i];
    const auto scaled = [&size](const char* key, double unit) { return size[key].get<double>() * unit; };
    const Json& rails = size["rail_bytes_per_second"];
    CHECK(table[i + 1] == fmt::format("{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}", size["size_bytes"].get<std::uint64_t>(),
                                      scaled("bytes_per_second", 1e-9), scaled("message_s", 1e6),
                                      scaled("one_way_s", 1e6), rails[0].get<double>() * 1e-9,
                                      rails[1].get<double>() * 1e-9));
    for (const Json& limit : size["limits"]) {
      limits.push_back(fmt::format("{},\"{}\",{:.6f}", size["size_bytes"].get<std::uint64_t>(),
                                   limit["resource"].get<std::string>(), limit["share"].get<double>()));
    }
  }
  CHECK(lines_of(text_of(folder.path() / "limits.csv")) == limits);
  CHECK(folder.names().count("links.csv") == 0);
}

TEST_CASE("Rails: what is measured does not depend on the sizes measured before, nor on the run") {
  const TemporaryFolder folder;
  const TemporaryFolder other;
  const Json all = result_of(folder);
  CHECK(result_of(other)["rails"] == all["rails"]);
  const Json last = result_of(other, {"--set", "rails.sizes=[1 MiB]"});
  CHECK(last["rails"]["sizes"][0]["bytes_per_second"].get<double>() ==
        Approx(all["rails"]["sizes"][2]["bytes_per_second"].get<double>()).epsilon(0.01));
}

TEST_CASE("Rails: levels that do not have them are refused by name, with 2",
          "[key:network.kind][key:rails.nics][key:node.bridges]") {
  for (const char* level : {"cycle", "flow"}) {
    const Outcome outcome = ended_with(2, run_rails({"--level", level, "--out", "unused"}));
    CHECK_THAT(outcome.err, Contains("network.kind: rails: only the packet level has them: use --level packet"));
    CHECK_THAT(outcome.err, Contains("two_rails_bridge_0.yaml:"));
  }
  const Outcome lanes = ended_with(2, run_rails({"--out", "unused", "--set", "lanes=3"}, "multirail/modern_node.yaml"));
  CHECK_THAT(lanes.err, Contains("--set lanes=3:2:7: error: node.bridges[1].slots[0].lanes: 3 is none of 1, 2, 4"));
  CHECK_FALSE(std::filesystem::exists("unused"));
}

TEST_CASE("Rails: a sweep runs them at packet level") {
  const TemporaryFolder folder;
  const Outcome outcome = ended_with(
      0, run_tactus({"sweep", scenario_path("multirail/two_rails_old_firmware.yaml"), "--set", "rails.sizes=[256 KiB]",
                     "--over", "posted_buffers=2,4", "--out", folder.path(), "--jobs", "1"}));
  CHECK_THAT(outcome.out, Contains("2 points at packet level"));
  const auto rate = [&](const char* point) {
    return result_without_host(folder.path() / point)["rails"]["sizes"][0]["bytes_per_second"].get<double>();
  };
  CHECK(rate("posted_buffers=4") > 1.3 * rate("posted_buffers=2"));
  const std::vector<std::string> table = lines_of(text_of(folder.path() / "sweep.csv"));
  REQUIRE(table.size() == 3);
  CHECK_THAT(table[0], Contains(",rails_bytes_per_second,rails_message_s,rails_one_way_s,exit_status"));
  CHECK_THAT(table[2], Contains("," + Json(rate("posted_buffers=4")).dump() + ","));
  CHECK_THAT(table[2], !Contains(",0.0,"));  // there is no latency of packets
}

TEST_CASE("Rails: a run is explained without attribution, and nothing is tried that is for networks") {
  const TemporaryFolder folder;
  static_cast<void>(result_of(folder));
  const Outcome outcome = ended_with(0, run_tactus({"explain", folder.path(), "--tries", "40"}));
  CHECK_THAT(outcome.out, Contains("What the slowest rail waited for") && !Contains("pacing.") && !Contains("router."));
}

TEST_CASE("Rails: cables of milliseconds have all their credits back in the end, if these are still on their way") {
  const TemporaryFolder folder;
  const Json result = result_of(folder, {"--set", "rails.cable_latency=2 ms"});
  CHECK(result["rails"]["sizes"][0]["one_way_s"].get<double>() > 2e-3);
}
