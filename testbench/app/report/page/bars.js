// What latencies were spent on: stacked bars, the whole run and each sequence.

const MOST_SEQUENCES = 100;

/** Amounts by part; at a NUMA node stages stand in the place of the parts that they are of. */
function partsWithStages({ parts, stages = {} }) {
  const kept = Object.entries(parts).filter(([part]) => !stages[part]);
  const more = Object.entries(stages).flatMap(([part, amounts]) =>
    Object.entries(amounts).map(([stage, amount]) => [`${part}.${stage}`, amount]));
  return Object.fromEntries([...kept, ...more]);
}

/** Sums of packets or of messages in one form: how many, and seconds, all and by part. */
function inSeconds(sums, unit) {
  return {
    index: sums.index, count: sums.packets ?? sums.messages ?? 1,
    taken: (sums.latency_cycles ?? sums.latency_ps ?? sums.cycles ?? sums.ps) * unit,
    parts: Object.fromEntries(Object.entries(partsWithStages(sums)).map(([part, amount]) => [part, amount * unit])),
  };
}

/** What the latencies of a run were spent on, of packets or at flow level of messages; null if it does not say. */
function attributionOf(run) {
  const { attribution, flow_attribution: flows } = run.result;
  const sums = attribution ?? flows;
  if (!sums) return null;
  const unit = attribution ? cycleOf(run) : 1e-12;
  return { ...inSeconds(sums, unit), what: attribution ? "packet" : "message",
    sequences: sums.sequences?.map((sequence) => inSeconds(sequence, unit)) };
}

/** The numbers of the sequences that most time went to, in their order. */
function worstSequences(having) {
  const times = new Map();
  for (const { index, taken } of having.flatMap(([, sums]) => sums.sequences ?? [])) {
    times.set(index, Math.max(taken, times.get(index) ?? 0));
  }
  const worst = [...times].sort((a, b) => b[1] - a[1]).slice(0, MOST_SEQUENCES);
  return worst.map(([index]) => index).sort((a, b) => a - b);
}

/** Rows to draw: [label, [run letter, sums] ...]; a sequence that only one run has stands alone. */
function barRows(runs) {
  const having = runs.map((run, number) => [runs.length > 1 ? "AB"[number] : "", attributionOf(run)])
    .filter(([, sums]) => sums);
  const rows = [["whole run", having]];
  for (const index of worstSequences(having)) {
    rows.push([`sequence ${index}`, having.map(([letter, sums]) =>
      [letter, sums.sequences?.find((sequence) => sequence.index === index)]).filter(([, sums]) => sums)]);
  }
  return rows;
}

/** One bar; `full` seconds per packet or message are as long as its box. */
function bar(letter, sums, full) {
  const each = eachOf(sums);
  const pieces = partsOf(sums).filter((part) => sums.parts[part] > 0).map((part) => {
    const seconds = sums.parts[part] / sums.count;
    return element("i", {
      style: `width: ${100 * seconds / full}%; --part: ${partOf(part)[0]}`, "data-part": part,
      title: `${partOf(part)[1]}: ${time(seconds)} each, ${percent(seconds / each)}`,
    });
  });
  const label = element("span", { class: "total" }, `${time(each)}`);
  return element("div", { class: "bar" }, letter ? element("b", {}, letter) : "", element("div", { class: "pieces" }, ...pieces, label));
}

/** Seconds of one packet or message, on the mean. */
const eachOf = (sums) => sums.count > 0 ? sums.taken / sums.count : 0;

function drawBars(box, rows, shares) {
  const longest = Math.max(1e-18, ...rows.flatMap(([, bars]) => bars.map(([, sums]) => eachOf(sums)))) * 1.12;
  box.replaceChildren(...rows.map(([label, bars]) => element("div", { class: "bars" }, element("span", {}, label),
    element("div", {}, ...bars.map(([letter, sums]) =>
      bar(letter, sums, shares ? Math.max(1e-18, eachOf(sums) * 1.12) : longest))))));
}

/** Colours, names and shares of the parts that occur, largest first. */
function partLegend(having) {
  const shares = (part) => having.map(([, sums]) => (sums.parts[part] ?? 0) / Math.max(1e-18, sums.taken));
  const parts = partsOf(...having.map(([, sums]) => sums)).filter((part) => Math.max(...shares(part)) > 0)
    .sort((a, b) => Math.max(...shares(b)) - Math.max(...shares(a)));
  return element("ul", { class: "parts" }, ...parts.map((part) => element("li", {},
    element("i", { style: `--part: ${partOf(part)[0]}` }), element("span", {}, partOf(part)[1]),
    element("b", {}, shares(part).map(percent).join(" → ")))));
}

const COUNTED = {
  packet: "Of packets, from the creation of their message to their being visible in memory.",
  message: "Of messages, from the send call to their arrival.",
};

function attributionSection(runs) {
  const rows = barRows(runs);
  if (rows[0][1].length === 0) return;
  const kinds = [...new Set(rows[0][1].map(([, sums]) => sums.what))];
  const box = element("div", { class: "allbars" });
  const draw = (how) => drawBars(box, rows, how === "shares");
  draw("times");
  section("attribution", "Where the time went", "wide",
    element("div", { class: "controls" },
      chooser("Bars", [["times", `Time per ${kinds.join(" or ")}`], ["shares", "Shares"]], "times", draw)),
    element("div", { class: "split" }, box, partLegend(rows[0][1])),
    element("p", { class: "hint" }, kinds.map((kind) => COUNTED[kind]).join(" ")
      + (rows.length > MOST_SEQUENCES ? ` Sequences: the ${MOST_SEQUENCES} that most time went to.` : "")));
}

/** Seconds of a clock cycle, of the configuration ("4 ns"). */
function cycleOf(run) {
  const [number, unit] = (run.configuration.find(({ key }) => key === "clock")?.value ?? "1 ns").split(" ");
  return Number(number) * { ps: 1e-12, ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1 }[unit];
}

const WAITS = ["queue", "output", "input", "credits", "bubble"];
const cyclesOf = (run) => run.result.simulated_seconds / cycleOf(run);

/** Packets that waited for the output at a time, on the mean over the run. */
const waitingFor = (output, run) => WAITS.reduce((sum, wait) => sum + output[wait], 0) / cyclesOf(run);

/** The outputs that packets waited for longest in the whole run; `most` packets make the longest bar. */
function worstOutputs(run, state, most) {
  const outputs = run.result.attribution?.worst_outputs ?? [];
  if (outputs.length === 0) return null;
  const cycles = cyclesOf(run);
  const rows = outputs.map((output) => element("tr", {},
    element("td", {}, element("button", { type: "button", onclick: () => markOutput(state, output) },
      `${nodeOfRun(run, output.node)} ${output.port}`)),
    element("td", {}, percent(output.flits / cycles)),
    element("td", {}, digits(waitingFor(output, run))),
    element("td", {}, element("div", { class: "pieces" }, ...WAITS.map((wait) => element("i", {
      style: `width: ${100 * output[wait] / cycles / most}%; --part: ${PARTS[wait][0]}`,
      title: `${PARTS[wait][1]}: ${digits(output[wait] / cycles)} packets at a time` })))),
    element("td", {}, heldBy(output))));
  return element("table", { class: "worst" }, element("thead", {}, element("tr", {},
    ...["Output", "used", "packets waiting", "why", "held by"].map((name) => element("th", {}, name)))),
    element("tbody", {}, ...rows));
}

/** Inputs whose packets passed while others waited, most first. */
function heldBy({ held_by: held }) {
  const sum = Object.values(held).reduce((a, b) => a + b, 0);
  return Object.entries(held).sort((a, b) => b[1] - a[1]).slice(0, 3)
    .map(([port, cycles]) => `${port} ${percent(cycles / sum)}`).join(", ");
}

function outputsSection(runs, state) {
  const most = Math.max(1e-9, ...runs.flatMap((run) =>
    (run.result.attribution?.worst_outputs ?? []).map((output) => waitingFor(output, run))));
  const tables = tablesOfRuns(runs, (run) => worstOutputs(run, state, most));
  if (tables.length > 0) section("outputs", "Outputs that packets waited for", "broad", ...tables);
}

/** Marks the place of an output in the picture, if there is one. */
function markOutput(state, { node, port }) {
  const { map } = state ?? {};
  if (!map) return;
  const index = map.nodes.findIndex((coordinate) => coordinate.join() === node.join());
  const link = map.links.from.findIndex((from, at) => from === index && portName(map, at) === port);
  state.set({ place: link >= 0 ? link : map.links.from.length + index });
}
