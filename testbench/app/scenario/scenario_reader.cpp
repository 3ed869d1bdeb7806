#include "testbench/app/scenario/scenario_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/plugins/plugins.h"
#include "testbench/app/scenario/machine_rules.h"
#include "testbench/app/scenario/parameters.h"
#include "testbench/app/scenario/part_models.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reading.h"
#include "testbench/app/scenario/scenario_source.h"
#include "testbench/app/scenario/source_file.h"
#include "testbench/app/scenario/yaml_tree.h"

namespace tactus {
namespace {

using Kind = YamlNode::Kind;

constexpr char kPlugins[] = "plugins";

/// One `--set` option: "key.path=value".
struct OverrideOption {
  std::vector<YamlNode> path;  ///< its words
  YamlNode value;

  /// The option as a scenario of this one key.
  [[nodiscard]] YamlNode as_tree() const;
};

YamlNode OverrideOption::as_tree() const {
  YamlNode tree = value;
  for (auto word = path.rbegin(); word != path.rend(); ++word) {
    tree = {Kind::kMap, word->place, {}, {}, {*word}, {tree}};
  }
  return tree;
}

/// Parses the option in `source`; what is wrong with its form is put on the list.
std::optional<OverrideOption> parse_override(const SourceText& source, DiagnosticList& diagnostics) {
  const std::string& text = source.text;
  const Place begin{&source, source.first_line, 1};
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    diagnostics.add(begin, fmt::format("'{}' is no setting: write key.path=value or name=value", text));
    return std::nullopt;
  }
  OverrideOption option;
  for (const Word& word : split({text.substr(0, equals), begin}, '.')) {
    option.path.push_back({Kind::kScalar, word.place, word.text, {}, {}, {}});
  }
  std::optional<YamlNode> value = parse_yaml(source, equals + 1, diagnostics);
  if (!value) return std::nullopt;
  option.value = std::move(*value);
  if (option.value.is(Kind::kEmpty)) option.value.place = begin.moved(equals + 1);
  return option;
}

class ScenarioReader {
 public:
  explicit ScenarioReader(const std::string& path) : path_(path), reading_(path) {}

  [[nodiscard]] bool load_file() { return load(reading_.file(), kLargestScenario, nullptr, diagnostics_); }
  void set_text(const std::string& text) { reading_.file().text = text; }

  void read(const std::vector<std::string>& overrides) {
    // Without its syntax nothing about a source is known.
    const bool parsed = parse_file();
    parse_overrides(overrides);
    // Which keys there are is known when all plug-ins are loaded.
    if (!load_plugins()) return;
    if (parsed) file_.entries.collect(*root_, false, diagnostics_);
    for (const OverrideOption& option : overrides_) apply_override(option);
    if (!parsed) return;
    resolve_parameters();
    decode();
    check();
  }

  void check_besides(const ScenarioRule& rule) {
    if (rule && diagnostics_.empty()) reading_.report({}, rule(reading_.scenario()));
  }

  ScenarioResult result() {
    if (!diagnostics_.empty()) return diagnostics_.sorted();
    return std::move(reading_.scenario());
  }

 private:
  bool parse_file();
  void parse_overrides(const std::vector<std::string>& overrides);
  bool load_plugins();
  bool load_plugin_of(const std::string& key, const YamlNode& item);
  void apply_override(const OverrideOption& option);
  void resolve_parameters();
  void decode();
  void check();

  std::string path_;
  std::optional<YamlNode> root_;
  std::vector<OverrideOption> overrides_;
  std::vector<std::filesystem::path> plugins_;
  ScenarioReading reading_;
  DiagnosticList& diagnostics_ = reading_.diagnostics();
  Parameters parameters_{diagnostics_};
  ScenarioSource file_;
  ScenarioEntries options_;
};

bool ScenarioReader::parse_file() {
  if (!check_text(reading_.file(), diagnostics_)) return false;
  root_ = parse_yaml(reading_.file(), 0, diagnostics_);
  if (!root_) return false;
  if (!root_->is(Kind::kMap)) {
    diagnostics_.add(root_->place, fmt::format("a scenario is keys and values, not {}", describe(root_->kind)));
    root_.reset();
    return false;
  }
  for (std::size_t i = 0; i < root_->items.size(); ++i) {
    if (root_->keys[i].text == "parameters") parameters_.declare(root_->items[i]);
  }
  return true;
}

bool ScenarioReader::load_plugins() {
  std::vector<const YamlNode*> lists;
  for (std::size_t i = 0; root_ && i < root_->items.size(); ++i) {
    if (root_->keys[i].text == kPlugins) lists.push_back(&root_->items[i]);
  }
  // The last option has the last word.
  for (const OverrideOption& option : overrides_) {
    if (option.path.size() == 1 && option.path.front().text == kPlugins) lists = {&option.value};
  }
  plugins_ = common_plugins();
  bool loaded = true;
  for (const YamlNode* list : lists) {
    for (const YamlNode& item : list->items) loaded = load_plugin_of(kPlugins, item) && loaded;
  }
  const auto load_models = [&](const YamlNode& scenario) {
    for_each_part_model(
        scenario, [&](const std::string& key, const YamlNode& file) { loaded = load_plugin_of(key, file) && loaded; });
  };
  // A model stays, whatever an option says of rtl.replace: pacing.mode may name its policy without RTL, too.
  if (root_) load_models(*root_);
  for (const OverrideOption& option : overrides_) load_models(option.as_tree());
  return loaded;
}

/// Loads the plug-in that stands in `item` behind `key`; false, and a fault, if that cannot be.
bool ScenarioReader::load_plugin_of(const std::string& key, const YamlNode& item) {
  if (!item.is(Kind::kScalar)) return true;  // the reader of values says so
  const std::filesystem::path file = std::filesystem::path(path_).parent_path() / item.text;
  const std::string fault = load_plugin(file, key_paths());
  if (!fault.empty()) diagnostics_.add(item.place, fmt::format("{}: {}: {}", key, item.text, fault));
  if (!fault.empty()) return false;
  const std::filesystem::path& loaded = find_plugin(file)->file;
  if (std::find(plugins_.begin(), plugins_.end(), loaded) == plugins_.end()) plugins_.push_back(loaded);
  return true;
}

void ScenarioReader::parse_overrides(const std::vector<std::string>& overrides) {
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    SourceText& source = reading_.add_source("--set " + overrides[i]);
    source.text = overrides[i];
    source.first_line = static_cast<int>(i) + 1;
    if (!overrides[i].empty() && !check_text(source, diagnostics_)) {
      // The option is not fit to be printed.
      source.name = "--set";
      continue;
    }
    if (std::optional<OverrideOption> option = parse_override(source, diagnostics_)) {
      overrides_.push_back(std::move(*option));
    }
  }
}

void ScenarioReader::apply_override(const OverrideOption& option) {
  const std::string& first = option.path.front().text;
  const bool is_parameter = option.path.size() == 1 && parameters_.has(first);
  const bool in_parameters = option.path.size() == 2 && first == "parameters";
  if (is_parameter || in_parameters) {
    const YamlNode& name = option.path.back();
    if (parameters_.has(name.text)) return parameters_.set(name.text, option.value);
    return diagnostics_.add(name.place, parameters_.unknown(name.text) + parameters_.unknown_hint(name.text));
  }
  const bool known = find_key(first) >= 0 || is_section(first);
  if (!known || first == "parameters") {
    return diagnostics_.add(option.path.front().place,
                            unknown_key("", first) + unknown_key_hint("", first, parameters_.names()));
  }
  options_.collect(option.as_tree(), true, diagnostics_);
}

void ScenarioReader::resolve_parameters() {
  const auto resolve = [this](const YamlNode& value) { return parameters_.resolve(value); };
  file_.entries.transform_values(resolve);
  options_.transform_values(resolve);
  parameters_.check_used();
}

void ScenarioReader::decode() {
  // The file by itself first, so that no option hides a fault in it.
  file_.decode(options_.list().empty(), diagnostics_);
  check_conditions(file_.entries, file_, diagnostics_);
  ScenarioSource whole = merged(file_, options_, diagnostics_);
  check_conditions(options_, whole, diagnostics_);
  check_required(whole, diagnostics_);
  whole.scenario.path = path_;
  if (whole.scenario.name.empty()) whole.scenario.name = std::filesystem::path(path_).stem().string();
  whole.scenario.parameters = parameters_.values();
  for (const std::filesystem::path& file : plugins_) {
    const Plugin& plugin = *find_plugin(file);
    whole.scenario.loaded_plugins.emplace_back(plugin.file.filename().string(), plugin.content);
  }
  reading_.settle(std::move(whole));
}

void ScenarioReader::check() {
  reading_.report({}, validate_name(reading_.scenario().name));
  policy(reading_.scenario().network.kind).check(reading_);
}

}  // namespace

ScenarioResult read_scenario(const std::string& path, const std::vector<std::string>& overrides,
                             const ScenarioRule& rule) {
  ScenarioReader reader(path);
  if (reader.load_file()) reader.read(overrides);
  reader.check_besides(rule);
  return reader.result();
}

ScenarioResult read_scenario_text(const std::string& path, const std::string& text,
                                  const std::vector<std::string>& overrides) {
  ScenarioReader reader(path);
  reader.set_text(text);
  reader.read(overrides);
  return reader.result();
}

}  // namespace tactus
