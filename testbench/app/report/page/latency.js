// Latencies as result.json has them: mean and percentiles, and their distribution.

const STATISTICS = [["mean", "mean"], ["p50", "median"], ["p95", "95 %"], ["p99", "99 %"], ["max", "largest"]];

function latencyTable(runs, title, of) {
  const having = runs.map((run, number) => [run, number]).filter(([{ result }]) => of(result)?.max > 0);
  if (having.length === 0) return "";
  const largest = Math.max(...having.map(([{ result }]) => of(result).max));
  const rows = STATISTICS.map(([key, name]) => element("tr", {}, element("th", {}, name),
    element("td", {}, ...having.map(([{ result }, number]) => element("div", { class: "latency" },
      element("i", { class: number ? "b" : "a", style: `width: ${70 * of(result)[key] / largest}%` }),
      element("span", {}, time(of(result)[key] * 1e-9))))),
    element("td", { class: "change" }, having.length > 1 ? judgedChange(...having.map(([{ result }]) => of(result)[key]), -1) : "")));
  return element("div", {}, element("h3", {}, title), element("table", { class: "latencies" }, element("tbody", {}, ...rows)),
    ...distributionChart(having.map(([run, number]) => [of(run.result).distribution, number]), runs.length));
}

/** Shares that take at most so long, from where the first class may begin: columns for uPlot. */
function distributionColumns({ up_to: upTo, count }) {
  const all = count.reduce((sum, one) => sum + one, 0);
  let seen = 0;
  return [upTo, count.map((one) => (seen += one) / all)];
}

/** A curve per run that has classes: results of older programs have none. */
function distributionChart(having, runs) {
  const shown = having.filter(([distribution]) => distribution?.count.length > 0);
  if (shown.length === 0) return [];
  const box = element("div", { class: "chart distribution" });
  const nanoseconds = (value) => time(value * 1e-9);
  requestAnimationFrame(() => chart(box, {
    height: 178, cursor: { y: false, points: { size: 6 } },
    scales: { x: { time: false, distr: 3 }, y: { range: [0, 1.02] } },
    axes: [{ ...AXIS, size: 30, values: (_, values) => values.map((value) => value === null ? "" : nanoseconds(value)) },
      { ...AXIS, size: 46, values: (_, values) => values.map((value) => `${Math.round(100 * value)} %`) }],
    series: [{ label: "in at most", value: (_, value) => value === null ? "–" : nanoseconds(value) },
      ...shown.map(([, number]) => ({ label: runs > 1 ? `${"AB"[number]} share` : "share", width: 1.6,
        stroke: () => ink(number ? "accent" : "text"), dash: dashes(number, ""), points: { show: false }, spanGaps: true,
        paths: uPlot.paths.stepped({ align: 1 }), value: (_, value) => value === null ? "–" : `${digits(100 * value)} %` }))],
  }, uPlot.join(shown.map(([distribution]) => distributionColumns(distribution)))));
  return [box];
}

function latencySection(runs) {
  const tables = [
    latencyTable(runs, "Packets, from injection to arrival", (result) => result.packet_latency_ns),
    latencyTable(runs, "Messages, from creation to arrival", (result) => result.open_loop?.latency_ns),
  ].filter(Boolean);
  if (tables.length > 0) section("latency", "Latency", "narrow", ...tables);
}
