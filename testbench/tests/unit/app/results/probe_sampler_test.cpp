#include "testbench/app/results/probe_sampler.h"

#include "testbench/tests/support/catch.h"

using namespace tactus;

namespace {

/// What `changes` say, as pairs.
std::vector<std::pair<std::uint32_t, std::uint64_t>> pairs(const WaveChanges& changes) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> list;
  for (const WaveChange& change : changes) list.emplace_back(change.probe, change.value);
  return list;
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

}  // namespace

TEST_CASE("ProbeSampler: tells every value at first and then those that are new, in the order of the probes") {
  std::uint64_t a = 1, b = 2, c = 3, d = 4;
  int readings = 0;
  ProbeList group;
  add_probes_together(group, {{"s", "b", 8, {}, {}}, {"s", "c", 8, {}, {}}}, [&](std::uint64_t* values) {
    ++readings;
    *values++ = b;
    *values++ = c;
  });
  const Probe alone_a{"s", "a", 8, [&] { return a; }, {}};
  const Probe alone_d{"s", "d", 8, [&] { return d; }, {}};
  // One that is none of them stands between those that are read together, as in the probes of a twin.
  const ProbeList probes = {{"x", "own", 1, {}, {}}, alone_a, group[0], alone_d, group[1]};
  ProbeSampler sampler(probes, 1);
  WaveChanges changes;
  sampler.sample(changes);
  CHECK(pairs(changes) == Pairs{{1, 1}, {2, 2}, {3, 4}, {4, 3}});
  sampler.sample(changes);
  CHECK(changes.empty());
  c = 33;
  d = 44;
  sampler.sample(changes);
  CHECK(pairs(changes) == Pairs{{3, 44}, {4, 33}});
  CHECK(sampler.values() == std::vector<std::uint64_t>{0, 1, 2, 44, 33});
  CHECK(readings == 3);
  a = 11;
  b = 2;
  sampler.sample(changes);
  CHECK(pairs(changes) == Pairs{{1, 11}});
}

TEST_CASE("Probe: those that are read together give the same values one by one") {
  std::uint64_t value = 5;
  ProbeList probes;
  add_probes_together(probes, {{"s", "once", 8, {}, {}}, {"s", "twice", 8, {}, {"no", "yes"}}},
                      [&](std::uint64_t* values) {
                        *values++ = value;
                        *values++ = 2 * value;
                      });
  REQUIRE(probes.size() == 2);
  CHECK(probes[0].read() == 5);
  CHECK(probes[1].read() == 10);
  CHECK(probes[1].enum_names.size() == 2);
  value = 7;
  CHECK(probes[1].read() == 14);
}
