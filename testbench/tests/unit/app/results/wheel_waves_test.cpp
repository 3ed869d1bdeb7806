#include "testbench/app/results/wheel_waves.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/kinds/rails/limit_focus.h"
#include "testbench/app/kinds/rails/message_trigger.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/wave_reader.h"
#include "tlm_models/node/rdma/rails_waves.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

/// Two rails of the paper's machine, the second one receiving far.
RailsConfig two_rails() {
  RailsConfig config;
  config.rails = {0, 1};
  config.send_memory = {0, 0};
  config.receive_memory = {0, 1};
  return config;
}

std::unique_ptr<WaveFocus> limit_focus(const ProbeList& probes, const RailsExperiment& experiment) {
  return std::make_unique<LimitFocus>(probes, experiment);
}

/// Samples every grain, one after the other.
class EveryGrain final : public WheelWatcher {
 public:
  EveryGrain(RailsExperiment& experiment, const std::filesystem::path& folder)
      : recording_(vcd(), WheelWaves::grains(), false, folder), waves_(experiment) {
    ProbeList probes;
    waves_.add_probes(probes, [this] { return now_; });
    recording_.begin(probes, [&](const ProbeList& all) { return limit_focus(all, experiment); });
    experiment.watch(*this);
  }
  static WavesConfig vcd() {
    WavesConfig waves;
    waves.format = WaveFormat::kVcd;
    return waves;
  }
  void before(Picoseconds next) override {
    for (; now_ < next; now_ += Picoseconds{TimedEvents::kGrain}) sample();
  }
  void after(Picoseconds now) override {
    now_ = now;
    sample();
    now_ += Picoseconds{TimedEvents::kGrain};
  }
  void touched() override {}
  void finish() { recording_.finish(); }

 private:
  void sample() { recording_.sample(WheelWaves::grains().covering(now_)); }

  WaveRecording recording_;
  RailsWaves waves_;
  Picoseconds now_;
};

void record_wheel(RailsExperiment& experiment, const WavesConfig& waves, const TemporaryFolder& folder) {
  WheelWaves wheel(waves, folder.path());
  RailsWaves rails(experiment);
  ProbeList probes;
  rails.add_probes(probes, wheel.time());
  wheel.begin(
      probes, [&rails](Picoseconds now) { return rails.next_change(now); },
      [&](const ProbeList& all) { return limit_focus(all, experiment); });
  experiment.watch(wheel);
  experiment.run(48_KiB, 1);
  wheel.recording().finish();
}

}  // namespace

TEST_CASE("WheelWaves: the file is what a sample of every grain gives", "[WAVE-42]") {
  const TemporaryFolder every;
  RailsExperiment looked_at(two_rails());
  EveryGrain grains(looked_at, every.path());
  looked_at.run(48_KiB, 1);
  grains.finish();
  const TemporaryFolder folder;
  RailsExperiment experiment(two_rails());
  record_wheel(experiment, EveryGrain::vcd(), folder);
  const std::string text = every.text("waves.vcd");
  CHECK(text.size() > 100'000);
  CHECK((folder.text("waves.vcd") == text));
  CHECK(folder.text("waves.gtkw") == every.text("waves.gtkw"));
}

TEST_CASE("WheelWaves: a window has what the whole file has there, and begins with all values",
          "[WAVE-42][key:waves.from][key:waves.to]") {
  const TemporaryFolder whole;
  RailsExperiment all(two_rails());
  record_wheel(all, EveryGrain::vcd(), whole);
  const TemporaryFolder part;
  RailsExperiment some(two_rails());
  WavesConfig waves = EveryGrain::vcd();
  waves.from = 40_us;
  waves.to = 45_us;
  record_wheel(some, waves, part);
  const Wave a = read_vcd(whole.path() / "waves.vcd");
  const Wave b = read_vcd(part.path() / "waves.vcd");
  REQUIRE(a.names() == b.names());
  const std::uint64_t begin = WheelWaves::grains().edge(WheelWaves::grains().covering(waves.from)).count();
  const std::uint64_t end = WheelWaves::grains().edge(WheelWaves::grains().covering(*waves.to)).count();
  std::size_t changes = 0;
  std::size_t differing = 0;
  for (const auto& [name, values] : b.changes) {
    REQUIRE_FALSE(values.empty());
    CHECK(values.begin()->first == begin);
    changes += values.size();
    for (const auto& entry : values) differing += a.at(name, entry.first) != b.at(name, entry.first) ? 1 : 0;
    for (auto at = a.changes.at(name).upper_bound(begin); at != a.changes.at(name).lower_bound(end); ++at) {
      differing += values.count(at->first) == 1 ? 0 : 1;
    }
  }
  CHECK(differing == 0);
  CHECK(changes > 5'000);
}

TEST_CASE("WheelWaves: a run that ends before the window leaves no file") {
  const TemporaryFolder folder;
  RailsExperiment experiment(two_rails());
  WavesConfig waves;
  waves.from = Picoseconds{1'000'000'000};
  record_wheel(experiment, waves, folder);
  CHECK(folder.names().empty());
}

TEST_CASE("LimitFocus: opens at the resource with most time, in the window with most of it, at its first grain there",
          "[WAVE-53]") {
  RailsExperiment experiment(two_rails());
  RailsWaves waves(experiment);
  ProbeList probes;
  waves.add_probes(probes, [] { return Picoseconds{}; });
  std::vector<std::uint32_t> limits;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (probes[i].name == "limit") limits.push_back(static_cast<std::uint32_t>(i));
  }
  REQUIRE(limits.size() == 2);
  const auto value = [&](const std::string& word) {
    const auto& words = probes[limits[0]].enum_names;
    return static_cast<std::uint64_t>(std::find(words.begin(), words.end(), word) - words.begin());
  };
  const std::uint64_t posted = value("receiver, HT socket 0 to 1: posted buffers");
  const std::uint64_t memory = value("sender, memory 0: request queue");
  constexpr std::uint64_t kWindow = LimitFocus::kWindow;
  LimitFocus focus(probes, experiment);
  // Rail 0: a queue at once for a whole window. Rail 1: buffers for a longer time, in several windows, most in the
  // third.
  focus.add(Cycles{100}, {{limits[0], memory}, {limits[1], posted}});
  focus.add(Cycles{100 + kWindow / 2}, {{limits[1], 0}});
  focus.add(Cycles{100 + kWindow}, {{limits[0], 0}});
  focus.add(Cycles{100 + 2 * kWindow + 500}, {{limits[1], posted}});
  focus.add(Cycles{100 + 3 * kWindow + 100}, {{limits[1], 0}});
  focus.finish(Cycles{100 + 5 * kWindow});
  const std::optional<WaveHighlight> highlight = focus.highlight();
  REQUIRE(highlight);
  CHECK(highlight->begin == Cycles{100 + 2 * kWindow});
  CHECK(highlight->marker == Cycles{100 + 2 * kWindow + 500});
  CHECK(highlight->length == kWindow);
  CHECK(highlight->group.node == "rails.node_1");
  const double share = 100.0 * (kWindow / 2.0 + kWindow - 500 + 100) / (5.0 * kWindow);
  CHECK(highlight->group.title ==
        fmt::format("limit: rail 1, receiver, HT socket 0 to 1: posted buffers, {:.0f} % of the time", share));
  std::vector<std::string> first;
  for (std::size_t i = 0; i < 4; ++i) first.push_back(highlight->group.rows.at(i).text);
  CHECK(first == std::vector<std::string>{"limit", "what the rail waits for", "link_0 to_socket_1 posted credits",
                                          "link_0 to_socket_1 posted in_flight"});
  CHECK(highlight->group.rows[0].probe == limits[1]);
}

TEST_CASE("LimitFocus: a recording in which nothing limits has nothing to open at", "[WAVE-53]") {
  RailsExperiment experiment(two_rails());
  RailsWaves waves(experiment);
  ProbeList probes;
  waves.add_probes(probes, [] { return Picoseconds{}; });
  LimitFocus focus(probes, experiment);
  focus.add(Cycles{5}, {});
  focus.finish(Cycles{50});
  CHECK_FALSE(focus.highlight());
  LimitFocus empty(probes, experiment);
  empty.finish(Cycles{0});
  CHECK_FALSE(empty.highlight());
}

TEST_CASE("MessageTrigger: a message that is under way for longer than the time is the event, at the next change",
          "[WAVE-54]") {
  const ProbeList probes = {{"rails.node_0.process", "send_message", 48, {}, {}},
                            {"rails.node_0.process", "state", 3, {}, {}},
                            {"rails.node_1.process", "receive_message", 48, {}, {}}};
  MessageTrigger trigger(Picoseconds{2560}, WheelWaves::grains());  // ten grains
  trigger.attach(probes);
  CHECK_FALSE(trigger.look(Cycles{100}, {{0, 1}, {1, 1}, {2, 0}}));
  CHECK_FALSE(trigger.look(Cycles{108}, {{0, 0}, {2, 1}}));  // received at once
  CHECK_FALSE(trigger.look(Cycles{110}, {{2, 0}}));          // ten grains: not longer
  CHECK_FALSE(trigger.look(Cycles{120}, {{0, 3}}));
  CHECK_FALSE(trigger.look(Cycles{126}, {{0, 0}, {2, 3}}));
  const std::optional<WaveEvent> event = trigger.look(Cycles{135}, {{2, 0}});
  REQUIRE(event);
  CHECK(event->cycle == Cycles{135});
  CHECK(event->packet == 3);
  CHECK(event->what == "message 3 is under way for more than 0.002 us");
}
