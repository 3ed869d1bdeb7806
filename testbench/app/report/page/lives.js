// Lives of packets and messages, from the trace of a run; unpacked when the first one is asked for.

class Lives {
  constructor(packed) {
    this.packed = packed;
    this.unit = packed.unit_ps * 1e-12;
  }

  async unpack() {
    if (this.packets) return;
    const { packets } = this.packed;
    const names = ["low", "high", "message", "index", "slices", "track", "start", "length"];
    const columns = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await unpackNumbers(packets[name])])));
    this.packets = new Map();
    this.ofMessage = new Map();
    let at = 0;
    for (let packet = 0; packet < packets.kept; ++packet) {
      let start = 0;
      const slices = Array.from({ length: columns.slices[packet] }, () => {
        start += columns.start[at];
        const slice = { ...this.packed.tracks[columns.track[at]], start: start * this.unit, length: columns.length[at] * this.unit };
        ++at;
        return slice;
      });
      const life = { number: columns.high[packet] * 2 ** 32 + columns.low[packet], message: columns.message[packet],
        index: columns.index[packet], slices };
      this.packets.set(life.number, life);
      if (!this.ofMessage.has(life.message)) this.ofMessage.set(life.message, []);
      this.ofMessage.get(life.message).push(life);
    }
    this.messages = new Map(this.packed.messages.rows.map(([number, track, begin, end, to, bytes, tag]) => [number, { number,
      ...this.packed.tracks[track], begin: begin * this.unit, end: end === null ? null : end * this.unit, to, bytes, tag }]));
    this.least = leastSteps(this.packets.values());
  }
}

/** From the start on one track to the start on the next, at least, by the kinds of both: what it takes without a wait. */
function leastSteps(packets) {
  const least = new Map();
  for (const { slices } of packets) {
    for (let at = 1; at < slices.length; ++at) {
      const kind = stepKind(slices[at - 1], slices[at]);
      least.set(kind, Math.min(least.get(kind) ?? Infinity, slices[at].start - slices[at - 1].start));
    }
  }
  return least;
}

/** Tracks are "nic_0 sends", "link plus_x", "nic_0 receives", in a graph "link to switch 7". Links of one dimension are alike,
 * and so are those to hosts and those to switches. */
const trackKind = ({ name }) => name.startsWith("link ") ? name.replace(/plus_|minus_| \d+$/g, "") : name.replace(/nic_\d+ /, "");
const stepKind = (from, to) => `${trackKind(from)} ${trackKind(to)}`;

/** Steps of a packet's life: on each track when it began, how long its flits took, and how long it had waited before. */
function stepsOf({ slices }, least) {
  return slices.map((slice, at) => {
    const since = at === 0 ? 0 : slice.start - slices[at - 1].start;
    const needed = at === 0 ? 0 : Math.min(since, least.get(stepKind(slices[at - 1], slice)) ?? since);
    return { ...slice, waited: since - needed, needed, arrived: at === 0 ? slice.start : slices[at - 1].start + needed };
  });
}

/** "plus_x" of the track "link plus_x", "nic_0" of "nic_0 receives". */
const portOf = (name) => name.replace(/^link | receives$| sends$/g, "");

/** The place of a track's output in the picture; null without a picture. */
function placeOfTrack(map, { node, name }) {
  const nameOf = (number) => `${map.hosts === undefined ? "node " : ""}${nodeName(map, number)}`;
  const at = map.nodes.findIndex((_, number) => nameOf(number) === node);
  if (at < 0) return null;
  const link = map.links.from.findIndex((from, place) => from === at && portName(map, place) === portOf(name));
  return link >= 0 ? link : map.links.from.length + at;
}

/**
 * What packets that waited for an output between two times waited for: shares by cause, largest first. A trace does not
 * say why one of them waited; its windows say why all of them did.
 */
function causesAt(map, place, begin, end) {
  const { seconds, count: windows } = map.windows;
  const last = Math.min(windows - 1, Math.floor(Math.max(begin, end - 1e-15) / seconds));
  const sums = WAITS.filter((wait) => map.measures.has(wait)).map((wait) => {
    const measure = map.measures.get(wait);
    let sum = 0;
    for (let window = Math.floor(begin / seconds); window <= last; ++window) sum += measure.at(place, window);
    return [wait, sum];
  });
  const all = sums.reduce((total, [, sum]) => total + sum, 0);
  return all > 0 ? sums.map(([wait, sum]) => [wait, sum / all]).filter(([, share]) => share > 0).sort((a, b) => b[1] - a[1]) : [];
}
