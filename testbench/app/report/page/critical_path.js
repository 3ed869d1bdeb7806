// The critical path, of runs that have one: what its pieces were spent on and where.

function criticalPathSection(runs, state) {
  const having = runs.filter(({ result }) => result.critical_path?.most?.length > 0);
  if (having.length === 0) return;
  section("critical-path", "Critical path", "wide", ...having.map((run) => criticalPath(run, runs, state)));
}

function criticalPath(run, runs, state) {
  const { cycles: whole, parts, most } = run.result.critical_path;
  const sums = { packets: 1, latency_cycles: whole, parts };
  const largest = most.slice(0, 10);
  const rows = largest.map((step) => element("tr", {},
    element("td", {}, element("i", { class: "dot", style: `background: ${PARTS[step.part]?.[0] ?? "#94a3b8"}` }),
      PARTS[step.part]?.[1] ?? step.part),
    element("td", {}, step.port ? element("button", { type: "button", onclick: () => markOutput(state, step) },
      `(${step.node.join(", ")}) ${step.port}`) : `(${step.node.join(", ")})`),
    element("td", {}, time(step.cycles * cycleOf(run))), element("td", {}, percent(step.cycles / whole))));
  return element("div", {}, runs.length > 1 ? element("h3", {}, "AB"[runs.indexOf(run)]) : "",
    bar("", sums, whole * 1.12, cycleOf(run)),
    element("table", { class: "path" }, element("thead", {}, element("tr", {},
      ...["Spent on", "where", "time", "share"].map((name) => element("th", {}, name)))), element("tbody", {}, ...rows)));
}
