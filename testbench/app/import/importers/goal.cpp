#include "testbench/app/import/goal_line.h"
#include "testbench/app/import/goal_reader.h"
#include "testbench/app/import/importer.h"

namespace tactus {
namespace {

/// The first word that is in no comment is num_ranks or rank.
bool recognises(const ImportPeek& peek) {
  GoalLine line;
  std::string_view rest = peek.head;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    line.begin(rest.substr(0, end));
    if (!line.at_end()) {
      const std::string_view word = line.word();
      return word == "num_ranks" || word == "rank";
    }
    if (end == std::string_view::npos) return false;
    rest.remove_prefix(end + 1);
  }
  return false;
}

void read(const ImportInput& input, const ImportSettings& settings, ImportTarget& target) {
  GoalReader(input, settings, target).read();
}

const Registered<ImporterKind> kGoal{{{"goal", "GOAL text: schedules of LogGOPSim and ATLAHS."}, recognises, read}};

}  // namespace
}  // namespace tactus
