#include "testbench/tests/unit/parts/fault_table.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "testbench/app/process/own_process.h"
#include "testbench/tests/support/text_files.h"

namespace tactus::test {
namespace {

/// "slot_come_o before start_i, cycle 7: ...", ".../rtl/difference: bench_3.nic, flit_o[0], cycle 7: ...",
/// "[0] %Error: ... Assertion failed in pacer.GapOfRegisters: 'assert' failed. ..."
std::string finder_in(const std::string& difference) {
  const std::size_t assertion = difference.find(": 'assert'");
  if (assertion != std::string::npos) {
    const std::size_t begin = difference.rfind('.', assertion) + 1;
    return "assertion `" + difference.substr(begin, assertion - begin) + "`";
  }
  std::string text = difference;
  if (text.find("/tactus/rtl/difference") == 0) text = text.substr(text.find(", ") + 2);
  text = text.substr(0, text.find_first_of("[,"));
  for (const char* when : {" before", " after"}) text = text.substr(0, text.find(when));
  return text == "register bus" ? text : "`" + text + "`";
}

bool writes_pages() { return std::getenv("TACTUS_WRITE_PAGE") != nullptr; }

std::vector<CountedStimulus> read_stimuli(const std::string& lines) {
  std::istringstream stream(lines);
  std::vector<CountedStimulus> stimuli;
  CountedStimulus stimulus;
  std::string times;
  while (std::getline(stream, stimulus.group, '\t') && std::getline(stream, stimulus.text, '\t') &&
         std::getline(stream, times)) {
    stimulus.times = std::stoull(times);
    stimuli.push_back(stimulus);
  }
  return stimuli;
}

}  // namespace

std::string finder_of(const std::vector<PartBench>& benches, const PartOnTest& part, const std::string& first) {
  for (const PartBench& bench : benches) {
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(bench.seeds); ++seed) {
      const std::string here = fmt::format("{}, seed {}, ", bench.name, seed);
      if (!first.empty() && first.compare(0, here.size(), here) != 0) continue;
      const std::string difference = in_own_process([&] { return bench.run(part, seed).difference; });
      if (!difference.empty()) return here + finder_in(difference);
    }
  }
  return first.empty() ? kNotFound : finder_of(benches, part);
}

std::string fault_rows(const std::string& part, const std::vector<PlantedFault>& faults, const FindFault& find) {
  const std::string page = writes_pages() ? "" : fault_rows_of_page(part, "");
  std::string rows;
  for (const PlantedFault& fault : faults) {
    const std::string cell = fmt::format("| {} | ", fault.text);
    const std::size_t row = page.find(cell);
    std::string first;
    if (row != std::string::npos) first = page.substr(row + cell.size(), page.find(" |\n", row) - row - cell.size());
    rows += fmt::format("{}{} |\n", cell, find(fault.number, first));
  }
  return rows;
}

std::string rows_of_page(const std::string& page, const std::string& mark, const std::string& rows) {
  const std::string path = std::string(TACTUS_DOCS) + "/" + page;
  std::string text = text_of(path);
  const std::size_t line = text.find("<!-- " + mark + " -->\n");
  if (line == std::string::npos) throw std::runtime_error(path + " has no line <!-- " + mark + " -->");
  const std::size_t begin = text.find('\n', text.find("\n|---", line) + 1) + 1;
  const std::size_t end = text.find("\n<!-- end -->\n", begin);
  if (!writes_pages()) return text.substr(begin, end - begin);
  text.replace(begin, end - begin, rows);
  std::ofstream(path) << text;
  return rows;
}

std::string fault_rows_of_page(const std::string& part, const std::string& rows) {
  return rows_of_page("reference/check_part.md", "faults: " + part, rows);
}

std::vector<std::string> faults_of_benches(const std::vector<PartBench>& benches, const PartOnTest& part) {
  std::vector<std::string> faults;
  std::vector<CountedStimulus> made;
  for (const PartBench& bench : benches) {
    for (int seed = 1; seed <= bench.seeds; ++seed) {
      const std::string times = in_own_process([&] {
        const BenchOutcome outcome = bench.run(part, static_cast<std::uint64_t>(seed));
        std::string text;
        if (!outcome.difference.empty()) return outcome.difference;
        for (const CountedStimulus& stimulus : outcome.stimuli) {
          text += fmt::format("{}\t{}\t{}\n", stimulus.group, stimulus.text, stimulus.times);
        }
        return text;
      });
      const std::vector<CountedStimulus> stimuli = read_stimuli(times);
      if (stimuli.empty()) faults.push_back(times);
      add_stimuli(made, stimuli);
    }
  }
  for (const CountedStimulus& stimulus : made) {
    if (stimulus.times == 0) faults.push_back(stimulus.group + ": " + stimulus.text);
  }
  return faults;
}

}  // namespace tactus::test
