// Runs of rails between two nodes: bandwidth over the size of messages, and the resources that the slowest rail waited for.

const MOST_RESOURCES = 9;
const RESOURCE_COLOURS = ["#b7304f", "#ea6a3c", "#f2c14e", "#3f8f8b", "#2c6e8f", "#7c6fd0", "#a3b18a", "#5c1154", "#7db3e0"];
const REST = "all others";

/** Curves of all rails together and of each, as uPlot's columns and series. */
function railCurves(runs) {
  const having = runs.map((run, number) => [run.result.rails, number]).filter(([rails]) => rails);
  const series = [];
  const tables = having.map(([{ nics, sizes }, number]) => {
    const letter = runs.length > 1 ? `${"AB"[number]} ` : "";
    const several = nics.length > 1 ? nics : [];
    const dash = number > 0 ? [5, 4] : undefined;
    series.push({ label: `${letter}all rails`, stroke: () => ink("curve"), width: 2, dash }, ...several.map((nic, index) =>
      ({ label: `${letter}rail ${nic}`, stroke: () => visible(OTHERS[index % OTHERS.length]), width: 1.4, dash })));
    return [sizes.map(({ size_bytes: size }) => size), sizes.map(({ bytes_per_second: rate }) => rate),
      ...several.map((_, index) => sizes.map(({ rail_bytes_per_second: rates }) => rates[index] || null))];
  });
  return { columns: uPlot.join(tables), series: series.map((one) => ({ ...one, points: { size: 5 }, spanGaps: true,
    value: (_, value) => valueText(value, "B/s") })) };
}

/** A chart over sizes, which double from tick to tick; `more` are uPlot's options. */
function sizeChart(title, { columns, series }, unit) {
  const box = element("div", { class: "chart" }, element("h3", {}, title));
  const wide = isWide(columns[0], "B");
  requestAnimationFrame(() => chart(box, {
    height: 260, cursor: { y: false },
    scales: { x: { time: false, ...(wide ? { distr: 3, log: 2 } : {}) }, y: { range: (_, low, high) => [0, high * 1.05 || 1] } },
    axes: [{ ...AXIS, size: 30, values: tickValues("B", wide) }, { ...AXIS, size: 64, values: tickValues(unit, false) }],
    series: [{ label: "message", value: (_, value) => valueText(value, "B") }, ...series],
  }, columns));
  return box;
}

/** The resources with most of the time at any size of any run, most first: each has one colour. The others are one. */
function resourcesOf(having) {
  const most = new Map();
  for (const { resource, share } of having.flatMap(({ sizes }) => sizes).flatMap(({ limits }) => limits)) {
    most.set(resource, Math.max(share, most.get(resource) ?? 0));
  }
  return [...most].sort((a, b) => b[1] - a[1]).slice(0, MOST_RESOURCES).map(([resource]) => resource);
}

/** A bar for each size: the shares of the time that the slowest rail waited for each resource. */
function limitBars(rails, resources) {
  const colour = (resource) => resource === REST ? "#94a3b8" : RESOURCE_COLOURS[resources.indexOf(resource)];
  const pieces = (limits) => {
    const shown = limits.filter(({ resource }) => resources.includes(resource));
    const rest = limits.filter(({ resource }) => !resources.includes(resource)).reduce((sum, { share }) => sum + share, 0);
    return [...shown, ...(rest > 0 ? [{ resource: REST, share: rest }] : [])];
  };
  const rows = rails.sizes.map(({ size_bytes: size, limits }) => element("div", { class: "bars", "data-size": size },
    element("span", {}, valueText(size, "B")), element("div", { class: "pieces" }, ...pieces(limits).map(({ resource, share }) =>
      element("i", { style: `width: ${100 * share}%; --part: ${colour(resource)}`, "data-resource": resource,
        title: `${resource}: ${percent(share)}` })))));
  const largest = rails.sizes.at(-1).limits;
  const shareAtEnd = (resource) => pieces(largest).find((one) => one.resource === resource)?.share ?? 0;
  const occurring = new Set(rails.sizes.flatMap(({ limits }) => pieces(limits)).map(({ resource }) => resource));
  const names = [...resources, REST].filter((resource) => occurring.has(resource));
  const end = `share of the time at ${valueText(rails.sizes.at(-1).size_bytes, "B")}`;
  return element("div", { class: "split" }, element("div", { class: "allbars limits" }, ...rows),
    element("ul", { class: "parts broadparts" }, element("li", {}, element("span", {}, end)),
      ...names.map((resource) => element("li", {}, element("i", { style: `--part: ${colour(resource)}` }),
        element("span", {}, resource), element("b", {}, percent(shareAtEnd(resource)))))));
}

/** The largest bandwidth, the size that has half of it, and how long a short message takes. */
function railFigures({ sizes }) {
  const best = sizes.reduce((one, other) => other.bytes_per_second > one.bytes_per_second ? other : one);
  const half = sizes.find(({ bytes_per_second: rate }) => rate >= best.bytes_per_second / 2);
  return [["largest bandwidth", best.bytes_per_second, "B/s", 1], ["at", best.size_bytes, "B", 0],
    ["half of it from", half.size_bytes, "B", -1], ["one way, shortest message", sizes[0].one_way_s, "s", -1]];
}

function railTiles(runs) {
  const figures = runs.map(({ result }) => result.rails && railFigures(result.rails));
  const having = figures.find(Boolean);
  if (!having) return [];
  return having.map(([name, , unit, sense], index) => {
    const numbers = figures.map((all) => all ? all[index][1] : null);
    return tile(name, runs, numbers.map((value) => value === null ? "" : valueText(value, unit)), numbers, sense);
  });
}

function railsSection(runs) {
  const having = runs.filter(({ result }) => result.rails);
  if (having.length === 0) return;
  const resources = resourcesOf(having.map(({ result }) => result.rails));
  window.tactus.railCurves = () => railCurves(runs);
  section("rails", "Bandwidth over size", "wide",
    sizeChart("Messages between the two nodes, of all rails and of each", railCurves(runs), "B/s"));
  section("limits", "What the slowest rail waited for", "wide", ...runs.flatMap(({ result }, number) => !result.rails ? []
    : [runs.length > 1 ? element("h3", {}, "AB"[number]) : "", limitBars(result.rails, resources)]),
  element("p", { class: "hint" }, "A bar is the time of the slowest rail at one size, by the resource that it waited for."));
}
