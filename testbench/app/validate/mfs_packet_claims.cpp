// The mfs paper, sections 5 and 6: the flow level beside packets. What BigSimulator is to mfs, the packet level is
// here.
#include <cmath>

#include "testbench/app/validate/mfs_paper.h"

namespace tactus {
namespace {

using namespace mfs_runs;

constexpr char kScenario[] = "mfs/torus.yaml";
constexpr char kPacketVirtualTime[] = "section 5.2, figure 4";
constexpr char kAlgorithmTimes[] = "section 6.3, figure 6";
constexpr char kSizes[] = "n=10:15:1";
constexpr char kAlgorithms[] = "algorithm=ring,a2ass2d,pwx";
constexpr int kTori = 7;

RunSet at_level(Level level, RunSet set) {
  set.level = level;
  return set;
}

/// One size of torus, at both levels.
struct Pair {
  RunResult packet;
  RunResult flow;
};

Pair largest(const Measurements& m) { return {m.run(kPacketAlgorithms, {"pwx"}), m.run(kFlowAlgorithms, {"pwx"})}; }

std::vector<Pair> pairs(const Measurements& m) {
  std::vector<Pair> all;
  for (const std::string& n : m.values(kPacket, 0)) all.push_back({m.run(kPacket, {n}), m.run(kFlow, {n})});
  all.push_back(largest(m));
  return all;
}

double mean_of_pairs(const Measurements& m, const std::function<double(const Pair&)>& number) {
  double sum = 0;
  const std::vector<Pair> all = pairs(m);
  for (const Pair& each : all) sum += number(each);
  return sum / static_cast<double>(all.size());
}

/// By how many percent the flow level's time is below the packet level's.
double percent_below(const Pair& pair) { return 100 * (1 - pair.flow.milliseconds() / pair.packet.milliseconds()); }

bool is_nearer_than_bound(const Pair& pair) {
  const double packet = pair.packet.milliseconds();
  return std::abs(pair.flow.milliseconds() - packet) < std::abs(pair.packet.ideal_milliseconds() - packet);
}

std::function<double(const Measurements&)> ratio(const char* set, const char* one, const char* other) {
  return [=](const Measurements& m) { return m.run(set, {one}).milliseconds() / m.run(set, {other}).milliseconds(); };
}

void add_rankings(std::vector<Claim>& claims) {
  claims.push_back({"16x16 torus, packet level: A2ASS takes longer than A2ASS2D",
                    kAlgorithmTimes,
                    Expectation::above(1, 0, "x"),
                    {kPacketAlgorithms},
                    ratio(kPacketAlgorithms, "ring", "a2ass2d")});
  claims.push_back({"16x16 torus, packet level: A2ASS2D takes longer than A2APW",
                    kAlgorithmTimes,
                    Expectation::above(1, 0, "x"),
                    {kPacketAlgorithms},
                    ratio(kPacketAlgorithms, "a2ass2d", "pwx")});
}

}  // namespace

std::vector<RunSet> mfs_run_sets() {
  return {
      at_level(Level::kFlow, {kFlow, kScenario, {}, {kSizes}}),
      at_level(Level::kFlow, {kFlowAlgorithms, kScenario, {}, {kAlgorithms}}),
      at_level(Level::kPacket, {kPacket, kScenario, {}, {kSizes}}),
      at_level(Level::kPacket, {kPacketAlgorithms, kScenario, {}, {kAlgorithms}}),
  };
}

std::vector<Claim> mfs_packet_claims() {
  const std::vector<std::string> all = {kFlow, kFlowAlgorithms, kPacket, kPacketAlgorithms};
  std::vector<Claim> claims;
  claims.push_back({"225 nodes (A2ASS) take longer than 256 (A2APW), packet level",
                    kPacketVirtualTime,
                    Expectation::above(1, 0, "x"),
                    {kPacket, kPacketAlgorithms},
                    [](const Measurements& m) {
                      return m.run(kPacket, {"15"}).milliseconds() / m.run(kPacketAlgorithms, {"pwx"}).milliseconds();
                    }});
  add_rankings(claims);
  claims.push_back({"10x10 to 16x16 torus: flow level below packets, mean", kPacketVirtualTime,
                    Expectation::about(40, 0, "%"), all,
                    [](const Measurements& m) { return mean_of_pairs(m, percent_below); }});
  claims.push_back({"10x10 to 16x16 torus: tori, of 7, where flows are nearer to packets than the bound",
                    kPacketVirtualTime, Expectation::exactly(kTori, 0, ""), all, [](const Measurements& m) {
                      return kTori * mean_of_pairs(m, [](const Pair& pair) { return is_nearer_than_bound(pair); });
                    }});
  return claims;
}

}  // namespace tactus
