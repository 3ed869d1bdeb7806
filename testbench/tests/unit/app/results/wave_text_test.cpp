#include <fmt/core.h>

#include "hw/link/packet_number.h"
#include "testbench/app/results/packet_book.h"
#include "testbench/app/results/wave_recording.h"
#include "testbench/app/results/wave_texts.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/small_machine.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;

namespace {

class NoFocus final : public WaveFocus {
  void add(Cycles, const WaveChanges&) override {}
  [[nodiscard]] std::optional<WaveHighlight> highlight() const override { return std::nullopt; }
};

/// Probes that read `values`.
ProbeList reading(std::vector<Probe> probes, const std::vector<std::uint64_t>& values) {
  for (std::size_t i = 0; i < probes.size(); ++i) probes[i].read = [&values, i] { return values[i]; };
  return probes;
}

PacketHeader packet_of(Coordinate source, Coordinate destination, std::uint32_t cycle, std::uint32_t tag) {
  PacketHeader header;
  header.route.source = source;
  header.route.destination = destination;
  header.route.source_nic = 1;
  header.route.inject_cycle = cycle;
  header.route.flits = 9;
  header.transport.tag = tag;
  return header;
}

}  // namespace

TEST_CASE("Wave texts: a link says what it carries, and nothing while its wire is idle", "[WAVE-67]") {
  std::vector<std::uint64_t> values = {0, 0, 0, 0};
  const ProbeList probes = reading({{"node.link", "kind", 2, {}, {"idle", "write", "dllp"}},
                                    {"node.link", "length", 16, {}, {}},
                                    {"node.link", "message", 48, {}, {}},
                                    {"node.link", "tag", 16, {}, {}},
                                    {"node.link.flit_i", "kind", 2, {}, {"idle", "head"}}},
                                   values);
  const WaveTexts texts = link_texts(probes);
  REQUIRE(texts.size() == 1);
  CHECK(texts[0].scope == "node.link");
  CHECK(texts[0].sources == std::vector<std::size_t>{0, 1, 3, 2});
  const auto text = [&](const std::vector<std::uint64_t>& now) { return texts[0].text(now, Cycles{0}); };
  CHECK(text({0, 0, 0, 0}).empty());
  CHECK(text({1, 64, 0, 3}) == "write 64 B, tag 0, message 3");
  CHECK(text({1, 64, 5, 0}) == "write 64 B, tag 5");
  CHECK(text({2, 0, 0, 0}) == "dllp");
}

TEST_CASE("Wave texts: both formats have a text when it changes, with blanks and backslashes, and no other time",
          "[WAVE-67]") {
  for (const WaveFormat format : {WaveFormat::kFst, WaveFormat::kVcd}) {
    const TemporaryFolder folder;
    std::vector<std::uint64_t> values = {0, 0};
    int rendered = 0;
    const ProbeList probes = reading({{"top.part", "number", 8, {}, {}}, {"top.part", "other", 8, {}, {}}}, values);
    WavesConfig waves;
    waves.format = format;
    WaveRecording recording(waves, Clock{Picoseconds{1000}}, true, folder.path());
    recording.begin(
        probes, [](const ProbeList&) { return std::make_unique<NoFocus>(); },
        [&](const ProbeList& all) {
          REQUIRE(all.size() == 4);  // clk and cycle come first
          return WaveTexts{{"top.part", "carries", {2}, [&](const std::vector<std::uint64_t>& now, Cycles cycle) {
                              ++rendered;
                              return now[0] == 0 ? "" : fmt::format("a \\ {} at {}", now[0], cycle.count());
                            }}};
        });
    for (std::uint64_t cycle = 0; cycle < 10; ++cycle) {
      values = {cycle < 3 ? 0U : cycle < 7 ? 5U : 0U, cycle};
      recording.sample(Cycles{cycle});
    }
    recording.finish();
    const bool fst = format == WaveFormat::kFst;
    const Wave wave = fst ? read_fst(folder.path() / "waves.fst") : read_vcd(folder.path() / "waves.vcd");
    CHECK(wave.texts.at("top.part.carries") ==
          std::map<std::uint64_t, std::string>{{0, ""}, {3000, "a \\ 5 at 3"}, {7000, ""}});
    CHECK(rendered == 3);
    CHECK(gtkwave_signals(folder.text("waves.gtkw")) == wave.names());
  }
}

TEST_CASE(
    "PacketBook: says of a number between whom the packet goes, its message and its length, as long as it may be shown",
    "[WAVE-67]") {
  const MachineConfig machine = small_machine();
  PacketBook book(machine, kMap, Cycles{100});
  const RankMap& map = kMap;
  const auto number = [&](const PacketHeader& header) { return packet_number(machine, header.route); };
  // Two messages of one cycle: numbers follow the processors.
  book.send_started({3, 0, 1, 7, Bytes{64}}, Cycles{10});
  book.send_started({0, 1, 1, 8, Bytes{64}}, Cycles{10});
  const PacketHeader first = packet_of(map.coordinate(3), map.coordinate(0), 20, 7);
  const PacketHeader second = packet_of(map.coordinate(0), map.coordinate(1), 21, 8);
  book.packet_injected(first, Cycles{20});
  book.packet_injected(second, Cycles{21});
  const NetworkShape& network = machine.network;
  const auto text_of = [&](const PacketHeader& header, int message) {
    return fmt::format("#{} {}->{} message {}, 9 flits", number(header), network.text(header.route.source),
                       network.text(header.route.destination), message);
  };
  CHECK(book.text(number(first)) == text_of(first, 2));
  CHECK(book.text(number(second)) == text_of(second, 1));
  CHECK(book.text(4711) == "#4711");
  const std::string node = network.node_name(map.coordinate(3));
  CHECK(book.injected(node, 1, Cycles{19}) == 0);
  CHECK(book.injected(node, 1, Cycles{20}) == number(first));
  CHECK(book.injected(node, 1, Cycles{28}) == number(first));
  CHECK(book.injected(node, 0, Cycles{28}) == 0);
  book.packet_delivered(first, Cycles{40});
  book.packet_delivered(second, Cycles{140});
  CHECK(book.text(number(first)) == text_of(first, 2));
  PacketHeader third = packet_of(map.coordinate(1), map.coordinate(2), 130, 9);
  third.route.kind = PacketKind::kGrant;
  third.route.flits = 2;
  book.packet_injected(third, Cycles{130});
  CHECK(book.text(number(third)) == fmt::format("#{} {}->{} grant, 2 flits", number(third),
                                                network.text(third.route.source),
                                                network.text(third.route.destination)));
  book.packet_delivered(third, Cycles{141});
  CHECK(book.text(number(first)) == fmt::format("#{}", number(first)));
  CHECK(book.text(number(second)) == text_of(second, 1));
}
