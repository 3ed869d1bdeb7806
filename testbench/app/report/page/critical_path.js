// The critical path, of runs that have one: what its pieces were spent on and where.

/** The path of a run in seconds, of packets or of messages; null without one. */
function pathOf(run, state) {
  const { critical_path: packets, flow_critical_path: flows } = run.result;
  if (packets?.most?.length > 0) {
    const unit = cycleOf(run);
    return { sums: inSeconds(packets, unit), most: packets.most.map((step) => ({
      part: step.stage ? `${step.part}.${step.stage}` : step.part, taken: step.cycles * unit,
      where: step.port ? element("button", { type: "button", onclick: () => markOutput(state, step) },
        `${nodeOfRun(run, step.node)} ${step.port}`) : nodeOfRun(run, step.node) })) };
  }
  if (!flows?.most?.length) return null;
  return { sums: inSeconds(flows, 1e-12), most: flows.most.map(({ part, node, link, ps }) =>
    ({ part, taken: ps * 1e-12, where: link ?? nodeOfRun(run, node) })) };
}

function criticalPathSection(runs, state) {
  const paths = runs.map((run) => pathOf(run, state));
  if (!paths.some(Boolean)) return;
  section("critical-path", "Critical path", "wide", ...paths.map((path, number) =>
    path ? criticalPath(path, runs.length > 1 ? "AB"[number] : "") : ""));
}

function criticalPath({ sums, most }, letter) {
  const rows = most.slice(0, 10).map(({ part, taken, where }) => element("tr", {},
    element("td", {}, element("i", { class: "dot", style: `--part: ${partOf(part)[0]}` }),
      partOf(part)[1]),
    element("td", {}, where), element("td", {}, time(taken)), element("td", {}, percent(taken / sums.taken))));
  return element("div", {}, letter ? element("h3", {}, letter) : "", bar("", sums, sums.taken * 1.12),
    scrolling(element("table", { class: "path" }, element("thead", {}, element("tr", {},
      ...["Spent on", "where", "time", "share"].map((name) => element("th", {}, name)))), element("tbody", {}, ...rows))));
}
