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

const SVG = "http://www.w3.org/2000/svg";

function drawn(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Designs with a known cost as points, cells across and regret up; the front as a line. */
function frontPicture(designs, front, figure, title) {
  const known = designs.map((design, i) => ({ design, onFront: front[i], x: design.cells, y: design[figure] }))
    .filter(({ x, y }) => x !== null && y !== null);
  if (known.length === 0) return element("p", { class: "none" }, `${title}: no design has a known cost.`);
  const [width, height, left, low] = [560, 320, 60, 46];
  const largest = Math.max(1, ...known.map(({ x }) => x)) * 1.1;
  const least = Math.min(1, ...known.map(({ y }) => y));
  const most = Math.max(1.05, ...known.map(({ y }) => y)) * 1.03;
  const at = (x, y) => [left + (width - left - 120) * x / largest, (height - low) * (1 - (y - least) / (most - least)) + 8];
  const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "front", role: "img", "aria-label": title });
  for (let i = 0; i <= 4; ++i) {
    const [x, y] = [largest * i / 4, least + (most - least) * i / 4];
    const [across, up] = [at(x, least), at(0, y)];
    picture.append(drawn("line", { x1: left, x2: width - 120, y1: up[1], y2: up[1], class: "grid" }),
      drawn("text", { x: left - 6, y: up[1] + 4, "text-anchor": "end" }, digits(y)),
      drawn("text", { x: across[0], y: height - 22, "text-anchor": "middle" }, digits(x)));
  }
  picture.append(drawn("text", { x: left, y: height - 4 }, "cells in each engine"));
  const line = known.filter(({ onFront }) => onFront).sort((a, b) => a.x - b.x).map(({ x, y }) => at(x, y).join(","));
  picture.append(drawn("polyline", { points: line.join(" "), class: "line" }));
  for (const { design, onFront, x, y } of known) {
    const [cx, cy] = at(x, y);
    picture.append(drawn("circle", { cx, cy, r: 5, class: onFront ? "on" : "off", "data-design": design.design },
      drawn("title", {}, `${design.design}: ${x} cells, ${digits(y, 4)}`)), drawn("text", { x: cx + 8, y: cy + 4 }, design.design));
  }
  return element("figure", {}, element("figcaption", {}, title), picture);
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
  section("designs", "Designs", "wide", table("designs-table", ["design", "gain, geometric mean", "worst",
    "regret, geometric mean", "worst", "worst at", "within 10 %",
    "pacing writes", "writes", "cells", "flip-flops", "memory bits", "cost is"],
  designs.map((row) => [cell(String(row.design)), cell(withInterval(row.gain_geometric_mean, row.gain_geometric_mean_ci95)),
    cell(withInterval(row.gain_worst, row.gain_worst_ci95)),
    cell(withInterval(row.regret_geometric_mean, row.regret_geometric_mean_ci95)),
    cell(withInterval(row.regret_worst, row.regret_worst_ci95)), cell(row.regret_worst_at ?? ""),
    cell(row.share_within_10_percent === null ? "–" : percent(row.share_within_10_percent)),
    ...[row.pacing_writes_per_message, row.writes_per_message].map((writes) => cell(writes === null ? "–" : digits(writes, 4))),
    ...[row.cells, row.flip_flops, row.memory_bits].map((figure) => cell(figure === null ? "–" : count(figure))),
    cell(row.cost_is)])));
}

/** Text of a place of the matrix. */
function matrixField(row) {
  if (row.refused) return element("td", { class: "refused", title: row.refused }, "refused");
  if (row.exit_status) return element("td", { class: "failed" }, `failed (${row.exit_status})`);
  if (row.regret === null) return element("td", {}, "–");
  const end = row.at_grid_end === "true" ? " (at the grid’s end)" : "";
  return element("td", { style: `background: ${ratioColour(row.regret)}`, "data-regret": row.regret,
    title: `gain ${withInterval(row.gain, row.gain_ci95)}; ${row.tuned ?? ""}${end}` },
  withInterval(row.regret, row.regret_ci95) + (end && row.tuned ? " *" : ""));
}

function matrixSection(data, cells) {
  const columns = [...new Set(cells.map((row) => `${row.machine}, ${row.workload}, ${row.disturbance}`))];
  const rows = columns.map((name) => [element("th", {}, name), ...data.design_names.map((design) => matrixField(
    cells.find((row) => String(row.design) === design && `${row.machine}, ${row.workload}, ${row.disturbance}` === name)))]);
  section("matrix", "Regret on every machine, workload and disturbance", "wide", element("div", { class: "sweep" },
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
  section("degradation", "Degradation by disturbance", "wide", table("degradation-table", ["design", ...data.disturbances],
    degradation(data, cells).map(([design, ratios]) => [element("th", {}, design), ...ratios.map((ratio) =>
      ratio === null ? element("td", {}, "–")
        : element("td", { style: `background: ${ratioColour(ratio)}`, "data-ratio": ratio }, digits(ratio, 4)))])),
  element("p", { class: "hint" }, `Time over the same design's time under ‘${data.disturbances[0]}’, geometric mean of machines `
    + "and workloads."));
}

function explorePage(data) {
  const designs = records(data.designs);
  const cells = records(data.cells);
  exploreHead(data);
  frontSection(data, designs);
  designsSection(data, designs);
  degradationSection(data, cells);
  matrixSection(data, cells);
}
