#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/source_file.h"
#include "testbench/app/scenario/value_codec.h"
#include "testbench/app/validate/measure.h"
#include "testbench/app/validate/paper.h"

namespace tactus {

template <>
struct EnumWords<Level> {
  static constexpr WordTable<Level, 3> kWords = {
      {{"packet", Level::kPacket}, {"cycle", Level::kCycle}, {"flow", Level::kFlow}}};
};

namespace {

using Kind = YamlNode::Kind;
using Texts = std::vector<std::string>;
using Argument = Measure::Argument;

/// The parts of a map by their keys, those that the file does not have as nothing.
using Parts = std::map<std::string, YamlNode>;

class ClaimsReader {
 public:
  explicit ClaimsReader(const std::filesystem::path& file)
      : folder_(std::filesystem::absolute(file).lexically_normal().parent_path()), source_{file.string(), {}, 1, 0} {}

  std::variant<Paper, std::vector<Diagnostic>> read();

 private:
  [[nodiscard]] ValueContext at(std::string key) { return {diagnostics_, std::move(key), MachineConfig{}.clock}; }
  [[nodiscard]] ValueContext claim_at(const std::string& key) {
    return at(fmt::format("claims[{}].{}", paper_.claims.size(), key));
  }
  static Parts parts(const YamlNode& map, const ValueContext& context, const Texts& keys, const Texts& required);
  void for_each_item(const YamlNode& list, const char* key, void (ClaimsReader::*use)(const YamlNode&));
  void read_root(const YamlNode& root);
  void read_run_set(const YamlNode& node);
  void read_claim(const YamlNode& node);
  Expectation expectation(Parts& entry);
  Expectation with_tolerance(const Expectation& expected, Parts& entry);
  RunName run_name(const YamlNode& node);
  const RunSet* set_named(const YamlNode& node, const ValueContext& context, const std::string& name);
  void bind(Parts& entry, Claim& claim);
  void check_runs(Parts& entry, const Measure& measure, std::size_t runs);
  void read_arguments(Parts& entry, const Measure& measure, MeasureInput& input);

  std::filesystem::path folder_;
  SourceText source_;
  DiagnosticList diagnostics_;
  Paper paper_;
  YamlNode tolerance_;  ///< of every claim that has none of its own
  std::string reason_;
};

std::variant<Paper, std::vector<Diagnostic>> ClaimsReader::read() {
  if (load(source_, kLargestScenario, nullptr, diagnostics_) && check_text(source_, diagnostics_)) {
    if (const std::optional<YamlNode> root = parse_yaml(source_, 0, diagnostics_)) read_root(*root);
  }
  if (!diagnostics_.empty()) return diagnostics_.sorted();
  return std::move(paper_);
}

Parts ClaimsReader::parts(const YamlNode& map, const ValueContext& context, const Texts& keys, const Texts& required) {
  Parts found;
  if (!map.is(Kind::kMap)) {
    wrong_kind(map, context, fmt::format("a map of {}", fmt::join(keys, ", ")));
    return found;
  }
  for_each_key(map, context, keys, [&](const std::string& key, const YamlNode& value) { found[key] = value; });
  for (const std::string& key : required) {
    if (found.count(key) == 0) context.fault(map, fmt::format("lacks '{}'", key));
  }
  return found;
}

void ClaimsReader::for_each_item(const YamlNode& list, const char* key, void (ClaimsReader::*use)(const YamlNode&)) {
  if (!list.is(Kind::kSequence)) return wrong_kind(list, at(key), "a list");
  for (const YamlNode& item : list.items) (this->*use)(item);
}

void ClaimsReader::read_root(const YamlNode& root) {
  Parts file = parts(root, at("claims file"), {"title", "tolerance", "reason", "runs", "claims"}, {"title", "claims"});
  paper_.name = folder_.filename().string();
  Codec<std::string>::decode(file["title"], at("title"), paper_.title);
  Codec<std::string>::decode(file["reason"], at("reason"), reason_);
  tolerance_ = file["tolerance"];
  for_each_item(file["runs"], "runs", &ClaimsReader::read_run_set);
  for_each_item(file["claims"], "claims", &ClaimsReader::read_claim);
}

void ClaimsReader::read_run_set(const YamlNode& node) {
  const std::string place = fmt::format("runs[{}]", paper_.runs.size());
  const Texts keys = {"name", "scenario", "set", "over", "level", "full", "may_be_best"};
  Parts entry = parts(node, at(place), keys, {"name", "scenario"});
  RunSet set;
  const auto read = [&](const char* key, auto& value) {
    Codec<std::decay_t<decltype(value)>>::decode(entry[key], at(fmt::format("{}.{}", place, key)), value);
  };
  read("name", set.name);
  read("scenario", set.scenario);
  read("set", set.overrides);
  read("over", set.over);
  read("full", set.full);
  read("may_be_best", set.unpaced);
  set.level = decoded<Level>(entry["level"], at(place + ".level"));
  set.scenario = (folder_ / set.scenario).lexically_normal().string();
  if (!set.unpaced.empty()) set_named(entry["may_be_best"], at(place + ".may_be_best"), set.unpaced);
  const auto same_name = [&](const RunSet& other) { return other.name == set.name; };
  if (std::any_of(paper_.runs.begin(), paper_.runs.end(), same_name)) {
    at(place).fault(node, fmt::format("'{}' is given twice", set.name));
  }
  const bool is_folder = set.name.find('/') == std::string::npos && set.name.rfind('.', 0) != 0;
  if (!is_folder) at(place).fault(node, fmt::format("'{}' cannot be the name of a folder", set.name));
  paper_.runs.push_back(std::move(set));
}

void ClaimsReader::read_claim(const YamlNode& node) {
  const Texts keys = {"claim",  "source", "expected", "tolerance", "reason",
                      "fitted", "full",   "measure",  "runs",      "arguments"};
  const ValueContext place = at(fmt::format("claims[{}]", paper_.claims.size()));
  Parts entry = parts(node, place, keys, {"claim", "source", "expected", "measure"});
  Claim claim;
  Codec<std::string>::decode(entry["claim"], claim_at("claim"), claim.text);
  Codec<std::string>::decode(entry["source"], claim_at("source"), claim.source);
  Codec<std::string>::decode(entry["fitted"], claim_at("fitted"), claim.fitted);
  Codec<bool>::decode(entry["full"], claim_at("full"), claim.full);
  claim.expected = expectation(entry);
  bind(entry, claim);
  paper_.claims.push_back(std::move(claim));
}

Expectation ClaimsReader::expectation(Parts& entry) {
  std::string text;
  Codec<std::string>::decode(entry["expected"], claim_at("expected"), text);
  const std::optional<Expectation> expected = Expectation::parse(text);
  if (expected) return with_tolerance(*expected, entry);
  if (!text.empty()) {
    static constexpr char kForms[] = "'1.6 GB/s', '8 to 13', 'above 2 x' or 'below 10 %'";
    claim_at("expected").fault(entry["expected"], fmt::format("'{}' is not as in {}", text, kForms));
  }
  return {};
}

Expectation ClaimsReader::with_tolerance(const Expectation& expected, Parts& entry) {
  const bool own = is_known(entry["tolerance"]);
  std::string reason = own ? "" : reason_;
  if (!own) claim_at("reason").fault(entry["reason"], "needs the 'tolerance' that it is for");
  Codec<std::string>::decode(entry["reason"], claim_at("reason"), reason);
  if (!own && (expected.is_bound() || !is_known(tolerance_))) return expected;
  const YamlNode& tolerance = own ? entry["tolerance"] : tolerance_;
  const ValueContext context = own ? claim_at("tolerance") : at("tolerance");
  std::string words;
  Codec<std::string>::decode(tolerance, context, words);
  if (words.empty()) return expected;
  const auto made = expected.with(words, reason);
  if (const auto* good = std::get_if<Expectation>(&made)) return *good;
  context.fault(tolerance, fmt::format("'{}': {}", words, std::get<std::string>(made)));
  return expected;
}

RunName ClaimsReader::run_name(const YamlNode& node) {
  RunName name;
  std::istringstream parts(node.text);
  std::getline(parts, name.set, '/');
  for (std::string value; std::getline(parts, value, '/');) name.values.push_back(value);
  const RunSet* set = set_named(node, claim_at("runs"), name.set);
  if (set != nullptr && name.values.size() > set->over.size()) {
    claim_at("runs").fault(node, fmt::format("'{}' names {} values, but '{}' is swept over {}", node.text,
                                             name.values.size(), name.set, set->over.size()));
  }
  return name;
}

const RunSet* ClaimsReader::set_named(const YamlNode& node, const ValueContext& context, const std::string& name) {
  Texts names;
  for (const RunSet& set : paper_.runs) {
    if (set.name == name) return &set;
    names.push_back(set.name);
  }
  context.fault(node, fmt::format("no runs are called '{}'{}", name, did_you_mean(name, names)));
  return nullptr;
}

/// Lets `claim` be measured as its entry says.
void ClaimsReader::bind(Parts& entry, Claim& claim) {
  Texts names;
  for (const Measure& each : measures()) names.push_back(each.name);
  const int position = decode_word(entry["measure"], claim_at("measure"), names);
  Texts texts;
  Codec<Texts>::decode(entry["runs"], claim_at("runs"), texts);
  MeasureInput input;
  for (std::size_t i = 0; i < texts.size(); ++i) input.runs.push_back(run_name(entry["runs"].items[i]));
  for (const RunName& run : input.runs) claim.runs.push_back(run.set);
  if (position < 0) return;
  const Measure& measure = measures()[static_cast<std::size_t>(position)];
  check_runs(entry, measure, input.runs.size());
  read_arguments(entry, measure, input);
  claim.measure = [numbers = measure.numbers, input](const Measurements& m) {
    MeasureInput filled = input;
    filled.measurements = &m;
    return numbers(filled);
  };
}

void ClaimsReader::check_runs(Parts& entry, const Measure& measure, std::size_t runs) {
  const auto [least, most, of] = measure.runs;
  if (runs >= least && runs <= most && runs % of == 0) return;
  claim_at("runs").fault(is_known(entry["runs"]) ? entry["runs"] : entry["measure"],
                         fmt::format("{} reads {}{} runs{}, not {}", measure.name, least,
                                     most == least ? "" : " or more", of == 2 ? ", two by two" : "", runs));
}

void ClaimsReader::read_arguments(Parts& entry, const Measure& measure, MeasureInput& input) {
  Texts known;
  Texts required;
  for (const auto& [name, kind] : measure.arguments) {
    known.push_back(name);
    if (kind == Argument::kNumber) required.push_back(name);
  }
  const YamlNode& map = entry["arguments"];
  const ValueContext context = claim_at("arguments");
  if (!is_known(map)) {
    if (!required.empty()) context.fault(entry["measure"], measure.name + " needs " + enumeration(required, "and"));
    return;
  }
  if (known.empty()) return context.fault(map, measure.name + " takes none");
  for (const auto& [name, value] : parts(map, context, known, required)) {
    const ValueContext place = claim_at("arguments." + name);
    const Argument kind = measure.arguments.at(name);
    if (kind == Argument::kOptionalText) {
      Codec<std::string>::decode(value, place, input.texts[name].emplace_back());
    } else if (kind == Argument::kOptionalTexts) {
      Codec<Texts>::decode(value, place, input.texts[name]);
    } else {
      Codec<double>::decode(value, place, input.numbers[name]);
    }
  }
}

}  // namespace

std::variant<Paper, std::vector<Diagnostic>> read_claims(const std::filesystem::path& file) {
  return ClaimsReader(file).read();
}

}  // namespace tactus
