// An exploration: designs by cost and regret, and the matrix behind them.

/** Rows of a table as objects; fields that are numbers are numbers, and empty ones null. */
function records({ columns, rows }) {
  const field = (text) => text === "" ? null : Number.isNaN(Number(text)) ? text : Number(text);
  return rows.map((row) => Object.fromEntries(row.map((text, i) => [columns[i], field(text)])));
}

/** A number with half of its confidence interval. */
function withInterval(value, half) {
  if (value === null) return "–";
  return half ? `${digits(value, 4)} ± ${digits(half, 2)}` : digits(value, 4);
}

/** Colour of a ratio of times: white at 1, red from 2 on, green below 1. */
function ratioColour(ratio) {
  const share = Math.min(1, Math.abs(Math.log2(ratio)));
  const towards = ratio > 1 ? [226, 98, 75] : [92, 168, 110];
  return `rgb(${towards.map((end) => Math.round(255 + share * (end - 255))).join(",")})`;
}

function exploreHead(data) {
  document.title = data.title;
  document.getElementById("head").append(element("div", { class: "run" }, element("h1", {}, data.title),
    element("span", { class: "chip" }, `${data.level} level`), element("span", { class: "chip" }, `${data.seeds} seeds`),
    element("span", { class: "folder" }, data.folder)),
  element("p", { class: "sentence" }, data.sentence), element("code", { class: "command" }, data.command));
}

/** Designs with a known cost as points, cells across and regret with its interval up; the front as a line. */
function frontPicture(designs, front, figure, title) {
  const known = designs.map((design, i) => ({ design, onFront: front[i], x: design.cells, y: design[figure] }))
    .filter(({ x, y }) => x !== null && y !== null);
  if (known.length === 0) return element("p", { class: "none" }, `${title}: no design has a known cost.`);
  const points = known.map(({ design, x, y }) => ({ name: String(design.design), x, y, aroundY: design[`${figure}_ci95`] ?? 0,
    text: `${design.design}: ${count(x)} cells, regret ${withInterval(y, design[`${figure}_ci95`])}` }));
  return element("figure", {}, element("figcaption", {}, title), scatterBox(points, { title, senses: [-1, -1],
    across: { label: "cells in each engine", unit: "" }, up: { label: "regret", unit: "" },
    front: known.map(({ onFront }) => onFront) }));
}

/** Figures of designs against each other, as the reader likes. */
function designScatter(designs) {
  const names = Object.keys(designs[0]).filter((name) => !name.endsWith("_ci95")
    && designs.some((row) => typeof row[name] === "number") && designs.every((row) => row[name] === null || typeof row[name] === "number"));
  const label = (name) => name.replaceAll("_", " ");
  const figures = new Map(names.map((name) => [name, { label: label(name), unit: "", value: (row) => row[name],
    around: (row) => row[`${name}_ci95`] ?? 0 }]));
  const costs = designs.filter(({ cells }) => cells !== null).length;
  const [x, y] = costs > 0.7 * designs.length ? ["cells", "gain_geometric_mean"] : ["regret_geometric_mean", "regret_worst"];
  scatterSection("pareto", "Figures of designs against each other", { rows: designs, name: (row) => String(row.design), figures,
    words: new Map(), x: figures.has(x) ? x : names[0], y: figures.has(y) ? y : names[1],
    colour: figures.has("pacing_writes_per_message") ? "pacing_writes_per_message" : "" });
}

function frontSection(data, designs) {
  const unknown = designs.filter(({ cells }) => cells === null);
  section("front", "Cost against regret", "wide", element("div", { class: "split" },
    frontPicture(designs, data.front_of_mean, "regret_geometric_mean", "Regret, geometric mean"),
    frontPicture(designs, data.front_of_worst, "regret_worst", "Regret, worst case")),
  element("p", { class: "hint" }, `Regret is the time over that of ${data.reference}. A design on the line is beaten by none that `
    + "costs as little. "
    + (unknown.length ? `Without a known cost: ${unknown.map(({ design, cost_is: why }) => `${design} (${why})`).join("; ")}.` : "")));
}

function table(id, names, rows) {
  return element("table", { id }, element("thead", {}, element("tr", {}, ...names.map((name) => element("th", {}, name)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row))));
}

function designsSection(data, designs) {
  const cell = (text) => element("td", {}, text);
  section("designs", "Designs", "wide", scrolling(table("designs-table", ["design", "gain, geometric mean", "worst",
    "regret, geometric mean", "worst", "worst at", "within 10 %",
    "pacing writes", "writes", "cells", "flip-flops", "memory bits", "cost is"],
  designs.map((row) => [cell(String(row.design)), cell(withInterval(row.gain_geometric_mean, row.gain_geometric_mean_ci95)),
    cell(withInterval(row.gain_worst, row.gain_worst_ci95)),
    cell(withInterval(row.regret_geometric_mean, row.regret_geometric_mean_ci95)),
    cell(withInterval(row.regret_worst, row.regret_worst_ci95)), cell(row.regret_worst_at ?? ""),
    cell(row.share_within_10_percent === null ? "–" : percent(row.share_within_10_percent)),
    ...[row.pacing_writes_per_message, row.writes_per_message].map((writes) => cell(writes === null ? "–" : digits(writes, 4))),
    ...[row.cells, row.flip_flops, row.memory_bits].map((figure) => cell(figure === null ? "–" : count(figure))),
    cell(row.cost_is)]))));
}

/** Text of a place of the matrix. */
function matrixField(row) {
  if (row.refused) return element("td", { class: "refused", title: row.refused }, "refused");
  if (row.exit_status) return element("td", { class: "failed" }, `failed (${row.exit_status})`);
  if (row.regret === null) return element("td", {}, "–");
  const end = row.at_grid_end === "true" ? " (at the grid’s end)" : "";
  return element("td", { style: `color: #0f172a; background: ${ratioColour(row.regret)}`, "data-regret": row.regret,
    title: `gain ${withInterval(row.gain, row.gain_ci95)}; ${row.tuned ?? ""}${end}` },
  withInterval(row.regret, row.regret_ci95) + (end && row.tuned ? " *" : ""));
}

function matrixSection(data, cells) {
  const columns = [...new Set(cells.map((row) => `${row.machine}, ${row.workload}, ${row.disturbance}`))];
  const rows = columns.map((name) => [element("th", {}, name), ...data.design_names.map((design) => matrixField(
    cells.find((row) => String(row.design) === design && `${row.machine}, ${row.workload}, ${row.disturbance}` === name)))]);
  section("matrix", "Regret on every machine, workload and disturbance", "wide", scrolling(
    table("matrix-table", ["", ...data.design_names], rows)),
  element("p", { class: "hint" }, "A star: the best value is at an end of the grid, so that a better one may lie beyond it."));
}

/** Geometric mean of a design's regret under each disturbance. */
function degradation(data, cells) {
  return data.design_names.map((design) => [design, data.disturbances.map((disturbance) => {
    const found = cells.filter((row) => String(row.design) === design && String(row.disturbance) === disturbance
      && row.simulated_seconds !== null);
    const first = found.map((row) => cells.find((other) => other.design === row.design && other.machine === row.machine
      && other.workload === row.workload && String(other.disturbance) === data.disturbances[0]).simulated_seconds);
    if (found.length === 0 || first.includes(null)) return null;
    return Math.exp(found.reduce((sum, row, i) => sum + Math.log(row.simulated_seconds / first[i]), 0) / found.length);
  })]);
}

function degradationSection(data, cells) {
  if (data.disturbances.length < 2) return;
  section("degradation", "Degradation by disturbance", "wide", scrolling(table("degradation-table", ["design", ...data.disturbances],
    degradation(data, cells).map(([design, ratios]) => [element("th", {}, design), ...ratios.map((ratio) =>
      ratio === null ? element("td", {}, "–")
        : element("td", { style: `color: #0f172a; background: ${ratioColour(ratio)}`, "data-ratio": ratio }, digits(ratio, 4)))]))),
  element("p", { class: "hint" }, `Time over the same design's time under ‘${data.disturbances[0]}’, geometric mean of machines `
    + "and workloads."));
}

function explorePage(data) {
  const designs = records(data.designs);
  const cells = records(data.cells);
  exploreHead(data);
  frontSection(data, designs);
  designScatter(designs);
  designsSection(data, designs);
  degradationSection(data, cells);
  matrixSection(data, cells);
}
