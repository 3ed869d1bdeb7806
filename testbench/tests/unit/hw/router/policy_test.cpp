#include "hw/common/policy.h"

#include <set>
#include <stdexcept>

#include "hw/router/arbiter.h"
#include "hw/router/dateline.h"
#include "hw/router/nomination_policy.h"
#include "hw/router/route_function.h"
#include "hw/router/tie_break.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"

using namespace tactus;

namespace {

struct ToyPolicy : Policy {
  int answer;
};
struct ToyKind {
  static constexpr char kName[] = "toy";
  using Policy = ToyPolicy;
};

}  // namespace

TEST_CASE("Policies: those that register are found by name, in the order of their names") {
  const Registered<ToyKind> second{{{"two", "The second."}, 2}};
  const Registered<ToyKind> first{{{"one", "The first."}, 1}};
  REQUIRE(test::policy_count<ToyKind>() == 2);
  CHECK(all_policies<ToyKind>().front()->answer == 1);
  CHECK(policy(PolicyName<ToyKind>("two")).answer == 2);
  CHECK(PolicyName<ToyKind>("one").exists());
  CHECK_FALSE(PolicyName<ToyKind>("three").exists());
  CHECK_THROWS_AS(policy(PolicyName<ToyKind>("three")), std::invalid_argument);
  CHECK_THROWS_AS(Registered<ToyKind>({{"two", "Another."}, 3}), std::logic_error);
}

TEST_CASE("Policies: every choice of the router has a name and a sentence") {
  for (const char* kind :
       {ArbiterKind::kName, DatelineKind::kName, NominationKind::kName, RoutingKind::kName, TieBreakKind::kName}) {
    std::set<std::string> sentences;
    for (const Policy* policy : policies_of(kind)) {
      CAPTURE(policy->name);
      CHECK(policy->name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos);
      REQUIRE(policy->summary.size() > 10);
      CHECK(policy->summary.back() == '.');
      CHECK(sentences.insert(policy->summary).second);
    }
    CHECK_FALSE(sentences.empty());
  }
}
