// Puts the page together.

/** Some link goes round an edge of the picture. */
function hasRing({ links, nodes, ports, hosts }) {
  if (hosts !== undefined) return false;
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

/** What stands for what in the picture of a torus or mesh, or of a graph. */
function pictureHint(map) {
  if (map.hosts === undefined) {
    return " Squares are nodes and what goes to their NICs. Lanes are links, in the "
      + `direction of the arrow${hasRing(map) ? "; those at the edges go round" : ""}. ` + blockHint(map);
  }
  return " Squares are hosts in the color of what goes to their NICs, and empty ones switches. A cable is two lines, one for each "
    + `direction: the line from a node to another is at the right of the way there. ${map.groupSize > 0
      ? "Switches stand on a circle, group by group, and their hosts outside. " : "Rows are links away from the nearest host. "}`;
}

/** Of a graph whose switches are joined in groups: how many are a group; 0 for others. */
function groupSizeOf(run, map) {
  const kind = keyOf(run, "network.graph");
  if (map.hosts === undefined || !["dragonfly", "full_mesh"].includes(kind)) return 0;
  return Number(keyOf(run, "network.switches"));
}

/** The picture takes the whole width of the page, and the curves stand below. */
const isLarge = ({ nodes }) => nodes.length > 300;

function linksSection(runs, data, state) {
  const graph = state.map.hosts !== undefined;
  const measures = Object.entries(MEASURES).filter(([name]) => state.map.measures.has(name));
  const picture = new (graph ? GraphPicture : TorusPicture)(state);
  const input = new (graph ? GraphInput : TorusInput)(picture);
  const views = runs.map((run, number) => [String(number), "AB"[number]]).filter((_, number) => {
    const map = state.maps[number];
    return map && (map.hosts !== undefined) === graph;  // a picture is of one kind
  });
  if (runs.length > 1 && !data.obstacle) views.push(["difference", "B − A"]);
  const controls = element("div", { class: "controls" },
    chooser("Measure", measures, state.measure, (measure) => state.set({ measure })),
    runs.length > 1 ? chooser("Run", views, state.view, (view) => state.set({ view })) : "");
  const levels = Math.min(...state.maps.filter(Boolean).map((map) => map.windows.levels));
  section("links", "Links", isLarge(state.map) ? "wide" : "main", controls, timeline(state, runs),
    element("div", { class: "picture" }, element("div", { class: "pictured" }, pictureTools(picture, input), picture.box),
      element("aside", {}, colourScale(state), topPlaces(state))),
    placeChart(state),
    element("p", { class: "hint", id: "torus-keys" }, "In the picture the arrow keys go from node to node, "
      + (graph ? "up and down from row to row, " : "")
      + `${state.map.size.length > 2 ? "page up and down from grid to grid, " : ""}space goes through a node's links, `
      + "+ − 0 zoom; so does the wheel with Ctrl."),
    element("p", { class: "hint" }, data.obstacle || "", pictureHint(state.map)
      + `Values are shown to one of ${levels} steps${levels < 255 ? ", so that the page stays small" : ""}.`));
  state.listen((changes) => "view" in changes ? picture.layOut() : picture.draw());
  onTheme(() => state.set({}));
  window.addEventListener("resize", () => picture.layOut());
  picture.layOut();
  Object.assign(window.tactus, { state, picture, input, rectanglesOf: (place) => picture.shown(place) });
}

function curvesSection(runs, state) {
  const charts = [["throughput", "Throughput"], ["waiting", "Waiting packets"], ["occupancy", "Buffers"],
    ["lost", "Lost to others on the same links"]]
    .map(([name, title]) => timeChart(runs, name, title, state)).filter(Boolean);
  const beside = state && !isLarge(state.map);
  if (charts.length > 0) section("curves", "Over time", beside ? "side" : "wide", element("div", { class: "charts" }, ...charts));
}

/** The window in which most packets waited: what one wants to see first. */
function busiestWindow([{ curves }]) {
  if (!curves.waiting) return 0;
  const waiting = curves.waiting.end_us.map((_, window) =>
    curves.waiting.series.reduce((sum, { values }) => sum + values[window], 0));
  return waiting.indexOf(Math.max(...waiting));
}

/** The measure that the picture opens on: the largest of the waits at outputs, if packets spent more than a quarter of their
 * time on waits in the network or for it; else the use of links. */
function firstMeasure(runs) {
  const { attribution } = runs.find(({ result }) => result.attribution)?.result ?? {};
  if (!attribution) return "utilisation";
  const part = (name) => attribution.parts[name] ?? 0;
  const waited = [...WAITS, "stall"].reduce((sum, name) => sum + part(name), 0);
  if (waited <= 0.25 * attribution.latency_cycles) return "utilisation";
  return WAITS.reduce((most, name) => part(name) > part(most) ? name : most);
}

async function runPage(data) {
  const { runs } = data;
  head(runs);
  missingSection(runs);
  const maps = await Promise.all(runs.map((run) => unpackMap(run.map, cyclesOf(run))));
  maps.forEach((map, number) => {
    if (map) Object.assign(map, { named: namedLinks(runs[number], map), groupSize: groupSizeOf(runs[number], map) });
  });
  const state = maps.some(Boolean) ? new State(maps, firstMeasure(runs)) : null;
  if (state) {
    linksSection(runs, data, state);
    state.set({ window: busiestWindow(runs), span: "run" });
    const worst = runs.map(({ result }) => result.attribution?.worst_outputs?.[0]).find(Boolean);
    if (worst) markOutput(state, worst);
  }
  railsSection(runs);
  copiesSection(runs);
  jobsSection(runs);
  classesSection(runs);
  curvesSection(runs, state);
  attributionSection(runs);
  latencySection(runs);
  outputsSection(runs, state);
  lostLinksSection(runs);
  criticalPathSection(runs, state);
  livesSection(runs, state);
  configurationSection(runs);
}

async function main() {
  window.tactus = { distributionColumns, tickTexts, paretoFront };
  const data = JSON.parse(document.getElementById("data").textContent);
  document.getElementById("foot").textContent = `Made by tactus ${data.program} report. Charts: uPlot.`;
  if (data.kind === "sweep") sweepPage(data.sweep);
  else if (data.kind === "exploration") explorePage(data.exploration);
  else await runPage(data);
  document.body.dataset.ready = "yes";
}

main();
