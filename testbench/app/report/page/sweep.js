// A sweep: figures over its axes.

const LATENCIES = ["open_loop_latency_mean_ns", "packet_latency_mean_ns"];
const HIDDEN = ["exit_status", "seeds", "saturated", "steady"];

/** The table with its columns by name. */
class SweepTable {
  constructor(sweep) {
    Object.assign(this, sweep);
    this.axisNames = sweep.columns.slice(0, sweep.axes);
    this.figureNames = sweep.columns.slice(sweep.axes)
      .filter((name) => !HIDDEN.includes(name) && !name.endsWith("_ci95") && this.isNumeric(name));
  }

  field(row, name) {
    return row[this.columns.indexOf(name)] ?? null;
  }

  /** A field as a number of the unit that its axis is measured in. */
  number(row, name) {
    const measured = this.quantities[name];
    return measured ? measured.values[this.rows.indexOf(row)] : this.field(row, name);
  }

  /** The name, with the unit of what is measured. */
  label(name) {
    const measured = this.quantities[name];
    return measured ? `${name} (${measured.unit})` : name;
  }

  /** At least one row has it, and all that have it a number. */
  isNumeric(name) {
    if (this.quantities[name]) return true;
    const fields = this.rows.map((row) => this.field(row, name)).filter((field) => field !== null);
    return fields.length > 0 && fields.every((field) => typeof field === "number");
  }

  /** Curves of `figure` over `across`: one for each combination of the axes that are not on the x axis. */
  curves(across, figure) {
    const over = this.axisNames.includes(across) ? across : this.axisNames.filter((name) => this.isNumeric(name)).at(-1);
    const others = this.axisNames.filter((name) => name !== over);
    const curves = new Map();
    for (const row of this.rows) {
      const [x, y] = [this.number(row, across), this.field(row, figure)];
      if (x === null || y === null) continue;
      const label = others.map((name) => `${name} ${this.field(row, name)}`).join(", ") || figure;
      if (!curves.has(label)) curves.set(label, []);
      curves.get(label).push({ x, y, around: this.field(row, `${figure}_ci95`) ?? 0, saturated: this.isSaturated(row) });
    }
    for (const points of curves.values()) points.sort((a, b) => a.x - b.x);
    return curves;
  }

  /** Of several seeds: of at least half of them. Tables without the column: less than 95 % of what is offered arrives. */
  isSaturated(row) {
    const told = this.field(row, "saturated");
    if (told !== null) return told === true || told >= 0.5;
    const [offered, accepted] = [this.field(row, "offered"), this.field(row, "accepted")];
    return offered !== null && accepted < 0.95 * offered;
  }
}

/** uPlot's columns and series: a curve, and a band where there are intervals. */
function sweepColumns(curves, across) {
  const tables = [];
  const series = [{ label: across, value: (_, value) => value === null ? "–" : digits(value, 4) }];
  const bands = [];
  [...curves].forEach(([label, points], number) => {
    const stroke = OTHERS[number % OTHERS.length];
    const column = (of) => points.map(of);
    tables.push([column(({ x }) => x), column(({ y }) => y), column(({ y, around }) => y + around),
      column(({ y, around }) => y - around)]);
    const edge = { show: points.some(({ around }) => around > 0), stroke: "transparent", points: { show: false }, spanGaps: true };
    bands.push({ series: [series.length + 1, series.length + 2], fill: `${stroke}2e` });
    series.push({ label, stroke, width: 2, points: { size: 6, fill: stroke }, spanGaps: true,
      value: (_, value) => value === null ? "–" : digits(value, 4) },
    { ...edge, label: "", class: "edge" }, { ...edge, label: "", class: "edge" });
  });
  return { columns: uPlot.join(tables), series, bands };
}

/** A line where each curve saturates first. */
function saturationHook(curves) {
  return (plot) => [...curves.values()].forEach((points, number) => {
    const first = points.find(({ saturated }) => saturated);
    if (!first) return;
    const at = plot.valToPos(first.x, "x", true);
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = OTHERS[number % OTHERS.length];
    ctx.setLineDash([6, 5]);
    ctx.beginPath();
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
    ctx.stroke();
    ctx.font = `${12 * (window.devicePixelRatio || 1)}px system-ui, sans-serif`;
    ctx.textAlign = "right";
    ctx.fillText(`saturated from ${digits(first.x)}`, at - 6, bbox.top + (16 + 16 * number) * (window.devicePixelRatio || 1));
    ctx.restore();
  });
}

function drawSweep(box, table, { across, figure, scale }) {
  const curves = table.curves(across, figure);
  const { columns, series, bands } = sweepColumns(curves, across);
  box.replaceChildren();
  if (curves.size === 0) return null;
  const logarithmic = scale === "log" && [...curves.values()].flat().every(({ y, around }) => y - around > 0);
  return chart(box, {
    height: 380, bands, series, hooks: { draw: [saturationHook(curves)] }, cursor: { y: false },
    scales: { x: { time: false },
      y: logarithmic ? { distr: 3 } : { range: (_, low, high) => [Math.min(0, low), high * 1.05 || 1] } },
    axes: [{ ...AXIS, label: table.label(across), labelSize: 20, size: 36 },
      { ...AXIS, label: figure, labelSize: 20, size: 70,
        values: (_, values) => values.map((value) => value === null ? "" : digits(value)) }],
  }, columns);
}

function select(label, names, chosen, choose) {
  const list = element("select", { "aria-label": label, onchange: () => choose(list.value) },
    ...names.map((name) => element("option", { value: name, selected: name === chosen }, name)));
  return element("label", {}, `${label} `, list);
}

function sweepRows(table) {
  const status = table.columns.indexOf("exit_status");
  const used = table.columns.map((_, column) => table.rows.some((row) => row[column] !== null));
  const cells = (row) => row.filter((_, column) => used[column]);
  return element("table", { class: "keys sweep" },
    element("thead", {}, element("tr", {}, ...cells(table.columns).map((name) => element("th", {}, name)))),
    element("tbody", {}, ...table.rows.map((row) => element("tr", { class: row[status] ? "failed" : null },
      ...cells(row).map((field) => element("td", {}, typeof field === "number" ? digits(field, 5) : String(field ?? "")))))));
}

function sweepPage(sweep) {
  const table = new SweepTable(sweep);
  const numericAxes = table.axisNames.filter((name) => table.isNumeric(name));
  const loaded = table.figureNames.includes("offered");
  document.title = "Sweep - Tactus";
  const failed = table.rows.filter((row) => table.field(row, "exit_status")).length;
  const facts = [`over ${table.axisNames.join(", ")}`, `${table.rows.length} points`, failed ? `${failed} failed` : ""].filter(Boolean);
  document.getElementById("head").append(element("div", { class: "run" }, element("h1", {}, "Sweep"),
    ...facts.map((fact) => element("span", { class: "chip" }, fact)), element("span", { class: "folder" }, sweep.folder)));
  const crosses = [...numericAxes, ...(loaded ? ["offered"] : [])];
  const latency = LATENCIES.find((name) => table.figureNames.includes(name));
  const rails = table.figureNames.find((name) => name === "rails_bytes_per_second");
  const shown = { across: loaded ? "offered" : crosses.at(-1), figure: (loaded && latency) || rails || table.figureNames[0],
    scale: "linear" };
  if (!shown.across || !shown.figure) {
    section("curves", "Curves", "wide", element("p", { class: "missing" }, "No axis has numbers, or no point has figures: see the table."));
  } else {
    const box = element("div", { class: "chart" });
    let plot = null;
    const draw = (changes) => {
      Object.assign(shown, changes);
      plot?.destroy();
      plot = drawSweep(box, table, shown);
    };
    section("curves", loaded ? "Latency against load" : "Curves", "wide", element("div", { class: "controls" },
      select("Figure", table.figureNames, shown.figure, (figure) => draw({ figure })),
      select("over", crosses, shown.across, (across) => draw({ across })),
      chooser("Scale", [["linear", "linear"], ["log", "logarithmic"]], "linear", (scale) => draw({ scale }))), box);
    draw({});
    Object.assign(window.tactus, { table, shown });
  }
  section("points", "Points", "wide", sweepRows(table));
}
