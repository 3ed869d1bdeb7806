#include "testbench/app/results/operation_trace.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/results/told_operations.h"
#include "testbench/tests/unit/app/results/trace_events.h"

namespace tactus {
namespace {

/// Rank 0 computes 100 cycles, of which noise makes 140, waits, and sends; rank 1 receives. The receive has not ended.
struct NoisyRanks {
  Told told;
  OperationSink::Index compute = told.add(0, OperationKind::kCompute, 400'000, 0, 11);  // 100 cycles of 4 ns
  OperationSink::Index wait = told.add(0, OperationKind::kWait, 0);
  OperationSink::Index send = told.add(0, OperationKind::kSend, 64, 1, 12);
  OperationSink::Index receive = told.add(1, OperationKind::kReceive, 64, 0, 21);

  NoisyRanks() {
    told.start();
    told.began(0, compute, 1);
    told.ended(0, compute, 141);
    told.began(0, wait, 141, compute);
    told.ended(0, wait, 150);
    told.began(0, send, 150);
    told.ended(0, send, 200);
    told.began(1, receive, 1);
  }

  [[nodiscard]] Json trace(const TraceConfig& config = {}) const {
    const TemporaryFolder folder;
    TraceWriter writer(small_machine(), kMap, config, folder.path());
    writer.finish(Cycles{300}, {told.times.get()});
    return Json::parse(folder.text("trace.json"));
  }
};

/// Name, begin and length in cycles of the slices on a track.
using Slice = std::tuple<std::string, long, long>;
std::map<std::string, std::vector<Slice>> slices_of(const Json& file) {
  std::map<Track, std::string> names = track_names(file);
  std::map<std::string, std::vector<Slice>> slices;
  for (const Json& event : events_of(file, "X")) {
    slices[names.at(track_of(event))].emplace_back(event["name"], nanoseconds(event["ts"]) / 4,
                                                   nanoseconds(event["dur"]) / 4);
  }
  return slices;
}

TEST_CASE("Trace of operations: computing and waits are slices of their rank, and noise is a slice within computing",
          "[TRACE-16][TRACE-17]") {
  const Json file = NoisyRanks().trace();
  const std::map<std::string, std::vector<Slice>> expected = {
      {"rank 0", {{"calc", 1, 140}, {"noise", 101, 40}, {"wait", 141, 9}}}};
  CHECK(slices_of(file) == expected);
  const Json calc = events_of(file, "X").at(0);
  CHECK(calc["pid"] == 1);
  CHECK(calc["args"] == Json{{"rank", 0}, {"operation", 0}, {"line", 11}, {"finished", true}});
  CHECK(events_of(file, "X").at(2)["args"] == Json{{"rank", 0}, {"operation", 1}, {"after", 0}, {"finished", true}});
}

TEST_CASE("Trace of operations: sends and receives are asynchronous slices with peer, bytes and line", "[TRACE-18]") {
  const Json file = NoisyRanks().trace();
  const auto begins = events_of(file, "b");
  const auto ends = events_of(file, "e");
  REQUIRE(begins.size() == 2);
  REQUIRE(ends.size() == 2);
  CHECK(begins[0]["name"] == "rank 0 send");
  CHECK(nanoseconds(begins[0]["ts"]) == 150L * 4);
  CHECK(nanoseconds(ends[0]["ts"]) == 200L * 4);
  CHECK(begins[0]["args"]["peer"] == 1);
  CHECK(begins[0]["args"]["bytes"] == 64);
  CHECK(begins[0]["args"]["line"] == 12);
  CHECK(begins[0]["args"]["tag"] == 0);
  CHECK(begins[1]["name"] == "rank 1 recv");
  CHECK(begins[1]["pid"] == 2);
  CHECK(begins[1]["args"]["finished"] == false);
  CHECK(nanoseconds(ends[1]["ts"]) == 300L * 4);  // with the run
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(begins[i]["id"] == ends[i]["id"]);
    CHECK(track_names(file).count(track_of(begins[i])) == 1);
  }
}

TEST_CASE("Trace of operations: has the operations of the window, at most trace.max_operations of the first ranks",
          "[TRACE-19][key:trace.max_operations]") {
  const auto count = [](const TraceConfig& config) {
    const Json file = NoisyRanks().trace(config);
    const auto slices = events_of(file, "X");
    const auto noise = std::count_if(slices.begin(), slices.end(), [](const Json& e) { return e["cat"] == "noise"; });
    return std::make_pair(slices.size() - static_cast<std::size_t>(noise), events_of(file, "b").size());
  };
  using Counts = std::pair<std::size_t, std::size_t>;
  TraceConfig config;
  CHECK(count(config) == Counts{2, 2});
  config.max_operations = 3;
  CHECK(count(config) == Counts{2, 1});
  config.max_operations = 0;
  CHECK(count(config) == Counts{0, 0});
  TraceConfig early;
  early.to = Picoseconds{600'000};  // cycle 150: the send begins there
  CHECK(count(early) == Counts{2, 1});
  TraceConfig late;
  late.from = Picoseconds{700'000};  // cycle 175: computing and wait are over
  CHECK(count(late) == Counts{0, 2});
}

TEST_CASE("Trace of operations: slices lie within each other if a cycle is no whole number of nanoseconds",
          "[TRACE-17]") {
  Told told;
  for (int i = 0; i < 50; ++i) told.add(0, OperationKind::kCompute, 27'000);
  told.start();
  for (std::uint32_t i = 0; i < 50; ++i) {
    told.began(0, i, 1 + 13 * i);
    told.ended(0, i, 14 + 13 * i);
  }
  std::vector<std::pair<long, long>> open;  // begin and end in nanoseconds
  std::size_t noise = 0;
  const TraceConfig config;
  const Clock clock{Picoseconds{2700}};
  trace_operations({told.times.get()}, kMap, clock, config, Cycles{1000}, [&](const std::string& text) {
    const Json event = Json::parse(text);
    if (event["ph"] != "X") return;
    const long begin = nanoseconds(event["ts"]);
    const long end = begin + nanoseconds(event["dur"]);
    if (event["cat"] == "noise") {
      ++noise;
      CHECK(begin >= open.back().first);
      CHECK(end == open.back().second);
    } else {
      if (!open.empty()) CHECK(begin >= open.back().second);
      open.emplace_back(begin, end);
    }
  });
  CHECK(noise == 50);
}

}  // namespace
}  // namespace tactus
