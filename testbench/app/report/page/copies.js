// Runs of cores that copy: what each case took, and where its cache lines came from.

const SOURCES = [["l1_hits", "first-level cache", "#3f8f8b"], ["l2_hits", "second-level cache", "#7cc0b4"],
  ["other_core", "another core's cache", "#ea6a3c"], ["memory", "memory", "#b7304f"]];

function copyRow(one) {
  const all = SOURCES.reduce((sum, [key]) => sum + (one[key] ?? 0), 0);
  return element("tr", {}, element("td", {}, one.name), element("td", {}, valueText(one.bytes, "B")), element("td", {}, time(one.time_s)),
    element("td", {}, valueText(one.bytes ? one.bytes / one.time_s : null, "B/s")),
    element("td", {}, element("div", { class: "pieces" }, ...SOURCES.filter(([key]) => one[key] > 0).map(([key, name, colour]) =>
      element("i", { style: `width: ${100 * one[key] / all}%; --part: ${colour}`, "data-source": key,
        title: `${name}: ${count(one[key])} accesses, ${percent(one[key] / all)}` })))),
    element("td", {}, count(one.upgrades ?? 0)), element("td", {}, count(one.tlb_misses ?? 0)));
}

function copiesSection(runs) {
  const having = runs.map((run, number) => [run.result.copies, number]).filter(([copies]) => copies?.cases?.length > 0);
  if (having.length === 0) return;
  const heads = ["Case", "bytes", "time", "bandwidth", "where accesses were answered", "upgrades", "TLB misses"];
  section("copies", "Copies between processes", "wide", ...having.flatMap(([{ cases }, number]) => [
    runs.length > 1 ? element("h3", {}, "AB"[number]) : "",
    element("div", { class: "scroll" }, element("table", { class: "copies" }, element("thead", {}, element("tr", {},
      ...heads.map((name) => element("th", {}, name)))), element("tbody", {}, ...cases.map(copyRow))))]),
  element("p", { class: "legend" }, ...SOURCES.map(([, name, colour]) => element("span", {},
    element("i", { class: "dot", style: `--part: ${colour}` }), name))));
}
