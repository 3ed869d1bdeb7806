#include "hw/common/policy_instance.h"

#include <memory>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"

namespace tactus {
namespace {

using test::broken_contract;

TEST_CASE("PolicyInstance: the first 64 have a twin, then one of seven, and are asked and told alike", "[PLUGIN-4]") {
  const Policy policy = test::of_plugin(Policy{"bucket", "A bucket."});
  const PolicyContract contract("pacer mode", policy);
  int twins = 0;
  for (int i = 0; i < 64 + 70; ++i) {
    int made = 0;
    const PolicyInstance<int> instance(contract, [&] { return std::make_unique<int>(100 * ++made); });
    const bool has_twin = instance.twin() != nullptr;
    CHECK(made == (has_twin ? 2 : 1));
    CHECK((has_twin || i >= 64));
    if (has_twin) ++twins;
    int asked = 0;
    CHECK(instance.ask(contract, "gap", [&](int& /*number*/) { return ++asked > 0; }));
    instance.tell(contract, "gap", [&](int& /*number*/) { ++asked; });
    CHECK(asked == (has_twin ? 4 : 2));
    const std::string found =
        broken_contract([&] { instance.ask(contract, "gap", [](int& number) { return number; }); });
    CHECK((found == "nothing is reported") != has_twin);
  }
  CHECK(twins == 64 + 10);
}

}  // namespace
}  // namespace tactus
