#include "hw/common/policy_contract.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"

namespace tactus {
namespace {

using test::broken_contract;

Policy bucket() { return test::of_plugin(Policy{"bucket", "A bucket."}); }

const PolicyCall* call_of(const PolicyContract& contract) {
  for (const PolicyCall& call : policy_calls()) {
    if (call.contract.load() == &contract) return &call;
  }
  return nullptr;
}

TEST_CASE("PolicyContract: a report names plug-in, kind and policy, and what is wrong", "[PLUGIN-4]") {
  const Policy policy = bucket();
  const PolicyContract contract("pacer mode", policy);
  CHECK(contract.title() == "test_plugin.so: pacer mode 'bucket'");
  CHECK(broken_contract([&] { contract.require(false, "it leaks"); }) ==
        "test_plugin.so: pacer mode 'bucket': it leaks");
  CHECK(broken_contract([&] { contract.require(true, "it leaks"); }) == "nothing is reported");
}

TEST_CASE("PolicyContract: an exception of a policy is reported with the function that throws", "[PLUGIN-4]") {
  const Policy policy = bucket();
  const PolicyContract contract("pacer mode", policy);
  CHECK(contract.call("gap", [] { return 7; }) == 7);
  CHECK(broken_contract([&] { contract.call("gap", []() -> int { throw std::out_of_range("no such peer"); }); }) ==
        "test_plugin.so: pacer mode 'bucket': `gap` throws: no such peer");
  CHECK(broken_contract([&] { contract.call("slot", []() -> int { throw 3; }); }) ==
        "test_plugin.so: pacer mode 'bucket': `slot` throws: no std::exception");
}

TEST_CASE("PolicyContract: an answer that is another the second time is reported", "[PLUGIN-4]") {
  const Policy policy = bucket();
  const PolicyContract contract("pacer mode", policy);
  int calls = 0;
  CHECK(contract.twice("slot", [] { return 5; }) == 5);
  CHECK_THAT(broken_contract([&] { contract.twice("slot", [&] { return ++calls; }); }),
             Catch::Matchers::StartsWith(
                 "test_plugin.so: pacer mode 'bucket': `slot` answers differently when it is asked twice."));
  CHECK(calls == 2);
  CHECK_NOTHROW(contract.expect(5, "gap", [] { return 5; }));
  CHECK_THAT(broken_contract([&] { contract.expect(5, "gap", [] { return 6; }); }),
             Catch::Matchers::Contains("'bucket': `gap` answers differently when it is asked twice."));
}

TEST_CASE("PolicyContract: a policy that makes nothing is reported", "[PLUGIN-4]") {
  const Policy policy = bucket();
  const PolicyContract contract("pacer mode", policy);
  CHECK(*contract.made([] { return std::make_unique<int>(4); }) == 4);
  CHECK(broken_contract([&] { contract.made([] { return std::unique_ptr<int>(); }); }) ==
        "test_plugin.so: pacer mode 'bucket': `make` makes nothing");
}

TEST_CASE("PolicyContract: a call is seen by others as long as it lasts, whatever ends it", "[PLUGIN-4]") {
  const Policy policy = bucket();
  const PolicyContract contract("pacer mode", policy);
  CHECK(call_of(contract) == nullptr);
  std::uint64_t first = 0;
  contract.call("gap", [&] {
    const PolicyCall* const call = call_of(contract);
    REQUIRE(call != nullptr);
    CHECK(std::string(call->function.load()) == "gap");
    first = call->number.load();
    return 0;
  });
  CHECK(call_of(contract) == nullptr);
  contract.call("slot", [&] {
    const PolicyCall* const call = call_of(contract);
    REQUIRE(call != nullptr);
    CHECK(std::string(call->function.load()) == "slot");
    CHECK(call->number.load() == first + 1);
    return 0;
  });
  broken_contract([&] { contract.call("gap", []() -> int { throw 3; }); });
  CHECK(call_of(contract) == nullptr);
}

TEST_CASE("PolicyContract: threads that are in calls at one time are seen side by side", "[PLUGIN-4]") {
  const Policy policy = bucket();
  const PolicyContract ours("pacer mode", policy);
  const PolicyContract theirs("arbiter", policy);
  ours.call("gap", [&] {
    std::thread([&] {
      theirs.call("pick", [&] {
        CHECK(call_of(ours) != nullptr);
        CHECK(call_of(theirs) != nullptr);
        CHECK(call_of(ours) != call_of(theirs));
        return 0;
      });
    }).join();
    CHECK(call_of(ours) != nullptr);
    return 0;
  });
}

}  // namespace
}  // namespace tactus
