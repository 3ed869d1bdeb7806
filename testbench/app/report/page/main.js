// Puts the page together.

/** Some link goes round an edge of the picture. */
function hasRing({ links, nodes, ports }) {
  return links.from.some((from, link) => {
    const { dimension, step } = ports[links.port[link]];
    return dimension < 2 && nodes[links.to[link]][dimension] - nodes[from][dimension] !== step;
  });
}

/** Which of the blocks between nodes is which. */
function blockHint({ size }) {
  if (size.length < 3) return "";
  return "Blocks at the upper right of a node are its links to other slices: "
    + (size.length === 3 ? "+z above −z. " : "+z and +w above −z and −w. ");
}

function linksSection(runs, data, state) {
  const measures = Object.entries(MEASURES).filter(([name]) => state.map.measures.has(name));
  const picture = new TorusPicture(state);
  const views = runs.map((run, number) => [String(number), "AB"[number]]).filter((_, number) => state.maps[number]);
  if (runs.length > 1 && !data.obstacle) views.push(["difference", "B − A"]);
  const controls = element("div", { class: "controls" },
    chooser("Measure", measures, state.measure, (measure) => state.set({ measure })),
    runs.length > 1 ? chooser("Run", views, state.view, (view) => state.set({ view })) : "");
  const levels = Math.min(...state.maps.filter(Boolean).map((map) => map.windows.levels));
  section("links", "Links over time", "main", controls, timeline(state, runs),
    element("div", { class: "picture" }, picture.box, element("aside", {}, colourScale(state), topPlaces(state))),
    placeChart(state),
    element("p", { class: "hint" }, data.obstacle || "", " Squares are nodes and what goes to their NICs. Lanes are links, in the "
      + `direction of the arrow${hasRing(state.map) ? "; those at the edges go round" : ""}. ` + blockHint(state.map)
      + `Values are shown to one of ${levels} steps${levels < 255 ? ", so that the page stays small" : ""}.`));
  state.listen((changes) => "view" in changes ? picture.layOut() : picture.draw());
  window.addEventListener("resize", () => picture.layOut());
  picture.layOut();
  window.tactus = { state, rectanglesOf: (place) => picture.rectangles[place], distributionColumns };
}

function curvesSection(runs, state) {
  const charts = [["throughput", "Throughput"], ["waiting", "Waiting packets"], ["occupancy", "Buffers"],
    ["lost", "Lost to others on the same links"]]
    .map(([name, title]) => timeChart(runs, name, title, state)).filter(Boolean);
  if (charts.length > 0) section("curves", "Over time", state ? "side" : "wide", ...charts);
}

/** The window in which most packets waited: what one wants to see first. */
function busiestWindow([{ curves }]) {
  if (!curves.waiting) return 0;
  const waiting = curves.waiting.end_us.map((_, window) =>
    curves.waiting.series.reduce((sum, { values }) => sum + values[window], 0));
  return waiting.indexOf(Math.max(...waiting));
}

async function runPage(data) {
  const { runs } = data;
  head(runs);
  missingSection(runs);
  const maps = await Promise.all(runs.map((run) => unpackMap(run.map)));
  const state = maps.some(Boolean) ? new State(maps) : null;
  if (state) {
    linksSection(runs, data, state);
    state.set({ window: busiestWindow(runs) });
    const worst = runs.map(({ result }) => result.attribution?.worst_outputs?.[0]).find(Boolean);
    if (worst) markOutput(state, worst);
  }
  jobsSection(runs);
  curvesSection(runs, state);
  attributionSection(runs);
  latencySection(runs);
  outputsSection(runs, state);
  lostLinksSection(runs);
  criticalPathSection(runs, state);
  configurationSection(runs);
}

async function main() {
  const data = JSON.parse(document.getElementById("data").textContent);
  document.getElementById("foot").textContent = `Made by tactus ${data.program} report. Charts: uPlot.`;
  if (data.kind === "sweep") sweepPage(data.sweep);
  else if (data.kind === "exploration") explorePage(data.exploration);
  else await runPage(data);
  document.body.dataset.ready = "yes";
}

main();
