// Links that the configuration of a run names: they carry nothing, nothing for a while, or are unlike the others.

const NAMED_LINKS = [["link.overrides", "unlike the other links"], ["faults.outages", "carries nothing for a while"],
  ["faults.breaks", "carries nothing from a time on"], ["faults.cables", "carries nothing"]];

/** What the configuration says of links, by place. */
function namedLinks(run, map) {
  const numbers = new Map(map.nodes.map((node, index) => [node.join(", "), index]));
  const said = new Map();
  for (const [key, text] of NAMED_LINKS) {
    const cable = map.hosts === undefined ? /\[\[([\d, ]+)\], \[([\d, ]+)\]\]/g : /\[(\d+), (\d+)\]/g;
    for (const [, ...ends] of keyOf(run, key).matchAll(cable)) {
      const [one, other] = ends.map((node) => numbers.get(node));
      map.links.from.forEach((from, place) => {
        const to = map.links.to[place];
        if ((from === one && to === other) || (from === other && to === one)) said.set(place, `${text} (${key})`);
      });
    }
  }
  for (const [key, end] of [["faults.switches", /\d+/g], ["faults.routers", /\d[\d, ]*/g]]) {
    for (const [text] of keyOf(run, key).matchAll(end)) {
      const node = numbers.get(text);
      map.links.from.forEach((from, place) => {
        if (from === node || map.links.to[place] === node) said.set(place, `carries nothing (${key})`);
      });
    }
  }
  return said;
}
