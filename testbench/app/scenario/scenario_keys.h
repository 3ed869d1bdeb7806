#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/scenario/scenario.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {

/// A condition without which a key changes nothing, and is refused.
struct Condition {
  std::string decider;                         ///< the key that decides it
  std::function<bool(const Scenario&)> holds;  ///< whether the key takes effect
  std::string needs;                           ///< state that the decider has to be in: "flow.solver mfs_n"
  std::string document;                        ///< `needs` as documents say it; empty where the section's text does
  bool stands_when_off = false;                ///< the key may stand beside a decider that is given as `none`
};

/// A key that gives the value of another one, unless that is given beside it.
struct Implication {
  std::string key;                               ///< that is given a value
  std::function<bool(const Scenario&)> applies;  ///< whether the value of the key that implies it says anything
  std::function<void(Scenario&)> take;           ///< keeps what follows
};

/// The default of a key that is kept in cycles: a time, however long a cycle is.
struct TimeDefault {
  Picoseconds time;
  std::function<void(const Clock& clock, Scenario&)> take;  ///< keeps whole cycles of `clock` that cover it
};

/// One key of a scenario: the reader, the suggestions, the schema and the key table are all made from these.
struct KeySpec {
  std::string path;    ///< dotted; no dot at the top level
  std::string member;  ///< member of Scenario that keeps its value: "machine.nic.mtu"
  std::string doc;     ///< full sentences
  ValueForm form;
  std::function<void(const YamlNode&, const ValueContext&, Scenario&)> decode;
  std::function<std::string(const Scenario&)> show;
  std::function<Clock(const Scenario&)> clock;  ///< in whose cycles the value is kept; above 0
  std::vector<Condition> conditions{};          ///< each has to hold; the first that does not is told
  std::vector<Implication> implications{};
  std::optional<TimeDefault> time_default{};
  std::string file_member{};  ///< member of Scenario that is read from the file which the key names
  bool required = false;      ///< to be given if it takes effect
  std::string plugin{};       ///< that brings the key; empty if it is the program's own

  [[nodiscard]] std::string section() const;           ///< "router" of "router.arbiter"; empty at the top level
  [[nodiscard]] std::string name() const;              ///< within its section
  [[nodiscard]] std::string show_default() const;      ///< at the default clocks
  [[nodiscard]] std::string describe_default() const;  ///< at any clock
  [[nodiscard]] std::string describe() const;          ///< `doc`, and with what the key takes effect
  /// Every condition holds in `scenario`.
  [[nodiscard]] bool takes_effect(const Scenario& scenario) const;
};

struct SectionSpec {
  std::string name;
  std::string doc;
};

/// Every key, in the order of the documentation; `clock` comes before every time that is kept in cycles. A plug-in that
/// is loaded adds its own: numbers of keys are others from then on, and what was answered before stays as it was.
const std::vector<KeySpec>& scenario_keys();
/// Sections that hold keys, and `parameters`.
const std::vector<SectionSpec>& scenario_sections();

/// Every key that takes effect in `scenario`, with its value in it, in the order of the documentation.
std::vector<std::pair<std::string, std::string>> resolved_configuration(const Scenario& scenario);

/// `scenario` as a scenario file that says no more than it must: keys that have their defaults are left out. The
/// message file of a replay, or the operations of a schedule, are called `list_file` there; plug-ins have whole paths.
std::string to_yaml(const Scenario& scenario, const std::string& list_file = {});

/// Number of the key in `scenario_keys()`, or -1.
int find_key(const std::string& path);
/// Paths of all keys.
std::set<std::string> key_paths();
/// The key that `find_key` finds.
const KeySpec& key_at(int number);
/// The key whose value, or the file that it names, gives this member of a Scenario; empty if none does.
std::string key_of_member(const std::string& member);
/// Faults of `member` of a Scenario, or of the whole Scenario if empty, by the keys that give the members.
/// Configurations know their own members only; the table of keys knows which key gives which member.
std::vector<KeyFault> key_faults(const std::string& member, const std::vector<ConfigFault>& faults);
bool is_section(const std::string& name);
/// Names of the keys of a section, or of everything at the top level if `section` is empty.
std::vector<std::string> key_names(const std::string& section);

/// "unknown key 'router.arbter'"
std::string unknown_key(const std::string& section, const std::string& name);
/// "; did you mean router.arbiter?", looking in other sections and among the words of `also` too.
std::string unknown_key_hint(const std::string& section, const std::string& name,
                             const std::vector<std::string>& also = {});

}  // namespace tactus
