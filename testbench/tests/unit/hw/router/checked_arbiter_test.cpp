#include "hw/router/checked_arbiter.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"

namespace tactus::checked_arbiter {
namespace {

using test::broken_contract;

constexpr ArbiterRequesters kEight{8, 0x0f};

/// Grants the numbers from `grants` on, one after the other.
class Counting : public Arbiter {
 public:
  int pick(RequestMask /*requests*/, RequestAges /*ages*/) override { return granted_++; }
  void reset() override { granted_ = 0; }

 private:
  int granted_ = 0;
};

template <int KAnswer>
class Constant final : public Arbiter {
 public:
  int pick(RequestMask /*requests*/, RequestAges /*ages*/) override { return KAnswer; }
  void reset() override {}
};

class ByInstance final : public Arbiter {
 public:
  int pick(RequestMask /*requests*/, RequestAges /*ages*/) override { return serial_.is_first() ? 1 : 2; }
  void reset() override {}

 private:
  test::Serial serial_;
};

/// Forgets to be reset if it is a twin.
class ResetOnce final : public Counting {
 public:
  void reset() override {
    if (serial_.is_first()) Counting::reset();
  }

 private:
  test::Serial serial_;
};

class Throwing final : public Arbiter {
 public:
  int pick(RequestMask /*requests*/, RequestAges ages) override { throw std::runtime_error(ages ? "ages" : "no ages"); }
  void reset() override { throw std::runtime_error("no reset"); }
};

template <class A>
ArbiterPolicy policy_of() {
  ArbiterPolicy policy;
  policy.make = [](const ArbiterRequesters& requesters) -> std::unique_ptr<Arbiter> {
    CHECK(requesters.count == 8);
    CHECK(requesters.through == 0x0f);
    return std::make_unique<A>();
  };
  return test::of_plugin(policy);
}

template <class A>
std::string said_of_pick(RequestMask requests) {
  const ArbiterPolicy policy = policy_of<A>();
  CheckedArbiter arbiter(policy, kEight);
  return broken_contract([&] { arbiter.pick(requests, nullptr); });
}

TEST_CASE("CheckedArbiter: grants of an arbiter that keeps its contract are its own", "[PLUGIN-4]") {
  const ArbiterPolicy policy = policy_of<Counting>();
  CheckedArbiter arbiter(policy, kEight);
  CHECK(arbiter.pick(0xff, nullptr) == 0);
  CHECK(arbiter.pick(0xff, nullptr) == 1);
  CHECK(arbiter.pick(0x04, nullptr) == 2);
  arbiter.reset();
  CHECK(arbiter.pick(0xff, nullptr) == 0);
  CHECK(said_of_pick<Constant<63>>(RequestMask{1} << 63U) == "nothing is reported");
}

TEST_CASE("CheckedArbiter: a grant of a requester that does not ask is reported", "[PLUGIN-4]") {
  const std::string said = "test_plugin.so: arbiter 'odd': `pick` grants a requester that does not ask";
  CHECK(said_of_pick<Constant<2>>(0xfb) == said);
  CHECK(said_of_pick<Constant<-1>>(~RequestMask{0}) == said);
  CHECK(said_of_pick<Constant<64>>(~RequestMask{0}) == said);
}

TEST_CASE("CheckedArbiter: two instances that were told the same have to grant the same", "[PLUGIN-4]") {
  const std::string said = "test_plugin.so: arbiter 'odd': `pick` answers differently when it is asked twice.";
  CHECK_THAT(said_of_pick<ByInstance>(0xff), Catch::Matchers::StartsWith(said));
  const ArbiterPolicy policy = policy_of<ResetOnce>();
  CheckedArbiter arbiter(policy, kEight);
  CHECK(arbiter.pick(0xff, nullptr) == 0);
  arbiter.reset();
  CHECK_THAT(broken_contract([&] { arbiter.pick(0xff, nullptr); }), Catch::Matchers::StartsWith(said));
}

TEST_CASE("CheckedArbiter: what an arbiter throws is reported, and that nothing is made", "[PLUGIN-4]") {
  const ArbiterPolicy policy = policy_of<Throwing>();
  CheckedArbiter arbiter(policy, kEight);
  const std::uint32_t ages[8] = {};
  CHECK(broken_contract([&] { arbiter.pick(1, ages); }) == "test_plugin.so: arbiter 'odd': `pick` throws: ages");
  CHECK(broken_contract([&] { arbiter.pick(1, nullptr); }) == "test_plugin.so: arbiter 'odd': `pick` throws: no ages");
  CHECK(broken_contract([&] { arbiter.reset(); }) == "test_plugin.so: arbiter 'odd': `reset` throws: no reset");
  ArbiterPolicy nothing = policy_of<Throwing>();
  nothing.make = [](const ArbiterRequesters&) { return std::unique_ptr<Arbiter>(); };
  CHECK(broken_contract([&] {
          CheckedArbiter{nothing, kEight};
        }) == "test_plugin.so: arbiter 'odd': `make` makes nothing");
}

TEST_CASE("CheckedArbiter: an output has the arbiter of a plug-in checked", "[PLUGIN-4]") {
  {
    PluginRegistration registration(test::kPlugin);
    ArbiterPolicy policy = policy_of<Constant<3>>();
    policy.name = "test_third";
    policy.summary = "The third requester wins.";
    const Registered<ArbiterKind> third{policy};
  }
  const auto arbiter = make_arbiter("test_third", 8, 4);
  CHECK(arbiter->pick(0x08, nullptr) == 3);
  CHECK(broken_contract([&] { arbiter->pick(0x07, nullptr); }) ==
        "test_plugin.so: arbiter 'test_third': `pick` grants a requester that does not ask");
}

}  // namespace
}  // namespace tactus::checked_arbiter
