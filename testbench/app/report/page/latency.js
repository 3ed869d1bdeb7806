// The latency's distribution, as far as result.json has it: mean and percentiles.

const STATISTICS = [["mean", "mean"], ["p50", "median"], ["p95", "95 %"], ["p99", "99 %"], ["max", "largest"]];

function latencyTable(runs, title, of) {
  const having = runs.map((run, number) => [run, number]).filter(([{ result }]) => of(result)?.max > 0);
  if (having.length === 0) return "";
  const largest = Math.max(...having.map(([{ result }]) => of(result).max));
  const rows = STATISTICS.map(([key, name]) => element("tr", {}, element("th", {}, name),
    element("td", {}, ...having.map(([{ result }, number]) => element("div", { class: "latency" },
      element("i", { class: number ? "b" : "a", style: `width: ${70 * of(result)[key] / largest}%` }),
      element("span", {}, time(of(result)[key] * 1e-9))))),
    element("td", { class: "change" }, having.length > 1 ? change(...having.map(([{ result }]) => of(result)[key])) : "")));
  return element("div", {}, element("h3", {}, title), element("table", { class: "latencies" }, element("tbody", {}, ...rows)));
}

function latencySection(runs) {
  const tables = [
    latencyTable(runs, "Packets, from injection to arrival", (result) => result.packet_latency_ns),
    latencyTable(runs, "Messages, from creation to arrival", (result) => result.open_loop?.latency_ns),
  ].filter(Boolean);
  if (tables.length > 0) section("latency", "Latency", "narrow", ...tables);
}
