#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

using namespace literals;

constexpr char kSized[] =
    "parameters: {n: 4, sequences: all, unit: KiB}\n"
    "network: {shape: [\"${n}\", \"${n}\"]}\n"
    "workload: {message_size: \"${n} ${unit}\", sequences: \"${sequences}\"}\n";

TEST_CASE("Overrides: a parameter's name sets the parameter wherever it is used", "[key:network.shape]") {
  const Scenario scenario = good(kSized, {"n=5", "sequences=[2, 3]"});
  CHECK(scenario.machine.network.size(0) == 5);
  CHECK(scenario.machine.network.size(1) == 5);
  CHECK(scenario.workload.message_size == 5_KiB);
  CHECK(scenario.workload.sequences == std::vector<int>{2, 3});
  CHECK(scenario.parameters ==
        std::map<std::string, std::string>{{"n", "5"}, {"sequences", "[2, 3]"}, {"unit", "KiB"}});
  CHECK(good(kSized, {"parameters.n=6"}).machine.network.size(0) == 6);
}

TEST_CASE("Overrides: a key's path sets the key, whether the file gives it or not") {
  const Scenario scenario = good(kSized, {"network.shape=[4, 4]", "router.arbiter=matrix", "seed=7",
                                          "waves.nodes=[[1, 2], [0, 3]]", "run={watchdog: 2 ms, max_time: 1 s}"});
  CHECK(scenario.machine.router.arbiter == "matrix");
  CHECK(scenario.seed == 7);
  CHECK(scenario.run.waves.nodes.list == std::vector<Coordinate>{{1, 2}, {0, 3}});
  CHECK(scenario.run.watchdog == Picoseconds{2'000'000'000});
  CHECK(scenario.run.max_time == Picoseconds{1'000'000'000'000});
}

TEST_CASE("Overrides: of several for one key the last holds") {
  CHECK(good("seed: 1\n", {"seed=2", "seed=3"}).seed == 3);
  CHECK(good(kSized, {"n=5", "n=6"}).machine.network.size(0) == 6);
}

TEST_CASE("Overrides: a link's rate is given by its bandwidth or by the clock, and an option has the last word",
          "[key:clock][key:link.bandwidth]") {
  const auto machine = [](const std::string& text, const std::vector<std::string>& overrides) {
    return good(text, overrides).machine;
  };
  const Clock gemini = Clock::of_attoseconds(3'418'803'419);
  CHECK(machine("link: {bandwidth: 4.68 GB/s}\n", {}).clock == gemini);
  CHECK(machine("clock: 2 ns\n", {}).link.bandwidth == BytesPerSecond{8'000'000'000});
  CHECK(machine("clock: 3 ns\n", {}).link.bandwidth == BytesPerSecond{5'333'333'333});
  CHECK(machine("clock: 2 ns\n", {"link.bandwidth=4.68 GB/s"}).clock == gemini);
  CHECK(machine("link: {bandwidth: 4.68 GB/s}\n", {"clock=2 ns"}).link.bandwidth == BytesPerSecond{8'000'000'000});
  // Both agree to 0.1 %: the clock holds.
  const MachineConfig both = machine("clock: 3419 ps\nlink: {bandwidth: 4.68 GB/s}\n", {});
  CHECK(both.clock == Clock{Picoseconds{3419}});
  CHECK(both.link.bandwidth == BytesPerSecond{4'679'730'915});
  CHECK(machine("clock: 1 ns\n", {"clock=3419 ps", "link.bandwidth=4.68 GB/s"}).clock == both.clock);
  // A time in whole cycles is rounded up to cycles of the clock that holds.
  CHECK(machine("link: {bandwidth: 4.68 GB/s}\nrouter: {turnaround: 10 ns}\n", {}).router.turnaround == Cycles{3});
}

TEST_CASE("Overrides: a pacing key sets the mode over whatever the file says",
          "[key:pacing.mode][key:pacing.gap][key:pacing.bias]") {
  const auto pacing = [](const std::string& text, const std::vector<std::string>& overrides) {
    return good(text, overrides).pacing;
  };
  const std::string biased = "pacing: {bias: 1.25}\n";
  CHECK(pacing(biased, {}).mode == "hops");
  CHECK(pacing(biased, {}).bias == PacketEighths{10});
  CHECK(pacing(biased, {"pacing.mode=off"}).mode == "off");
  CHECK(pacing(biased, {"pacing.mode=off"}).bias == PacketEighths{0});
  CHECK(pacing(biased, {"pacing.gap=2"}).mode == "fixed");
  CHECK(pacing(biased, {"pacing.gap=2"}).gap == PacketEighths{16});
  CHECK(pacing("pacing: {mode: off}\n", {"pacing.bias=-0.125"}).mode == "hops");
  CHECK(pacing("pacing: {mode: off}\n", {"pacing.bias=-0.125"}).bias == PacketEighths{-1});
  CHECK(pacing("pacing: {mode: fixed, gap: 2}\n", {"pacing.bias=0"}).mode == "hops");
  CHECK(pacing("pacing: {mode: fixed, gap: 2}\n", {"pacing.gap=3"}).gap == PacketEighths{24});
  CHECK(pacing("pacing: {gap: 2}\n", {"pacing.mode=fixed"}).gap == PacketEighths{16});
  CHECK(pacing("seed: 1\n", {"pacing.mode=hops"}).bias == PacketEighths{0});
}

TEST_CASE("Overrides: a bias for all sequences and one for each replace each other", "[key:pacing.sequence_bias]") {
  const std::string torus = "network: {shape: [3, 3]}\n";
  const auto both = [](const Scenario& s) { return std::pair(s.pacing.bias.eighths(), s.workload.sequence_bias); };
  using Biases = std::vector<PacketEighths>;
  const Biases file = {PacketEighths{8}, PacketEighths{-1}};
  const std::string each = torus + "pacing: {sequence_bias: [1, -0.125]}\n";
  CHECK(good(each).pacing.mode == "hops");
  CHECK(both(good(each)) == std::pair(0, file));
  CHECK(both(good(each, {"pacing.mode=hops"})) == std::pair(0, file));
  CHECK(both(good(each, {"pacing.bias=2"})) == std::pair(16, Biases{}));
  CHECK(both(good(each, {"pacing.mode=off"})) == std::pair(0, Biases{}));
  CHECK(both(good(each, {"pacing.sequence_bias=[0, 0]"})) == std::pair(0, Biases(2)));
  CHECK(both(good(each, {"pacing.sequence_bias=none", "pacing.bias=2"})) == std::pair(16, Biases{}));
  CHECK(both(good(each, {"workload.algorithm=barrier"})) == std::pair(0, Biases{}));
  CHECK(both(good(torus + "pacing: {bias: 2}\n", {"pacing.sequence_bias=[1, -0.125]"})) == std::pair(0, file));
  const Scenario none = good(torus + "pacing: {mode: off, sequence_bias: none}\n");
  CHECK(none.pacing.mode == "off");
}

TEST_CASE("Overrides: another injection control leaves the file's settings of its own idle", "[key:pacing.control]") {
  const std::string file = "pacing: {control: receiver_credits, grant: 9}\n";
  CHECK(good(file).pacing.control.grant == 9);
  CHECK(good(file, {"pacing.control=none"}).pacing.control.kind == "none");
  CHECK(good(file, {"pacing.control=pieces", "pacing.piece=3"}).pacing.control.piece == 3);
  check_faults(faults_of(file, {"pacing.piece=3"}),
               {{1, 8, "pacing.piece has no effect: pacing.control is receiver_credits"}});
}

TEST_CASE("Overrides: contradictions among the options are faults") {
  check_faults(faults_of("seed: 1\n", {"pacing.mode=off", "pacing.bias=1"}),
               {{2, 8, "pacing.bias has no effect: pacing.mode is off. Use pacing.mode hops, or leave"}});
  check_faults(faults_of("seed: 1\n", {"pacing.mode=fixed"}), {{1, 13, "fixed needs pacing.gap"}});
}

TEST_CASE("Overrides: another algorithm drops the file's keys that belong to its own") {
  const std::string a2at = "workload: {algorithm: a2at, message_size: 64 KiB, sequences: [1]}\n";
  const Scenario open_loop = good(a2at, {"workload.algorithm=uniform", "workload.load=0.5"});
  CHECK(open_loop.workload.algorithm == "uniform");
  CHECK(open_loop.workload.sequences.empty());
  CHECK(open_loop.workload.load == 0.5);
  CHECK(good(a2at, {"workload.algorithm=ring"}).workload.message_size == 64_KiB);
  check_faults(faults_of(a2at, {"workload.load=0.5"}),
               {{1, 10,
                 "workload.load has no effect: workload.algorithm is a2at. Use workload.algorithm "
                 "bit_complement, hot_spot, neighbour, tornado, transpose or uniform"}});
}

TEST_CASE("Overrides: an option hides no fault of the file") {
  check_faults(faults_of("router: {arbiter: best}\n", {"router.arbiter=matrix"}), {{1, 19, "'best' is not one of"}});
}

TEST_CASE("Overrides: faults name the option, its position among them and the column in it") {
  const std::vector<Diagnostic> found = faults_of(kSized, {"seed=2", "router.arbter=matrix"});
  check_faults(found, {{2, 8, "unknown key 'router.arbter'; did you mean router.arbiter?"}});
  CHECK(found[0].file == "--set router.arbter=matrix");
  CHECK(format(found[0]) ==
        "--set router.arbter=matrix:2:8: error: unknown key 'router.arbter'; did you mean router.arbiter?\n"
        "    router.arbter=matrix\n"
        "           ^");
}

TEST_CASE("Overrides: every broken option is refused with its place") {
  struct Row {
    std::string option;
    int column;
    std::string phrase;
  };
  const std::vector<Row> rows = {
      {"", 1, "'' is no setting"},
      {"seed", 1, "'seed' is no setting: write key.path=value or name=value"},
      {"=3", 1, "is no setting"},
      {"seed=", 6, "seed: takes a whole number, not nothing"},
      {"seed=[", 6, "YAML syntax"},
      {"seed=x", 6, "seed: 'x' is no whole number"},
      {"sede=3", 1, "unknown key 'sede'; did you mean seed?"},
      {"sequence=3", 1, "unknown key 'sequence'; did you mean sequences?"},
      {"parameters.m=3", 12, "no parameter 'm'; there are n, sequences and unit"},
      {"nic.count.x=3", 11, "nic.count: takes a whole number, or per_direction, not a section of keys"},
      {"torus=3", 1, "torus.width and torus.height are network.shape: [width, height]"},
      {"network=3", 9,
       "network is a section of keys (kind, graph, arity, levels, sizes, switches, global_links, hosts, file, shape "
       "and wrap)"},
      {"router.vc_buffer=8 ns", 18, "'ns' is a unit of time"},
      {"router.vc_buffer=100 KB", 18, "did you mean KiB (100 KiB is 102400 B) or kB (100 kB is 100000 B)?"},
      {"router..arbiter=matrix", 8, "unknown key 'router.'"},
      {"n=${m}", 3, "a parameter's value cannot refer to another"},
      {"n={a: 1}", 3, "parameter 'n' takes a value or a list"},
      {"seed=\xFF", 6, "byte 0xFF is not UTF-8"},
      {"link.bandwidth=5000 GB/s", 16, "a cycle takes 4 ps to 1 s"},
  };
  for (const Row& row : rows) {
    INFO(row.option);
    check_faults(faults_of(kSized, {row.option}), {{1, row.column, row.phrase}});
  }
}

}  // namespace
}  // namespace tactus::test
