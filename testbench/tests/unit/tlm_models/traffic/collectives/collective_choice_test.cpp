#include "tlm_models/traffic/collectives/collective_choice.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

CollectiveCall call_of(CollectiveKind kind, std::uint64_t bytes, std::vector<std::uint64_t> counts = {}) {
  CollectiveCall call;
  call.kind = kind;
  call.bytes = Bytes{bytes};
  call.counts = std::move(counts);
  return call;
}

const std::vector<CollectiveChoice> kChoices = {{CollectiveKind::kAllreduce, Bytes{4096}, "bucket"},
                                                {CollectiveKind::kAllreduce, Bytes{64}, "ring"},
                                                {CollectiveKind::kAllgather, Bytes{0}, "bruck"}};

TEST_CASE("Collective choice: the largest size that the call reaches decides", "[COLLECTIVE-23]") {
  const auto allreduce = [](std::uint64_t bytes) {
    return chosen_method(kChoices, call_of(CollectiveKind::kAllreduce, bytes));
  };
  CHECK(allreduce(63) == "automatic");
  CHECK(allreduce(64) == "ring");
  CHECK(allreduce(4095) == "ring");
  CHECK(allreduce(4096) == "bucket");
  CHECK(allreduce(1U << 30U) == "bucket");
  CHECK(chosen_method(kChoices, call_of(CollectiveKind::kAllgather, 0)) == "bruck");
  CHECK(chosen_method(kChoices, call_of(CollectiveKind::kAlltoall, 1 << 20)) == "automatic");
}

TEST_CASE("Collective choice: sizes that differ have their mean", "[COLLECTIVE-23]") {
  const std::vector<CollectiveChoice> choices = {{CollectiveKind::kAllgather, Bytes{100}, "ring"}};
  CHECK(chosen_method(choices, call_of(CollectiveKind::kAllgather, 5000, {0, 99, 200})) == "automatic");
  CHECK(chosen_method(choices, call_of(CollectiveKind::kAllgather, 0, {0, 100, 200})) == "ring");
}

TEST_CASE("Collective choice: names are methods of their operation, and sizes are given once", "[COLLECTIVE-23]") {
  CHECK(faults_of(kChoices) == std::vector<std::string>(3));
  const std::vector<std::string> faults =
      faults_of(std::vector<CollectiveChoice>{{CollectiveKind::kBarrier, Bytes{0}, "ring"},
                                              {CollectiveKind::kAllreduce, Bytes{8}, "automatic"},
                                              {CollectiveKind::kAllreduce, Bytes{8}, "ring"}});
  REQUIRE(faults.size() == 3);
  CHECK(faults[0].find("dissemination") != std::string::npos);
  CHECK(faults[1].empty());
  CHECK(faults[2] == "allreduce from 8 B has a method already, automatic");
}

}  // namespace
}  // namespace tactus
