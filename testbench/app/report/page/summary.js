// The head of the page: which run it was, and its figures.

/** Text of a figure's value, by its unit. */
const TEXT_OF = { s: time, ns: (value) => time(value * 1e-9), "0..1": percent, "": count };

function largestPart({ attribution, flow_attribution: flows, rails }) {
  if (rails) {
    const [largest] = [...rails.sizes.at(-1).limits].sort((a, b) => b.share - a.share);
    return largest && `${largest.resource} ${percent(largest.share)}`;
  }
  const taken = attribution?.latency_cycles ?? flows?.latency_ps;
  if (!taken) return null;
  const [part, most] = Object.entries(partsWithStages(attribution ?? flows)).sort((a, b) => b[1] - a[1])[0];
  return `${partOf(part)[1]} ${percent(most / taken)}`;
}

/** Less of a time is better, and of the time over the ideal one; other figures are neither. */
const senseOf = (name, unit) => ["s", "ns"].includes(unit) || name === "of the ideal" ? -1 : 0;

function tile(name, runs, texts, numbers, sense) {
  if (texts.every((text) => !text)) return "";
  const values = texts.map((text, number) => element("b", {},
    runs.length > 1 ? element("small", {}, `${"AB"[number]} `) : "", text || "–"));
  const difference = runs.length > 1 && numbers.every((number) => typeof number === "number")
    ? judgedChange(...numbers, sense) : "";
  return element("div", { class: "tile" }, element("span", {}, name), ...values, difference);
}

/** A run without packets on a torus has latencies and a use of links of 0, or none. */
const saysNothing = (value, unit) => value === null || (value === 0 && unit !== "");

/** A tile for each figure that a run has. */
function tiles(runs) {
  const figures = runs[0].figures.map(({ name, unit }, index) => {
    const numbers = runs.map((run) => run.figures[index].value);
    return tile(name, runs, numbers.map((value) => saysNothing(value, unit) ? "" : TEXT_OF[unit](value)), numbers,
      senseOf(name, unit));
  });
  return [...figures, ...railTiles(runs), tile("most time goes to", runs, runs.map(({ result }) => largestPart(result)), [null])];
}

const keyOf = (run, key) => run.configuration.find((row) => row.key === key)?.value ?? "";

/** "4x4 torus", "4x4 mesh", "4x4x2 torus, mesh in z", "ring of 8". */
function shapeText(shape, wrap) {
  if (shape.length === 1) return `${wrap[0] === false ? "row" : "ring"} of ${shape[0]}`;
  const rows = shape.map((_, dimension) => "xyzwvu"[dimension]).filter((_, dimension) => wrap[dimension] === false);
  const kind = rows.length === shape.length ? "mesh" : "torus";
  return `${shape.join("x")} ${kind}${kind === "torus" && rows.length > 0 ? `, mesh in ${rows.join(" and ")}` : ""}`;
}

/** The network in short. At flow level it may be another one than the machine's. */
function networkOf(run) {
  const topology = run.result.level === "flow" ? keyOf(run, "flow.topology") : "torus";
  if (topology !== "torus" || (run.result.level === "flow" && keyOf(run, "flow.dimensions") !== "machine")) {
    return topology.replace("_", " ");
  }
  if (run.result.graph) {
    const { hosts, switches } = run.result.graph;
    return `${keyOf(run, "network.graph").replaceAll("_", " ")}: ${count(hosts)} hosts, ${count(switches)} switches`;
  }
  const shape = keyOf(run, "network.shape");
  const wrap = keyOf(run, "network.wrap");
  return shape && shapeText(JSON.parse(shape), wrap.startsWith("[") ? JSON.parse(wrap) : []);
}

function runLine(run, letter) {
  const { result } = run;
  const facts = [`${result.level} level`, networkOf(run), keyOf(run, "workload.algorithm"), `seed ${result.seed}`].filter(Boolean);
  return element("div", { class: "run" },
    element("h1", {}, letter ? element("i", { class: `letter ${letter}` }, letter) : "", result.scenario),
    element("span", { class: "title" }, keyOf(run, "title")),
    ...facts.map((fact) => element("span", { class: "chip" }, fact)),
    element("span", { class: "folder" }, run.folder));
}

const MOST_DIFFERENCES = 4;

/** Keys in which two runs differ, the first of them with their values; all of them stand under configuration. */
function differences(runs) {
  if (runs.length < 2) return "";
  const rows = configurationRows(runs).filter(({ values }) => values[0] !== values[1]);
  if (rows.length === 0) return element("p", { class: "differs" }, "Both runs have the same configuration.");
  const shown = rows.slice(0, MOST_DIFFERENCES).flatMap(({ key, values }, index) => [index ? "; " : "",
    element("code", {}, key), ` ${values[0] ?? "–"} → ${values[1] ?? "–"}`]);
  const rest = rows.length - MOST_DIFFERENCES;
  return element("p", { class: "differs" }, element("b", {}, "B differs from A in "), ...shown,
    rest > 0 ? element("span", {}, "; and ", element("a", { href: "#configuration" }, `${rest} more`)) : "");
}

function head(runs) {
  const lines = runs.map((run, number) => runLine(run, runs.length > 1 ? "AB"[number] : ""));
  document.getElementById("head").append(element("div", { class: "runs" }, ...lines), differences(runs),
    element("div", { class: "tiles" }, ...tiles(runs)));
  document.title = `${runs.map(({ result }) => result.scenario).join(" and ")} - Tactus`;
}

/** What the folders do not hold, and how to get it. */
function missingSection(runs) {
  const texts = runs.flatMap((run, number) => run.missing.map((text) => (runs.length > 1 ? `${"AB"[number]}: ` : "") + text));
  if (texts.length === 0) return;
  section("missing", "Not in these results", "wide", element("ul", { class: "missing" },
    ...texts.map((text) => element("li", {}, text))));
}
