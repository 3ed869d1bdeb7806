// Curves of a sweep: a few at a time, chosen by a filter and a table if there are many.

const MOST_CURVES = 10;

const curveStroke = (number) => visible(OTHERS[number % OTHERS.length]);

/** uPlot's columns and series: a curve, and a band where there are intervals. */
function sweepColumns(curves, across, [acrossUnit, upUnit]) {
  const tables = [];
  const series = [{ label: across, value: (_, value) => valueText(value, acrossUnit) }];
  const bands = [];
  [...curves].forEach(([label, points], number) => {
    const stroke = () => curveStroke(number);
    const column = (of) => points.map(of);
    tables.push([column(({ x }) => x), column(({ y }) => y), column(({ y, around }) => y + around),
      column(({ y, around }) => y - around)]);
    const edge = { show: points.some(({ around }) => around > 0), stroke: "transparent", points: { show: false }, spanGaps: true };
    bands.push({ series: [series.length + 1, series.length + 2],
      fill: () => `color-mix(in srgb, ${curveStroke(number)} 22%, transparent)` });
    series.push({ label, stroke, width: 2, points: { size: 6, fill: stroke }, spanGaps: true,
      dash: number >= OTHERS.length ? [6, 4] : undefined, value: (_, value) => valueText(value, upUnit) },
    { ...edge, label: "", class: "edge" }, { ...edge, label: "", class: "edge" });
  });
  return { columns: uPlot.join(tables), series, bands };
}

/** A line where each curve saturates first. */
function saturationHook(curves, unit) {
  return (plot) => [...curves.values()].forEach((points, number) => {
    const first = points.find(({ saturated }) => saturated);
    if (!first) return;
    const at = plot.valToPos(first.x, "x", true);
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = curveStroke(number);
    ctx.setLineDash([6, 5]);
    ctx.beginPath();
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
    ctx.stroke();
    ctx.font = `${12 * (window.devicePixelRatio || 1)}px system-ui, sans-serif`;
    const room = at - bbox.left > 150 * (window.devicePixelRatio || 1);
    ctx.textAlign = room ? "right" : "left";
    ctx.fillText(`saturated from ${valueText(first.x, unit, 3)}`, at + (room ? -6 : 6),
      bbox.top + (16 + 16 * number) * (window.devicePixelRatio || 1));
    ctx.restore();
  });
}

/** Sizes, and numbers over more than two decades, are shown by their logarithm. */
function isWide(xs, unit) {
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  return low > 0 && high / low > (unit === "B" ? 8 : 100);
}

function drawSweep(box, table, curves, { across, figure, scale }) {
  const units = [table.unit(across).unit, table.unit(figure).unit];
  box.replaceChildren();
  if (curves.size === 0) return null;
  const { columns, series, bands } = sweepColumns(curves, across, units);
  const points = [...curves.values()].flat();
  const logarithmic = scale === "log" && points.every(({ y, around }) => y - around > 0);
  const wide = isWide(points.map(({ x }) => x), units[0]);
  const named = (name, unit) => unit && !UNIT_STEPS[unit] ? `${name} (${unit})` : name;
  return chart(box, {
    height: 380, bands, series, hooks: { draw: [saturationHook(curves, units[0])] }, cursor: { y: false },
    scales: { x: { time: false, ...(wide ? { distr: 3, log: units[0] === "B" ? 2 : 10 } : {}) },
      y: logarithmic ? { distr: 3 } : { range: (_, low, high) => [Math.min(0, low), high * 1.05 || 1] } },
    axes: [{ ...AXIS, label: named(across, units[0]), labelSize: 20, size: 36, values: tickValues(units[0], wide) },
      { ...AXIS, label: named(figure, units[1]), labelSize: 20, size: 70, values: tickValues(units[1], logarithmic) }],
  }, columns);
}

/** Which curves are drawn, and the controls that choose them. */
class CurveChoice {
  constructor(table, shown) {
    Object.assign(this, { table, shown, kept: {}, ticked: null });
    this.filters = element("div", { class: "controls filters" });
    this.list = element("div", { class: "scroll tall" });
  }

  /** All curves that the filter leaves. */
  get curves() {
    return this.table.curves(this.shown.across, this.shown.figure, this.kept);
  }

  /** Those that are drawn: the ticked ones, or the first of them. */
  get drawn() {
    const curves = [...this.curves];
    const ticked = this.ticked ? curves.filter(([label]) => this.ticked.has(label)) : curves.slice(0, MOST_CURVES);
    return new Map(ticked);
  }

  tick(label, on) {
    this.ticked ??= new Set(this.drawn.keys());
    if (on) this.ticked.add(label);
    else this.ticked.delete(label);
  }

  /** Writes filter and table anew; `redraw` follows a choice. */
  show(redraw) {
    const others = this.table.otherAxes(this.shown.across).filter((name) => this.table.valuesOf(name).length > 1);
    const all = this.table.curves(this.shown.across, this.shown.figure);
    const many = all.size > MOST_CURVES;
    this.filters.replaceChildren(...(many ? others.map((name) => select(name, ["", ...this.table.valuesOf(name).map(String)],
      this.kept[name] ?? "", (value) => {
        this.ticked = null;
        if (value) this.kept[name] = value;
        else delete this.kept[name];
        redraw();
      }, ["all", ...this.table.valuesOf(name).map(String)])) : []));
    this.list.replaceChildren(...(many ? [this.curveTable(redraw)] : []));
  }

  curveTable(redraw) {
    const others = this.table.otherAxes(this.shown.across);
    const [acrossUnit, unit] = [this.table.unit(this.shown.across).unit, this.table.unit(this.shown.figure).unit];
    const drawn = [...this.drawn.keys()];
    const best = (points, sense) => points.reduce((one, other) => sense * (other.y - one.y) > 0 ? other : one);
    const rows = [...this.curves].map(([label, points]) => {
      const at = drawn.indexOf(label);
      const box = element("input", { type: "checkbox", checked: at >= 0, "aria-label": `Draw ${label}`,
        onchange: () => { this.tick(label, box.checked); redraw(); } });
      return element("tr", { "data-curve": label }, element("td", {}, box, element("i", { class: "dot",
        style: at < 0 ? "visibility: hidden" : `--part: ${curveStroke(at)}` })),
      ...points[0].parts.map((part) => element("td", {}, String(part))),
      ...[-1, 1].flatMap((sense) => [valueText(best(points, sense).y, unit), valueText(best(points, sense).x, acrossUnit)])
        .map((text) => element("td", {}, text)));
    });
    return element("table", { class: "curves" }, element("caption", {}, `${drawn.length} of ${rows.length} curves are drawn`),
      element("thead", {}, element("tr", {}, ...["", ...others, `least ${this.shown.figure}`, `at ${this.shown.across}`, "most", "at"]
        .map((name) => element("th", {}, name)))), element("tbody", {}, ...rows));
  }
}

function curveSection(table, shown, crosses, title) {
  Object.assign(shown, { scale: "linear" });
  const box = element("div", { class: "chart" });
  const choice = new CurveChoice(table, shown);
  let plot = null;
  const draw = (changes = {}) => {
    Object.assign(shown, changes);
    if ("across" in changes) choice.ticked = null;
    plot?.destroy();
    plot = drawSweep(box, table, choice.drawn, shown);
    choice.show(draw);
  };
  section("curves", title, "wide", element("div", { class: "controls" },
    select("Figure", table.figureNames, shown.figure, (figure) => draw({ figure })),
    select("over", crosses, shown.across, (across) => draw({ across })),
    chooser("Scale", [["linear", "linear"], ["log", "logarithmic"]], "linear", (scale) => draw({ scale }))),
  choice.filters, box, choice.list);
  draw();
  onTheme(() => draw());
  Object.assign(window.tactus, { table, shown, choice, plot: () => plot });
}
