// Curves over time, by uPlot. Where there are windows, the chosen one is marked, and a click chooses one.

/** Columns for uPlot of one run's curves, from the start of the run on. */
function curveColumns(curves) {
  return [[0, ...curves.end_us], ...curves.series.map(({ values }) => [values.length ? values[0] : null, ...values])];
}

/** How a line is drawn: the second run's are dashed, those of VCs above 0 dotted. */
function dashes(run, name) {
  if (run > 0) return [5, 4];
  return /_vc_[1-9]/.test(name) ? [2, 3] : undefined;
}

/** One curve per series and run. */
function curveSeries(runs, name) {
  const stepped = uPlot.paths.stepped({ align: -1 });
  return runs.flatMap((run, number) => run.curves[name].series.map((series, index) => ({
    label: (runs.length > 1 ? `${"AB"[number]} ` : "") + (PARTS[series.name]?.[1] ?? series.name.replace("_GBps", "")),
    stroke: () => visible(curveColour(series.name, index)), width: 1.6, dash: dashes(number, series.name), paths: stepped,
    points: { show: false }, spanGaps: true, value: (_, value) => value === null ? "–" : digits(value),
  })));
}

const AXIS = { stroke: () => ink("soft"), grid: { stroke: () => ink("line"), width: 1 },
  ticks: { stroke: () => ink("line"), width: 1, size: 4 }, font: "11px system-ui, sans-serif" };

/** Microseconds as an axis has them. */
const timeMark = (value) => value === 0 ? "0" : time(value * 1e-6);

/** A chart that is as wide as its box; `options` are uPlot's. */
function chart(box, options, columns) {
  const width = () => Math.max(200, box.clientWidth);
  const markers = { width: 3, dash: (plot, series) => plot.series[series].dash ? "dashed" : "solid" };
  const plot = new uPlot({ width: width(), padding: [6, 24, 0, 0], ...options, legend: { markers, ...options.legend } }, columns, box);
  onTheme(() => plot.redraw());
  new ResizeObserver(() => {
    if (plot.width !== width()) plot.setSize({ width: width(), height: options.height });
  }).observe(box);
  return plot;
}

/** Marks the window that `state` has chosen, and lets a click choose. */
function windowHooks(state) {
  if (!state) return {};
  const bounds = () => [state.window, state.window + 1].map((edge) => edge * state.seconds * 1e6);
  const draw = (plot) => {
    if (state.span === "run") return;
    const [left, right] = bounds().map((at) => plot.valToPos(at, "x", true));
    plot.ctx.fillStyle = ink("shade");
    plot.ctx.fillRect(left, plot.bbox.top, Math.max(2, right - left), plot.bbox.height);
  };
  const ready = (plot) => {
    plot.over.addEventListener("click", () => {
      if (plot.cursor.left < 0) return;
      state.set({ window: Math.floor(plot.posToVal(plot.cursor.left, "x") / (state.seconds * 1e6)) });
    });
    state.listen(() => plot.redraw(false, false));
  };
  return { draw: [draw], ready: [ready] };
}

/** A chart of the curves called `name` of all runs that have them; null if none has. */
function timeChart(runs, name, title, state) {
  const all = runs.filter((run) => run.curves[name]);
  const having = all.filter((run) => run.curves[name].unit === all[0].curves[name].unit);
  if (having.length === 0) return null;
  const { unit, rows_per_point: together } = having[0].curves[name];
  const each = together > 1 ? `, each point the mean of ${together} rows` : "";
  const box = element("div", { class: "chart" }, element("h3", {}, title, element("small", {}, ` ${unit}${each}`)));
  if (having.length < runs.length) box.append(element("p", { class: "missing" }, "Only one of the runs has this."));
  requestAnimationFrame(() => chart(box, {
    height: 178, cursor: { sync: { key: "time" }, y: false, points: { size: 6 } }, hooks: windowHooks(state),
    scales: { x: { time: false }, y: { range: (_, low, high) => [0, high > 0 ? high * 1.05 : 1] } },
    axes: [{ ...AXIS, size: 30, values: (_, values) => values.map(timeMark) }, { ...AXIS, size: 46 }],
    series: [{ label: "at", value: (_, value) => value === null ? "–" : timeMark(value) }, ...curveSeries(having, name)],
  }, uPlot.join(having.map((run) => curveColumns(run.curves[name])))));
  return box;
}

/** What the marked place did over time: the measure that is looked at. */
function placeChart(state) {
  const title = element("h3");
  const box = element("div", { class: "chart" }, title);
  const shown = () => state.view === "difference" ? state.maps : [state.map];
  let plot = null;
  let drawn = "";
  const show = () => {
    const key = [state.place, state.measure, state.view].join();
    if (key === drawn) return;
    drawn = key;
    const { unit } = state.map.measures.get(state.measure);
    title.replaceChildren(placeName(state.map, state.place), element("small", {},
      ` ${MEASURES[state.measure].toLowerCase()}, ${unit}`));
    const ends = Array.from({ length: state.windows + 1 }, (_, window) => window * state.seconds * 1e6);
    const columns = shown().map((map) => ends.map((_, window) =>
      map.measures.get(state.measure).at(state.place, Math.max(0, window - 1))));
    plot?.destroy();
    plot = chart(box, {
      height: 120, cursor: { sync: { key: "time" }, y: false }, hooks: windowHooks(state), legend: { show: false },
      scales: { x: { time: false }, y: { range: (_, low, high) => [0, high > 0 ? high * 1.05 : 1] } },
      axes: [{ ...AXIS, size: 30, values: (_, values) => values.map(timeMark) }, { ...AXIS, size: 46 }],
      series: [{}, ...columns.map((_, number) => ({ stroke: () => ink("curve"), width: 1.4, dash: number ? [5, 4] : undefined,
        fill: number ? undefined : () => ink("area"), paths: uPlot.paths.stepped({ align: -1 }), points: { show: false } }))],
    }, [ends, ...columns]);
  };
  state.listen(show);
  requestAnimationFrame(show);
  return box;
}
