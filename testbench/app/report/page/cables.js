// Links that the configuration of a run names: they carry nothing, nothing for a while, or are unlike the others.

const NAMED_LINKS = [["link.overrides", "unlike the other links"], ["faults.outages", "carries nothing for a while"],
  ["faults.breaks", "carries nothing from a time on"], ["faults.cables", "carries nothing"],
  ["faults.switches", "carries nothing"], ["faults.routers", "carries nothing"]];
/** Lists of nodes with all their links: in entries of a key, "routers: [[1, 2], [0, 0]]" or "switches: [12, 4]". */
const NAMED_NODES = /(routers|switches): (\[\[[^\]]*\](?:, \[[^\]]*\])*\]|\[[^\]]*\])/g;
const NODE_OF = {routers: /\d[\d, ]*/g, switches: /\d+/g};

/** What the configuration says of links, by place. */
function namedLinks(run, map) {
  const numbers = new Map(map.nodes.map((node, index) => [node.join(", "), index]));
  const said = new Map();
  const say = (text, isNamed) => map.links.from.forEach((from, place) => {
    if (isNamed(from, map.links.to[place])) said.set(place, text);
  });
  const cable = map.hosts === undefined ? /\[\[([\d, ]+)\], \[([\d, ]+)\]\]/g : /\[(\d+), (\d+)\]/g;
  for (const [key, what] of NAMED_LINKS) {
    const list = /^faults\.(routers|switches)$/.exec(key);
    const value = list === null ? keyOf(run, key) : `${list[1]}: ${keyOf(run, key)}`;
    const text = `${what} (${key})`;
    for (const [, ...ends] of value.replace(NAMED_NODES, "").matchAll(cable)) {
      const [one, other] = ends.map((node) => numbers.get(node));
      say(text, (from, to) => (from === one && to === other) || (from === other && to === one));
    }
    for (const [, kind, nodes] of value.matchAll(NAMED_NODES)) {
      for (const [node] of nodes.matchAll(NODE_OF[kind])) {
        say(text, (from, to) => from === numbers.get(node) || to === numbers.get(node));
      }
    }
  }
  return said;
}
