#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/scenario/machine_kind.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {

/// One key of a scenario: the reader, the suggestions, the schema and the key table are all made from these.
struct KeySpec {
  std::string path;    ///< dotted; no dot at the top level
  std::string member;  ///< of Scenario, which keeps its value: "machine.nic.mtu"
  std::string doc;     ///< one sentence or two
  ValueForm form;
  std::vector<Algorithm> algorithms;  ///< that the key belongs to; empty for all
  std::function<void(const YamlNode&, const ValueContext&, Scenario&)> decode;
  std::function<std::string(const Scenario&)> show;
  Machines machines = kAsGroup;  ///< that the key belongs to

  [[nodiscard]] std::string show_default() const;
  [[nodiscard]] bool belongs_to(Algorithm algorithm) const;
  [[nodiscard]] bool belongs_to(const MachineKind& machine) const { return is_one_of(machine, machines); }
};

struct SectionSpec {
  std::string name;
  std::string doc;
};

/// Every key, in the order of the documentation; `clock` comes before every time that is kept in cycles.
const std::vector<KeySpec>& scenario_keys();
/// Sections that hold keys, and `parameters`.
const std::vector<SectionSpec>& scenario_sections();

/// Every key that applies to `scenario`, with its value in it, in the order of the documentation.
std::vector<std::pair<std::string, std::string>> resolved_configuration(const Scenario& scenario);

/// Number of the key in `scenario_keys()`, or -1.
int find_key(const std::string& path);
/// The key whose value, or the file that it names, gives this member of a Scenario; empty if none does.
std::string key_of_member(const std::string& member);
bool is_section(const std::string& name);
/// Names of the keys of a section, or of everything at the top level if `section` is empty.
std::vector<std::string> key_names(const std::string& section);

/// "unknown key 'router.arbter'; did you mean router.arbiter?", looking in other sections and among the
/// words of `also` too.
std::string unknown_key(const std::string& section, const std::string& name, const std::vector<std::string>& also = {});

}  // namespace tactus
