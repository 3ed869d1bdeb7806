#include "testbench/app/scenario/scenario_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "hw/node/part_policy.h"
#include "testbench/app/scenario/key_documents.h"
#include "testbench/app/scenario/key_groups.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/text_files.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"
#include "tlm_models/traffic/processor_part.h"

namespace tactus::test {
namespace {

std::string contents(const std::string& path) { return text_of(std::string(TACTUS_SOURCE_DIR) + "/" + path); }

/// What `key` holds after `text` has been read for it; the test case fails if the text has a fault.
std::string reread(const KeySpec& key, const std::string& text) {
  const SourceText source{"default", text, 1, 0};
  DiagnosticList diagnostics;
  const std::optional<YamlNode> node = parse_yaml(source, 0, diagnostics);
  REQUIRE(node);
  Scenario scenario;
  key.decode(*node, {diagnostics, key.path, MachineConfig{}.clock}, scenario);
  INFO(text);
  CHECK(diagnostics.empty());
  return key.show(scenario);
}

bool belongs_to_control(const std::string& path) {
  const std::vector<KeySpec> keys = control_keys();
  return std::any_of(keys.begin(), keys.end(), [&](const KeySpec& key) { return key.path == path; });
}

bool takes_effect_in_hot_spot(const KeySpec& key) {
  Scenario scenario;
  scenario.workload.algorithm = "hot_spot";
  return key.takes_effect(scenario);
}

TEST_CASE("Scenario keys: every default is shown as a text that reads back as itself", "[key:*]") {
  for (const KeySpec& key : scenario_keys()) {
    const std::string shown = key.show_default();
    INFO(key.path);
    if (!shown.empty()) CHECK(reread(key, shown) == shown);
  }
}

TEST_CASE("Scenario keys: every word of every choice reads as itself", "[key:*]") {
  for (const KeySpec& key : scenario_keys()) {
    for (const std::string& word : key.form.words) CHECK(reread(key, word) == word);
  }
}

/// The names of the map that `form` or its items are; empty if they are none.
std::vector<std::string> names_in(const ValueForm& form) {
  if (form.kind == ValueForm::Kind::kMap) return form.names;
  return form.is_list_of_maps() ? form.parts.front().names : std::vector<std::string>{};
}

TEST_CASE("Scenario keys: a name in a map that is misspelt or cut short is told with the name that is meant",
          "[key:*]") {
  int told = 0;
  for (const KeySpec& key : scenario_keys()) {
    for (const std::string& name : names_in(key.form)) {
      std::vector<std::string> slips = {name.substr(1), name + "s", name.substr(0, name.size() - 1)};
      if (name.size() > 3) slips.push_back(name.substr(0, 3));
      for (const std::string& slip : slips) {
        const std::vector<std::string> all = names_in(key.form);
        if (slip.empty() || std::find(all.begin(), all.end(), slip) != all.end()) continue;
        const bool is_map = key.form.kind == ValueForm::Kind::kMap;
        const SourceText source{"slip", fmt::format(is_map ? "{{{}: 1}}" : "[{{{}: 1}}]", slip), 1, 0};
        DiagnosticList diagnostics;
        const std::optional<YamlNode> node = parse_yaml(source, 0, diagnostics);
        Scenario scenario;
        key.decode(*node, {diagnostics, key.path, MachineConfig{}.clock}, scenario);
        INFO(key.path << ": " << slip);
        std::string message;  // one of those that say what else the map lacks
        for (const Diagnostic& fault : diagnostics.sorted()) {
          if (fault.message.find(fmt::format("'{}' is not one of", slip)) != std::string::npos) message = fault.message;
        }
        const std::size_t hint = message.find("; did you mean ");
        CAPTURE(message);
        REQUIRE(hint != std::string::npos);
        CHECK_THAT(message.substr(hint), Catch::Matchers::Contains(name));
        ++told;
      }
    }
  }
  CHECK(told > 50);
}

// The program itself has no parts.
template <class Kind>
typename Kind::Policy part_of_test() {
  typename Kind::Policy part;
  part.name = "part_of_test";
  part.summary = "A part of this test.";
  return part;
}
const Registered<RouterPartKind> kRouterPart{part_of_test<RouterPartKind>()};
const Registered<NicPartKind> kNicPart{part_of_test<NicPartKind>()};
const Registered<MemoryPartKind> kMemoryPart{part_of_test<MemoryPartKind>()};
const Registered<ProcessorPartKind> kProcessorPart{part_of_test<ProcessorPartKind>()};

/// A choice with one policy: whoever registers a second one has two (own_router_policies_test.cpp).
bool has_one_value(const KeySpec& key) { return key.form.kind == ValueForm::Kind::kWord && key.form.words.size() == 1; }

TEST_CASE("Scenario keys: each key sets a field of its own", "[key:*][key:description]") {
  const std::vector<KeySpec>& keys = scenario_keys();
  // A text per form that differs from every default of that form.
  const auto other_value = [](const KeySpec& key) -> std::string {
    if (key.path == "workload.jobs") return "[{name: a, algorithm: ring}]";
    switch (key.form.kind) {
      case ValueForm::Kind::kText:
        return "something";
      case ValueForm::Kind::kCount:
        if (key.form.range.most.empty()) return "77";
        return key.show_default() == key.form.range.most ? key.form.range.least : key.form.range.most;
      case ValueForm::Kind::kNumber:
        return "0.77";
      case ValueForm::Kind::kBoolean:
        return key.show_default() == "true" ? "false" : "true";
      case ValueForm::Kind::kSize:
        return key.form.range.most.empty() ? "77 B" : key.form.range.most;
      case ValueForm::Kind::kTime:
        return "77 ps";
      case ValueForm::Kind::kCycles:
        return "77 cycles";
      case ValueForm::Kind::kRate:
        return "77 B/s";
      case ValueForm::Kind::kEighths:
        return "7.5";
      case ValueForm::Kind::kNode:
        return "[7, 8]";
      case ValueForm::Kind::kNodes:
      case ValueForm::Kind::kNodeList:
        return "[[7, 8]]";
      case ValueForm::Kind::kCountList:
        return "[7, 8]";
      case ValueForm::Kind::kEighthsList:
        return "[7.5, -8]";
      case ValueForm::Kind::kRates:
        return "[77 B/s, 78 B/s]";
      case ValueForm::Kind::kTimes:
        return "[77 ps, 78 ps]";
      case ValueForm::Kind::kReplacements:
        return "{pacer: {sources: folder, top: mine, lockstep: false}}";
      case ValueForm::Kind::kParts:
        return "{part_of_test: [[7, 8]]}";
      case ValueForm::Kind::kDatatype:
        return "{vector: {count: 7, block_length: 1, stride: -8, of: double}}";
      case ValueForm::Kind::kList:
        if (key.form.parts.front().kind == ValueForm::Kind::kBoolean) return "[true, false]";
        if (key.form.parts.front().kind == ValueForm::Kind::kWord)
          return "[" + key.form.parts.front().words.back() + "]";
        if (key.form.parts.front().kind == ValueForm::Kind::kList) return "[[[7, 8], [7, 9]]]";
        return key.form.parts.front().kind == ValueForm::Kind::kMap ? "[{}, {}, {}]" : "[77 B]";
      case ValueForm::Kind::kMap:
        return "{}";
      case ValueForm::Kind::kWord:
        break;
    }
    if (key.path == "network.kind") return "none";  // nodes of a graph are shown by their numbers
    return key.form.words.back() == key.show_default() ? key.form.words.front() : key.form.words.back();
  };
  for (const KeySpec& key : keys) {
    const SourceText source{"other", other_value(key), 1, 0};
    DiagnosticList diagnostics;
    const std::optional<YamlNode> node = parse_yaml(source, 0, diagnostics);
    Scenario scenario;
    key.decode(*node, {diagnostics, key.path, MachineConfig{}.clock}, scenario);
    INFO(key.path);
    REQUIRE(diagnostics.empty());
    for (const KeySpec& each : keys) {
      CHECK((each.show(scenario) == each.show_default()) == (each.path != key.path || has_one_value(key)));
    }
  }
}

TEST_CASE("Scenario keys: paths are unique, have a section that exists and a sentence", "[key:*]") {
  std::set<std::string> paths;
  for (const KeySpec& key : scenario_keys()) {
    INFO(key.path);
    CHECK(paths.insert(key.path).second);
    const std::size_t dot = key.path.find('.');
    if (dot != std::string::npos) CHECK(is_section(key.path.substr(0, dot)));
    CHECK(key.doc.back() == '.');
  }
}

TEST_CASE("Scenario keys: the text of a key or section stands alone, whatever stands beside it", "[key:*]") {
  // Openers that hang on a neighbour, or on the name of the key.
  const std::set<std::string> hanging = {"Of",    "And",  "What", "Who", "That",  "As", "As well", "More", "From",
                                         "Where", "With", "In",   "To",  "Which", "At", "Its",     "For",  "Same"};
  const auto stands_alone = [&](const std::string& text) {
    INFO(text);
    CHECK(hanging.count(text.substr(0, text.find_first_of(" ,:"))) == 0);
    CHECK(text.rfind("The same", 0) != 0);
    CHECK(text.back() == '.');
    const bool begins_a_sentence = std::isupper(static_cast<unsigned char>(text.front())) != 0;
    CHECK(begins_a_sentence);
  };
  for (const KeySpec& key : scenario_keys()) stands_alone(key.describe());
  for (const SectionSpec& section : scenario_sections()) stands_alone(section.doc);
}

TEST_CASE("Scenario keys: the limits of a key are read from its declaration, and hold there alone", "[key:*]") {
  int limited = 0;
  for (const KeySpec& key : scenario_keys()) {
    const ValueRange& range = key.form.range;
    if (range.text().empty()) continue;
    ++limited;
    INFO(key.path);
    const bool is_list = key.form.kind == ValueForm::Kind::kCountList || key.form.kind == ValueForm::Kind::kList;
    const auto list = [&](const std::string& limit) { return is_list ? "[" + limit + "]" : limit; };
    const auto refused = [&](const std::string& text) {
      const SourceText source{"limit", text, 1, 0};
      DiagnosticList diagnostics;
      Scenario scenario;
      key.decode(*parse_yaml(source, 0, diagnostics), {diagnostics, key.path, MachineConfig{}.clock}, scenario);
      const bool kept = key.show(scenario) == key.show_default();
      return !diagnostics.empty() && kept;
    };
    if (!range.least.empty()) CHECK(refused(list(range.least)) == range.above);
    if (!range.most.empty()) CHECK(refused(list(range.most)) == range.below);
    // A digit more is a larger number, whatever the unit.
    if (!range.most.empty()) CHECK(refused(list("9" + range.most)));
    CHECK(key.describe().find(range.text()) == std::string::npos);
  }
  CHECK(limited > 60);
}

TEST_CASE("Scenario keys: a scenario without keys is nsim's Table 1") {
  const Scenario scenario = good("{}\n");
  CHECK(scenario.name == "test");
  CHECK(scenario.machine.clock == Clock{Picoseconds{4000}});
  CHECK(scenario.machine.link_delay(0) == Cycles{22});
  CHECK(scenario.pacing.mode == "off");
  CHECK(scenario.workload.call_overhead == Cycles{50});
  CHECK(scenario.seed == 1);
  CHECK(scenario.run.waves.nodes.list == std::vector<Coordinate>{{0, 0}});
}

TEST_CASE("Scenario keys: every key of the injection control reaches the scenario through the reader", "[key:*]") {
  const std::vector<std::string> kinds = {
      "control: injection_limit, free_share: 3", "control: receiver_credits, speculative: 7, grant: 3",
      "control: delay_window, target_delay: 1 us, delay_per_hop: 100 ns, first_window: 2, largest_window: 9, "
      "increase: 2.5",
      "control: pieces, paced_size: 4 KiB, paced_hops: 1, paced_dimensions: 0, piece: 3, pieces_in_flight: 9"};
  std::set<std::string> given;
  for (const std::string& kind : kinds) {
    const Scenario scenario = good("pacing: {" + kind + "}\n");
    for (const KeySpec& key : control_keys()) {
      if (key.show(scenario) != key.show_default()) given.insert(key.path);
    }
  }
  CHECK(given.size() == control_keys().size());
}

TEST_CASE("Scenario keys: every key reaches the scenario through the reader", "[key:*][key:clock]") {
  // Not all have an effect beside all others.
  const std::vector<std::string> texts = {
      "name: all\n"
      "title: everything\n"
      "seed: 18446744073709551615\n"
      "clock: 2 ns\n"
      "network: {shape: [8, 2], wrap: [true, false]}\n"
      "link: {bandwidth: 8 GB/s, switch_delay: 6 ns, cable_delay: 4 ns}\n"
      "router: {virtual_channels: 4, vc_buffer: 4 KiB, arbiter: through_first, input_queue: per_output,\n"
      "         input_transfers: queue, switch_hold: flit, dateline: entry, tie_break: signed,\n"
      "         dimension_order: [y, x]}\n"
      "nic: {mtu: 1 KiB, dma_rate: 9 GB/s, outstanding_reads: 2, packet_buffers: 3, receive_buffer: 4 KiB, count: 5}\n"
      "memory: {bandwidth: 9 GB/s, latency: 60 ns, access: 64 B}\n"
      "workload: {algorithm: hot_spot, engines: 3, load: 0.25, packet_size: 512 B, hot_spot: [7, 1], hot_spot_share: "
      "0.5,\n"
      "           warmup: 1 us, measure: 2 us, drain: 3 us}\n"
      "run: {watchdog: 5 ms, max_time: 1 s, sample_interval: 1 us}\n"
      "waves: {nodes: all, from: 1 us, to: 2 us, format: vcd}\n"
      "trace: {enabled: true, from: 1 us, to: 3 us, max_packets: 5, max_messages: 6}\n",
      "nic: {unexpected_entries: 999}\n"
      "trace: {enabled: false}\n"
      "processor: {call_overhead: 9 cycles, return_overhead: 5 cycles}\n"
      "router: {virtual_channels: 4, routing: valiant, input_transfers: port, input_nomination: oldest,\n"
      "         turnaround: 3 cycles}\n"
      "pacing: {mode: fixed, gap: 0.5}\n"
      "parts: {router: {part_of_test: [[1, 0]]}, nic: {part_of_test: [[1, 0]]}, memory: {part_of_test: all},\n"
      "        processor: {part_of_test: [[1, 0]]}}\n"
      "cycle: {nodes: [[3, 1], [0, 0]]}\n",
      "pacing: {mode: hops, bias: 0.5}\n",
      "flow: {topology: hyper_crossbar, dimensions: [8, 8], bandwidth: [1 GB/s, 2 GB/s], port_links: false,\n"
      "       solver: mfs_n, threshold: 0.1, resolution: 1 ns, latency_per_hop: 1 ns, latency_per_message: 2 ns}\n",
      "flow: {topology: k_ary_n_tree, arity: 3, levels: 2}\nworkload: {algorithm: ring}\n",
      "flow: {tie_break: alternate}\n",
      "faults: {cables: [[[0, 0], [1, 0]]]}\nrouter: {routing: up_down}\n",
      "faults: {routers: [[1, 0]]}\nrouter: {routing: up_down}\nworkload: {algorithm: uniform}\n",
      "faults: {breaks: [{cables: [[[0, 0], [1, 0]]], at: 1 us}]}\nrouter: {routing: fault_tolerant}\n",
      "router: {flow_control: bubble, virtual_channels: 1}\n",
      "classes: [{name: a, virtual_channels: 2}, {name: b, virtual_channels: 4}]\n"
      "nic: {class_queues: true}\nworkload: {algorithm: uniform, class: b}\n",
      "link: {overrides: [{dimension: 1, bandwidth: 1 GB/s}]}\n"
      "faults: {outages: [{cables: [[[0, 0], [1, 0]]], from: 1 us, until: 2 us}], bit_error_rate: 1e-9,\n"
      "         retry_delay: 50 ns}\n"};
  std::set<std::string> given;
  for (const std::string& text : texts) {
    const Scenario scenario = good(text);
    for (const KeySpec& key : scenario_keys()) {
      if (key.show(scenario) != key.show_default()) given.insert(key.path);
    }
  }
  for (const KeySpec& key : scenario_keys()) {
    const bool elsewhere = has_one_value(key) || !takes_effect_in_hot_spot(key) || key.path == "description" ||
                           key.path == "network.kind" || key.path == "node.kind" || key.path == "plugins" ||
                           key.path == "workload.ranks_per_node" || key.path.rfind("attribution.", 0) == 0 ||
                           belongs_to_control(key.path) || key.path.rfind("rtl.", 0) == 0;
    INFO(key.path);
    CHECK((given.count(key.path) == 1 || elsewhere));
  }
  const Scenario scenario = good(texts.front());
  CHECK(scenario.seed == 18446744073709551615U);
  // Times in cycles are those of the scenario's own clock, wherever it stands.
  CHECK(scenario.workload.measure == Cycles{1000});
  CHECK(good("workload: {algorithm: uniform, measure: 2 us}\n").workload.measure == Cycles{500});
}

TEST_CASE("Scenario keys: what calls cost reaches the scenario in cycles of its clock",
          "[key:processor.call_overhead][key:processor.return_overhead]") {
  const Scenario scenario = good("clock: 2 ns\nprocessor: {call_overhead: 201 ns, return_overhead: 7 ns}\n");
  CHECK(scenario.workload.call_overhead == Cycles{101});
  CHECK(scenario.workload.return_overhead == Cycles{4});
}

TEST_CASE(
    "Scenario keys: a configuration has every key that goes with the algorithm, and no other, as a scenario has it",
    "[RESULT-20][key:*]") {
  const std::string text = "workload: {algorithm: hot_spot, load: 0.5}\nrouter: {arbiter: matrix}\nseed: 9\n";
  std::string again;
  std::set<std::string> listed;
  for (const auto& [path, value] : resolved_configuration(good(text))) {
    listed.insert(path);
    const std::size_t dot = path.find('.');
    if (value.empty()) continue;
    if (dot == std::string::npos) {
      again += path;
      again += ": " + value + "\n";
    } else {
      again += path.substr(0, dot) + ": {" + path.substr(dot + 1) + ": " + value + "}\n";
    }
  }
  for (const KeySpec& key : scenario_keys()) {
    INFO(key.path);
    CHECK(listed.count(key.path) == (key.takes_effect(good(text)) ? 1 : 0));
  }
  CHECK(listed.count("workload.sequences") == 0);
  CHECK(listed.count("manycore.cores") == 0);
  CHECK(again.find("workload: {load: 0.5}\n") != std::string::npos);
  CHECK(again.find("router: {arbiter: matrix}\n") != std::string::npos);
  CHECK(again.find("seed: 9\n") != std::string::npos);
}

TEST_CASE("Scenario keys: the committed schema is what the keys say") {
  INFO("regenerate with: tactus_schema <root of the repository>");
  CHECK(contents("scenarios/schema.json") == scenario_schema());
}

TEST_CASE("Scenario keys: the key tables in the reference pages are what the keys say") {
  for (const KeyPage& page : key_pages()) {
    INFO("regenerate " << page.path << " with: tactus_schema <root of the repository>");
    const std::string text = contents(page.path);
    const bool has_tables = text.find(key_tables(page)) != std::string::npos;
    const bool is_fresh = with_key_tables(page, text) == text;
    CHECK(has_tables);
    CHECK(is_fresh);
  }
}

TEST_CASE("Scenario keys: every section stands on one reference page") {
  std::vector<std::string> on_pages;
  for (const KeyPage& page : key_pages()) on_pages.insert(on_pages.end(), page.sections.begin(), page.sections.end());
  std::vector<std::string> sections = {""};
  for (const SectionSpec& section : scenario_sections()) sections.push_back(section.name);
  std::sort(on_pages.begin(), on_pages.end());
  std::sort(sections.begin(), sections.end());
  CHECK(on_pages == sections);
}

}  // namespace
}  // namespace tactus::test
