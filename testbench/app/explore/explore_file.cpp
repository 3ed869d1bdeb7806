#include "testbench/app/explore/explore_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/quantity.h"
#include "testbench/app/scenario/source_file.h"
#include "testbench/app/scenario/yaml_tree.h"
#include "testbench/app/sweep/sweep_axis.h"

namespace tactus {
namespace {

using Kind = YamlNode::Kind;
using Path = std::filesystem::path;

constexpr char kRoot[] = "explore";
constexpr char kWhereRead[] = "where_read";

class ExploreReader {
 public:
  explicit ExploreReader(const std::string& path) : source_(std::make_shared<SourceText>()) {
    source_->name = path;
    file_.name = Path(path).stem().string();
    file_.title = file_.name;
  }

  std::variant<ExploreFile, std::vector<Diagnostic>> read() {
    if (load(*source_, kLargestScenario, nullptr, faults_) && check_text(*source_, faults_)) {
      if (const auto root = parse_yaml(*source_, 0, faults_)) read_root(*root);
    }
    if (!faults_.empty()) return faults_.sorted();
    file_.source = source_;
    return std::move(file_);
  }

 private:
  using Take = std::function<void(const YamlNode& key, const YamlNode& value)>;
  using Members = std::vector<std::pair<std::string, Take>>;

  /// Hands each member of `map` to the one of `members` that has its name; `what` names the map in faults.
  void take_members(const YamlNode& map, const std::string& what, const Members& members) {
    std::vector<std::string> names;
    for (const auto& [name, take] : members) names.push_back(name);
    for_each(map, what, [&](const YamlNode& key, const YamlNode& value) {
      const auto found =
          std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.first == key.text; });
      if (found != members.end()) return found->second(key, value);
      faults_.add(key.place, fmt::format("unknown key '{}'; {} has {}{}", key.text, what, enumeration(names, "and"),
                                         did_you_mean(key.text, names)));
    });
  }

  /// Hands each key of `map`, once, and its value to `take`.
  void for_each(const YamlNode& map, const std::string& what, const Take& take) {
    if (!map.is(Kind::kMap)) {
      return faults_.add(map.place, fmt::format("{} is keys and values, not {}", what, describe(map.kind)));
    }
    std::map<std::string, int> lines;
    for (std::size_t i = 0; i < map.items.size(); ++i) {
      const YamlNode& key = map.keys[i];
      if (!key.is(Kind::kScalar)) {
        faults_.add(key.place, fmt::format("a key is a word, not {}", describe(key.kind)));
      } else if (const auto [known, fresh] = lines.try_emplace(key.text, key.place.line); !fresh) {
        faults_.add(key.place, fmt::format("'{}' is given twice; first in line {}", key.text, known->second));
      } else {
        take(key, map.items[i]);
      }
    }
  }

  std::string word(const YamlNode& key, const YamlNode& value) {
    if (value.is(Kind::kScalar) && !value.text.empty()) return value.text;
    faults_.add(value.place, fmt::format("{}: must be a text, not {}", key.text, describe(value.kind)));
    return {};
  }

  std::uint64_t number(const YamlNode& key, const YamlNode& value, std::uint64_t least, std::uint64_t most) {
    const Parsed<std::uint64_t> parsed = parse_count(value.is(Kind::kScalar) ? value.text : "");
    if (parsed && *parsed.value >= least && *parsed.value <= most) return *parsed.value;
    faults_.add(value.place, fmt::format("{}: must be a whole number from {} to {}", key.text, least, most));
    return least;
  }

  ExploreSetting setting(const YamlNode& key, const YamlNode& value) {
    if (key.text.find('=') != std::string::npos) faults_.add(key.place, "a key of a scenario has no '='");
    return {key.text + "=" + show(value), key.place, value.place, false};
  }

  std::vector<ExploreSetting> settings(const YamlNode& map, const std::string& what) {
    std::vector<ExploreSetting> list;
    if (map.is(Kind::kEmpty)) return list;
    for_each(map, what, [&](const YamlNode& key, const YamlNode& value) {
      if (key.text != kWhereRead) return list.push_back(setting(key, value));
      for_each(value, kWhereRead, [&](const YamlNode& inner, const YamlNode& of) {
        list.push_back(setting(inner, of));
        list.back().where_read = true;
      });
    });
    return list;
  }

  std::vector<ExploreChoice> choices(const YamlNode& key, const YamlNode& map) {
    std::vector<ExploreChoice> list;
    for_each(map, key.text, [&](const YamlNode& name, const YamlNode& value) {
      list.push_back({name.text, name.place, settings(value, fmt::format("'{}' in {}", name.text, key.text))});
    });
    if (map.is(Kind::kMap) && list.empty())
      faults_.add(map.place, fmt::format("{}: names nothing; leave the key out", key.text));
    return list;
  }

  ExploreTune tune(const YamlNode& map) {
    ExploreTune tune;
    for_each(map, "tune", [&](const YamlNode& key, const YamlNode& value) {
      if (!tune.key.empty()) {
        return faults_.add(key.place, fmt::format("tune: one key has the grid, and {} has it", tune.key));
      }
      tune.key = key.text;
      std::set<std::string> seen;
      for (const YamlNode& item : value.items) {
        tune.grid.push_back(setting(key, item));
        tune.grid.back().key = item.place;  // whatever is wrong is told where the value stands
        if (!seen.insert(show(item)).second) faults_.add(item.place, fmt::format("{} is given twice", show(item)));
      }
      if (!value.is(Kind::kSequence) || tune.grid.size() < 2) {
        faults_.add(value.place, fmt::format("tune: {} needs a list of two values or more", key.text));
      }
    });
    if (tune.key.empty() && map.is(Kind::kMap)) faults_.add(map.place, "tune: names no key");
    return tune;
  }

  StatedCost cost(const YamlNode& map) {
    StatedCost stated;
    const auto figure = [this](std::optional<std::uint64_t>& into) {
      return [this, &into](const YamlNode& key, const YamlNode& value) { into = number(key, value, 0, 1'000'000'000); };
    };
    take_members(map, "cost",
                 {{"cells", figure(stated.cells)},
                  {"flip_flops", figure(stated.flip_flops)},
                  {"memory_bits", figure(stated.memory_bits)}});
    return stated;
  }

  bool truth(const YamlNode& key, const YamlNode& value) {
    if (value.text != "true" && value.text != "false") {
      faults_.add(value.place, fmt::format("{}: must be true or false", key.text));
    }
    return value.text == "true";
  }

  ExploreDesign design(const YamlNode& name, const YamlNode& map) {
    ExploreDesign design;
    design.name = name.text;
    design.place = name.place;
    if (map.is(Kind::kEmpty)) return design;
    take_members(
        map, fmt::format("design '{}'", name.text),
        {{"set",
          [&](const auto&, const auto& value) {
            for (ExploreSetting& each : settings(value, "set")) design.settings.push_back(std::move(each));
          }},
         {"tune", [&](const auto&, const auto& value) { design.tune = tune(value); }},
         {"plugins",
          [&](const auto& key, const auto& value) {
            plugins_.push_back({file_.designs.size(), key, value});
          }},
         {"cost", [&](const auto&, const auto& value) { design.cost = cost(value); }},
         {"where_it_fits", [&](const auto& key, const auto& value) { design.where_it_fits = truth(key, value); }}});
    return design;
  }

  /// A design's plug-ins are files beside the exploration, and scenarios look beside themselves.
  void add_plugins() {
    const Path here = Path(source_->name).parent_path();
    for (const auto& [design, key, list] : plugins_) {
      std::string text;
      for (const YamlNode& item : list.items) {
        const Path from = Path(file_.scenario).parent_path();
        const Path file = std::filesystem::proximate(here / item.text, from.empty() ? "." : from);
        text += (text.empty() ? "" : ", ") + ("\"" + file.string() + "\"");
      }
      if (!list.is(Kind::kSequence) || text.empty()) faults_.add(list.place, "plugins: must be a list of files");
      file_.designs[design].settings.push_back({"plugins=[" + text + "]", key.place, list.place, false});
    }
  }

  std::size_t design_named(const std::optional<YamlNode>& name, std::size_t otherwise) {
    if (!name) return otherwise;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < file_.designs.size(); ++i) {
      if (file_.designs[i].name == name->text) return i;
      names.push_back(file_.designs[i].name);
    }
    faults_.add(name->place, fmt::format("'{}' is no design{}", name->text, did_you_mean(name->text, names)));
    return otherwise;
  }

  void read_root(const YamlNode& root) {
    bool found = false;
    take_members(root, "the file of an exploration", {{kRoot, [&](const auto&, const auto& value) {
                                                         found = true;
                                                         read_members(value);
                                                       }}});
    if (!found && faults_.empty()) faults_.add(root.place, "an exploration begins with the key explore");
  }

  void read_members(const YamlNode& map) {
    std::optional<YamlNode> baseline;
    std::optional<YamlNode> reference;
    const auto axis = [this](std::vector<ExploreChoice>& into) {
      return [this, &into](const YamlNode& key, const YamlNode& value) { into = choices(key, value); };
    };
    take_members(
        map, kRoot,
        {{"title", [&](const auto& key, const auto& value) { file_.title = word(key, value); }},
         {"scenario",
          [&](const auto& key, const auto& value) {
            file_.scenario = (Path(source_->name).parent_path() / word(key, value)).string();
            file_.scenario_place = value.place;
          }},
         {"level", [&](const auto& key, const auto& value) { take_level(key, value); }},
         {"seeds", [&](const auto& key, const auto& value) { file_.seeds = number(key, value, 1, kMostSweepPoints); }},
         {"set", [&](const auto&, const auto& value) { file_.common = settings(value, "set"); }},
         {"designs",
          [&](const auto&, const auto& value) {
            for_each(value, "designs", [&](const auto& name, const auto& of) {
              ExploreDesign made = design(name, of);
              file_.designs.push_back(std::move(made));
            });
          }},
         {"baseline", [&](const auto&, const auto& value) { baseline = value; }},
         {"reference", [&](const auto&, const auto& value) { reference = value; }},
         {"machines", axis(file_.machines)},
         {"workloads", axis(file_.workloads)},
         {"disturbances", axis(file_.disturbances)}});
    if (file_.scenario.empty()) faults_.add(map.place, "explore: the key scenario is missing");
    if (file_.designs.size() < 2) faults_.add(map.place, "explore: designs needs two designs at least");
    for (auto* choices : {&file_.machines, &file_.workloads, &file_.disturbances}) {
      if (choices->empty()) choices->push_back({"as it is", map.place, {}});
    }
    const auto tuned =
        std::find_if(file_.designs.begin(), file_.designs.end(), [](const auto& d) { return d.tune.has_value(); });
    file_.baseline = design_named(baseline, 0);
    file_.reference =
        design_named(reference, tuned == file_.designs.end() ? file_.baseline
                                                             : static_cast<std::size_t>(tuned - file_.designs.begin()));
    if (!file_.scenario.empty()) add_plugins();
  }

  void take_level(const YamlNode& key, const YamlNode& value) {
    std::vector<std::string> names;
    for (const Level level : {Level::kCycle, Level::kPacket, Level::kFlow}) {
      names.emplace_back(to_string(level));
      if (value.text == names.back()) file_.level = level;
    }
    if (file_.level) return;
    faults_.add(value.place,
                fmt::format("{}: must be {}{}", key.text, enumeration(names, "or"), did_you_mean(value.text, names)));
  }

  struct PluginList {
    std::size_t design;
    YamlNode key;
    YamlNode list;
  };

  std::shared_ptr<SourceText> source_;
  DiagnosticList faults_;
  ExploreFile file_;
  std::vector<PluginList> plugins_;
};

}  // namespace

bool is_exploration(const std::string& path) {
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line.front() == '#' || line.front() == ' ') continue;
    return line.rfind("explore:", 0) == 0;
  }
  return false;
}

std::variant<ExploreFile, std::vector<Diagnostic>> read_exploration(const std::string& path) {
  return ExploreReader(path).read();
}

}  // namespace tactus
