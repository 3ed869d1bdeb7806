// A sweep: figures over its axes as curves, against each other as points, and all of them as a table.

const LATENCIES = ["open_loop_latency_mean_ns", "packet_latency_mean_ns"];

function select(label, names, chosen, choose, texts = names) {
  const list = element("select", { "aria-label": label || "direction", onchange: () => choose(list.value) },
    ...names.map((name, index) => element("option", { value: name, selected: name === chosen }, texts[index] || "–")));
  return element("label", {}, `${label} `, list);
}

/** The table of all points. An interval stands behind its figure. */
function sweepRows(table) {
  const status = table.columns.indexOf("exit_status");
  const says = (name) => table.rows.some((row) => name === "exit_status" ? table.field(row, name) : table.field(row, name) !== null);
  const shown = table.columns.filter((name) => !name.endsWith("_ci95") && says(name));
  const text = (row, name) => {
    const field = table.field(row, name);
    if (typeof field !== "number") return String(field ?? "");
    const around = table.around(row, name);
    return digits(field, 5) + (around ? ` ± ${digits(around, 2)}` : "");
  };
  return element("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Points" },
    element("table", { class: "keys sweep" },
      element("thead", {}, element("tr", {}, ...shown.map((name) => element("th", {}, name)))),
      element("tbody", {}, ...table.rows.map((row) => element("tr", { class: row[status] ? "failed" : null },
        ...shown.map((name) => element("td", {}, text(row, name))))))));
}

function sweepHead(table) {
  document.title = "Sweep - Tactus";
  const failed = table.rows.filter((row) => table.field(row, "exit_status")).length;
  const facts = [`over ${table.axisNames.join(", ")}`, `${table.rows.length} points`, failed ? `${failed} failed` : ""].filter(Boolean);
  document.getElementById("head").append(element("div", { class: "run" }, element("h1", {}, "Sweep"),
    ...facts.map((fact) => element("span", { class: "chip" }, fact)), element("span", { class: "folder" }, table.folder)));
}

/** The points of a sweep by two figures; their names are the values of the axes that differ. */
function sweepScatter(table) {
  const figures = table.scatterFigures();
  const words = new Map(table.varied.filter((name) => !table.isNumeric(name)).map((name) => [name, (row) => table.field(row, name)]));
  const first = (...names) => names.find((name) => figures.has(name));
  const y = first("rails_bytes_per_second", "accepted", "packet_latency_p99_ns", "packet_latency_mean_ns") ?? [...figures.keys()][1];
  const x = first(...LATENCIES.filter((name) => name !== y), "simulated_seconds");
  const rows = table.rows.filter((row) => !table.field(row, "exit_status"));
  const name = (row) => table.varied.map((axis) => {
    const field = table.field(row, axis);
    return typeof field === "number" && table.varied.length > 1 ? `${axis.split(".").at(-1)} ${digits(field, 4)}` : String(field);
  }).join(", ");
  scatterSection("pareto", "Figures against each other", { rows, name, figures, words, x: x ?? [...figures.keys()][0], y,
    colour: [...words.keys()][0] ?? "" });
}

function sweepPage(sweep) {
  const table = new SweepTable(sweep);
  sweepHead(table);
  const loaded = table.figureNames.includes("offered");
  const crosses = [...table.axisNames.filter((name) => table.isNumeric(name)), ...(loaded ? ["offered"] : [])];
  const latency = LATENCIES.find((name) => table.figureNames.includes(name));
  const rails = table.figureNames.find((name) => name === "rails_bytes_per_second");
  const shown = { across: loaded ? "offered" : table.lastNumericAxis, figure: (loaded && latency) || rails || table.figureNames[0] };
  if (!shown.across || !shown.figure) {
    section("curves", "Curves", "wide", element("p", { class: "missing" }, "No axis has numbers, or no point has figures: see the table."));
  } else {
    curveSection(table, shown, crosses, loaded ? "Latency against load" : "Curves");
  }
  sweepScatter(table);
  section("points", "Points", "wide", sweepRows(table));
}
