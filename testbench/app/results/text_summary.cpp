#include "testbench/app/results/text_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tactus {
namespace {

double percent(double share) { return share * 100.0; }

/// Digits in groups of three: "15,192,360".
std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

class Lines {
 public:
  template <class... Args>
  void add(const char* label, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), "{:<12}", label);
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_.push_back('\n');
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string latency_text(const LatencySummary& ns) {
  return fmt::format("mean {}, p50 {}, p95 {}, p99 {}, max {}", duration_text(ns.mean * 1e-9),
                     duration_text(ns.p50 * 1e-9), duration_text(ns.p95 * 1e-9), duration_text(ns.p99 * 1e-9),
                     duration_text(ns.max * 1e-9));
}

void add_time(const RunSummary& summary, Lines& lines) {
  const std::string time = duration_text(summary.simulated_seconds());
  if (const auto ratio = summary.ratio_to_ideal()) {
    lines.add("time", "{}, {:.1f} % of the ideal {}", time, percent(*ratio), duration_text(*summary.ideal_seconds));
  } else {
    lines.add("time", "{}", time);
  }
}

void add_links(const RunSummary& summary, Lines& lines) {
  const auto& direction = summary.direction_utilisation;
  const bool known = std::any_of(direction.begin(), direction.end(), [](double share) { return share > 0; });
  if (direction.empty() || (summary.flow && !known)) {  // a network without directions
    lines.add("links", "{:.1f} % used", percent(summary.link_utilisation));
    return;
  }
  std::string each;
  for (std::size_t i = 0; i < direction.size(); ++i) {
    const auto way = static_cast<Direction>(i);
    const char* letter = kDimensionNames.at(static_cast<std::size_t>(dimension_of(way)));
    each +=
        fmt::format("{}{}{} {:.1f}", i == 0 ? "" : ", ", is_negative(way) ? '-' : '+', letter, percent(direction[i]));
  }
  lines.add("links", "{:.1f} % used ({})", percent(summary.link_utilisation), each);
}

/// Of a machine with a network.
void add_network(const RunSummary& summary, Lines& lines) {
  add_links(summary, lines);
  if (summary.flow) {
    lines.add("delivered", "{} messages in a network of {} nodes and {} links", count_text(summary.messages_delivered),
              count_text(summary.flow->nodes), count_text(summary.flow->links));
    lines.add("solver", "{} times rates, by {:.1f} passes each", count_text(summary.flow->solves),
              static_cast<double>(summary.flow->passes) /
                  static_cast<double>(std::max<std::uint64_t>(1, summary.flow->solves)));
  } else {
    lines.add("delivered", "{} messages, {} packets, {} link hops", count_text(summary.messages_delivered),
              count_text(summary.packets_delivered), count_text(summary.packet_hops));
  }
}

void add_slowest_sequence(const RunSummary& summary, Lines& lines) {
  const auto length = [](const SequenceSummary& s) { return s.last_end_s ? *s.last_end_s - *s.start_s : -1.0; };
  const auto slowest = std::max_element(summary.sequences.begin(), summary.sequences.end(),
                                        [&](const auto& a, const auto& b) { return length(a) < length(b); });
  if (slowest == summary.sequences.end() || !slowest->last_end_s) return;
  lines.add("slowest", "sequence {} of {} ({} hops): {}, links {:.1f} % used", slowest->index, summary.sequences.size(),
            slowest->hops, duration_text(length(*slowest)), percent(slowest->link_utilisation.value_or(0)));
}

void add_nic(const NicTotals& nic, const RunSummary& summary, Lines& lines) {
  // A packet that is neither waiting nor being sent is not there: shares are of these three.
  const auto sending = static_cast<double>(summary.flits_injected);
  const std::uint64_t controlled = summary.control ? summary.control->cycles : 0;
  const std::uint64_t held = nic.pace_cycles + nic.window_cycles + controlled;
  const auto waiting = static_cast<double>(nic.stall_cycles + held);
  const double total = sending + waiting;
  if (total <= 0) return;
  lines.add("NICs", "{:.1f} % of packets' time sending, {:.1f} % stalled, {:.1f} % held by the pacer",
            percent(sending / total), percent(static_cast<double>(nic.stall_cycles) / total),
            percent(static_cast<double>(held) / total));
  if (!summary.control || summary.control->packets == 0) return;
  lines.add("control", "{} packets, {} B", count_text(summary.control->packets), count_text(summary.control->bytes));
}

void add_open_loop(const OpenLoopSummary& open_loop, Lines& lines) {
  lines.add("load", "offered {:.4f}, accepted {:.4f} flits per node and cycle{}", open_loop.offered, open_loop.accepted,
            open_loop.saturated.value_or(false) ? " (saturated)" : "");
  lines.add("", "{} messages measured, {} of them still under way", count_text(open_loop.measured),
            count_text(open_loop.outstanding));
  lines.add("", "from creation: {}", latency_text(open_loop.latency_ns));
}

}  // namespace

std::string duration_text(double seconds) {
  if (seconds >= 1.0) return fmt::format("{:.3f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.2f} ms", seconds * 1e3);
  if (seconds >= 1e-6) return fmt::format("{:.2f} us", seconds * 1e6);
  return fmt::format("{:.0f} ns", seconds * 1e9);
}

std::string text_summary(const RunSummary& summary, const std::filesystem::path& folder) {
  Lines lines;
  lines.add("scenario", "{}, {} level, seed {}", summary.scenario, summary.level, summary.seed);
  add_time(summary, lines);
  if (summary.rails)
    return lines.text() + text_of(*summary.rails) + fmt::format("{:<12}{}\n", "results", folder.string());
  if (summary.copies) {
    for (const auto& [label, text] : text_lines(*summary.copies)) lines.add(label.c_str(), "{}", text);
    lines.add("delivered", "{} messages", count_text(summary.messages_delivered));
  } else {
    add_network(summary, lines);
  }
  if (summary.packet_latency_ns.count > 0) lines.add("latency", "{}", latency_text(summary.packet_latency_ns));
  add_slowest_sequence(summary, lines);
  if (summary.nic) add_nic(*summary.nic, summary, lines);
  if (summary.limit) {
    lines.add("limit", "{}: {:.0f} % busy; network at most {:.0f} %", summary.limit->what, percent(summary.limit->busy),
              percent(summary.limit->network_busy));
  }
  if (summary.noise) {
    lines.add("noise", "took {} from a rank in the mean, {} at most", duration_text(summary.noise->mean_stolen_s),
              duration_text(summary.noise->max_stolen_s));
  }
  if (summary.open_loop) add_open_loop(*summary.open_loop, lines);
  if (summary.trace && summary.trace->dropped > 0) {
    lines.add("trace", "{} packets recorded, {} left out (trace.max_packets)", count_text(summary.trace->packets),
              count_text(summary.trace->dropped));
  }
  if (summary.trace && summary.trace->dropped_messages > 0) {
    lines.add("messages", "{} recorded, {} left out (trace.max_messages)", count_text(summary.trace->messages),
              count_text(summary.trace->dropped_messages));
  }
  lines.add("results", "{}", folder.string());
  return lines.text();
}

}  // namespace tactus
