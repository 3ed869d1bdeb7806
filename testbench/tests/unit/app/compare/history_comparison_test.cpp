#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"

namespace tactus::test {
namespace {

constexpr std::array<std::pair<std::uint64_t ObservableSample::*, const char*>, 4> kKinds = {
    {{&ObservableSample::links, "the flits that links have sent"},
     {&ObservableSample::buffers, "the flits in buffers"},
     {&ObservableSample::moving, "the flits that moved or are in flight"},
     {&ObservableSample::counters, "the counters of NICs"}}};

std::string difference(const RunHistory& a, const RunHistory& b) {
  return compare(a, b, {"cycle", "packet"}, RankMap(RankShape{{2, 2}, 1})).first_difference;
}

TEST_CASE("History comparison: what machines show at the same time is compared, and the first difference named",
          "[EQUAL-2]") {
  RunHistory a;
  a.samples = {{61, 1, 2, 3, 4}, {123, 5, 6, 7, 8}, {187, 9, 10, 11, 12}};
  CHECK(difference(a, a).empty());
  for (const auto& [member, name] : kKinds) {
    RunHistory b = a;
    for (const std::size_t sample : {1, 2}) ++(b.samples[sample].*member);
    CHECK(difference(a, b) == "in the middle of cycle 123 levels cycle and packet differ in " + std::string(name));
  }
  RunHistory both = a;
  both.samples[0] = {61, 0, 2, 3, 0};
  CHECK(difference(a, both).find("the flits that links have sent, the counters of NICs") != std::string::npos);
}

TEST_CASE("History comparison: a run that ended earlier has fewer samples, which is told by its result") {
  RunHistory a;
  a.samples = {{61, 1, 2, 3, 4}, {123, 5, 6, 7, 8}};
  RunHistory b = a;
  b.samples.pop_back();
  CHECK(difference(a, b).empty());
  a.result = R"({"x": 1})";
  b.result = R"({"x": 2})";
  CHECK(difference(a, b).rfind("result:", 0) == 0);
}

TEST_CASE("History comparison: a hop is named by all coordinates of its router and by its ports", "[EQUAL-2]") {
  const NetworkShape network{3, 3, 3, 3};
  RunHistory a;
  PacketHistory packet;
  packet.source = network.node({0, 1, 2, 0});
  packet.destination = network.node({0, 1, 2, 2});
  packet.source_nic = packet.destination_nic = 7;
  packet.hops = {{13, packet.source, 8 + 7, 7, 1}};
  a.packets = {packet};
  RunHistory b = a;
  b.packets[0].hops[0].cycle = 14;
  CHECK(compare(a, b, {"cycle", "packet"}, RankMap(RankShape{network, 1, 8})).first_difference ==
        "packet 0 of message 0 from (0,1,2,0) NIC 7 to (0,1,2,2) NIC 7: granted at router (0,1,2,0) "
        "(nic_7 to minus_w, VC 1): in cycle 13 at level cycle, in cycle 14 at level packet");
}

}  // namespace
}  // namespace tactus::test
