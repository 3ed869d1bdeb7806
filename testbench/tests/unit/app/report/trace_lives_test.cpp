#include "testbench/app/report/trace_lives.h"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "testbench/app/results/result_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/report/unpacked.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRoom = 1'000'000;

std::string slice(unsigned long packet, int message, int track, double start_us, double length_us) {
  return fmt::format(R"({{"ph": "X", "cat": "packet", "name": "a", "pid": 1, "tid": {}, "ts": {}, "dur": {}, )"
                     R"("args": {{"packet": {}, "message": {}, "index": 1, "vc": 0}}}},)",
                     track, start_us, length_us, packet, message);
}

/// A trace with these events, two tracks and one message.
std::filesystem::path trace(const TemporaryFolder& folder, const std::string& events) {
  return folder.write("trace.json", R"json({"displayTimeUnit": "ns", "traceEvents": [
{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "node (0,0)"}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "nic_0 sends"}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 3, "args": {"name": "link plus_x"}},
)json" + events + R"json(
{"ph": "b", "cat": "message", "id": 7, "name": "m", "pid": 1, "tid": 2, "ts": 0.5,
 "args": {"message": 7, "to": "(1,0)", "tag": 4, "bytes": 100}},
{"ph": "e", "cat": "message", "id": 7, "name": "m", "pid": 1, "tid": 2, "ts": 9.5}], "otherData": {}})json");
}

std::vector<std::uint32_t> numbers(const Json& text) {
  const std::vector<std::uint8_t> bytes = test::unpacked(text.get<std::string>());
  std::vector<std::uint32_t> list;
  for (std::size_t i = 0; i + 3 < bytes.size(); i += 4) {
    list.push_back(bytes[i] | bytes[i + 1] << 8U | bytes[i + 2] << 16U |
                   static_cast<std::uint32_t>(bytes[i + 3]) << 24U);
  }
  return list;
}

using Numbers = std::vector<std::uint32_t>;

TEST_CASE("trace_lives: slices of a packet stand in the order of time, each told from the one before") {
  const TemporaryFolder folder;
  const unsigned long large = (3UL << 32U) + 5;
  const Json lives = trace_lives(trace(folder, slice(large, 7, 3, 2.25, 0.5) + slice(large, 7, 2, 1, 0.5)), kRoom);
  CHECK(lives["unit_ps"] == 1.0);
  const Json& packets = lives["packets"];
  CHECK(numbers(packets["low"]) == Numbers{5});
  CHECK(numbers(packets["high"]) == Numbers{3});
  CHECK(numbers(packets["message"]) == Numbers{7});
  CHECK(numbers(packets["slices"]) == Numbers{2});
  CHECK(numbers(packets["start"]) == Numbers{1'000'000, 1'250'000});
  CHECK(numbers(packets["length"]) == Numbers{500'000, 500'000});
  const Numbers tracks = numbers(packets["track"]);
  CHECK(lives["tracks"][tracks.at(0)] == Json{{"node", "node (0,0)"}, {"name", "nic_0 sends"}});
  CHECK(lives["tracks"][tracks.at(1)] == Json{{"node", "node (0,0)"}, {"name", "link plus_x"}});
  CHECK(lives["messages"]["rows"] == Json::parse("[[7, 1, 500000, 9500000, \"(1,0)\", 100, 4]]"));
}

TEST_CASE("trace_lives: those with the longest lives are kept where there is no room for all") {
  const TemporaryFolder folder;
  std::string events;
  for (unsigned long packet = 1; packet <= 400; ++packet) {
    events += slice(packet, 7, 2, 1, 0.001 * static_cast<double>(packet * 37 % 401)) +
              slice(packet, 7, 3, 1.0, 0.0005 * static_cast<double>(packet * 37 % 401));
  }
  const auto file = trace(folder, events);
  const Json all = trace_lives(file, kRoom);
  CHECK(all["packets"]["kept"] == 400);
  const Json some = trace_lives(file, all.dump().size() / 2);
  CHECK(some.dump().size() <= all.dump().size() / 2);
  CHECK(some["packets"]["recorded"] == 400);
  const auto kept = some["packets"]["kept"].get<std::size_t>();
  REQUIRE(kept > 10);
  REQUIRE(kept < 400);
  const Numbers order = numbers(all["packets"]["low"]);
  CHECK(numbers(some["packets"]["low"]) == Numbers(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept)));
  for (std::size_t i = 1; i < order.size(); ++i) CHECK(order[i - 1] * 37 % 401 >= order[i] * 37 % 401);
}

TEST_CASE("trace_lives: times of a long run have a coarser unit") {
  const TemporaryFolder folder;
  const Json lives = trace_lives(trace(folder, slice(1, 7, 2, 2e6, 1) + slice(1, 7, 3, 2e6 + 1, 1)), kRoom);
  CHECK(lives["unit_ps"] == 1000.0);
  CHECK(numbers(lives["packets"]["start"]) == Numbers{2'000'000'000, 1000});
}

TEST_CASE("trace_lives: without packets there is nothing, and a broken trace is refused") {
  const TemporaryFolder folder;
  CHECK(trace_lives(trace(folder, ""), kRoom).is_null());
  CHECK_THROWS_AS(trace_lives(folder.write("half.json", R"({"traceEvents": [{"ph": "X",)"), kRoom), UnreadableResult);
  CHECK_THROWS_AS(trace_lives(trace(folder, R"({"ph": "X", "cat": "packet", "pid": 1},)"), kRoom), UnreadableResult);
}

}  // namespace
}  // namespace tactus
