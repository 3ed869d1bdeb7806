// Colours: of amounts, of differences, of what latencies are spent on, of curves.

const AMOUNT = [[0, 237, 241, 246], [0.12, 251, 231, 178], [0.35, 249, 185, 75], [0.6, 234, 106, 60], [0.8, 183, 48, 79],
  [1, 92, 17, 84]];
const DIFFERENCE = [[0, 24, 78, 145], [0.25, 103, 154, 210], [0.5, 240, 242, 245], [0.75, 226, 128, 106],
  [1, 158, 24, 48]];

const AMOUNT_DARK = [[0, 38, 47, 63], [0.12, 74, 42, 92], [0.35, 150, 44, 96], [0.6, 217, 87, 67], [0.8, 247, 160, 68],
  [1, 252, 240, 164]];
const DIFFERENCE_DARK = [[0, 120, 180, 255], [0.25, 58, 104, 165], [0.5, 44, 52, 66], [0.75, 170, 72, 60], [1, 255, 138, 112]];

const amountColours = () => isDark() ? AMOUNT_DARK : AMOUNT;
const differenceColours = () => isDark() ? DIFFERENCE_DARK : DIFFERENCE;

/** A colour "#rrggbb" that can be told from the ground: on a dark one with some white. */
function visible(colour) {
  if (!isDark()) return colour;
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part + 0.35 * (255 - part))).join(", ")})`;
}

/** Dark letters can be read on a colour "rgb(...)". */
function isLight(colour) {
  const [red, green, blue] = colour.match(/\d+/g).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}

/** The colour at `t`, 0..1, of stops [t, red, green, blue], in between linear. */
function colourAt(stops, t) {
  const at = Math.min(1, Math.max(0, t));
  const next = Math.max(1, stops.findIndex((stop) => stop[0] >= at));
  const [low, high] = [stops[next - 1], stops[next]];
  const share = (at - low[0]) / (high[0] - low[0]);
  const [red, green, blue] = [1, 2, 3].map((i) => Math.round(low[i] + share * (high[i] - low[i])));
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Where a value stands on a scale of colours. A power of 2 shows small waits beside large ones. */
const amountPosition = (value, largest, power) => largest > 0 ? (value / largest) ** (1 / power) : 0;
const differencePosition = (value, largest, power) =>
  0.5 + 0.5 * Math.sign(value) * amountPosition(Math.abs(value), largest, power);

/** In the order of bars: the sender's side, the way through the network, what it waited for there, the receiver's;
 * then those of messages at flow level. */
const PARTS = {
  software: ["#94a3b8", "software and ring"], memory: ["#64748b", "memory"], engine: ["#cbd5e1", "engine busy"],
  pace: ["#7c6fd0", "pace"], window: ["#a99be8", "window"], control: ["#5b4bb5", "control"],
  stall: ["#f2c14e", "stall"], pipeline: ["#3f8f8b", "pipeline"], link: ["#7cc0b4", "link"],
  serialization: ["#b5dcd3", "serialization"], queue: ["#b7304f", "queue"], output: ["#ea6a3c", "output held"],
  input: ["#f4a259", "input busy"], credits: ["#5c1154", "no credits"], bubble: ["#8d5b94", "no bubble"],
  write: ["#4a90c2", "memory write"],
  transfer: ["#2c6e8f", "transfer"], shared: ["#d14a72", "lost to others"], step: ["#e0b13a", "rest of a step"],
  latency: ["#a3cbd8", "latency"], compute: ["#7aa95c", "computing"], noise: ["#d93636", "noise"],
  late_start: ["#a8861d", "late start"],
};
/** A colour "#rrggbb" half way to white. */
const lighter = (colour) => `#${[1, 3, 5].map((at) =>
  Math.round((parseInt(colour.slice(at, at + 2), 16) + 255) / 2).toString(16).padStart(2, "0")).join("")}`;

/** Stages of `memory` and `write` at a NUMA node, from the NIC to the memory. */
const STAGES = {
  engine: ["#64748b", "engine"], read_tags: ["#5c1154", "no read tag"],
  pcie_credits: ["#b7304f", "no PCIe credits"], pcie: ["#ea6a3c", "PCIe"], bridge: ["#7c6fd0", "bridge"],
  ht_credits: ["#1d4e89", "no HT buffers"], ht: ["#4a90c2", "HT"], memory_queue: ["#a8861d", "memory queue"],
  memory_bank: ["#7aa95c", "memory bank"], memory_bus: ["#3f8f8b", "memory bus"], memory_latency: ["#a3cbd8", "memory latency"],
};
/** [colour, text] of a part; parts that are not in the list have a colour of their own, too. "write.pcie" is a stage. */
function partOf(name) {
  if (PARTS[name]) return PARTS[name];
  const [part, stage] = name.split(".");
  if (STAGES[stage]) {
    const [colour, text] = STAGES[stage];
    return [part === "write" ? lighter(colour) : colour, `${part === "write" ? "write" : "read"}: ${text}`];
  }
  const number = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return [OTHERS[number % OTHERS.length], name.replaceAll("_", " ")];
}

/** The parts of some sums in the order of bars, unknown ones last. */
function partsOf(...sums) {
  const names = [...new Set(sums.flatMap(({ parts }) => Object.keys(parts)))];
  const order = Object.keys(PARTS);
  const stages = Object.keys(STAGES);
  const place = (name) => {
    const [part, stage] = name.split(".");
    return order.includes(part) ? order.indexOf(part) + (stages.indexOf(stage) + 1) / 100 : order.length;
  };
  return names.sort((a, b) => place(a) - place(b));
}

const DIRECTIONS = { plus_x: "#2563a8", minus_x: "#7db3e0", plus_y: "#c2410c", minus_y: "#f2a65a", plus_z: "#3f7d3a",
  minus_z: "#9bc48f", plus_w: "#7c4fb0", minus_w: "#c3a6e0", average: "#334155" };
const OTHERS = ["#2563a8", "#c2410c", "#3f8f8b", "#7c6fd0", "#b7304f", "#7db3e0", "#f2a65a", "#64748b", "#5c1154", "#a3b18a"];

/** Of curve number `index` called `name`: one thing has one colour on all of the page. */
function curveColour(name, index) {
  return DIRECTIONS[name.replace(/_GBps$|_vc_\d+$/, "")] ?? (PARTS[name] ?? [OTHERS[index % OTHERS.length]])[0];
}
