#include "testbench/app/check_part/part_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

bool was_made(const CountedStimulus& stimulus) { return stimulus.times != 0; }

std::size_t kinds_made(const std::vector<CountedStimulus>& stimuli) {
  return static_cast<std::size_t>(std::count_if(stimuli.begin(), stimuli.end(), was_made));
}

/// Benches that make the same kinds of stimuli, together.
struct StimuliTable {
  std::string benches;
  std::vector<CountedStimulus> made;
};

/// Tables of the benches that have run to their ends.
std::vector<StimuliTable> stimuli_tables(const std::vector<BenchResult>& results) {
  std::vector<StimuliTable> tables;
  for (const BenchResult& result : results) {
    if (!result.difference.empty() || result.made.empty()) continue;
    const auto alike = std::find_if(tables.begin(), tables.end(), [&result](const StimuliTable& table) {
      return table.made.front().text == result.made.front().text;
    });
    if (alike == tables.end()) {
      tables.push_back({result.name, result.made});
    } else {
      alike->benches += ", " + result.name;
      add_stimuli(alike->made, result.made);
    }
  }
  return tables;
}

/// "12,345"
std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string part_name(const PartCheck& check) { return Codec<RtlPart>::show(check.part); }

/// Command that finds the difference again.
std::string command_again(const PartCheck& check, const BenchResult& result) {
  const PartCheck usual;
  std::string command = fmt::format("./tactus check-part {} {}", part_name(check), check.sources.string());
  const auto add = [&command](const char* option, const auto& value) {
    command += fmt::format(" {} {}", option, value);
  };
  if (check.top != module_of(check.part)) add("--top", check.top);
  if (check.dimensions != usual.dimensions) add("--dimensions", check.dimensions);
  if (check.nics != usual.nics) add("--nics", check.nics);
  if (check.virtual_channels != usual.virtual_channels) add("--vcs", check.virtual_channels);
  if (!check.model.empty()) add("--model", check.model_file.string());
  if (!check.only_arbiter.empty()) add("--arbiter", check.only_arbiter);
  add("--bench", result.name);
  add("--seed", result.differing_seed);
  add("--seeds", 1);
  return command;
}

std::string table_of_benches(const std::vector<BenchResult>& results) {
  std::string text;
  for (const BenchResult& result : results) {
    text += fmt::format("{:<9} {:<66} {:>3} {:<5}  {}\n", result.name, result.text, result.seeds,
                        result.seeds == 1 ? "seed" : "seeds", result.difference.empty() ? "equal" : "differs");
  }
  return text;
}

std::string to_text(const StimuliTable& result) {
  std::string text =
      fmt::format("\n{}: {} of {} kinds of stimuli\n", result.benches, kinds_made(result.made), result.made.size());
  std::string group;
  for (const CountedStimulus& stimulus : result.made) {
    text += fmt::format("  {:<10} {:<64}{:>14}\n", stimulus.group == group ? "" : stimulus.group, stimulus.text,
                        was_made(stimulus) ? with_commas(stimulus.times) : "not made");
    group = stimulus.group;
  }
  return text;
}

}  // namespace

bool all_equal(const std::vector<BenchResult>& results) {
  return std::all_of(results.begin(), results.end(), [](const auto& result) { return result.difference.empty(); });
}

std::string part_report_text(const PartCheck& check, const std::vector<BenchResult>& results) {
  std::string text = fmt::format("{}: module {} of {}; {} dimensions, {} NICs, {} VCs\n\n", part_name(check), check.top,
                                 check.sources.string(), check.dimensions, check.nics, check.virtual_channels);
  if (!check.model.empty()) text += fmt::format("held to '{}' of {}\n\n", check.model, check.model_file.string());
  text += table_of_benches(results);
  for (const StimuliTable& table : stimuli_tables(results)) text += to_text(table);
  const auto first = std::find_if(results.begin(), results.end(), [](const auto& r) { return !r.difference.empty(); });
  if (first == results.end()) return text + "\nequal to the model\n";
  return text + fmt::format("\nThe first difference, bench {}, seed {}:\n{}\n\nTo find it again:\n  {}\n", first->name,
                            first->differing_seed, first->difference, command_again(check, *first));
}

nlohmann::ordered_json part_report_json(const PartCheck& check, const std::vector<BenchResult>& results) {
  nlohmann::ordered_json json;
  json["part"] = part_name(check);
  json["module"] = check.top;
  json["sources"] = check.sources.string();
  json["dimensions"] = check.dimensions;
  json["nics"] = check.nics;
  json["virtual_channels"] = check.virtual_channels;
  if (!check.model.empty()) json["model"] = check.model;
  json["equal"] = all_equal(results);
  json["benches"] = nlohmann::ordered_json::array();
  for (const BenchResult& result : results) {
    nlohmann::ordered_json bench;
    bench["name"] = result.name;
    bench["seeds"] = result.seeds;
    bench["equal"] = result.difference.empty();
    if (!result.difference.empty()) {
      bench["seed"] = result.differing_seed;
      bench["difference"] = result.difference;
      bench["command"] = command_again(check, result);
    }
    bench["stimuli"] = nlohmann::ordered_json::array();
    for (const CountedStimulus& stimulus : result.made) {
      bench["stimuli"].push_back({{"group", stimulus.group}, {"kind", stimulus.text}, {"times", stimulus.times}});
    }
    json["benches"].push_back(bench);
  }
  return json;
}

}  // namespace tactus
