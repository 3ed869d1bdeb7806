#include "testbench/app/explain/disturbances.h"

#include <fmt/format.h>

#include <regex>
#include <string>
#include <vector>

#include "testbench/app/explain/places.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

std::string rank_text(const RunSummary& run, const RankDelay& delay) {
  return fmt::format("rank {} on {}{}", delay.rank, run.graph ? "" : "node ", node_text(run, delay.node));
}

/// "; 45.1 % of the critical path is noise", at either level; empty without a path.
std::string share_of_path(const RunSummary& run, RankPart part, const char* name) {
  const auto share = [&](const auto& path) {
    const double length = static_cast<double>(path.length);
    return length > 0 ? 100 * static_cast<double>(path.parts[part]) / length : 0;
  };
  if (!run.critical_path && !run.flow_critical_path) return {};
  const double percent = run.critical_path ? share(*run.critical_path) : share(*run.flow_critical_path);
  return fmt::format("; {:.1f} % of the critical path is {}", percent, name);
}

/// `text` with names for the numbers in the second group of `places`, joined by the words that `join` has.
std::string with_names(const RunSummary& run, const std::string& text, const std::regex& places, const char* join) {
  static const std::regex kNumber(R"(\d{1,6})");
  std::string named;
  auto rest = text.begin();
  for (std::sregex_iterator place(text.begin(), text.end(), places), end; place != end; ++place) {
    const std::string numbers = (*place)[2].str();
    std::vector<std::string> names;
    for (std::sregex_iterator number(numbers.begin(), numbers.end(), kNumber); number != end; ++number) {
      names.push_back(node_text(run, {std::stoi(number->str())}));
    }
    named.append(rest, (*place)[0].first).append(fmt::format("{}{}", (*place)[1].str(), fmt::join(names, join)));
    rest = (*place)[0].second;
  }
  return named.append(rest, text.end());
}

/// "cables: [switch 3 and host 4], switches: switch 5" for "cables: [[12, 4]], switches: [14]", in a graph.
std::string with_names(const RunSummary& run, const std::string& text) {
  static const std::regex kCable(R"(()\[(\d{1,6}, \d{1,6})\])");
  static const std::regex kSwitches(R"((switches: )\[([^\]]*)\])");
  return with_names(run, with_names(run, text, kSwitches, ", "), kCable, " and ");
}

/// "Cables that carry nothing: [[[3, 3], [4, 3]]]", as the key has them; empty if it has none.
std::string cables_text(const RunSummary& run, const char* key, const char* name) {
  const std::string value = run.graph ? with_names(run, run.configured(key)) : run.configured(key);
  return value.empty() || value == "none" ? "" : fmt::format("{}: {}\n", name, value);
}

/// What links with bit errors cost: packets that they repeated, and outputs that waited for room in replay buffers.
std::string retries_text(const RunSummary& run) {
  if (!run.link_retries) return "";
  std::string text = fmt::format("; {} packets repeated", count_text(run.link_repetitions.value_or(0)));
  if (!run.link_retries->links.empty() && run.link_retries->links.front().repetitions > 0) {
    const LinkRetrySummary& most = run.link_retries->links.front();
    text += fmt::format(", {} of them by {}", count_text(most.repetitions), most.name);
  }
  if (run.link_retries->full_cycles == 0) return text;
  return text + fmt::format("; outputs closed for {} cycles because replay buffers (faults.replay_buffer) were full",
                            count_text(run.link_retries->full_cycles));
}

/// "Switches that carry nothing: switch 0, switch 3".
std::string switches_text(const RunSummary& run) {
  static const std::regex kNumber(R"(\d{1,6})");
  const std::string value = run.configured("faults.switches");
  std::string text;
  for (std::sregex_iterator number(value.begin(), value.end(), kNumber), end; number != end; ++number) {
    text += (text.empty() ? "Switches that carry nothing: " : ", ") + node_text(run, {std::stoi(number->str())});
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace

std::string disturbances_text(const RunSummary& run) {
  std::string text;
  if (run.noise && !run.noise->ranks.empty()) {
    const RankDelay& most = run.noise->ranks.front();
    text += fmt::format("Noise took {} from {}, {:.0f} % of what it took from all ranks{}\n",
                        duration_text(most.time_s), rank_text(run, most), 100 * most.time_s / run.noise->stolen_s,
                        share_of_path(run, RankPart::kNoise, "noise"));
  }
  if (run.late_starts && !run.late_starts->ranks.empty()) {
    const RankDelay& last = run.late_starts->ranks.front();
    text += fmt::format("Late starts: {} began last, at {}, and ranks in the mean at {}{}\n", rank_text(run, last),
                        duration_text(last.time_s), duration_text(run.late_starts->mean_s),
                        share_of_path(run, RankPart::kLateStart, "late starts"));
  }
  text += cables_text(run, "faults.cables", "Cables that carry nothing");
  text += cables_text(run, "faults.routers", "Routers that do nothing");
  text += switches_text(run);
  text += cables_text(run, "link.overrides", "Links unlike the others");
  text += cables_text(run, "faults.outages", "Parts that carry nothing for a while");
  text += cables_text(run, "faults.breaks", "Parts that carry nothing from a time on");
  const std::string errors = run.configured("faults.bit_error_rate");
  if (!errors.empty() && errors != "0")
    text += fmt::format("Links with bit errors: rate {}{}\n", errors, retries_text(run));
  return text;
}

}  // namespace tactus
