#include "testbench/app/explain/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "testbench/app/explain/disturbances.h"
#include "testbench/app/explain/flow_focus_text.h"
#include "testbench/app/explain/focus_text.h"
#include "testbench/app/explain/part_meanings.h"
#include "testbench/app/explain/places.h"
#include "testbench/app/explain/rails_explanation.h"
#include "testbench/app/results/result_file.h"
#include "testbench/app/results/result_json.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

std::string place_text(const RunSummary& run, const PathSum& sum) {
  return place_text(run, sum.place) +
         (sum.stage ? fmt::format(": {}, {}", name_of(*sum.stage), meaning_of(*sum.stage)) : "");
}
std::string place_text(const RunSummary& /*run*/, const OperationSum& sum) {
  const char* way = sum.kind == "send" ? "to" : "from";
  const std::string peer = sum.peer ? fmt::format(" {} rank {}", way, *sum.peer) : "";
  const std::string line = sum.line ? fmt::format(" (line {})", *sum.line) : "";
  return fmt::format("rank {}: {}{}{}, from {}", sum.rank, sum.kind, peer, line, duration_text(sum.begin_s));
}
std::string place_text(const RunSummary& run, const FlowPathSum& sum) {
  return sum.link ? *sum.link : node_text(run, *sum.node);
}

/// Things and how much of each there is, the largest first, without those that are 0.
template <class Thing, class Amount>
std::vector<std::pair<Thing, Amount>> sorted(std::vector<std::pair<Thing, Amount>> list) {
  list.erase(std::remove_if(list.begin(), list.end(), [](const auto& each) { return !(each.second > 0); }), list.end());
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return list;
}

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }
double percent(std::uint64_t part, std::uint64_t whole) {
  return percent(static_cast<double>(part), static_cast<double>(whole));
}

/// Packets that those of job `own` waited behind, most first.
std::string behind_text(const std::string& own, const JobWait& wait) {
  std::vector<std::pair<std::string, std::uint64_t>> reasons{{"no room behind the output", wait.no_room}};
  for (const auto& [job, cycles] : wait.behind) {
    const std::string whose = job == own ? "its own packets" : job == "none" ? "others" : "packets of " + job;
    reasons.emplace_back(whose, cycles);
  }
  std::string text;
  for (const auto& [reason, cycles] : sorted(std::move(reasons))) {
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", reason, percent(cycles, wait.waited));
  }
  return text.empty() ? "they waited for none" : text;
}

constexpr std::size_t kShownSums = 5;
constexpr std::size_t kShownMessages = 3;

class Page {
 public:
  explicit Page(const RunSummary& run) : run_(run) {}

  std::string text() {
    add_head();
    text_ += disturbances_text(run_);
    if (run_.focus) return text_ + focus_text(run_);
    if (run_.flow_focus) return text_ + flow_focus_text(run_);
    add_directions();
    if (run_.flow_attribution) {
      const FlowAttributionSummary& messages = *run_.flow_attribution;
      line("\nWhat messages' time was spent on ({} messages, from the send call to their arrival)",
           messages.total.count);
      add_parts(messages.total.time);
      add_links(messages);
      add_path(run_.flow_critical_path);
    } else {
      const AttributionSummary& packets = *run_.attribution;
      line("\nWhat packets' latency was spent on ({} packets, from creation to memory)", packets.total.count);
      add_parts(packets.total.time, packets.total.stages);
      add_outputs(packets.worst);
      add_job_waits(packets.jobs);
      add_trees(packets.trees);
      add_path(run_.critical_path);
    }
    if (run_.operations) add_operations(*run_.operations, "", "start");
    if (run_.operation_ranks) add_ranks(*run_.operation_ranks, "");
    for (const JobSummary& job : run_.jobs) {
      const std::string of_job = fmt::format(" of job {}", job.name);
      if (job.operations) add_operations(*job.operations, of_job, "start of the job");
      if (job.operation_ranks) add_ranks(*job.operation_ranks, of_job);
    }
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_.push_back('\n');
  }

  void add_head();
  void add_directions();
  template <class Split>
  void add_parts(const Split& time, const std::optional<StageSplit>& stages = {});
  /// Stages of a part beside `whole`, the largest first.
  void add_stages(const StageSplit& stages, LatencyPart part, std::uint64_t whole);
  void add_outputs(const std::vector<OutputRecord>& worst);
  void add_job_waits(const std::vector<JobWaitSummary>& jobs);
  void add_trees(const std::vector<TreeRecord>& trees);
  void add_links(const FlowAttributionSummary& messages);
  template <class Path>
  void add_path(const std::optional<Path>& path);
  /// `of_job`: empty, or text that names the job. `start`: where the path begins.
  void add_operations(const OperationPath& path, const std::string& of_job, const char* start);
  void add_ranks(const OperationRanks& ranks, const std::string& of_job);
  template <class Path>
  void add_path_parts(const Path& path);
  template <class Sum>
  void add_sum(const Sum& sum, std::uint64_t length);
  /// What held the slowest packet of the message, and where.
  void add_message(const MessageDelay& message);

  const RunSummary& run_;
  std::string text_;
};

void Page::add_head() {
  const auto ratio = run_.ratio_to_ideal();
  const std::string ideal =
      ratio ? fmt::format(", {:.1f} % of the ideal {}", 100 * *ratio, duration_text(*run_.ideal_seconds)) : "";
  line("{}, {} level: {}{}; links {:.1f} % used", run_.scenario, run_.level, duration_text(run_.simulated_seconds()),
       ideal, 100 * run_.link_utilisation);
}

void Page::add_directions() {
  // Directions of opposite signs that differ by more carry different loads.
  constexpr double kAlike = 1.1;
  const auto used = sorted(run_.group_utilisation);
  if (used.size() < 2 || used.front().second < kAlike * used.back().second) return;
  std::string text;
  for (const auto& [port, share] : used)
    text += fmt::format("{}{} {:.1f} %", text.empty() ? "" : ", ", port, 100 * share);
  if (run_.graph) return line("Groups of links are not loaded alike: {}", text);
  line("Directions are not loaded alike: {}", text);
  const NetworkShape shape = shown_shape(run_.configured("network.shape"), run_.configured("network.wrap"));
  if (has_even_ring(shape) && run_.configured("router.tie_break") == "positive") {
    line("A side is even: packets that could go either way round all go the positive one (router.tie_break)");
  }
}

template <class Split>
void Page::add_parts(const Split& time, const std::optional<StageSplit>& stages) {
  std::vector<std::pair<typename Split::Part, std::uint64_t>> parts;
  for (std::size_t i = 0; i < Split::kParts; ++i) {
    parts.emplace_back(static_cast<typename Split::Part>(i), time.of_part[i]);
  }
  for (const auto& [part, amount] : sorted(std::move(parts))) {
    line("  {:5.1f} %  {:<14} {}", percent(amount, time.sum()), name_of(part), meaning_of(part));
    const auto number = static_cast<std::size_t>(part);
    if (stages && number < kLatencyParts) add_stages(*stages, static_cast<LatencyPart>(number), time.sum());
  }
}

void Page::add_stages(const StageSplit& stages, LatencyPart part, std::uint64_t whole) {
  std::vector<std::pair<AccessStage, std::uint64_t>> list;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kStageParts; ++i) {
    if (latency_part(static_cast<StagePart>(i)) != part) continue;
    list.emplace_back(access_stage(static_cast<StagePart>(i)), stages.of_part[i]);
    sum += stages.of_part[i];
  }
  if (sum == 0) return;
  const auto largest = sorted(std::move(list));
  for (const auto& [stage, amount] : largest) {
    line("    {:5.1f} %  {:<14} {}", percent(amount, whole), name_of(stage), meaning_of(stage));
  }
  line("    {:.0f} % of the time {}: {}", percent(largest.front().second, sum),
       part == LatencyPart::kMemory ? "reading" : "writing", meaning_of(largest.front().first));
}

void Page::add_outputs(const std::vector<OutputRecord>& worst) {
  if (worst.empty()) return;
  line("\nOutputs that packets waited for longest (cycles, summed over the packets)");
  for (const OutputRecord& output : worst) {
    const OutputSum& sum = output.sum;
    const std::uint64_t waited = sum.waited();
    const auto holders = sorted(output.held_by);
    std::string who;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, holders.size()); ++i) {
      who += fmt::format("{}{} {:.0f} %", i == 0 ? "; held by packets from " : ", ", holders[i].first,
                         percent(holders[i].second, sum.output));
    }
    if (sum.bubble > 0) who.insert(0, fmt::format(", no bubble {:.0f} %", percent(sum.bubble, waited)));
    line(
        "  {} {:>12}: behind one that waits for it {:.0f} %, held {:.0f} %, input side {:.0f} %, no room behind "
        "it {:.0f} %{}",
        place_in_column(run_, output.place), waited, percent(sum.queue, waited), percent(sum.output, waited),
        percent(sum.input, waited), percent(sum.credits, waited), who);
  }
}

void Page::add_job_waits(const std::vector<JobWaitSummary>& jobs) {
  if (jobs.empty()) return;
  line("\nJobs, and those whose packets theirs waited behind (cycles, summed over the packets)");
  for (const JobWaitSummary& job : jobs) {
    line("  {:<16} {:>12}: {}", job.job, job.total.waited, behind_text(job.job, job.total));
    for (const JobOutput& output : job.worst) {
      line("    {:<14} {:>12}: {}", place_text(run_, output.place), output.wait.waited,
           behind_text(job.job, output.wait));
    }
  }
}

void Page::add_trees(const std::vector<TreeRecord>& trees) {
  if (trees.empty()) return;
  line("\nCongestion trees, by the output at their root");
  for (const TreeRecord& tree : trees) {
    line("  {} {} to {}: up to {} outputs without room, {} packets in front of queues",
         place_in_column(run_, tree.root), duration_text(tree.begin_s), duration_text(tree.end_s), tree.most_outputs,
         tree.most_packets);
  }
}

void Page::add_links(const FlowAttributionSummary& messages) {
  if (messages.worst.empty()) return;
  line("\nLinks at which messages lost most time to each other");
  for (const LinkRecord& link : messages.worst) {
    line("  {:<28} {:5.1f} % of the loss: {} over {} messages; {:.1f} % of its bandwidth used", link.name,
         percent(link.lost, messages.total.time[FlowPart::kShared]), duration_text(seconds(Picoseconds{link.lost})),
         link.messages, 100 * link.used);
  }
}

template <class Path>
void Page::add_path(const std::optional<Path>& path) {
  if (!path) {
    // An open loop has no last rank.
    if (!run_.open_loop) line("\nThe run has no critical path: attribution.critical_path was off");
    return;
  }
  if (path->length == 0) return;
  line("\nCritical path, from the start to the last rank's end ({} steps)", path->steps);
  add_path_parts(*path);
}

void Page::add_operations(const OperationPath& path, const std::string& of_job, const char* start) {
  if (path.length == 0) return;
  line("\nCritical path in operations{}, from the {} to the end of the last one ({} steps)", of_job, start, path.steps);
  add_path_parts(path);
  std::size_t messages = 0;
  for (const OperationSum& sum : path.most) {
    if (!sum.message || messages == kShownMessages) continue;
    if (messages++ == 0) line("  messages on it that took longest");
    add_sum(sum, path.length);
    add_message(*sum.message);
  }
}

template <class Path>
void Page::add_path_parts(const Path& path) {
  if constexpr (std::is_same_v<Path, PathSummary>) {
    add_parts(path.parts, path.stages);
  } else {
    add_parts(path.parts);
  }
  line("  of which most at");
  for (std::size_t i = 0; i < std::min(kShownSums, path.most.size()); ++i) add_sum(path.most[i], path.length);
}

template <class Sum>
void Page::add_sum(const Sum& sum, std::uint64_t length) {
  line("  {:5.1f} %  {:<14} {}", percent(sum.time, length), name_of(sum.part), place_text(run_, sum));
}

void Page::add_message(const MessageDelay& message) {
  line("           its slowest packet, {}, took {} cycles, {} of them {}: {}", message.packet, message.latency,
       message.part_cycles, name_of(message.part),
       message.stage ? meaning_of(*message.stage) : meaning_of(message.part));
  if (!message.wait) return line("           the packet waited for no link");
  const std::string job = message.wait->behind ? fmt::format(", a packet of job {}", *message.wait->behind) : "";
  line("           the packet waited longest for {}, {} cycles, {}: {}{}", place_text(run_, message.wait->place),
       message.wait->cycles, name_of(message.wait->part), meaning_of(message.wait->part), job);
}

void Page::add_ranks(const OperationRanks& ranks, const std::string& of_job) {
  line("\nRanks{}: computing, noise and waits", of_job);
  if (ranks.mean_compute_s > 0) {
    line("  computing  rank {} most, {}: {:.2f} times the mean of all ranks, {}", ranks.busiest,
         duration_text(ranks.most_compute_s), ranks.most_compute_s / ranks.mean_compute_s,
         duration_text(ranks.mean_compute_s));
  }
  for (const StolenComputing& each : ranks.noise) {
    line("  noise      rank {} lost {} to it, {:.1f} % beside its computing; the mean of all ranks is {}", each.rank,
         duration_text(each.noise_s), percent(each.noise_s, each.compute_s), duration_text(ranks.mean_noise_s));
  }
  for (const RankWait& each : ranks.waits) {
    const std::string whom =
        each.peer ? fmt::format("most for rank {}, {}", *each.peer, duration_text(each.peer_s)) : "for its own sends";
    line("  waits      rank {} waited {} for messages, {}", each.rank, duration_text(each.waited_s), whom);
  }
}

}  // namespace

RunSummary explained_run(const nlohmann::ordered_json& result) {
  return read_run(result, {"scenario",
                           "level",
                           "simulated_seconds",
                           "ideal_seconds",
                           "link_utilisation",
                           "direction_utilisation",
                           "graph",
                           "jobs",
                           "open_loop",
                           "copies",
                           "rails",
                           "attribution",
                           "critical_path",
                           "focus",
                           "flow_attribution",
                           "flow_critical_path",
                           "flow_focus",
                           "operations",
                           "operation_ranks",
                           "noise",
                           "late_starts",
                           "link_repetitions",
                           "link_retries",
                           "configuration"});
}

std::string why_unexplained(const RunSummary& run) {
  if (run.attribution || run.flow_attribution || (run.rails && !run.rails->sizes.empty())) return {};
  if (run.copies) return "explain is for networks and rails; this run is of a node alone";
  return "does not say what latencies were spent on: run it with attribution.enabled";
}

std::string explanation_text(const RunSummary& run) {
  return run.rails ? rails_explanation_text(run) : Page(run).text();
}

}  // namespace tactus
