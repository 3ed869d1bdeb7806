#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <regex>

#include "testbench/app/about/about.h"
#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/compare_command.h"
#include "testbench/app/cli/report_command.h"
#include "testbench/app/cli/run_command.h"
#include "testbench/app/cli/sweep_command.h"
#include "testbench/app/cli/tune_command.h"
#include "testbench/app/cli/validate_command.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/text_files.h"

namespace tactus {
namespace {

/// The command that a command line asks for.
template <class Parsed>
std::unique_ptr<const Parsed> parsed(std::vector<std::string> arguments) {
  std::unique_ptr<Command> command = parse_command_line(std::move(arguments));
  const auto* as_asked = dynamic_cast<const Parsed*>(command.get());
  REQUIRE(as_asked != nullptr);
  (void)command.release();
  return std::unique_ptr<const Parsed>(as_asked);
}

/// One that is asked for by `name` and more.
template <class Parsed>
auto parser_of(const std::string& name) {
  return [name](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), name);
    return parsed<Parsed>(std::move(arguments));
  };
}

std::unique_ptr<const RunCommand> run_options(std::vector<std::string> arguments) {
  return parser_of<RunCommand>("run")(std::move(arguments));
}

std::string usage_error(const std::vector<std::string>& arguments) {
  try {
    parse_command_line(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

using Catch::Matchers::Contains;

TEST_CASE("Options: a run without options leaves the level to the scenario, talks, and dumps no waves") {
  const auto options = run_options({"a.yaml"});
  CHECK(options->scenario == "a.yaml");
  CHECK_FALSE(options->level.has_value());
  CHECK(options->overrides.empty());
  CHECK_FALSE(options->waves.on);
  CHECK_FALSE(options->out.has_value());
  CHECK_FALSE(options->json);
  CHECK_FALSE(options->quiet);
}

TEST_CASE("Options: every option of run has its place before and after the scenario") {
  const std::vector<std::string> options = {"--level", "cycle", "--json", "--quiet", "--out=x", "--waves"};
  std::vector<std::string> before = options;
  before.emplace_back("a.yaml");
  std::vector<std::string> after = options;
  after.insert(after.begin(), "a.yaml");
  for (const auto& arguments : {before, after}) {
    const auto parsed = run_options(arguments);
    CHECK(parsed->scenario == "a.yaml");
    CHECK(parsed->level == Level::kCycle);
    CHECK(parsed->json);
    CHECK(parsed->quiet);
    CHECK(parsed->out == "x");
    CHECK(parsed->waves.on);
  }
}

TEST_CASE("Options: --set takes one text each time, keeps them in order and does not look into them") {
  const auto options = run_options({"--set", "n=4", "a.yaml", "--set", "waves.nodes=[1, 2]", "--set", "n=a=b"});
  CHECK(options->scenario == "a.yaml");
  CHECK(options->overrides == std::vector<std::string>{"n=4", "waves.nodes=[1, 2]", "n=a=b"});
}

TEST_CASE("Options: --waves takes its format after an equals sign and never the next argument") {
  CHECK(run_options({"--waves=vcd", "a.yaml"})->waves.format == WaveFormat::kVcd);
  CHECK(run_options({"--waves=fst", "a.yaml"})->waves.format == WaveFormat::kFst);
  const auto options = run_options({"--waves", "vcd"});
  CHECK(options->scenario == "vcd");
  CHECK(options->waves.on);
  CHECK_FALSE(options->waves.format.has_value());
  CHECK_THAT(usage_error({"run", "a.yaml", "--waves=png"}), Contains("there are: fst, vcd"));
}

TEST_CASE("Options: --waves-around takes an event, turns waves on, and has times of its own", "[WAVE-27]") {
  using Event = WavesAround::Event;
  const auto around = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"a.yaml", "--waves-around"});
    const auto options = run_options(std::move(arguments));
    CHECK(options->waves.on);
    REQUIRE(options->waves.around);
    return *options->waves.around;
  };
  const WavesAround cycle = around({"cycle=123", "--before", "3us", "--after=0 ns"});
  CHECK(cycle.event == Event::kCycle);
  CHECK(cycle.cycle == Cycles{123});
  CHECK(cycle.before == Picoseconds{3'000'000});
  CHECK(cycle.after == Picoseconds{0});
  CHECK(around({"time=2.5 us"}).event == Event::kTime);
  CHECK(around({"time=2.5 us"}).time == Picoseconds{2'500'000});
  const WavesAround stall = around({"stall"});
  CHECK(stall.event == Event::kStall);
  CHECK(stall.time == Picoseconds{1'000'000});
  CHECK(stall.before == Picoseconds{2'000'000});
  CHECK(stall.after == Picoseconds{1'000'000});
  CHECK(stall.memory == Bytes{256U << 20});
  CHECK(around({"stall>3us"}).time == Picoseconds{3'000'000});
  CHECK(around({"latency>20us", "--waves-memory", "1MiB"}).memory == Bytes{1U << 20});
  CHECK(around({"violation"}).event == Event::kViolation);
  CHECK(around({"packet=4711"}).event == Event::kPacket);
  CHECK(around({"packet=4711"}).number == 4711);
  CHECK(around({"slowest"}).event == Event::kSlowest);
  CHECK(around({"operation=3:17"}).event == Event::kOperation);
  CHECK(around({"operation=3:17"}).rank == 3);
  CHECK(around({"operation=3:17"}).number == 17);
  CHECK(around({"operation=solver:3:17"}).job == "solver");
  CHECK(around({"operation=2:3:17"}).rank == 3);
  CHECK(around({"operation=2:3:send"}).label == "send");
  CHECK(around({"operation=3:a:b"}).label == "a:b");
  CHECK(around({"line=solver:17"}).job == "solver");
  CHECK(around({"line=solver:17"}).number == 17);
  CHECK(around({"line=48"}).event == Event::kLine);
  CHECK(around({"line=48"}).number == 48);
  CHECK_FALSE(run_options({"a.yaml", "--waves"})->waves.around);
  CHECK(run_options({"a.yaml", "--waves=vcd", "--waves-around", "stall"})->waves.format == WaveFormat::kVcd);
}

TEST_CASE("Options: all that is wrong with the options of waves is told at once", "[WAVE-37]") {
  const auto error = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "a.yaml"});
    return usage_error(more);
  };
  CHECK(error({"--waves-around", "stal", "--waves=png", "--before", "2", "--after", "x", "--waves-memory", "0 B",
               "--set", "waves.from=1 us", "--set", "waves.to=2 us", "--set", "waves.nodes=all"}) ==
        "--waves=png: no such format (there are: fst, vcd)\n"
        "tactus: --waves-around stal: no such event (there are: cycle=K, time=T, stall or stall>T, latency>T, "
        "violation, packet=N, slowest, operation=RANK:N or operation=RANK:LABEL, of a job operation=JOB:RANK:N, "
        "line=N, of a job line=JOB:N); "
        "did you mean stall?\n"
        "tactus: --before 2: a time needs a unit (ps, ns, us, ms or s), as in '2 ns'\n"
        "tactus: --after x: 'x' is no time: a number and a unit, as in '2 ns'\n"
        "tactus: --waves-memory 0 B: must be above 0\n"
        "tactus: --set waves.from=1 us: --waves-around chooses what is recorded; see --before and --after\n"
        "tactus: --set waves.to=2 us: --waves-around chooses what is recorded; see --before and --after");
  for (const char* option : {"--before", "--after", "--waves-memory"}) {
    CHECK_THAT(error({option, "1"}), Contains(option) && Contains("only with --waves-around"));
  }
  for (const char* event :
       {"latency", "latency=2us", "latency>", "cycle", "cycle>3", "time", "stall=1us", "stall>", "violation=1",
        "violation>1us", "packet", "line>3", "operation=", "operation=3", "operation=a:1"}) {
    CAPTURE(event);
    CHECK_THAT(error({"--waves-around", event}), Contains("is written"));
  }
  CHECK_THAT(error({"--waves-around", "latency>20"}), Contains("needs a unit"));
  CHECK_THAT(error({"--waves-around", "stall>0 us"}), Contains("above 0"));
  CHECK_THAT(error({"--waves-around", "operation=3:1x"}), Contains("operation=3:1x"));
  CHECK_THAT(error({"--waves-around", "cycle=-1"}), Contains("cycle=-1"));
  CHECK_THAT(error({"--waves-around", "cycle=99999999999999"}), Contains("at most"));
  CHECK_THAT(error({"--waves-around", "cycle=5", "--waves-memory", "1 MiB"}), Contains("needs no memory"));
}

TEST_CASE("Options: a level that does not exist is refused with the list of those that do") {
  CHECK_THAT(usage_error({"run", "a.yaml", "--level", "paket"}), Contains("there are: cycle, packet"));
  CHECK_THAT(usage_error({"run", "a.yaml", "--level", "cyle"}), Contains("did you mean cycle?"));
}

TEST_CASE("Options: a misspelt command or option is refused with the nearest one") {
  CHECK_THAT(usage_error({"rnu", "a.yaml"}), Contains("'rnu'") && Contains("did you mean run?"));
  CHECK_THAT(usage_error({"frobnicate"}),
             Contains("there are: run, explain, compare, sweep, explore, tune, phases, routes, report, validate, "
                      "check-part, area, rtl, import, list, test") &&
                 !Contains("did you mean"));
  CHECK_THAT(usage_error({"run", "a.yaml", "--wave"}), Contains("'--wave'") && Contains("did you mean --waves?"));
  CHECK_THAT(usage_error({"run", "--outt=x", "a.yaml"}), Contains("did you mean --out?"));
  CHECK_THAT(usage_error({""}), Contains("unknown command ''"));
  CHECK_THAT(usage_error({"--versoin"}), Contains("did you mean --version?"));
}

TEST_CASE("Options: a second scenario or a missing one is refused") {
  CHECK_THAT(usage_error({"run", "a.yaml", "b.yaml"}), Contains("unexpected argument 'b.yaml'"));
  CHECK_THAT(usage_error({"run"}), Contains("SCENARIO"));
  CHECK_THAT(usage_error({"run", "--json"}), Contains("SCENARIO"));
}

TEST_CASE("Options: compare takes two different levels, by default cycle and packet") {
  const auto compare = parser_of<CompareCommand>("compare");
  CHECK(compare({"a.yaml"})->levels == std::vector{Level::kCycle, Level::kPacket});
  CHECK(compare({"a.yaml", "--levels", "packet,cycle"})->levels == std::vector{Level::kPacket, Level::kCycle});
  CHECK(compare({"a.yaml", "--levels", "packet,flow,cycle"})->levels ==
        std::vector{Level::kPacket, Level::kFlow, Level::kCycle});
  CHECK(compare({"a.yaml", "--json", "--set", "n=4"})->overrides == std::vector<std::string>{"n=4"});
  CHECK_THAT(usage_error({"compare", "a.yaml", "--levels", "cycle"}), Contains("at least two levels"));
  CHECK_THAT(usage_error({"compare", "a.yaml", "--levels", "cycle,cycle"}), Contains("equal to itself"));
  CHECK_THAT(usage_error({"compare", "a.yaml", "--levels", "cycle,paket"}), Contains("did you mean packet?"));
}

TEST_CASE("Options: compare takes settings of a second run instead of levels, and then one level for both") {
  const auto compare = parser_of<CompareCommand>("compare");
  CHECK(compare({"a.yaml", "--with", "rtl.replace=none", "--with", "n=4"})->with ==
        std::vector<std::string>{"rtl.replace=none", "n=4"});
  CHECK(compare({"a.yaml", "--with", "n=4", "--level", "packet"})->level == Level::kPacket);
  CHECK_THAT(usage_error({"compare", "a.yaml", "--level", "packet"}), Contains("together with --with"));
  CHECK_THAT(usage_error({"compare", "a.yaml", "--with", "n=4", "--levels", "cycle,packet"}),
             Contains("use --level for the level of both runs"));
}

TEST_CASE("Options: a sweep keeps its axes and settings in order and leaves level, folder and jobs open") {
  const auto sweep = parser_of<SweepCommand>("sweep");
  const auto plain = sweep({"--over", "n=4,5", "a.yaml", "--set", "seed=2", "--over", "pacing.bias=0:1:0.5"});
  CHECK(plain->request.scenario == "a.yaml");
  CHECK(plain->request.over == std::vector<std::string>{"n=4,5", "pacing.bias=0:1:0.5"});
  CHECK(plain->request.overrides == std::vector<std::string>{"seed=2"});
  CHECK_FALSE(plain->request.level);
  CHECK_FALSE(plain->out);
  CHECK(plain->jobs == one_job_per_core());
  CHECK_FALSE(plain->quiet);
  const auto full = sweep({"a.yaml", "--over=n=4", "--level=cycle", "--out=x", "--jobs", "3", "--quiet"});
  CHECK(full->request.level == Level::kCycle);
  CHECK(full->out == "x");
  CHECK(full->jobs == 3);
  CHECK(full->quiet);
}

TEST_CASE("Options: a sweep has one seed per combination, or as many as it is told, then with or without axes") {
  const auto seeds = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"sweep", "a.yaml"});
    return parsed<SweepCommand>(std::move(arguments))->request.seeds;
  };
  CHECK(seeds({"--over", "n=4"}) == 1);
  CHECK(seeds({"--over", "n=4", "--seeds", "2"}) == 2);
  CHECK(seeds({"--seeds=10000"}) == 10'000);
  for (const char* wrong : {"1", "0", "10001", "-3", "1e2", "some"}) {
    CHECK_THAT(usage_error({"sweep", "a.yaml", "--seeds", wrong}), Contains("from 2 to 10000"));
  }
}

TEST_CASE("Options: a sweep is whole, or one of N shards that are counted from 0") {
  const auto shard = [](const std::string& text) {
    return parsed<SweepCommand>({"sweep", "a.yaml", "--over", "n=4", "--shard", text})->shard;
  };
  CHECK_FALSE(parsed<SweepCommand>({"sweep", "a.yaml", "--over", "n=4"})->shard);
  CHECK(shard("0/1")->index == 0);
  CHECK(shard("0/1")->of == 1);
  CHECK(shard("3/4")->index == 3);
  CHECK(shard("9999/10000")->of == 10'000);
  for (const char* wrong : {"4/4", "5/4", "x/2", "1/x", "-1/3", "1/-3", "0/0", "1", "/", "/4", "0/", "0/2/3", "0.5/2",
                            "0/10001", "18446744073709551616/4"}) {
    CHECK_THAT(usage_error({"sweep", "a.yaml", "--over", "n=4", "--shard", wrong}),
               Contains(fmt::format("--shard {}: must be I/N", wrong)) && Contains("counted from 0"));
  }
  CHECK_THAT(usage_error({"sweep", "a.yaml", "--over", "n=4", "--shard", ""}), Contains("must not be empty"));
}

TEST_CASE("Options: a sweep over nothing, by no process or at no level is refused") {
  CHECK_THAT(usage_error({"sweep", "a.yaml"}), Contains("--over") && Contains("--seeds"));
  for (const char* jobs : {"0", "-1", "two", "1025"}) {
    CHECK_THAT(usage_error({"sweep", "a.yaml", "--over", "n=4", "--jobs", jobs}), Contains("from 1 to 1024"));
  }
  CHECK_THAT(usage_error({"sweep", "a.yaml", "--over", "n=4", "--level", "paket"}), Contains("did you mean packet?"));
  CHECK_THAT(usage_error({"sweep", "a.yaml", "--ovr", "n=4"}), Contains("did you mean --over?"));
}

TEST_CASE("Options: tune keeps what it is given and tries the paper's biases if it is told none") {
  const auto tune = parser_of<TuneCommand>("tune");
  const auto plain = tune({"a.yaml", "--out", "b.yaml"});
  CHECK(plain->scenario == "a.yaml");
  CHECK_FALSE(plain->bias);
  CHECK(TuneRequest().bias == "-3:3:0.125");
  CHECK_FALSE(plain->imbalance);
  CHECK_FALSE(plain->level);
  CHECK(plain->for_butterfly.empty());
  CHECK(plain->out == "b.yaml");
  CHECK_FALSE(plain->runs);
  CHECK(plain->jobs == one_job_per_core());
  CHECK_FALSE(plain->quiet);
  const auto full = tune({"a.yaml", "--out=b.yaml", "--bias=-1:1:1", "--imbalance", "3 us", "--level=cycle", "--set",
                          "n=4", "--runs=x", "--jobs=2", "--quiet"});
  CHECK(full->bias == "-1:1:1");
  CHECK(full->imbalance == "3 us");
  CHECK(full->level == Level::kCycle);
  CHECK(full->overrides == std::vector<std::string>{"n=4"});
  CHECK(full->runs == "x");
  CHECK(full->jobs == 2);
  CHECK(full->quiet);
  CHECK_THAT(usage_error({"tune", "a.yaml"}), Contains("--out"));
  CHECK_THAT(usage_error({"tune", "a.yaml", "--out", "b.yml"}), Contains(".yaml"));
}

TEST_CASE("Options: tune knows what is asked for butterflies only") {
  const auto tune = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"tune", "a.yaml", "--out", "b.yaml"});
    return parsed<TuneCommand>(std::move(arguments));
  };
  const auto full = tune({"--middle", "3", "--positions", "2,4", "--final=6", "--repetitions=7", "--dimensions",
                          "10,20", "--noise-reading", "processor"});
  CHECK(full->for_butterfly == std::vector<std::string>{"--middle", "--positions", "--final", "--repetitions",
                                                        "--dimensions", "--noise-reading"});
  CHECK(full->butterfly.middle_rounds == 3);
  CHECK(full->butterfly.positions == std::vector<int>{2, 4});
  CHECK(full->butterfly.final_rounds == 6);
  CHECK(full->butterfly.repetitions == 7);
  CHECK(full->butterfly.dimensions == std::vector<int>{10, 20});
  CHECK(full->butterfly.reading == NoiseReading::kProcessor);
  CHECK_THAT(full->command_text(), Contains("--positions '2,4'") && !Contains("--bias"));
  const auto error = [](const std::string& option, const std::string& value) {
    return usage_error({"tune", "a.yaml", "--out", "b.yaml", option, value});
  };
  CHECK_THAT(error("--middle", "some"), Contains("--middle some: a whole number"));
  CHECK_THAT(error("--positions", "2,x"), Contains("--positions x: a whole number"));
  CHECK_THAT(error("--noise-reading", "procesor"), Contains("did you mean processor?"));
}

TEST_CASE("Options: validate takes one paper, a file of claims or all papers, and knows which there are") {
  const auto validate = parser_of<ValidateCommand>("validate");
  const auto plain = validate({});
  CHECK(plain->papers == std::vector<std::string>{"jitter", "mfs", "multirail", "nsim", "pvas"});
  CHECK_FALSE(plain->full);
  CHECK_FALSE(plain->json);
  CHECK_FALSE(plain->out);
  const auto full = validate({"nsim", "--full", "--json", "--only", "barrier", "--out=x", "--jobs=2"});
  CHECK(full->papers == std::vector<std::string>{"nsim"});
  CHECK(validate({"my/claims.yaml"})->papers == std::vector<std::string>{"my/claims.yaml"});
  CHECK(full->full);
  CHECK(full->json);
  CHECK(full->only == "barrier");
  CHECK(full->out == "x");
  CHECK(full->jobs == 2);
  CHECK_THAT(usage_error({"validate", "nsin"}), Contains("there are: jitter, mfs") && Contains("did you mean nsim?"));
}

TEST_CASE("Options: test is sent to the launcher") { CHECK_THAT(usage_error({"test"}), Contains("./tactus test")); }

TEST_CASE("Options: help is given for nothing, for --help and for each command") {
  CHECK(parsed<ShowHelp>({})->text() == parsed<ShowHelp>({"--help"})->text());
  CHECK_THAT(parsed<ShowHelp>({"--help"})->text(), Contains("./tactus test"));
  CHECK_THAT(parsed<ShowHelp>({"run", "--help"})->text(), Contains("--waves") && Contains("--set"));
}

TEST_CASE("Commands: each is known by its name, and told of in the help, in its own, and to who misspells it") {
  const std::string help = parsed<ShowHelp>({"--help"})->text();
  const std::string unknown = usage_error({"frobnicate"});
  for (const CommandRow& row : commands()) {
    CAPTURE(row.name);
    const std::string told = fmt::format("\n  {} ", row.name);
    CHECK_THAT(help, Contains(told) && Contains(std::string(row.help).substr(0, 30)));
    CHECK_THAT(parsed<ShowHelp>({row.name, "--help"})->text(), Contains(row.help));
    CHECK_THAT(unknown, Contains(fmt::format(" {},", row.name)));
    CHECK_THAT(usage_error({std::string(row.name) + "x"}), Contains(fmt::format("did you mean {}?", row.name)));
    CHECK_THAT(usage_error({row.name, "--no-such-option"}), Contains("unexpected argument '--no-such-option'"));
  }
}

TEST_CASE("Commands: each is shown on a page") {
  const std::filesystem::path docs = std::filesystem::path(scenario_folder()).parent_path() / "docs";
  std::string pages;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(docs)) {
    if (entry.path().extension() == ".md") pages += test::text_of(entry.path());
  }
  for (const CommandRow& row : commands()) {
    CAPTURE(row.name);
    CHECK(std::regex_search(pages, std::regex(fmt::format("tactus {}\\b", row.name))));
  }
}

TEST_CASE("Options: list and --version stand alone") {
  const std::unique_ptr<Command> list = parse_command_line({"list"});
  CHECK(dynamic_cast<const ShowHelp*>(list.get()) == nullptr);
  CHECK(dynamic_cast<const ShowVersion*>(list.get()) == nullptr);
  CHECK(parsed<ShowVersion>({"--version"}) != nullptr);
  CHECK_THAT(usage_error({"list", "x"}), Contains("unexpected argument 'x'"));
}

TEST_CASE("Options: a report stands in the last of the folders unless it is given a name, which ends in .html") {
  const auto report = parser_of<ReportCommand>("report");
  CHECK(report({"a"})->out == "a/report.html");
  CHECK_FALSE(report({"a"})->other.has_value());
  CHECK(report({"a", "b"})->out == "b/report.html");
  CHECK(report({"a", "b"})->other == "b");
  CHECK(report({"a", "-o", "c/d.html"})->out == "c/d.html");
  CHECK(report({"--out=d.html", "a"})->out == "d.html");
  CHECK_THAT(usage_error({"report", "a", "-o", "a/result.json"}), Contains(".html"));
  CHECK_THAT(usage_error({"report"}), Contains("DIR"));
}

}  // namespace
}  // namespace tactus
