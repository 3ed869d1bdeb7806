#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/common/policy.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"

namespace tactus {
namespace {

struct ToolKind {
  static constexpr char kName[] = "tool";
  using Policy = tactus::Policy;
};
struct LampKind {
  static constexpr char kName[] = "lamp";
  using Policy = tactus::Policy;
};

void add(const char* name) { const Registered<ToolKind> registered{Policy{name, "A tool."}}; }

/// A tool that is there in every order of the cases.
void add_once(const char* name) {
  if (find_policy(ToolKind::kName, name) == nullptr) add(name);
}

TEST_CASE("PluginRegistration: policies that register while it lives have the name of the plug-in", "[PLUGIN-4]") {
  add_once("hammer");
  {
    PluginRegistration registration(test::kPlugin);
    CHECK(registration.plugin() == "test_plugin.so");
    CHECK(registration.policies().empty());
    add("saw");
    REQUIRE(registration.policies().size() == 1);
    CHECK(registration.policies().front().kind == "tool");
    CHECK(registration.policies().front().policy == find_policy("tool", "saw"));
    CHECK(registration.faults().empty());
  }
  add("file");
  CHECK(find_policy("tool", "saw")->plugin == "test_plugin.so");
  CHECK(find_policy("tool", "hammer")->plugin.empty());
  CHECK(find_policy("tool", "file")->plugin.empty());
}

TEST_CASE("PluginRegistration: a second policy of a name is a fault of the plug-in, and nothing is thrown",
          "[PLUGIN-3]") {
  add_once("hammer");
  const Policy* const first = find_policy("tool", "hammer");
  PluginRegistration registration("other.so");
  add("drill");
  const std::size_t count = registered_policies();
  CHECK_NOTHROW(add("hammer"));
  CHECK_NOTHROW(add("drill"));
  CHECK(registration.faults() == std::vector<std::string>{"tool 'hammer': the program has one of that name",
                                                          "tool 'drill': other.so has one of that name"});
  CHECK(registration.policies().size() == 1);
  CHECK(find_policy("tool", "hammer") == first);
  CHECK(registered_policies() == count);
}

TEST_CASE("PluginRegistration: a second policy of a name in the program is thrown") {
  add_once("hammer");
  CHECK_THROWS_WITH(add("hammer"), "tool 'hammer': the program has one of that name");
}

TEST_CASE("PluginRegistration: kinds and number of policies grow with those that register", "[PLUGIN-4]") {
  CHECK(policies_of("lamp").empty());
  const auto has_lamps = [] {
    const std::vector<std::string> kinds = policy_kinds();
    CHECK(std::is_sorted(kinds.begin(), kinds.end()));
    return std::find(kinds.begin(), kinds.end(), "lamp") != kinds.end();
  };
  CHECK_FALSE(has_lamps());
  const std::size_t before = registered_policies();
  {
    PluginRegistration registration(test::kPlugin);
    const Registered<LampKind> torch{Policy{"torch", "A lamp."}};
  }
  const Registered<LampKind> candle{Policy{"candle", "A lamp."}};
  CHECK(registered_policies() == before + 2);
  CHECK(has_lamps());
}

}  // namespace
}  // namespace tactus
