// Arrays that the page carries: zlib's format in base64.

async function unpackBytes(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unpackNumbers(text) {
  return new Uint32Array((await unpackBytes(text)).buffer);
}

/** Values of the steps 0..levels of a scale. */
const stepValues = (scale, levels, power) =>
  Float64Array.from({ length: levels + 1 }, (_, number) => scale * (number / levels) ** power);

/**
 * What was measured at places (links, then nodes) in windows and, as `run`, on the mean over the whole run. Numbers are
 * whole, 0..levels: value = scale * (number / levels) ** power.
 */
class Measure {
  constructor(description, levels, windows, numbers, run) {
    Object.assign(this, { name: description.name, unit: description.unit, scale: description.scale });
    this.power = description.power;
    this.windows = windows;
    this.numbers = numbers;
    this.values = stepValues(description.scale, levels, description.power);
    this.run = run;
  }

  /** At `place`, in `window`; 0 after the end of the run. */
  at(place, window) {
    return window < this.windows ? this.values[this.numbers[place * this.windows + window]] : 0;
  }
}

/** Means over the run, of sums over its cycles. */
async function unpackRun({ run, power }, cycles) {
  const values = stepValues(run.scale / cycles, run.levels, power);
  return Float64Array.from(await unpackBytes(run.numbers), (number) => values[number]);
}

/** The network of a run of so many cycles and its measures by name; null if the run has none. */
async function unpackMap(packed, cycles) {
  if (!packed) return null;
  const { nodes, links, windows } = packed;
  const measures = new Map();
  for (const description of windows.measures) {
    const numbers = await unpackBytes(description.numbers);
    const run = await unpackRun(description, cycles);
    measures.set(description.name, new Measure(description, windows.levels, windows.count, numbers, run));
  }
  const graph = nodes.hosts !== undefined;
  const dimensions = graph ? 1 : nodes.size.length;
  const coordinates = graph ? Uint32Array.from({ length: nodes.count }, (_, node) => node) : await unpackNumbers(nodes.coordinates);
  return {
    size: graph ? [nodes.count] : nodes.size,
    hosts: nodes.hosts,  // of a graph
    nodes: Array.from({ length: nodes.count }, (_, node) =>
      Array.from(coordinates.subarray(node * dimensions, (node + 1) * dimensions))),
    ports: links.ports,
    links: { from: await unpackNumbers(links.from), to: await unpackNumbers(links.to), port: await unpackNumbers(links.port) },
    windows: { count: windows.count, seconds: windows.seconds, cycles: windows.cycles, levels: windows.levels },
    measures,
  };
}

/** "host 3", "switch 1" of a graph with so many hosts. */
const graphName = (hosts, node) => node < hosts ? `host ${node}` : `switch ${node - hosts}`;

/** Name of node number `node`: "(1,0)", "host 3". */
const nodeName = (map, node) => map.hosts === undefined ? `(${map.nodes[node].join(",")})` : graphName(map.hosts, node);

/** Name of a node of a run, from its coordinates. */
const nodeOfRun = ({ result }, node) => result.graph ? graphName(result.graph.hosts, node[0]) : `(${node.join(",")})`;

/** Name of a link at its sender: "plus_x", "to switch 7". */
const portName = (map, link) =>
  map.hosts === undefined ? map.ports[map.links.port[link]].name : `to ${nodeName(map, map.links.to[link])}`;

/** "(1, 0) plus_x" of a link, "NICs of (1, 0)" of a node; "switch 1 to host 3", "NICs of host 3", "switch 1". */
function placeName(map, place) {
  const links = map.links.from.length;
  if (map.hosts !== undefined) {
    if (place < links) return `${nodeName(map, map.links.from[place])} ${portName(map, place)}`;
    return place - links < map.hosts ? `NICs of ${nodeName(map, place - links)}` : nodeName(map, place - links);
  }
  if (place >= links) return `NICs of (${map.nodes[place - links].join(", ")})`;
  return `(${map.nodes[map.links.from[place]].join(",")}) ${map.ports[map.links.port[place]].name}`;
}
