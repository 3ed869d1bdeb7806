#include <cmath>
#include <map>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Row = std::map<std::string, std::string>;  // by column

Outcome run_traced(const std::string& scenario, const std::filesystem::path& folder, const Texts& more) {
  return run_tactus(with({"run", scenario_path(scenario), "--quiet", "--out", folder, "--set", "trace.enabled=true",
                          "--set", "trace.max_packets=1000000"},
                         more));
}

Texts split(const std::string& text, char separator) {
  Texts parts = {""};
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<Row> rows_of(const std::filesystem::path& folder, const char* table = "messages.csv") {
  Texts lines = split(text_of(folder / table), '\n');
  REQUIRE(lines.size() > 1);
  REQUIRE(lines.back().empty());
  lines.pop_back();
  const Texts names = split(lines.front(), ',');
  std::vector<Row> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Texts cells = split(lines[i], ',');
    REQUIRE(cells.size() == names.size());
    for (std::size_t column = 0; column < names.size(); ++column) {
      if (column == 0) rows.emplace_back();
      rows.back()[names[column]] = cells[column];
    }
  }
  return rows;
}

std::map<std::string, Row> by_label(const std::filesystem::path& folder) {
  std::map<std::string, Row> rows;
  for (const Row& row : rows_of(folder)) rows[row.at("label")] = row;
  return rows;
}

/// Nanoseconds, exactly.
long nanoseconds(const nlohmann::json& microseconds) { return std::lround(microseconds.get<double>() * 1000); }
long nanoseconds(const std::string& microseconds) { return std::lround(std::stod(microseconds) * 1000); }

}  // namespace

TEST_CASE("messages.csv: is the same at cycle and packet level, and with threads", "[MSG-13][RESULT-54]") {
  const std::vector<std::pair<std::string, Texts>> runs = {
      {"quickstart/a2at_4x4.yaml", {}},
      {"quickstart/messages.yaml", {}},
      {"quickstart/rank_messages.yaml", {}},
      {"jitter/a2at_noise.yaml", {"--set", "n=4", "--set", "message_size=4 KiB", "--set", "workload.imbalance=5 us"}},
      {"openloop/uniform.yaml",
       {"--set", "network.shape=[4, 4]", "--set", "load=0.6", "--set", "workload.warmup=0 cycles", "--set",
        "workload.measure=5000 cycles", "--set", "workload.drain=1000 cycles"}},
  };
  for (const auto& [scenario, settings] : runs) {
    CAPTURE(scenario);
    const TemporaryFolder folder;
    for (const char* level : {"cycle", "packet"}) {
      Texts more = settings;
      more.insert(more.end(), {"--level", level});
      succeeded(run_traced(scenario, folder.path() / level, more));
    }
    Texts threads = settings;
    threads.insert(threads.end(), {"--level", "packet", "--threads", "3"});
    REQUIRE(run_traced(scenario, folder.path() / "threads", threads).status == 0);
    const std::string cycle = text_of(folder.path() / "cycle" / "messages.csv");
    CHECK(rows_of(folder.path() / "cycle").size() == result_without_host(folder.path() / "cycle")["trace"]["messages"]);
    CHECK(cycle.size() > 300);
    CHECK((cycle == text_of(folder.path() / "packet" / "messages.csv")));  // too long to be shown
    CHECK((cycle == text_of(folder.path() / "threads" / "messages.csv")));
  }
}

TEST_CASE("messages.csv: has the messages that trace.json has, by the same numbers, with the same times",
          "[MSG-1][MSG-7][MSG-8][MSG-10]") {
  const TemporaryFolder folder;
  REQUIRE(run_traced("quickstart/a2at_4x4.yaml", folder.path(), {"--level", "packet"}).status == 0);
  std::map<int, Row> rows;
  for (const Row& row : rows_of(folder.path())) rows[std::stoi(row.at("id"))] = row;
  REQUIRE(rows.size() == 16 * 15);
  const auto trace = nlohmann::json::parse(text_of(folder.path() / "trace.json"));
  std::map<int, long> first_flit;
  std::size_t begun = 0;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] == "X" && event["cat"] == "packet" && event["args"]["packet"] == 0) {
      first_flit.try_emplace(event["args"]["message"], nanoseconds(event["ts"]));  // on the NIC before any link
    }
    if (event["ph"] == "e") CHECK(nanoseconds(event["ts"]) == nanoseconds(rows.at(event["id"]).at("completed_us")));
    if (event["ph"] != "b") continue;
    ++begun;
    const Row& row = rows.at(event["id"]);
    CHECK(nanoseconds(event["ts"]) == nanoseconds(row.at("posted_us")));
    CHECK(event["args"]["bytes"].dump() == row.at("bytes"));
    CHECK(event["args"]["tag"].dump() == row.at("tag"));
    CHECK(event["pid"] == std::stoi(row.at("source")) + 1);
  }
  CHECK(begun == rows.size());
  for (const auto& [id, time] : first_flit) CHECK(time == nanoseconds(rows.at(id).at("first_flit_us")));
  for (const auto& [id, row] : rows) {
    CHECK(nanoseconds(row.at("first_flit_us")) < nanoseconds(row.at("last_flit_us")));
    CHECK(nanoseconds(row.at("last_flit_us")) <= nanoseconds(row.at("completed_us")));
  }
}

TEST_CASE("messages.csv: a replayed message is found by the label of its file, at every level", "[MSG-2][FILE-5]") {
  for (const char* level : {"cycle", "packet", "flow"}) {
    CAPTURE(level);
    const TemporaryFolder folder;
    REQUIRE(run_traced("quickstart/messages.yaml", folder.path(), {"--level", level}).status == 0);
    CHECK(rows_of(folder.path()).size() == 10);
    const std::map<std::string, Row> rows = by_label(folder.path());
    REQUIRE(rows.count("answer") == 1);
    CHECK(rows.at("request").at("bytes") == "256");
    CHECK(rows.at("answer").at("source") == "5");
    CHECK(rows.at("answer").at("destination") == "0");
    CHECK(rows.at("answer").at("tag") == "1");
    // The server has received the request, and computes for 2 us.
    CHECK(nanoseconds(rows.at("answer").at("posted_us")) >= nanoseconds(rows.at("request").at("completed_us")) + 2000);
    CHECK(rows.at("answer").at("first_flit_us").empty() == (std::string(level) == "flow"));
  }
}

TEST_CASE("messages.csv: without a limit above 0, or without the trace, there is none",
          "[MSG-12][RESULT-54][key:trace.max_messages]") {
  const TemporaryFolder folder;
  const auto names = [&](const Texts& more) {
    REQUIRE(run_traced("quickstart/messages.yaml", folder.path() / "r", more).status == 0);
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "r")) {
      all.insert(entry.path().filename());
    }
    return all;
  };
  CHECK(names({}).count("messages.csv") == 1);
  CHECK(names({"--set", "trace.max_messages=3"}).count("messages.csv") == 1);
  CHECK(rows_of(folder.path() / "r").size() == 3);
  CHECK(result_without_host(folder.path() / "r")["trace"]["dropped_messages"] == 7);
  CHECK(names({"--set", "trace.max_messages=0"}).count("messages.csv") == 0);
  CHECK(names({"--set", "trace.enabled=false"}).count("messages.csv") == 0);
  CHECK(names({"--level", "flow"}) ==
        std::set<std::string>{"messages.csv", "operations.csv", "operations.h5", "result.json"});
}

TEST_CASE("messages.csv: a full disk ends a run of any level with status 1 and its name") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("no /dev/full here: not tested");
    return;
  }
  for (const char* level : {"packet", "flow"}) {
    const TemporaryFolder folder;
    fill_disk_for("messages.csv", folder.path());
    // 4,032 messages: more than the file's buffer takes.
    const Outcome outcome = run_traced("quickstart/a2at_4x4.yaml", folder.path(),
                                       {"--level", level, "--set", "n=8", "--set", "message_size=64 B"});
    CAPTURE(level, outcome.err);
    CHECK(outcome.status == 1);
    CHECK(outcome.err == "tactus: " + (folder.path() / "messages.csv").string() + ": No space left on device\n");
    CHECK(folder.names().empty());
  }
}

TEST_CASE("Message file: its operations have a table with the times that its messages have", "[OPERATION-10]") {
  const TemporaryFolder folder;
  const std::string scenario = "quickstart/messages.yaml";
  std::map<std::string, std::string> tables;
  for (const std::string level : {"cycle", "packet", "flow"}) {
    const auto path = folder.path() / level;
    REQUIRE(run_traced(scenario, path, {"--level", level}).status == 0);
    tables[level] = text_of(path / "operations.csv");
    const std::map<std::string, Row> messages = by_label(path);
    int sends = 0;
    int answers = 0;
    std::string last;
    for (const Row& row : rows_of(path, "operations.csv")) {
      last = std::max(last, row.at("kind"));
      if (row.at("kind") == "send") ++sends;
      if (row.at("rank") != "5" || row.at("line") != "6") continue;
      if (row.at("kind") == "calc") CHECK(nanoseconds(row.at("ended_us")) - nanoseconds(row.at("began_us")) == 2000);
      if (row.at("kind") != "send") continue;
      ++answers;
      CHECK(row.at("peer") == "0");
      CHECK(row.at("bytes") == "16384");
      // The call takes 200 ns, and then posts the message.
      CHECK(nanoseconds(row.at("began_us")) + 200 == nanoseconds(messages.at("answer").at("posted_us")));
    }
    CHECK(sends == 10);
    CHECK(answers == 1);
    CHECK(last == "wait");
  }
  CHECK(tables["cycle"] == tables["packet"]);
}
