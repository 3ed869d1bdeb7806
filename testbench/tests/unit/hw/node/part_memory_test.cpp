#include "hw/node/part_memory.h"

#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using Answer = std::pair<MemoryAnswer, std::uint32_t>;

/// A memory that answers what a test tells it to, at edge 5 or when it is told to.
class Scripted : public MemoryPort {
 public:
  void request(const MemoryRequest& /*request*/, Cycles /*now*/) override { next_other_at(next); }
  void forget() override { next_other_at(Cycles::max()); }
  void tell(int engine, MemoryAnswer answer, std::uint32_t tag) { client().done(engine, answer, tag); }
  MemoryContents* contents() override { return kept; }

  MemoryContents* kept = nullptr;
  std::vector<Answer> answers;
  Cycles next{5};

 private:
  void say(Cycles /*now*/) override {
    next_other_at(Cycles::max());
    for (const auto& [answer, tag] : std::exchange(answers, {})) client().done(0, answer, tag);
  }
};
class ScriptedModule final : public sc_core::sc_module, public Scripted {
 public:
  explicit ScriptedModule(const sc_core::sc_module_name& name) : sc_module(name) {}
};

Scripted* made = nullptr;

MemoryPart part_that(std::unique_ptr<MemoryPort> (*make)(const char* name, const MemorySite& site)) {
  MemoryPart part;
  part.name = "mine";
  part.plugin = "mine.cpp";
  part.make = make;
  return part;
}
template <class M, class... Name>
std::unique_ptr<MemoryPort> make_scripted(Name... name) {
  auto memory = std::make_unique<M>(name...);
  made = memory.get();
  return memory;
}
const MemoryPart kPlain =
    part_that([](const char* /*name*/, const MemorySite& /*site*/) { return make_scripted<Scripted>(); });
const MemoryPart kModule =
    part_that([](const char* name, const MemorySite& /*site*/) { return make_scripted<ScriptedModule>(name); });

class PartMemoryBench : public MemoryClient {
 public:
  explicit PartMemoryBench(const MemoryPart& part = kPlain)
      : memory(sc_core::sc_gen_unique_name("memory"), part, {config, {1, 2}, numbers}) {
    memory.connect(*this);
  }
  void done(int /*engine*/, MemoryAnswer answer, std::uint32_t tag) override { seen.emplace_back(answer, tag); }
  void ask(MemoryRequest::Kind kind, std::uint32_t tag) { memory.request({0, tag, kind, 64, Bytes{32}}, Cycles{3}); }
  /// The report of what `act` does.
  template <class Act>
  static std::string report(Act act) {
    try {
      act();
    } catch (const sc_core::sc_report& report) {
      CHECK(std::string(report.get_msg_type()) == reports::kPart);
      return report.get_msg();
    }
    return "none";
  }
  /// The report when the memory gives `answers` at edge 5, after a read 1 and a write 2.
  std::string report_of(std::vector<Answer> answers) {
    ask(MemoryRequest::Kind::kRead, 1);
    ask(MemoryRequest::Kind::kWrite, 2);
    made->answers = std::move(answers);
    return report([&] { memory.answer(Cycles{5}); });
  }

  MachineConfig config;
  Numbers numbers;
  PartMemory memory;
  std::vector<Answer> seen;
};

constexpr auto kRead = MemoryAnswer::kRead;
constexpr auto kTaken = MemoryAnswer::kTaken;
constexpr auto kVisible = MemoryAnswer::kVisible;
constexpr auto kWritten = MemoryAnswer::kWritten;

}  // namespace

TEST_CASE("PartMemory: passes on what is asked and answered, and when the memory goes on", "[PART-8]") {
  PartMemoryBench bench;
  CHECK(bench.memory.next(true) == Cycles::max());
  CHECK(bench.report_of({{kRead, 1}, {kTaken, 2}, {kVisible, 2}}) == "none");
  CHECK(bench.seen == std::vector<Answer>{{kRead, 1}, {kTaken, 2}, {kVisible, 2}});
  CHECK(bench.memory.next(true) == Cycles::max());
  bench.ask(MemoryRequest::Kind::kWrite, 2);
  CHECK(bench.memory.next(false) == Cycles{5});
  bench.memory.forget();
  CHECK(bench.memory.next(false) == Cycles::max());
  made->answers = {{kWritten, 2}};
  CHECK_THAT(bench.report([&] { made->tell(0, kWritten, 2); }), Contains("not open"));
}

TEST_CASE("PartMemory: a memory of a plug-in may have contents", "[PART-8][PORT-8]") {
  struct Contents final : MemoryContents {
    void packet_started(int, std::uint32_t, std::uint64_t, int) override {}
    void packet_arrived(std::uint64_t) override {}
    void packet_held(std::uint64_t, int, std::uint64_t, std::uint64_t) override {}
    void packet_dropped(std::uint64_t) override {}
    void message_met(int, std::uint64_t, std::uint64_t, Cycles) override {}
  };
  PartMemoryBench bench;
  CHECK(bench.memory.contents() == nullptr);
  Contents contents;
  made->kept = &contents;
  CHECK(bench.memory.contents() == &contents);
}

TEST_CASE("PartMemory: an answer that nobody waits for, twice or out of order is named", "[PART-8][PART-9]") {
  const auto report = [](std::vector<Answer> answers) { return PartMemoryBench().report_of(std::move(answers)); };
  CHECK(
      report({{kRead, 1}, {kRead, 1}, {kRead, 1}}) ==
      "mine.cpp: memory part 'mine', memory of node_1_2, cycle 5: answers read 1 of engine 0, which is not open: asked "
      "for by nobody, or answered twice");
  CHECK_THAT(report({{kRead, 2}}), Contains("answers read 2 of engine 0"));
  CHECK_THAT(report({{kWritten, 1}}), Contains("answers write 1 of engine 0"));
  CHECK_THAT(report({{kVisible, 2}}), Contains("shows write 2 of engine 0 before it has taken it"));
  CHECK_THAT(report({{kTaken, 2}, {kTaken, 2}}), Contains("takes write 2 of engine 0 twice"));
  CHECK_THAT(report({{kTaken, 2}, {kWritten, 2}}), Contains("takes write 2 of engine 0 twice"));
  CHECK_THAT(report({{kRead, 1}}), Contains("1 requests are open, and it does not say when it goes on"));
}

TEST_CASE("PartMemory: a memory that is a module may answer between two edges, and need not say when", "[PART-8]") {
  PartMemoryBench bench(kModule);
  made->next = Cycles::max();
  bench.ask(MemoryRequest::Kind::kRead, 1);
  CHECK(bench.memory.next(true) == Cycles::max());
  made->tell(0, kRead, 1);
  CHECK(bench.seen == std::vector<Answer>{{kRead, 1}});
  CHECK_THAT(bench.report([&] { made->tell(0, kRead, 1); }), Contains("not open"));

  PartMemoryBench other(kModule);
  CHECK_THAT(other.report([&] { made->tell(8, kRead, 1); }), Contains("engine 8, which does not exist"));
}

}  // namespace tactus
