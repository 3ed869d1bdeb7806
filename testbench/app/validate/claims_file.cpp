#include "testbench/app/validate/claims_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/source_file.h"
#include "testbench/app/scenario/struct_codec.h"
#include "testbench/app/validate/measure.h"

namespace tactus {

/// A value that is decoded later, when the rest of the file is known.
template <>
struct Codec<YamlNode> {
  static ValueForm form() { return {ValueForm::Kind::kText, {}}; }
  static void decode(const YamlNode& node, const ValueContext&, YamlNode& value) { value = node; }
  static std::string show(const YamlNode& value) { return tactus::show(value); }
};
template <>
struct Codec<std::vector<std::string>> : ListCodec<std::string> {};
template <>
struct EnumWords<std::optional<Level>> {
  static constexpr WordTable<std::optional<Level>, 3> kWords = {
      {{"packet", Level::kPacket}, {"cycle", Level::kCycle}, {"flow", Level::kFlow}}};
};
template <>
struct Codec<std::optional<Level>> : EnumCodec<std::optional<Level>> {};

#define MEMBER(name) \
  [](auto& of) -> auto& { return of.name; }  // NOLINT(bugprone-macro-parentheses): a name

template <>
const std::vector<MapKey<RunSet>>& map_keys<RunSet>() {
  static const std::vector<MapKey<RunSet>> kKeys = {
      map_key<RunSet>("name", MEMBER(name)),           map_key<RunSet>("scenario", MEMBER(scenario)),
      map_key<RunSet>("set", MEMBER(overrides)),       map_key<RunSet>("over", MEMBER(over)),
      map_key<RunSet>("level", MEMBER(level)),         map_key<RunSet>("full", MEMBER(full)),
      map_key<RunSet>("may_be_best", MEMBER(unpaced)),
  };
  return kKeys;
}

namespace {

/// A claim as its file has it.
struct Entry {
  std::string claim;
  std::string source;
  YamlNode expected;
  YamlNode tolerance;
  YamlNode reason;
  std::string fitted;
  bool full = false;
  YamlNode measure;
  YamlNode runs;
  YamlNode arguments;
};

}  // namespace

template <>
const std::vector<MapKey<Entry>>& map_keys<Entry>() {
  static const std::vector<MapKey<Entry>> kKeys = {
      map_key<Entry>("claim", MEMBER(claim)),       map_key<Entry>("source", MEMBER(source)),
      map_key<Entry>("expected", MEMBER(expected)), map_key<Entry>("tolerance", MEMBER(tolerance)),
      map_key<Entry>("reason", MEMBER(reason)),     map_key<Entry>("fitted", MEMBER(fitted)),
      map_key<Entry>("full", MEMBER(full)),         map_key<Entry>("measure", MEMBER(measure)),
      map_key<Entry>("runs", MEMBER(runs)),         map_key<Entry>("arguments", MEMBER(arguments)),
  };
  return kKeys;
}

template <>
struct Codec<RunSet> : MapCodec<RunSet> {};

#undef MEMBER

namespace {

using Kind = YamlNode::Kind;
using Texts = std::vector<std::string>;

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
  void require(const YamlNode& map, const ValueContext& context, const std::vector<std::string>& names);
  void read_root(const YamlNode& root);
  void read_run_sets(const YamlNode& list);
  void read_claims(const YamlNode& list);
  void read_claim(const YamlNode& node);
  Expectation expectation(const Entry& entry);
  Expectation with_tolerance(const Expectation& expected, const Entry& entry);
  [[nodiscard]] const Measure* measure(const Entry& entry);
  RunName run_name(const YamlNode& node, const std::string& text);
  std::vector<RunName> run_names(const Entry& entry);
  const RunSet* set_named(const YamlNode& node, const ValueContext& context, const std::string& name);
  void check_runs(const Entry& entry, const Measure& measure, std::size_t runs);
  MeasureArguments arguments(const Entry& entry, const Measure& measure);
  static void bind(const Measure& measure, const MeasureArguments& arguments, const std::vector<RunName>& runs,
                   Claim& claim);

  std::filesystem::path folder_;
  SourceText source_;
  DiagnosticList diagnostics_;
  Paper paper_;
  YamlNode tolerance_;  ///< of every claim that has none of its own
  std::string reason_;
};

void ClaimsReader::require(const YamlNode& map, const ValueContext& context, const std::vector<std::string>& names) {
  if (!map.is(Kind::kMap)) return;
  for (const std::string& name : names) {
    const auto is_key = [&](const YamlNode& key) { return key.text == name; };
    if (std::none_of(map.keys.begin(), map.keys.end(), is_key)) context.fault(map, fmt::format("lacks '{}'", name));
  }
}

std::variant<Paper, std::vector<Diagnostic>> ClaimsReader::read() {
  if (load(source_, kLargestScenario, nullptr, diagnostics_) && check_text(source_, diagnostics_)) {
    if (const std::optional<YamlNode> root = parse_yaml(source_, 0, diagnostics_)) read_root(*root);
  }
  if (!diagnostics_.empty()) return diagnostics_.sorted();
  return std::move(paper_);
}

void ClaimsReader::read_root(const YamlNode& root) {
  const ValueContext context = at("claims file");
  if (!root.is(Kind::kMap)) return context.fault(root, "is keys and values, not " + describe(root.kind));
  paper_.name = folder_.filename().string();
  require(root, context, {"title", "claims"});
  YamlNode claims;
  for_each_key(root, context, {"title", "tolerance", "reason", "runs", "claims"},
               [&](const std::string& key, const YamlNode& value) {
                 if (key == "title") Codec<std::string>::decode(value, at(key), paper_.title);
                 if (key == "reason") Codec<std::string>::decode(value, at(key), reason_);
                 if (key == "tolerance") tolerance_ = value;
                 if (key == "runs") read_run_sets(value);
                 if (key == "claims") claims = value;
               });
  read_claims(claims);
}

void ClaimsReader::read_run_sets(const YamlNode& list) {
  ListCodec<RunSet>::decode(list, at("runs"), paper_.runs);
  for (std::size_t i = 0; i < paper_.runs.size(); ++i) {
    RunSet& set = paper_.runs[i];
    const ValueContext context = at(fmt::format("runs[{}]", i));
    require(list.items[i], context, {"name", "scenario"});
    set.scenario = (folder_ / set.scenario).lexically_normal().string();
    if (!set.unpaced.empty() && set_named(list.items[i], at(fmt::format("runs[{}].may_be_best", i)), set.unpaced)) {
      set.matters = [unpaced = set.unpaced, name = set.name](const Measurements& m, const Texts& values) {
        return may_be_best(m, unpaced, name, values);
      };
    }
    const auto earlier = paper_.runs.begin() + static_cast<long>(i);
    if (std::any_of(paper_.runs.begin(), earlier, [&](const RunSet& other) { return other.name == set.name; })) {
      context.fault(list.items[i], fmt::format("'{}' is given twice", set.name));
    }
    const bool is_folder = set.name.find('/') == std::string::npos && set.name.rfind('.', 0) != 0;
    if (!is_folder) context.fault(list.items[i], fmt::format("'{}' cannot be the name of a folder", set.name));
  }
}

void ClaimsReader::read_claims(const YamlNode& list) {
  if (!is_known(list)) return;
  if (!list.is(Kind::kSequence)) return at("claims").fault(list, "takes a list, not " + describe(list.kind));
  for (const YamlNode& item : list.items) read_claim(item);
}

void ClaimsReader::read_claim(const YamlNode& node) {
  const ValueContext context = at(fmt::format("claims[{}]", paper_.claims.size()));
  Entry entry;
  MapCodec<Entry>::decode(node, context, entry);
  require(node, context, {"claim", "source", "expected", "measure"});
  Claim claim = {entry.claim, entry.source, expectation(entry), {}, nullptr, entry.full, entry.fitted};
  const std::vector<RunName> runs = run_names(entry);
  for (const RunName& run : runs) claim.runs.push_back(run.set);
  if (const Measure* found = measure(entry)) {
    check_runs(entry, *found, runs.size());
    bind(*found, arguments(entry, *found), runs, claim);
  }
  paper_.claims.push_back(std::move(claim));
}

Expectation ClaimsReader::expectation(const Entry& entry) {
  std::string text;
  if (is_known(entry.expected)) Codec<std::string>::decode(entry.expected, claim_at("expected"), text);
  const std::optional<Expectation> expected = Expectation::parse(text);
  if (expected) return with_tolerance(*expected, entry);
  if (!text.empty()) {
    static constexpr char kForms[] = "'1.6 GB/s', '8 to 13', 'above 2 x' or 'below 10 %'";
    claim_at("expected").fault(entry.expected, fmt::format("'{}' is not as in {}", text, kForms));
  }
  return Expectation::exactly(0, 0, "");
}

Expectation ClaimsReader::with_tolerance(const Expectation& expected, const Entry& entry) {
  const bool own = is_known(entry.tolerance);
  std::string reason = own ? "" : reason_;
  if (is_known(entry.reason)) {
    if (!own) claim_at("reason").fault(entry.reason, "needs the 'tolerance' that it is for");
    Codec<std::string>::decode(entry.reason, claim_at("reason"), reason);
  }
  if (!own && (expected.is_bound() || !is_known(tolerance_))) return expected;
  const YamlNode& tolerance = own ? entry.tolerance : tolerance_;
  const ValueContext context = own ? claim_at("tolerance") : at("tolerance");
  std::string words;
  Codec<std::string>::decode(tolerance, context, words);
  if (words.empty()) return expected;
  const auto made = expected.with(words, reason);
  if (const auto* good = std::get_if<Expectation>(&made)) return *good;
  context.fault(tolerance, fmt::format("'{}': {}", words, std::get<std::string>(made)));
  return expected;
}

const Measure* ClaimsReader::measure(const Entry& entry) {
  std::vector<std::string> names;
  for (const Measure& each : measures()) names.push_back(each.name);
  const int position = is_known(entry.measure) ? decode_word(entry.measure, claim_at("measure"), names) : -1;
  return position < 0 ? nullptr : &measures()[static_cast<std::size_t>(position)];
}

RunName ClaimsReader::run_name(const YamlNode& node, const std::string& text) {
  RunName name;
  std::istringstream parts(text);
  std::getline(parts, name.set, '/');
  for (std::string value; std::getline(parts, value, '/');) name.values.push_back(value);
  const RunSet* set = set_named(node, claim_at("runs"), name.set);
  if (set != nullptr && name.values.size() > set->over.size()) {
    claim_at("runs").fault(node, fmt::format("'{}' names {} values, but '{}' is swept over {}", text,
                                             name.values.size(), name.set, set->over.size()));
  }
  return name;
}

std::vector<RunName> ClaimsReader::run_names(const Entry& entry) {
  std::vector<std::string> texts;
  if (is_known(entry.runs)) Codec<Texts>::decode(entry.runs, claim_at("runs"), texts);
  std::vector<RunName> names;
  for (std::size_t i = 0; i < texts.size(); ++i) names.push_back(run_name(entry.runs.items[i], texts[i]));
  return names;
}

const RunSet* ClaimsReader::set_named(const YamlNode& node, const ValueContext& context, const std::string& name) {
  std::vector<std::string> names;
  for (const RunSet& set : paper_.runs) {
    if (set.name == name) return &set;
    names.push_back(set.name);
  }
  context.fault(node, fmt::format("no runs are called '{}'{}", name, did_you_mean(name, names)));
  return nullptr;
}

void ClaimsReader::check_runs(const Entry& entry, const Measure& measure, std::size_t runs) {
  if (runs >= measure.least_runs && runs <= measure.most_runs) return;
  claim_at("runs").fault(is_known(entry.runs) ? entry.runs : entry.measure,
                         fmt::format("{} reads {}{} runs, not {}", measure.name, measure.least_runs,
                                     measure.most_runs == measure.least_runs ? "" : " or more", runs));
}

MeasureArguments ClaimsReader::arguments(const Entry& entry, const Measure& measure) {
  using Argument = Measure::Argument;
  Texts known;
  Texts required;
  for (const auto& [name, kind] : measure.arguments) {
    known.push_back(name);
    if (kind == Argument::kNumber || kind == Argument::kText) required.push_back(name);
  }
  MeasureArguments found;
  const YamlNode& map = entry.arguments;
  const ValueContext context = claim_at("arguments");
  if (!is_known(map)) {
    if (!required.empty()) context.fault(entry.measure, measure.name + " needs " + enumeration(required, "and"));
  } else if (known.empty()) {
    context.fault(map, measure.name + " takes none");
  } else if (!map.is(Kind::kMap)) {
    context.fault(map, "takes a map of " + enumeration(known, "and"));
  } else {
    require(map, context, required);
    for_each_key(map, context, known, [&](const std::string& name, const YamlNode& value) {
      const ValueContext place = claim_at("arguments." + name);
      const Argument kind = measure.arguments.at(name);
      if (kind == Argument::kText) return Codec<std::string>::decode(value, place, found.texts[name].emplace_back());
      if (kind == Argument::kOptionalTexts) return Codec<Texts>::decode(value, place, found.texts[name]);
      Codec<double>::decode(value, place, found.numbers[name]);
    });
  }
  return found;
}

/// Lets `claim` be measured so.
void ClaimsReader::bind(const Measure& measure, const MeasureArguments& arguments, const std::vector<RunName>& runs,
                        Claim& claim) {
  const auto input = [arguments, runs](const Measurements& m) { return MeasureInput{m, runs, arguments}; };
  if (measure.each) {
    claim.measure_each = [input, each = measure.each](const Measurements& m) { return each(input(m)); };
  } else {
    claim.measure = [input, number = measure.number](const Measurements& m) { return number(input(m)); };
  }
}

}  // namespace

std::variant<Paper, std::vector<Diagnostic>> read_claims(const std::filesystem::path& file) {
  return ClaimsReader(file).read();
}

}  // namespace tactus
