#include "testbench/app/explain/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "testbench/app/attribution/flow_part.h"
#include "testbench/app/attribution/latency_part.h"
#include "testbench/app/explain/even_ring.h"
#include "testbench/app/results/shown_shape.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, kLatencyParts> kMeanings = {
    "created, and its descriptor not taken: calls, the ring",
    "the engine waited for memory",
    "the engine waited for a pace slot",
    "the engine waited for the paired receive",
    "the engine waited for room in the router",
    "the injection control held the engine",
    "the engine sent earlier packets",
    "stages of routers",
    "behind another packet in an input queue",
    "another packet had the output",
    "another packet had the input side",
    "no room in the next buffer",
    "on links",
    "flits behind the head",
    "delivered, and not visible in memory",
};

constexpr std::array<const char*, kFlowParts> kFlowMeanings = {
    "calls, computing, and messages before it of the same engine",
    "its bytes on the slowest of its links, had it this alone",
    "pacing, or the engine, let it have less than that",
    "lost to other messages on the same links",
    "waited for the end of a step (flow.resolution)",
    "switches and links that the last byte passes",
};

constexpr const char* kFlowAttribution = "flow_attribution";

class Page {
 public:
  explicit Page(const Json& result)
      : result_(result),
        seconds_(result.at("simulated_seconds").get<double>()),
        flows_(result.contains(kFlowAttribution)),
        attribution_(result.at(flows_ ? kFlowAttribution : "attribution")) {}

  std::string text() {
    add_head();
    if (flows_) {
      add_times_of_messages();
      add_links();
      add_path_of_messages();
      return std::move(text_);
    }
    add_latency();
    add_outputs();
    add_trees();
    add_path();
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_.push_back('\n');
  }
  [[nodiscard]] static std::string node(const Json& at) {
    return fmt::format("({})", fmt::join(at.get<std::vector<int>>(), ","));
  }
  [[nodiscard]] static std::string place(const Json& at) {
    const std::string where = node(at.at("node"));
    return at.at("port").is_null() ? where : where + " " + at.at("port").get<std::string>();
  }
  static double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

  void add_head();
  void add_directions();
  void add_latency();
  void add_outputs();
  void add_trees();
  void add_path();
  void add_no_path();
  void add_times_of_messages();
  void add_links();
  void add_path_of_messages();

  const Json& result_;
  double seconds_;
  bool flows_;  ///< of messages at flow level
  const Json& attribution_;
  std::string text_;
};

/// Names and numbers of an object, the largest first, without those that are 0.
std::vector<std::pair<std::string, double>> sorted(const Json& parts) {
  std::vector<std::pair<std::string, double>> list;
  for (const auto& [name, value] : parts.items()) {
    if (value.get<double>() > 0) list.emplace_back(name, value.get<double>());
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return list;
}

template <std::size_t Parts>
std::string meaning_of(const std::string& part, const std::array<const char*, Parts>& names,
                       const std::array<const char*, Parts>& meanings) {
  const auto found = std::find(names.begin(), names.end(), part);
  if (found == names.end()) return "";  // of another version
  return meanings.at(static_cast<std::size_t>(found - names.begin()));
}
std::string meaning(const std::string& part) { return meaning_of(part, kLatencyPartNames, kMeanings); }
std::string flow_meaning(const std::string& part) { return meaning_of(part, kFlowPartNames, kFlowMeanings); }

void Page::add_head() {
  const std::string time = duration_text(seconds_);
  const std::string ideal =
      result_.contains("ratio_to_ideal")
          ? fmt::format(", {:.1f} % of the ideal {}", 100 * result_["ratio_to_ideal"].get<double>(),
                        duration_text(result_["ideal_seconds"].get<double>()))
          : "";
  line("{}, {} level: {}{}; links {:.1f} % used", result_.at("scenario").get<std::string>(),
       result_.at("level").get<std::string>(), time, ideal, 100 * result_.at("link_utilisation").get<double>());
  add_directions();
}

void Page::add_directions() {
  // Directions of opposite signs that differ by more carry different loads.
  constexpr double kAlike = 1.1;
  const auto used = sorted(result_.at("direction_utilisation"));
  if (used.size() < 2 || used.front().second < kAlike * used.back().second) return;
  std::string text;
  for (const auto& [port, share] : used)
    text += fmt::format("{}{} {:.1f} %", text.empty() ? "" : ", ", port, 100 * share);
  line("Directions are not loaded alike: {}", text);
  const Json& configuration = result_.at("configuration");
  const NetworkShape shape = shown_shape(configuration);
  if (has_even_ring(shape) && configuration.at("router.tie_break") == "positive") {
    line("A side is even: packets that could go either way round all go the positive one (router.tie_break)");
  }
}

void Page::add_latency() {
  const auto packets = attribution_.at("packets").get<double>();
  const auto all = attribution_.at("latency_cycles").get<double>();
  line("");
  line("What packets' latency was spent on ({:.0f} packets, from creation to memory)", packets);
  for (const auto& [part, cycles] : sorted(attribution_.at("parts"))) {
    line("  {:5.1f} %  {:<14} {}", share(cycles, all), part, meaning(part));
  }
}

void Page::add_outputs() {
  const Json& worst = attribution_.at("worst_outputs");
  if (worst.empty()) return;
  line("");
  line("Outputs that packets waited for longest (cycles, summed over the packets)");
  for (const Json& output : worst) {
    const auto of = [&](const char* key) { return output.at(key).get<double>(); };
    const double waited = of("queue") + of("output") + of("input") + of("credits");
    const auto holders = sorted(output.at("held_by"));
    std::string who;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, holders.size()); ++i) {
      who += fmt::format("{}{} {:.0f} %", i == 0 ? "; held by packets from " : ", ", holders[i].first,
                         share(holders[i].second, of("output")));
    }
    line(
        "  {:<16} {:>12.0f}: behind one that waits for it {:.0f} %, held {:.0f} %, input side {:.0f} %, no room behind "
        "it {:.0f} %{}",
        place(output), waited, share(of("queue"), waited), share(of("output"), waited), share(of("input"), waited),
        share(of("credits"), waited), who);
  }
}

void Page::add_trees() {
  const Json& trees = attribution_.at("congestion_trees");
  if (trees.empty()) return;
  line("");
  line("Congestion trees, by the output at their root");
  for (const Json& tree : trees) {
    line("  {:<16} {} to {}: up to {} outputs without room, {} packets in front of queues{}", place(tree),
         duration_text(tree.at("begin_s").get<double>()), duration_text(tree.at("end_s").get<double>()),
         tree.at("most_outputs").get<int>(), tree.at("most_packets").get<int>(),
         tree.at("circular").get<bool>() ? "; they wait in a circle" : "");
  }
}

void Page::add_no_path() {
  if (result_.contains("open_loop")) return;  // which has no last rank
  line("");
  line("The run has no critical path: attribution.critical_path was off");
}

void Page::add_path() {
  if (!result_.contains("critical_path")) return add_no_path();
  const Json& path = result_["critical_path"];
  const auto all = path.at("cycles").get<double>();
  if (all == 0) return;
  line("");
  line("Critical path, from the start to the last rank's end ({} steps)", path.at("steps").get<std::uint64_t>());
  for (const auto& [part, cycles] : sorted(path.at("parts"))) {
    line("  {:5.1f} %  {:<14} {}", share(cycles, all), part, meaning(part));
  }
  line("  of which most at");
  std::size_t shown = 0;
  for (const Json& sum : path.at("most")) {
    if (++shown > 5) break;
    line("  {:5.1f} %  {:<14} {}", share(sum.at("cycles").get<double>(), all), sum.at("part").get<std::string>(),
         place(sum));
  }
}

void Page::add_times_of_messages() {
  line("");
  line("What messages' time was spent on ({:.0f} messages, from the send call to their arrival)",
       attribution_.at("messages").get<double>());
  const auto all = attribution_.at("latency_ps").get<double>();
  for (const auto& [part, time] : sorted(attribution_.at("parts"))) {
    line("  {:5.1f} %  {:<14} {}", share(time, all), part, flow_meaning(part));
  }
}

void Page::add_links() {
  const Json& worst = attribution_.at("worst_links");
  if (worst.empty()) return;
  const auto shared = attribution_.at("parts").at("shared").get<double>();
  line("");
  line("Links at which messages lost most time to each other");
  for (const Json& link : worst) {
    const auto lost = link.at("lost_ps").get<double>();
    line("  {:<28} {:5.1f} % of the loss: {} over {:.0f} messages; {:.1f} % of its bandwidth used",
         link.at("link").get<std::string>(), share(lost, shared), duration_text(lost * 1e-12),
         link.at("messages").get<double>(), 100 * link.at("used").get<double>());
  }
}

void Page::add_path_of_messages() {
  if (!result_.contains("flow_critical_path")) return add_no_path();
  const Json& path = result_["flow_critical_path"];
  const auto all = path.at("ps").get<double>();
  if (all == 0) return;
  line("");
  line("Critical path, from the start to the last rank's end ({} steps)", path.at("steps").get<std::uint64_t>());
  for (const auto& [part, time] : sorted(path.at("parts"))) {
    line("  {:5.1f} %  {:<14} {}", share(time, all), part, flow_meaning(part));
  }
  line("  of which most at");
  std::size_t shown = 0;
  for (const Json& sum : path.at("most")) {
    if (++shown > 5) break;
    line("  {:5.1f} %  {:<14} {}", share(sum.at("ps").get<double>(), all), sum.at("part").get<std::string>(),
         sum.at("link").is_null() ? fmt::format("node {}", sum.at("node").get<int>())
                                  : sum.at("link").get<std::string>());
  }
}

}  // namespace

bool can_be_explained(const nlohmann::ordered_json& result) {
  return result.is_object() && (result.contains("attribution") || result.contains(kFlowAttribution));
}

std::string why_unexplained(const nlohmann::ordered_json& result) {
  if (result.contains("rails")) {
    return "explain is for networks; limits.csv beside it says what the rails of this run waited for";
  }
  if (result.contains("copies")) return "explain is for networks; this run is of a node alone";
  return "does not say what latencies were spent on: run it with attribution.enabled";
}

std::string explanation_text(const nlohmann::ordered_json& result) { return Page(result).text(); }

}  // namespace tactus
