#include "testbench/app/scenario/job_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "testbench/app/scenario/scenario_source.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/jobs_workload.h"

namespace tactus {

template <>
struct Codec<NamedNode> {
  static void decode(const YamlNode& node, const ValueContext& context, NamedNode& value) {
    NamedNode read;
    const std::size_t faults = context.diagnostics.size();
    if (node.is(YamlNode::Kind::kSequence)) {
      ValueContext any = context;
      any.dimensions = 0;
      Codec<Coordinate>::decode(node, any, read.place);
      read.coordinates = static_cast<int>(node.items.size());
    } else {
      read.number = 0;
      Codec<int>::decode(node, context, *read.number);
    }
    if (context.diagnostics.size() == faults) value = read;
  }
  static std::string show(const NamedNode& value) {
    return value.number ? std::to_string(*value.number) : show_nodes(value.place, value.coordinates);
  }
};

template <>
struct Codec<JobNodes> {
  static constexpr char kWanted[] =
      "a list of nodes, as in [[0, 0], [1, 0]] or [0, 1], or the corners of a box, as in {from: [0, 0], to: [3, 3]}";
  static ValueForm form() { return {ValueForm::Kind::kNodes, {}}; }
  static void decode(const YamlNode& node, const ValueContext& context, JobNodes& value) {
    if (!is_known(node)) return;
    JobNodes read;
    const std::size_t faults = context.diagnostics.size();
    if (node.is(YamlNode::Kind::kMap)) {
      read.box = true;
      read.list.resize(2);
      std::size_t given = 0;
      for_each_key(node, context, {"from", "to"}, [&](const std::string& name, const YamlNode& corner) {
        Codec<NamedNode>::decode(corner, context, read.list[name == "from" ? 0 : 1]);
        ++given;
      });
      if (given < 2 && context.diagnostics.size() == faults) context.fault(node, "a box needs both of from and to");
    } else if (node.is(YamlNode::Kind::kSequence) && !node.items.empty()) {
      for (const YamlNode& item : node.items) Codec<NamedNode>::decode(item, context, read.list.emplace_back());
    } else {
      return wrong_kind(node, context, kWanted);
    }
    if (context.diagnostics.size() == faults) value = std::move(read);
  }
  static std::string show(const JobNodes& value) {
    std::vector<std::string> nodes;
    for (const NamedNode& node : value.list) nodes.push_back(Codec<NamedNode>::show(node));
    if (value.box) return fmt::format("{{from: {}, to: {}}}", nodes.front(), nodes.back());
    return fmt::format("[{}]", fmt::join(nodes, ", "));
  }
};

namespace {

/// A job of the scenario: its two halves.
struct Job {
  JobConfig config;
  JobSettings settings;
};

/// A key that jobs have and programs by themselves have not.
struct OwnKey {
  std::string name;
  ValueForm form;
  std::function<void(const YamlNode&, const ValueContext&, Job&)> decode;
  std::function<std::string(const Job&)> show;  ///< empty if it need not be said
};

template <class Access>
OwnKey own_key(const char* name, Access access, int least = 0) {
  using Value = std::decay_t<decltype(access(std::declval<Job&>()))>;
  ValueForm form = Codec<Value>::form();
  if (least > 0) form.range.least = std::to_string(least);
  const auto decode = [access, least](const YamlNode& node, const ValueContext& context, Job& job) {
    Value value = access(job);
    const std::size_t faults = context.diagnostics.size();
    Codec<Value>::decode(node, context, value);
    if (context.diagnostics.size() > faults || !is_known(node)) return;
    if constexpr (std::is_same_v<Value, int>) {
      if (value < least) return context.fault(node, fmt::format("{}: must be at least {}", value, least));
    }
    access(job) = std::move(value);
  };
  const auto show = [access](const Job& job) -> std::string {
    const Job defaults;
    const std::string text = Codec<Value>::show(access(job));
    return text == Codec<Value>::show(access(defaults)) ? "" : text;
  };
  return {name, form, decode, show};
}

const std::vector<OwnKey>& own_keys() {
  static const std::vector<OwnKey> kKeys = {
      own_key(
          "name", [](auto& job) -> auto& { return job.config.name; }),
      own_key(
          "enabled", [](auto& job) -> auto& { return job.config.enabled; }),
      own_key(
          "nodes", [](auto& job) -> auto& { return job.settings.nodes; }),
      own_key(
          "ranks_per_node", [](auto& job) -> auto& { return job.config.ranks_per_node; }, 1),
      own_key(
          "ranks", [](auto& job) -> auto& { return job.config.ranks; }, 1),
      own_key(
          "start", [](auto& job) -> auto& { return job.config.start; }),
  };
  return kKeys;
}

const OwnKey* find_own(const std::string& name) {
  for (const OwnKey& key : own_keys()) {
    if (key.name == name) return &key;
  }
  return nullptr;
}

/// A scenario whose only program is that of the job, on the machine of `scenario`.
Scenario alone(const Scenario& scenario, const Job& job) {
  Scenario program = scenario;
  const WorkloadConfig& whole = scenario.workload;
  program.workload = job.config.program;
  program.workload.call_overhead = whole.call_overhead;
  program.workload.return_overhead = whole.return_overhead;
  program.workload.copy = whole.copy;
  program.jobs.clear();
  program.schedule_file = job.settings.schedule_file;
  program.schedule_reading = job.settings.schedule_reading;
  return program;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// Reads the keys of programs, `section`, as those of a scenario with this one program.
void read_program(const YamlNode& section, const ValueContext& context, const Scenario& scenario, Job& job) {
  using Kind = YamlNode::Kind;
  const YamlNode name{Kind::kScalar, section.place, "workload", {}, {}, {}};
  DiagnosticList found;
  ScenarioSource source;
  source.scenario = alone(scenario, {});
  source.entries.collect({Kind::kMap, section.place, {}, {}, {name}, {section}}, false, found);
  source.decode(false, found);
  const Entry* algorithm = source.entries.find("workload.algorithm");
  const bool known = algorithm != nullptr && source.bad.count("workload.algorithm") == 0;
  const std::string why = known ? why_no_job(policy(source.scenario.workload.algorithm)) : "";
  if (algorithm == nullptr) context.diagnostics.add(section.place, context.key + " needs algorithm");
  if (!why.empty()) {
    found.add(algorithm->value.place,
              fmt::format("workload.algorithm: {}: {}", source.scenario.workload.algorithm.name(), why));
  }
  if (known && why.empty()) {
    check_conditions(source.entries, source, found);
    check_required(source, found);
  }
  context.diagnostics.add(found,
                          [&](const std::string& text) { return replaced(text, "workload.", context.key + "."); });
  job.config.program = source.scenario.workload;
  job.settings.schedule_file = source.scenario.schedule_file;
  job.settings.schedule_reading = source.scenario.schedule_reading;
}

Job read_job(const YamlNode& node, const ValueContext& context, const std::vector<std::string>& names,
             const Scenario& scenario) {
  Job job;
  YamlNode program{YamlNode::Kind::kMap, node.place, {}, {}, {}, {}};
  bool named = false;
  for_each_key(node, context, names, [&](const std::string& name, const YamlNode& value) {
    named = named || name == "name";
    if (const OwnKey* own = find_own(name)) {
      own->decode(value, {context.diagnostics, context.key + "." + name, context.clock}, job);
      return;
    }
    const auto is_name = [&](const YamlNode& key) { return key.text == name; };
    program.keys.push_back(*std::find_if(node.keys.begin(), node.keys.end(), is_name));
    program.items.push_back(value);
  });
  if (!named) context.diagnostics.add(node.place, context.key + " needs name");
  read_program(program, context, scenario, job);
  return job;
}

void read_jobs(const YamlNode& node, const ValueContext& context, const std::vector<std::string>& names,
               Scenario& scenario) {
  if (!is_known(node)) return;
  if (is_word(node, kNoneWord)) {
    scenario.workload.jobs.clear();
    return scenario.jobs.clear();
  }
  if (!node.is(YamlNode::Kind::kSequence) || node.items.empty()) {
    return wrong_kind(node, context, "a list of jobs, as in [{name: solver, algorithm: allreduce, ranks: 16}]");
  }
  std::vector<JobConfig> configs;
  std::vector<JobSettings> settings;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    ValueContext at = context;
    at.key = fmt::format("{}[{}]", context.key, i);
    if (!node.items[i].is(YamlNode::Kind::kMap)) {
      wrong_kind(node.items[i], at, fmt::format("a map of {}", fmt::join(names, ", ")));
      continue;
    }
    Job job = read_job(node.items[i], at, names, scenario);
    configs.push_back(std::move(job.config));
    settings.push_back(std::move(job.settings));
  }
  scenario.workload.jobs = std::move(configs);
  scenario.jobs = std::move(settings);
}

/// The job as a map of the keys that it needs.
std::string show_job(const Job& job, const std::vector<KeySpec>& programs, const Scenario& scenario) {
  std::vector<std::string> parts;
  for (const OwnKey& key : own_keys()) {
    const std::string text = key.show(job);
    if (!text.empty()) parts.push_back(key.name + ": " + text);
  }
  const Scenario program = alone(scenario, job);
  const Scenario defaults;
  for (const KeySpec& key : programs) {
    const std::string value = key.show(program);
    const bool said = key.name() == "algorithm" || key.required || value != key.show(defaults);
    if (!said || !key.takes_effect(program)) continue;
    const bool plain = key.form.kind != ValueForm::Kind::kText;
    parts.push_back(key.name() + ": " + (plain ? value : nlohmann::json(value).dump()));
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

std::string show_jobs(const std::vector<KeySpec>& programs, const Scenario& scenario) {
  std::vector<std::string> jobs;
  for (std::size_t i = 0; i < scenario.workload.jobs.size(); ++i) {
    Job job{scenario.workload.jobs[i], i < scenario.jobs.size() ? scenario.jobs[i] : JobSettings{}};
    if (job.settings.nodes.list.empty()) {
      for (const int node : job.config.nodes) job.settings.nodes.list.push_back({node, {}, 0});
    }
    jobs.push_back(show_job(job, programs, scenario));
  }
  return jobs.empty() ? kNoneWord : fmt::format("[{}]", fmt::join(jobs, ", "));
}

}  // namespace

KeySpec jobs_key(const std::vector<KeySpec>& programs, Condition condition) {
  ValueForm job{ValueForm::Kind::kMap, {}};
  for (const OwnKey& key : own_keys()) {
    job.names.push_back(key.name);
    job.parts.push_back(key.form);
  }
  for (const KeySpec& key : programs) {
    job.names.push_back(key.name());
    job.parts.push_back(key.form);
  }
  KeySpec spec;
  spec.path = "workload.jobs";
  spec.member = "workload.jobs";
  spec.doc =
      "Programs that run side by side, each on ranks of its own; see jobs.md. A job has a name, ranks and a start, and "
      "says its program by keys of this section.";
  spec.form = {ValueForm::Kind::kList, {kNoneWord}, {}, {job}};
  spec.decode = [names = job.names](const YamlNode& node, const ValueContext& context, Scenario& scenario) {
    read_jobs(node, context, names, scenario);
  };
  spec.show = [programs](const Scenario& scenario) { return show_jobs(programs, scenario); };
  spec.clock = [](const Scenario& scenario) { return scenario.machine.clock; };
  spec.conditions = {std::move(condition)};
  spec.implications = {implies("workload.algorithm", AT(workload.algorithm), AlgorithmName("jobs"),
                               [](const Scenario& scenario) { return !scenario.workload.jobs.empty(); })};
  spec.required = true;
  return spec;
}

}  // namespace tactus
