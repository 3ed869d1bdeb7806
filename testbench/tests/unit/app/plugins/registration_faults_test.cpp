#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/nic/injection_control.h"
#include "hw/nic/pacer_decisions.h"
#include "hw/node/part_policy.h"
#include "hw/router/arbiter.h"
#include "hw/router/dateline.h"
#include "hw/router/nomination_policy.h"
#include "hw/router/route_function.h"
#include "hw/router/tie_break.h"
#include "testbench/app/plugins/policy_faults.h"
#include "testbench/tests/support/catch.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/placement.h"
#include "tlm_models/traffic/processor_part.h"
#include "tlm_models/traffic/traffic_pattern.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

using Faults = std::vector<std::string>;

template <class Kind>
Faults faults_of(const typename Kind::Policy& policy, const KeyPaths& taken = {}) {
  return registration_faults({{Kind::kName, &policy}}, taken);
}

template <class P>
P named(P policy, const char* name = "odd") {
  policy.name = name;
  policy.summary = "A policy of a test.";
  return policy;
}

PaceModePolicy good_mode(std::vector<NumberKey> keys = {}) {
  PaceModePolicy mode = named(PaceModePolicy{});
  mode.make = [](const PacerPlace&) { return std::unique_ptr<PacerDecisions>(); };
  mode.keys = std::move(keys);
  return mode;
}

ControlPolicy good_control(std::vector<AnyControlKey> keys = {}) {
  ControlPolicy control = named(ControlPolicy{});
  control.make = [](const ControlPlace&) { return std::unique_ptr<InjectionControl>(); };
  control.keys = std::move(keys);
  return control;
}

AlgorithmPolicy good_pattern(std::vector<AlgorithmKey> keys = {}) {
  AlgorithmPolicy algorithm = named(AlgorithmPolicy{});
  algorithm.make_pattern = [](const WorkloadConfig&, const NetworkShape&) { return std::unique_ptr<TrafficPattern>(); };
  algorithm.keys = std::move(keys);
  return algorithm;
}

std::vector<int> ranks_in_order(const RankShape& shape, std::uint64_t /*seed*/) {
  std::vector<int> processors;
  for (int rank = 0; rank < shape.ranks(); ++rank) processors.push_back(rank);
  return processors;
}

/// The only fault of a policy that is one function, without the words that name the policy.
template <class Kind, class Function>
std::string fault_with(Function Kind::Policy::*member, Function function) {
  typename Kind::Policy policy = named(typename Kind::Policy{});
  policy.*member = function;
  const Faults faults = faults_of<Kind>(policy);
  return faults.empty() ? "" : faults.front().substr(faults.front().find("': ") + 3);
}

/// `policy` is without a fault as it is, and has the one fault without `member`.
template <class Kind, class Member>
void check_function(typename Kind::Policy policy, Member member, const std::string& name) {
  CAPTURE(Kind::kName, name);
  CHECK(faults_of<Kind>(policy).empty());
  policy.*member = nullptr;
  CHECK(faults_of<Kind>(policy) == Faults{std::string(Kind::kName) + " 'odd': it has no function `" + name + "`"});
}

TEST_CASE("Registrations: each kind has a function that a plug-in has to give", "[PLUGIN-3]") {
  ArbiterPolicy arbiter = named(ArbiterPolicy{});
  arbiter.make = [](const ArbiterRequesters&) { return std::unique_ptr<Arbiter>(); };
  check_function<ArbiterKind>(arbiter, &ArbiterPolicy::make, "make");
  NominationPolicy nomination = named(NominationPolicy{});
  nomination.rank = [](const NominationRequest&) { return 0U; };
  check_function<NominationKind>(nomination, &NominationPolicy::rank, "rank");
  RoutingPolicy routing = named(RoutingPolicy{});
  routing.make = [](const MachineConfig&) { return std::unique_ptr<const RouteFunction>(); };
  check_function<RoutingKind>(routing, &RoutingPolicy::make, "make");
  TieBreakPolicy tie_break = named(TieBreakPolicy{});
  tie_break.goes_minus = [](const Tie&) { return true; };
  check_function<TieBreakKind>(tie_break, &TieBreakPolicy::goes_minus, "goes_minus");
  DatelinePolicy dateline = named(DatelinePolicy{});
  dateline.class_of = [](const RingStep&, int) { return 0; };
  check_function<DatelineKind>(dateline, &DatelinePolicy::class_of, "class_of");
  PlacementPolicy placement = named(PlacementPolicy{});
  placement.processors = ranks_in_order;
  check_function<PlacementKind>(placement, &PlacementPolicy::processors, "processors");
  check_function<PaceModeKind>(good_mode(), &PaceModePolicy::make, "make");
  check_function<ControlKind>(good_control(), &ControlPolicy::make, "make");
}

TEST_CASE("Registrations: a function without a state answers alike when it is asked twice", "[PLUGIN-3]") {
  static unsigned asked = 0;
  const auto rank = [](const NominationRequest&) { return static_cast<std::uint32_t>(asked++ % 7); };
  CHECK(fault_with<NominationKind>(&NominationPolicy::rank, +rank).rfind("`rank` answers differently", 0) == 0);
  const auto minus = [](const Tie&) { return asked++ % 3 == 0; };
  CHECK(fault_with<TieBreakKind>(&TieBreakPolicy::goes_minus, +minus).rfind("`goes_minus` answers differently", 0) ==
        0);
  const auto class_of = [](const RingStep&, int) { return static_cast<int>(asked++ / 3 % 2); };
  CHECK(fault_with<DatelineKind>(&DatelinePolicy::class_of, +class_of).rfind("`class_of` answers differently", 0) == 0);
  const auto processors = [](const RankShape& shape, std::uint64_t seed) {
    std::vector<int> order = ranks_in_order(shape, seed);
    std::swap(order[0], order[asked++ % 2]);
    return order;
  };
  CHECK(fault_with<PlacementKind>(&PlacementPolicy::processors, +processors)
            .rfind("`processors` answers differently", 0) == 0);
}

TEST_CASE("Registrations: a function without a state answers what can be", "[PLUGIN-3]") {
  const auto flits_and_routed = [](const NominationRequest& request) {
    return request.routed / 2 + static_cast<std::uint32_t>(request.flits);
  };
  CHECK(fault_with<NominationKind>(&NominationPolicy::rank, +flits_and_routed) ==
        "`rank` puts requests in another order when all of them come 1 cycles later");
  const auto oldest = [](const NominationRequest& request) { return request.routed; };
  CHECK(fault_with<NominationKind>(&NominationPolicy::rank, +oldest).empty());
  const auto class_2 = [](const RingStep& step, int) { return step.crosses ? 2 : 0; };
  CHECK(fault_with<DatelineKind>(&DatelinePolicy::class_of, +class_2) == "`class_of` answers 2: a class is 0 or 1");
  const auto all_on_0 = [](const RankShape& shape, std::uint64_t) {
    return std::vector<int>(static_cast<std::size_t>(shape.ranks()), 0);
  };
  CHECK(fault_with<PlacementKind>(&PlacementPolicy::processors, +all_on_0) ==
        "`processors` of 16 ranks has not every number from 0 to 15 once");
}

TEST_CASE("Registrations: an algorithm has programs of ranks and their early messages, or a pattern", "[PLUGIN-3]") {
  AlgorithmPolicy algorithm = good_pattern();
  CHECK(faults_of<AlgorithmKind>(algorithm).empty());
  algorithm.make_pattern = nullptr;
  CHECK(faults_of<AlgorithmKind>(algorithm) ==
        Faults{"algorithm 'odd': it has neither `make`, for programs of ranks, nor `make_pattern`, for an open loop"});
  algorithm.make = [](const WorkloadConfig&, const RankShape&, std::uint64_t) { return std::unique_ptr<Workload>(); };
  CHECK(faults_of<AlgorithmKind>(algorithm) == Faults{"algorithm 'odd': it has no function `early_messages`"});
  algorithm.early_messages = [](const WorkloadConfig&, const RankShape&) { return std::uint64_t{0}; };
  CHECK(faults_of<AlgorithmKind>(algorithm).empty());
}

TEST_CASE("Registrations: a name is a word of small letters, digits and '_'", "[PLUGIN-3]") {
  PaceModePolicy mode = good_mode();
  for (const char* name : {"a", "token_bucket_2", "z__"}) {
    mode.name = name;
    CHECK(faults_of<PaceModeKind>(mode).empty());
  }
  for (const char* name : {"", "2buckets", "_bucket", "Bucket", "token bucket", "token-bucket",
                           "b\xc3\xbc"
                           "cket",
                           "a.b"}) {
    mode.name = name;
    CHECK(faults_of<PaceModeKind>(mode) ==
          Faults{"pacer mode '" + std::string(name) + "': a name is a word of small letters, digits and '_'"});
  }
}

TEST_CASE("Registrations: a policy has a summary", "[PLUGIN-3]") {
  PaceModePolicy mode = good_mode();
  mode.summary.clear();
  CHECK(faults_of<PaceModeKind>(mode) == Faults{"pacer mode 'odd': it has no summary"});
}

TEST_CASE("Registrations: kinds that a plug-in cannot bring are refused, with those that it can", "[PLUGIN-3]") {
  const Policy policy{"odd", "A policy of a test."};
  CHECK(
      registration_faults({{"node_workload", &policy}}, {}) ==
      Faults{
          "node_workload 'odd': a plug-in cannot bring a node_workload; it can bring: NIC part, algorithm, "
          "arbiter, dateline, injection control, input nomination, memory part, pacer mode, placement, processor part, "
          "router part, routing, tie break"});
}

TEST_CASE("Registrations: numbers of registers are the program's own", "[PLUGIN-3]") {
  PaceModePolicy mode = good_mode();
  mode.number = 3;
  CHECK(faults_of<PaceModeKind>(mode) ==
        Faults{"pacer mode 'odd': values of PACE_CTRL.mode are numbers of the program's own; leave `number` out"});
  ControlPolicy control = good_control();
  control.number = 6;
  CHECK(faults_of<ControlKind>(control) ==
        Faults{"injection control 'odd': values of CONTROL.kind are numbers of the program's own; leave `number` out"});
}

TEST_CASE("Registrations: a key is a word, and has a text", "[PLUGIN-3]") {
  const std::string title = "pacer mode 'odd': ";
  CHECK(faults_of<PaceModeKind>(good_mode({{"depth", 1, "A depth.", 0, 2}})).empty());
  for (const char* name : {"Depth", "", "the depth", "7"}) {
    CHECK(faults_of<PaceModeKind>(good_mode({{name, 1, "A depth.", 0, 2}})) ==
          Faults{title + "a key is a word of small letters, digits and '_'"});
  }
  CHECK(faults_of<PaceModeKind>(good_mode({{nullptr, 1, "A depth.", 0, 2}})) ==
        Faults{title + "a key is a word of small letters, digits and '_'"});
  for (const char* text : {"", static_cast<const char*>(nullptr)}) {
    CHECK(faults_of<PaceModeKind>(good_mode({{"depth", 1, text, 0, 2}})) ==
          Faults{title + "key pacing.depth has no text"});
  }
}

TEST_CASE("Registrations: the default of a number lies between its limits", "[PLUGIN-3]") {
  for (const double number : {0.0, 0.5, 2.0}) {
    CHECK(faults_of<PaceModeKind>(good_mode({{"depth", number, "A depth.", 0, 2}})).empty());
  }
  const auto fault = [](const char* number) {
    return Faults{std::string("pacer mode 'odd': key depth: the default ") + number + " is not from 0 to 2"};
  };
  CHECK(faults_of<PaceModeKind>(good_mode({{"depth", -0.5, "A depth.", 0, 2}})) == fault("-0.5"));
  CHECK(faults_of<PaceModeKind>(good_mode({{"depth", 2.5, "A depth.", 0, 2}})) == fault("2.5"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(faults_of<PaceModeKind>(good_mode({{"depth", nan, "A depth.", 0, 2}})) == fault("nan"));
  CHECK(faults_of<PaceModeKind>(good_mode({{nullptr, 3, "A depth.", 0, 2}})).back() ==
        "pacer mode 'odd': key ?: the default 3 is not from 0 to 2");
  CHECK(faults_of<ControlKind>(good_control({NumberKey{"depth", 3, "A depth.", 0, 2}})) ==
        Faults{"injection control 'odd': key depth: the default 3 is not from 0 to 2"});
  CHECK(faults_of<AlgorithmKind>(good_pattern({NumberKey{"depth", 3, "A depth.", 0, 2}})) ==
        Faults{"algorithm 'odd': key depth: the default 3 is not from 0 to 2"});
}

TEST_CASE("Registrations: keys that are taken are refused, by scenarios or by the plug-in itself", "[PLUGIN-3]") {
  const KeyPaths taken{"pacing.gap", "workload.offset"};
  const NumberKey gap{"gap", 1, "A gap.", 0, 2};
  const NumberKey depth{"depth", 1, "A depth.", 0, 2};
  const NumberKey offset{"offset", 1, "An offset.", 0, 2};
  CHECK(faults_of<PaceModeKind>(good_mode({gap, depth}), taken) ==
        Faults{"pacer mode 'odd': there is a key pacing.gap already"});
  CHECK(faults_of<ControlKind>(good_control({gap, depth}), taken) ==
        Faults{"injection control 'odd': there is a key pacing.gap already"});
  CHECK(faults_of<AlgorithmKind>(good_pattern({gap, offset}), taken) ==
        Faults{"algorithm 'odd': there is a key workload.offset already"});
  CHECK(faults_of<PaceModeKind>(good_mode({depth, depth})) ==
        Faults{"pacer mode 'odd': there is a key pacing.depth already"});
  const PaceModePolicy mode = good_mode({depth});
  const ControlPolicy control = good_control({depth});
  const AlgorithmPolicy pattern = good_pattern({depth});
  CHECK(registration_faults({{PaceModeKind::kName, &mode}, {AlgorithmKind::kName, &pattern}}, {}).empty());
  CHECK(registration_faults({{PaceModeKind::kName, &mode}, {ControlKind::kName, &control}}, {}) ==
        Faults{"injection control 'odd': there is a key pacing.depth already"});
}

TEST_CASE("Registrations: keys of members are looked at as numbers are", "[PLUGIN-3]") {
  MemberKey<Cycles> window;
  window.name = "window";
  CHECK(faults_of<AlgorithmKind>(good_pattern({window})) == Faults{"algorithm 'odd': key workload.window has no text"});
  window.text = "A window.";
  CHECK(faults_of<AlgorithmKind>(good_pattern({window})).empty());
  ControlKey<Cycles> timeout;
  timeout.name = "Timeout";
  timeout.text = "A time.";
  CHECK(faults_of<ControlKind>(good_control({timeout})) ==
        Faults{"injection control 'odd': a key is a word of small letters, digits and '_'"});
}

TEST_CASE("Registrations: all faults of all policies are told, in their order", "[PLUGIN-3]") {
  PaceModePolicy mode;
  mode.number = 1;
  const ArbiterPolicy arbiter = named(ArbiterPolicy{}, "Great");
  CHECK(registration_faults({{PaceModeKind::kName, &mode}, {ArbiterKind::kName, &arbiter}}, {}) ==
        Faults{"pacer mode '': a name is a word of small letters, digits and '_'", "pacer mode '': it has no summary",
               "pacer mode '': it has no function `make`",
               "pacer mode '': values of PACE_CTRL.mode are numbers of the program's own; leave `number` out",
               "arbiter 'Great': a name is a word of small letters, digits and '_'",
               "arbiter 'Great': it has no function `make`"});
}

TEST_CASE("Plug-ins: parts of all kinds have `make`, and keys of their own among the parts", "[PLUGIN-3][PART-12]") {
  RouterPart router = named(RouterPart{});
  CHECK(faults_of<RouterPartKind>(router) == Faults{"router part 'odd': it has no function `make`"});
  router.make = [](const char*, const PartSite&) { return std::unique_ptr<RouterPins>(); };
  CHECK(faults_of<RouterPartKind>(router).empty());
  router.keys = {{"depth", 1, "A depth.", 0, 2}};
  CHECK(faults_of<RouterPartKind>(router).empty());
  CHECK(faults_of<RouterPartKind>(router, {"parts.depth"}) ==
        Faults{"router part 'odd': there is a key parts.depth already"});
  CHECK(faults_of<NicPartKind>(named(NicPart{})) == Faults{"NIC part 'odd': it has no function `make`"});
  CHECK(faults_of<MemoryPartKind>(named(MemoryPart{})) == Faults{"memory part 'odd': it has no function `make`"});
  CHECK(faults_of<ProcessorPartKind>(named(ProcessorPart{})) ==
        Faults{"processor part 'odd': it has no function `make`"});
}

}  // namespace
}  // namespace tactus
