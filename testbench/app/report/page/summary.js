// The head of the page: which run it was, and its figures.

/** [name, text of a run, number of a run] of every figure that at least one run may have. */
const FIGURES = [
  ["time", ({ simulated_seconds: seconds }) => time(seconds), ({ simulated_seconds: seconds }) => seconds],
  ["of the ideal", ({ ratio_to_ideal: ratio }) => ratio && percent(ratio), ({ ratio_to_ideal: ratio }) => ratio],
  ["links used", ({ link_utilisation: used }) => percent(used), ({ link_utilisation: used }) => used],
  ["packet latency, mean", ({ packet_latency_ns: latency }) => latency?.mean && time(latency.mean * 1e-9),
    ({ packet_latency_ns: latency }) => latency?.mean],
  ["latency, p99", ({ packet_latency_ns: latency }) => latency?.p99 && time(latency.p99 * 1e-9),
    ({ packet_latency_ns: latency }) => latency?.p99],
  ["messages", ({ messages_delivered: messages }) => count(messages), ({ messages_delivered: messages }) => messages],
  ["packets", ({ packets_delivered: packets }) => packets && count(packets), ({ packets_delivered: packets }) => packets],
  ["most time goes to", largestPart, () => null],
];

function largestPart({ attribution, flow_attribution: flows }) {
  const taken = attribution?.latency_cycles ?? flows?.latency_ps;
  if (!taken) return null;
  const [part, most] = Object.entries((attribution ?? flows).parts).sort((a, b) => b[1] - a[1])[0];
  return `${PARTS[part]?.[1] ?? part} ${percent(most / taken)}`;
}

function tile(name, runs) {
  const texts = runs.map(({ result }) => name[1](result));
  if (texts.every((text) => !text)) return "";
  const numbers = runs.map(({ result }) => name[2](result));
  const values = texts.map((text, number) => element("b", {},
    runs.length > 1 ? element("small", {}, `${"AB"[number]} `) : "", text || "–"));
  const difference = runs.length > 1 && numbers.every((number) => typeof number === "number")
    ? element("em", {}, change(...numbers)) : "";
  return element("div", { class: "tile" }, element("span", {}, name[0]), ...values, difference);
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

function head(runs) {
  const lines = runs.map((run, number) => runLine(run, runs.length > 1 ? "AB"[number] : ""));
  document.getElementById("head").append(element("div", { class: "runs" }, ...lines),
    element("div", { class: "tiles" }, ...FIGURES.map((figure) => tile(figure, runs))));
  document.title = `${runs.map(({ result }) => result.scenario).join(" and ")} - Tactus`;
}

/** What the folders do not hold, and how to get it. */
function missingSection(runs) {
  const texts = runs.flatMap((run, number) => run.missing.map((text) => (runs.length > 1 ? `${"AB"[number]}: ` : "") + text));
  if (texts.length === 0) return;
  section("missing", "Not in these results", "wide", element("ul", { class: "missing" },
    ...texts.map((text) => element("li", {}, text))));
}
